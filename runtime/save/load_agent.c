/*
 * Loading: the header, what belongs to the agent as a whole, and the two passes (save_reader.h).
 * Neighbours: save_reader.c, load_types.c, load_world.c, load_layer.c; save.c, which writes this.
 */
#include "../blob/cooldown_keys.h"
#include "../agent/activity.h"
#include "../agent/agent_journal.h"
#include "../agent/group_members.h"
#include "../agent/group_state.h"
#include "../world/hold_states.h"
#include "../agent/operator_calls.h"
#include "../agent/step_timeout.h"
#include "../search/planner_block.h"
#include "../world/cells.h"
#include "../world/world_write.h"
#include "load_agent.h"
#include "load_holds.h"
#include "load_layer.h"
#include "load_world.h"
#include "save_format.h"

/* --- The header --------------------------------------------------------------------------------- */

/* The build that a save is loaded into. A replay loads as the recorded agent did. */
static uint32_t build_of(const htni_loading *in)
{
    const uint32_t *recorded = in->agent == NULL ? NULL : in->agent->observers.build;
    return recorded != NULL ? *recorded : htni_read32(in->domain->blob + HTN_HEADER_CHECKSUM);
}

static bool check_header(htni_loading *in, size_t size)
{
    if (size < HTNI_SAVE_HEADER)
        return htni_refuse(in, HTN_BAD_SAVE, "the save is shorter than its header; it was cut off");
    if (memcmp(in->bytes, HTN_SAVE_MAGIC, 4) != 0)
        return htni_refuse(in, HTN_BAD_SAVE, "the first four bytes are not `HTNS`; this is not a save");
    in->at = HTNI_SAVE_MAJOR;
    if (htni_read16(in->bytes + HTNI_SAVE_MAJOR) > HTN_SAVE_MAJOR)
        return htni_refuse(in, HTN_NEWER_SAVE, "the format is newer than this runtime; take a newer runtime");
    if (htni_read16(in->bytes + HTNI_SAVE_MAJOR) < HTN_SAVE_MAJOR)
        return htni_refuse(in, HTN_BAD_SAVE, "the format is older than any that this runtime reads");
    in->minor = htni_read16(in->bytes + HTNI_SAVE_MINOR);
    in->at = HTNI_SAVE_TOTAL;
    in->end = htni_read32(in->bytes + HTNI_SAVE_TOTAL);
    if (in->end > size || in->end < HTNI_SAVE_HEADER)
        return htni_refuse(in, HTN_BAD_SAVE, "the save is shorter than it says; it was cut off");
    in->size = in->end;
    in->at = HTNI_SAVE_CHECKSUM;
    if (htn_blob_checksum(in->bytes + HTNI_SAVE_BLOB, in->end - HTNI_SAVE_BLOB) !=
        htni_read32(in->bytes + HTNI_SAVE_CHECKSUM))
        return htni_refuse(in, HTN_BAD_SAVE, "the checksum does not agree; the save was damaged");
    in->same_types = htni_read32(in->bytes + HTNI_SAVE_FINGERPRINT) == in->domain->fingerprint;
    in->exact = in->same_types && htni_read32(in->bytes + HTNI_SAVE_BLOB) == build_of(in);
    in->report.exact = in->exact;
    return true;
}

/* --- The agent ---------------------------------------------------------------------------------- */

/*
 * A sensor that the save does not know is due at once, as in a first tick. If a period is shorter
 * now, so is what remains of it.
 */
static void load_sensors(htni_loading *in)
{
    htn_agent *agent = in->agent;
    const uint32_t sensors = htni_count(in->domain, HTN_SECTION_SENSORS);
    for (uint32_t i = 0; in->applies && i < sensors; i++)
        agent->sensors.due[i] = agent->time;
    for (uint32_t count = htni_get_count(in); count > 0 && htni_is_accepted(in); count--) {
        const uint32_t sensor = htn_sensor_find(in->domain, htni_get_text(in));
        const int32_t left = htni_get_signed(in);
        if (!in->applies || sensor == HTN_NONE)
            continue;
        const uint32_t period = HTNI_FIELD(in->domain, SENSORS, sensor, PERIOD);
        const bool sooner = left > 0 && (uint32_t)left > period;
        agent->sensors.due[sensor] = agent->time + (sooner ? period : (uint32_t)left);
    }
}

static void load_cooldowns(htni_loading *in)
{
    htn_agent *agent = in->agent;
    const uint32_t methods = in->domain->cools ? htni_count(in->domain, HTN_SECTION_METHODS) : 0;
    for (uint32_t i = 0; in->applies && i < methods; i++)
        agent->cooldown_end[i] = agent->time;
    for (uint32_t count = htni_get_count(in); count > 0 && htni_is_accepted(in); count--) {
        const uint32_t property = htn_property_find(in->domain, htni_get_text(in));
        const int32_t left = htni_get_signed(in);
        const uint32_t method = property == HTN_NONE ? HTN_NONE : htni_method_cooling(in->domain, property);
        if (!in->applies || method == HTN_NONE || htni_cools_by_solution(in->domain, method))
            continue;
        const uint32_t whole = HTNI_FIELD(in->domain, METHODS, method, COOLDOWN);
        const bool sooner = left > 0 && (uint32_t)left > whole;
        agent->cooldown_end[method] = agent->time + (sooner ? whole : (uint32_t)left);
    }
}

/* Which home the agent was last in, and in which its Durings have begun. */
static void load_home(htni_loading *in)
{
    const uint32_t knows = htni_get_below(in, 2), id = htni_get_number(in), entered_id = htni_get_number(in);
    const bool grouped = htni_get_below(in, 2) != 0;
    if (!in->applies || in->agent->sharing == NULL)
        return;
    in->agent->sharing->was_grouped = grouped;
    in->agent->sharing->knows_home = knows != 0;
    in->agent->sharing->home_id = id;
    in->agent->sharing->entered_id = entered_id;
}

static void load_agent(htni_loading *in)
{
    htn_agent *agent = in->agent;
    const uint32_t outer = htni_enter_part(in);
    const uint32_t time = htni_get_number(in), next_id = htni_get_number(in), news = htni_get_number(in);
    const uint32_t served = htni_get_number(in), waiting = htni_get_number(in), sensed = htni_get_below(in, 2);
    if (!htni_is_id(next_id))
        htni_refuse_damaged(in);
    if (in->applies) {
        agent->time = time;
        agent->next_id = next_id;
        agent->news = news;
        agent->budget.served = served < agent->layer_count ? served : 0;
        agent->budget.out_of_budget = waiting <= agent->layer_count ? waiting - 1 : HTN_NONE;
        agent->sensors_ran = sensed != 0;
    }
    load_sensors(in);
    load_cooldowns(in);
    const uint32_t remainder = in->minor >= HTNI_SAVE_DURINGS ? htni_get_below(in, 1000) : 0;
    if (in->applies)
        agent->remainder_us = (uint16_t)remainder;
    if (in->minor >= HTNI_SAVE_DURINGS)
        load_home(in);
    htni_leave_part(in, outer);
}

/* Whether one of the `before` layers from `first` on has this name. */
static bool is_repeated(const htni_loading *in, uint32_t first, uint32_t before, const char *name)
{
    htni_loading again = *in;
    again.at = first;
    for (uint32_t i = 0; i < before; i++) {
        const uint32_t outer = htni_enter_part(&again);
        if (strcmp(htni_get_text(&again), name) == 0)
            return true;
        htni_leave_part(&again, outer);
    }
    return false;
}

static void load_layers(htni_loading *in)
{
    const uint32_t count = htni_get_count(in), first = in->at;
    for (uint32_t i = 0; i < count && htni_is_accepted(in); i++) {
        const uint32_t outer = htni_enter_part(in);
        const char *name = htni_get_text(in);
        const uint32_t root = htn_root_find(in->domain, name);
        if ((root != HTN_NONE && is_repeated(in, first, i, name)) || (in->exact && root != i))
            htni_refuse_damaged(in);
        htni_load_layer(in, root);
        htni_leave_part(in, outer);
    }
    if (in->exact && count != in->agent->layer_count)
        htni_refuse_damaged(in);
}

/* --- Durings ------------------------------------------------------------------------------------ */

/*
 * The step with this id that has been loaded: its slot. NULL: none has, or it shows as much already as any step of the domain
 * can. More would take the room of others.
 */
static const htni_step_slot *loaded_step(const htni_loading *in, uint32_t id, htni_layer **layer)
{
    const htni_step_slot *slot = htni_find_step(in->agent, id, layer);
    const bool fits =
        slot != NULL && htni_during_count(in->world, (*layer)->index, htni_slot_index(&(*layer)->steps, slot)) <
                            in->agent->agent_class->during_cells;
    return fits ? slot : NULL;
}

/*
 * What a During shows in a cell. If its step is not loaded, it has ended: the cell shows what is beneath, until the next of
 * these entries for it is read.
 */
static void load_during(htni_loading *in)
{
    const uint32_t id = htni_get_number(in);
    const htni_saved_property saved = htni_get_property(in, HTN_NONE);
    const uint32_t number = htni_get_below(in, saved.cells), property = saved.property;
    const uint32_t cell = property == HTN_NONE || !htni_is_accepted(in) ? HTN_NONE : htni_map_cell(in, &saved, number);
    int32_t value, beneath;
    const bool known_value = htni_get_cell_value(in, &saved, &value),
               known_beneath = htni_get_cell_value(in, &saved, &beneath);
    const uint32_t order = htni_get_number(in);
    if (in->exact && (cell == HTN_NONE || !known_value || !known_beneath))
        htni_refuse_damaged(in);
    if (!htni_is_accepted(in) || !in->applies || cell == HTN_NONE || !known_value || !known_beneath)
        return;
    htni_layer *layer = NULL;
    const htni_step_slot *slot = loaded_step(in, id, &layer);
    const int32_t shown = htni_load_cell(in->domain, in->world->bytes, property, cell);
    if (htni_during_is_first(in->world, property, cell))
        htni_set_saturating(in->world, property, cell, beneath);
    if (slot == NULL)
        return;
    htni_during_show(in->world, layer->index, htni_slot_index(&layer->steps, slot), slot->step, property, cell, value);
    if (in->agent->durings.count != 0)
        in->agent->durings.entries[in->agent->durings.count - 1].order = order;
    if (htni_is_shared(in->domain, property) && in->agent->sharing->knows_home) /* by another agent's During, perhaps */
        htni_store_cell(in->world, property, cell, shown, false);
}

/* The world becomes what it was when it was saved, so that is no change. */
static void load_durings(htni_loading *in)
{
    const uint32_t changes = in->world->changes;
    for (uint32_t count = htni_get_count(in); count > 0 && htni_is_accepted(in); count--)
        load_during(in);
    in->world->changes = changes;
}

/* --- The whole ---------------------------------------------------------------------------------- */

static void load_group(htni_loading *in)
{
    const uint32_t outer = htni_enter_part(in), id = htni_get_number(in), begun = htni_get_number(in);
    if (in->applies) {
        in->group->id = id;
        in->group->home.begun = begun;
    }
    htni_leave_part(in, outer);
}

static bool lost_any(const htn_load_report *report)
{
    return report->properties_lost != 0 || report->values_changed != 0 || report->instances_lost != 0 ||
           report->plans_dropped != 0 || report->steps_lost != 0;
}

/* Goes through the save once. */
static void load_all(htni_loading *in, bool applies)
{
    const uint32_t end = in->end;
    const bool exact = in->report.exact;
    memset(&in->report, 0, sizeof in->report);
    in->report.exact = exact;
    in->applies = applies;
    in->at = HTNI_SAVE_HEADER;
    in->bytes_searched = 0;
    htni_load_types(in);
    htni_load_world(in);
    const uint32_t timers = in->at;
    if (in->minor >= HTNI_SAVE_DURINGS)
        htni_leave_part(in, htni_enter_part(in));
    const uint32_t subject = htni_get_below(in, HTNI_SAVE_SUBJECTS);
    if (in->agent != NULL && subject != HTNI_SAVE_OF_AGENT)
        htni_refuse(in, HTN_BAD_SAVE, "the save is of a world by itself, not of an agent");
    if (in->group != NULL && subject != HTNI_SAVE_OF_GROUP)
        htni_refuse(in, HTN_BAD_SAVE, "the save is not of a group");
    if (in->group != NULL && htni_is_accepted(in))
        load_group(in);
    if (in->agent != NULL) {
        load_agent(in);
        load_layers(in);
        if (in->minor >= HTNI_SAVE_DURINGS)
            load_durings(in);
        htni_claim_loaded_holds(in);
    }
    if (in->minor >= HTNI_SAVE_DURINGS) { /* a During would end the time of what is beneath it */
        in->at = timers;
        htni_load_timers(in);
    }
    if (exact && lost_any(&in->report))
        htni_refuse_damaged(in);
    in->end = end;
}

/*
 * The second time through. A journal gets an agent's whole save, or what a world has become, not
 * each cell that is written; and each timer of such a world, since that alone is no change.
 */
static void apply(htni_loading *in)
{
    htn_world *world = in->world;
    void (*const watcher)(void *, uint32_t) = world->watcher;
    htni_timers *timers = world->timers;
    void (*const timer_watcher)(void *, uint32_t, uint32_t) = timers == NULL ? NULL : timers->watcher;
    const uint32_t changes = world->changes;
    if (in->agent != NULL)
        htni_note_load(in->agent, in->bytes, in->end);
    world->watcher = NULL;
    if (in->agent != NULL)
        htni_suspend_membership(in->agent);
    if (timers != NULL && in->agent != NULL)
        timers->watcher = NULL;
    load_all(in, true);
    if (in->agent != NULL)
        htni_resume_membership(in->agent);
    else if (htni_is_home(world))
        world->link->home->placed++;
    if (in->agent == NULL && world->holds != NULL && world->link == NULL)
        htni_holds_replaced(world);
    world->watcher = watcher;
    if (timers != NULL)
        timers->watcher = timer_watcher;
    if (in->agent == NULL && watcher != NULL && world->changes != changes)
        watcher(world->watcher_user, HTN_NONE);
}

static htn_status load_from(htni_loading *in, const void *save, size_t size, htn_load_report *report)
{
    in->bytes = (const uint8_t *)save;
    if (check_header(in, size))
        load_all(in, false);
    if (htni_is_accepted(in))
        apply(in);
    if (report != NULL && htni_is_accepted(in)) {
        *report = in->report;
    } else if (report != NULL) {
        report->reason = in->report.reason;
        report->offset = in->report.offset;
    }
    return in->status;
}

/* Whether it has not been ticked, and nothing has been loaded into it. */
static bool is_new(const htn_agent *agent)
{
    for (uint32_t i = 0; i < agent->layer_count; i++)
        if (agent->layers[i].planner->running.exists)
            return false;
    return !agent->sensors_ran && agent->next_id == 1;
}

/* Without the calls of steps in progress. */
static htn_status load_new(htn_agent *agent, const void *save, size_t size, htn_load_report *report)
{
    htni_loading in;
    memset(&in, 0, sizeof in);
    if (report != NULL)
        *report = in.report;
    if (agent == NULL || save == NULL)
        return HTN_BAD_ARGUMENT;
    if (agent->inside)
        return HTN_BUSY;
    if (!is_new(agent)) {
        if (report != NULL)
            report->reason = "the agent is not new; load into one that htn_agent_init() has just made";
        return HTN_BAD_ARGUMENT;
    }
    in.agent = agent;
    in.world = &agent->world;
    in.domain = agent->domain;
    const htn_status status = load_from(&in, save, size, report);
    if (status == HTN_OK && !in.exact)
        htni_timeouts_cut(agent);
    return status;
}

htn_status htni_load_silently(htn_agent *agent, const void *save, size_t size)
{
    return load_new(agent, save, size, NULL);
}

htn_status htn_agent_load(htn_agent *agent, const void *save, size_t size, htn_load_report *report)
{
    const htn_status status = load_new(agent, save, size, report);
    if (status == HTN_OK)
        htni_resume_steps(agent);
    return status;
}

htn_status htn_world_load(htn_world *world, const void *save, size_t size, htn_load_report *report)
{
    htni_loading in;
    memset(&in, 0, sizeof in);
    if (report != NULL)
        *report = in.report;
    if (world == NULL || world->domain == NULL || save == NULL)
        return HTN_BAD_ARGUMENT;
    in.world = world;
    in.domain = world->domain;
    return load_from(&in, save, size, report);
}

htn_status htn_group_load(htn_group *group, const void *save, size_t size, htn_load_report *report)
{
    htni_loading in;
    memset(&in, 0, sizeof in);
    if (report != NULL)
        *report = in.report;
    if (group == NULL || save == NULL || group->home.members != NULL)
        return HTN_BAD_ARGUMENT;
    in.group = group;
    in.world = &group->world;
    in.domain = group->domain;
    return load_from(&in, save, size, report);
}
