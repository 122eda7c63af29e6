/*
 * Loading one layer: its running plan and its steps in progress. With the very same blob all of it
 * must have a counterpart, and is used as it is. With another one a step in progress is loaded if
 * its task and its operator have counterparts, and if there is a slot for it. Like a planner's regions (load_plan.h), slots'
 * arguments and memories are written in both passes. Neighbours: load_agent.c, load_plan.c,
 * load_exact.c; save_layer.c, which writes this.
 */
#include "load_layer.h"
#include "../agent/back_off.h"
#include "../agent/background.h"
#include "../agent/removed_instances.h"
#include "../agent/step_attempts.h"
#include "../agent/step_timeout.h"
#include "../agent/step_values.h"
#include "../machine/single_block.h"
#include "../search/kept_plan.h"
#include "../world/world_write.h"
#include "load_exact.h"
#include "load_holds.h"
#include "load_orders.h"
#include "load_plan.h"
#include <htn/arithmetic.h>
#include "load_world.h"
#include "save_format.h"

#define TOO_FEW_SLOTS "the agent's options.running is less than the number of steps in progress"

/* A layer that is being loaded. */
typedef struct layer_load {
    htni_loading *in;
    htni_layer *layer; /* NULL: the domain has no such root */
    uint32_t flags;    /* HTNI_SAVED_* */
    bool planned;      /* its plan has been loaded */
    uint32_t slots;    /* how many have been filled so far */
} layer_load;

/* Reads how often which steps have failed. */
static void get_attempts(layer_load *to, uint32_t steps)
{
    htni_loading *in = to->in;
    const bool retries = in->domain->retries != 0;
    uint32_t next = 0;
    if (to->planned)
        htni_attempts_clear(in->agent, to->layer, steps);
    for (uint32_t count = in->minor >= HTNI_SAVE_DURINGS ? htni_get_count(in) : 0; count > 0 && htni_is_accepted(in);
         count--) {
        const uint32_t step = htni_get_below(in, steps), failures = htni_get_below(in, UINT8_MAX + 1);
        if (step < next || failures == 0 || (in->exact && !retries))
            htni_refuse_damaged(in);
        if (retries && to->planned && htni_is_accepted(in))
            htni_attempts(in->agent, to->layer)[step] = (uint8_t)failures;
        next = step + 1;
    }
}

/* Reads how far the steps are. */
static void get_done(layer_load *to, const htni_kept_plan *running)
{
    htni_loading *in = to->in;
    htn_plan plan;
    htni_view_kept_plan(&to->layer->planner->machine, running, &plan);
    for (uint32_t i = 0; i < running->steps && htni_is_accepted(in); i++) {
        const uint32_t done = htni_get_below(in, HTNI_STEP_EXCUSED);
        if (!to->planned)
            continue;
        if (!htni_is_state_of_step(&plan, i, done))
            htni_refuse_damaged(in);
        to->layer->plan.done[i] = (uint8_t)done;
    }
    if (to->planned)
        htni_backgrounds_clear(in->agent, to->layer, running->steps);
}

static bool has_fixed_cost(const layer_load *to)
{
    return (to->flags & HTNI_SAVED_FIXED_COST) != 0;
}

/* The cost of a plan of another build, in the unit of this one. */
static int32_t convert_cost(const htni_loading *in, bool was_fixed, int32_t cost)
{
    const bool fixed = (in->domain->flags & HTN_BLOB_FIXED_COSTS) != 0;
    return fixed == was_fixed ? cost : fixed ? htni_value_MUL(cost, HTNI_FIXED_ONE) : htni_value_ROUND(cost);
}

/* Reads the running plan, and how far its steps are. */
static void load_running(layer_load *to)
{
    htni_loading *in = to->in;
    htni_kept_plan *running = &to->layer->planner->running.plan;
    const uint32_t outer = htni_enter_part(in);
    to->planned = htni_load_plan(in, to->layer->planner, running);
    get_done(to, running);
    get_attempts(to, running->steps);
    const bool partial = running->partial != HTN_PARTIAL_NOT;
    if (running->steps == 0 || (in->exact && partial != ((to->flags & HTNI_SAVED_PARTIAL) != 0)) ||
        (in->exact && partial && (in->domain->flags & HTN_BLOB_PARTIAL) == 0))
        htni_refuse_damaged(in);
    if (!in->exact) {
        running->partial = HTN_PARTIAL_NOT;
        running->cost = convert_cost(in, has_fixed_cost(to), running->cost);
    }
    to->planned = to->planned && (in->exact || (to->flags & HTNI_SAVED_RUNNING) != 0);
    htni_leave_part(in, outer);
}

/* --- Steps in progress -------------------------------------------------------------------------- */

/*
 * Of a save of format 1.0: a cell that the step's During has written, what it held before, and what was written. That became
 * one entry of a list (world/during_list.h), unless something else has been written since.
 */
static void get_restore(const layer_load *to, const htni_step_slot *slot, uint32_t index)
{
    htni_loading *in = to->in;
    const htni_saved_property saved = htni_get_property(in, HTN_NONE);
    const uint32_t number = htni_get_below(in, saved.cells), property = saved.property;
    const uint32_t cell = property == HTN_NONE || !htni_is_accepted(in) ? HTN_NONE : htni_map_cell(in, &saved, number);
    int32_t old, written;
    const bool known_old = htni_get_cell_value(in, &saved, &old),
               known_written = htni_get_cell_value(in, &saved, &written);
    if (in->exact && (cell == HTN_NONE || !known_old || !known_written))
        htni_refuse_damaged(in);
    if (!htni_is_accepted(in) || !in->applies || cell == HTN_NONE || !known_old || !known_written ||
        htni_load_cell(in->domain, in->world->bytes, property, cell) != written)
        return;
    htni_set_saturating(in->world, property, cell, old);
    if (slot != NULL && htni_during_count(in->world, to->layer->index, index) < in->agent->agent_class->during_cells)
        htni_during_show(in->world, to->layer->index, index, slot->step, property, cell, written);
}

/*
 * Reads the operator and its arguments. False: the operator is not the task's any more, or takes
 * something else now.
 */
static bool get_given(htni_loading *in, const htni_layer *layer, uint32_t task, uint32_t index, htni_step_slot *slot)
{
    const htn_domain *domain = in->domain;
    const uint32_t operator_index = task == HTN_NONE ? HTN_NONE : HTNI_FIELD(domain, TASKS, task, OPERATOR);
    const char *name = htni_get_text(in);
    bool found = operator_index != HTN_NONE && strcmp(htn_operator_name(domain, operator_index), name) == 0;
    uint32_t parameter = found ? HTNI_FIELD(domain, OPERATORS, operator_index, FIRST_PARAMETER) : 0;
    htni_saved_types types = htni_get_types(
        in, parameter, found ? HTNI_FIELD(domain, OPERATORS, operator_index, PARAMETER_COUNT) : HTN_NONE);
    htn_argument *arguments =
        layer == NULL ? NULL : layer->steps.arguments + (size_t)index * in->agent->agent_class->arguments;
    found = found && types.match;
    slot->argument_count = types.count;
    for (uint32_t i = 0; types.count > 0 && htni_is_accepted(in); i++, parameter++) {
        int32_t value;
        const uint32_t type = found ? HTNI_FIELD(domain, PARAMETERS, parameter, TYPE) : HTN_NONE;
        found = htni_get_value(in, htni_next_type(in, &types), type, &value) && found;
        if (found && arguments != NULL)
            arguments[i] = htni_argument(domain, type, value);
    }
    return found;
}

/*
 * Reads the operator's memory, as far as it still asks for so much; if it asks for more now, the
 * rest is zero.
 */
static void get_memory(htni_loading *in, const htni_layer *layer, uint32_t task, uint32_t index)
{
    const uint32_t size = htni_get_count(in);
    const uint8_t *bytes = htni_get_bytes(in, size);
    if (layer == NULL || task == HTN_NONE || !htni_is_accepted(in))
        return;
    const uint32_t room =
        htni_class_operators(in->agent->agent_class)[HTNI_FIELD(in->domain, TASKS, task, OPERATOR)].memory;
    uint8_t *memory = layer->steps.memories + (size_t)index * in->agent->agent_class->memory;
    if (room != 0)
        memset(memory, 0, room);
    if (size != 0 && room != 0)
        memcpy(memory, bytes, size < room ? size : room);
}

static void get_news(htni_loading *in, htni_step_slot *slot)
{
    slot->news = htni_get_below(in, 1u << HTN_NEWS_KINDS);
    for (uint32_t kind = 0; kind < HTN_NEWS_KINDS; kind++)
        if (slot->news >> kind & 1u)
            slot->news_at[kind] = in->agent->news - htni_get_number(in);
}

/*
 * Whether the slot's step is one of the plan that is neither done nor in progress; marks it as in
 * progress, as if it were excused.
 */
static bool takes_part(layer_load *to, const htni_step_slot *slot)
{
    const htn_planner *planner = to->layer->planner;
    const htn_step *steps = htni_region(&planner->machine, planner->running.plan.steps_at);
    if (slot->step >= planner->running.plan.steps || !htni_step_is_to_do(to->layer->plan.done[slot->step]) ||
        steps[slot->step].task != slot->task)
        return false;
    to->layer->plan.done[slot->step] |= HTNI_STEP_EXCUSED;
    return true;
}

/* If the operator has no `abort` in this agent's class, a step that is being aborted has ended. */
static void settle(const htni_loading *in, htni_step_slot *slot)
{
    const uint32_t operator_index = HTNI_FIELD(in->domain, TASKS, slot->task, OPERATOR);
    const htn_operator_binding *binding = &htni_class_operators(in->agent->agent_class)[operator_index];
    if ((slot->state == HTNI_SLOT_ABORTING || slot->state == HTNI_SLOT_TIMED_OUT) && !binding->polled &&
        binding->abort == NULL)
        slot->reported = HTN_ABORTED;
}

static void get_state(layer_load *to, htni_step_slot *slot)
{
    htni_loading *in = to->in;
    memset(slot, 0, sizeof *slot);
    slot->state = htni_get_below(in, HTNI_SLOT_STATES);
    slot->id = htni_get_number(in);
    slot->step = htni_get_number(in) - 1;
    slot->reported = htni_get_below(in, HTN_ABORTED + 1);
    const bool runs = htni_slot_is_of_plan(slot);
    if (slot->state == HTNI_SLOT_FREE || !htni_is_id(slot->id) || runs != (slot->step != HTN_NONE) ||
        (runs && (to->flags & HTNI_SAVED_RUNNING) == 0) ||
        (slot->state == HTNI_SLOT_RUNNING && slot->reported == HTN_ABORTED))
        htni_refuse_damaged(in);
    get_news(in, slot);
}

/*
 * The slot for a slot of the save's. With another blob there may be fewer slots, so each takes the
 * next free one. HTN_NONE: there is none.
 */
static uint32_t place_slot(layer_load *to, uint32_t saved)
{
    htni_loading *in = to->in;
    const uint32_t index = in->exact ? saved : to->slots;
    if (in->exact && saved < to->slots)
        htni_refuse_damaged(in);
    if (index < in->agent->options.running)
        return index;
    if (in->exact)
        htni_refuse(in, HTN_TOO_SMALL, TOO_FEW_SLOTS);
    return HTN_NONE;
}

/* A step that had no Timeout when it was saved has as much time as there is: htni_timeouts_cut(). */
static int32_t time_left(uint32_t saved)
{
    return saved == 0 || saved > INT32_MAX ? INT32_MAX : (int32_t)saved - 1;
}

/* Reads the arguments and bound values of a step. False: they are not known, or have no counterpart. */
static bool get_step_values(htni_loading *in, htni_saved_task *saved, int32_t *values)
{
    const bool known = in->minor >= HTNI_SAVE_DURINGS && htni_get_below(in, 2) != 0;
    bool found = known && saved->task != HTN_NONE;
    uint32_t parameter = found ? HTNI_FIELD(in->domain, TASKS, saved->task, FIRST_PARAMETER) : 0, used = 0;
    for (; known && saved->parameters.count > 0 && htni_is_accepted(in); parameter++) {
        int32_t value;
        const uint32_t type = found ? HTNI_FIELD(in->domain, PARAMETERS, parameter, TYPE) : HTN_NONE;
        found = htni_get_value(in, htni_next_type(in, &saved->parameters), type, &value) && found;
        if (found)
            values[used++] = value;
    }
    for (; known && saved->bindings > 0 && htni_is_accepted(in); saved->bindings--) {
        const int32_t value = htni_get_signed(in);
        if (found)
            values[used++] = value;
    }
    if (in->exact && known && !found)
        htni_refuse_damaged(in);
    return found && htni_is_accepted(in);
}

static void load_slot(layer_load *to)
{
    htni_loading *in = to->in;
    htni_step_slot slot;
    const uint32_t index = place_slot(to, htni_get_number(in));
    get_state(to, &slot);
    htni_saved_task saved = htni_get_task(in);
    const htni_layer *layer = index == HTN_NONE ? NULL : to->layer;
    slot.task = saved.task;
    bool found = get_given(in, layer, slot.task, index, &slot) && layer != NULL && htni_is_accepted(in);
    get_memory(in, layer, found ? slot.task : HTN_NONE, index);
    if (found && htni_slot_is_of_plan(&slot) && (to->planned ? !takes_part(to, &slot) : in->exact))
        htni_refuse_damaged(in);
    if (!to->planned && htni_slot_is_of_plan(&slot)) {
        slot.state = slot.state == HTNI_SLOT_RUNNING ? HTNI_SLOT_ORPHANED : HTNI_SLOT_ABORTING;
        slot.step = HTN_NONE;
    }
    for (uint32_t count = htni_get_count(in); count > 0 && htni_is_accepted(in); count--)
        get_restore(to, found ? &slot : NULL, index);
    const uint32_t left = in->minor >= HTNI_SAVE_DURINGS ? htni_get_number(in) : 0;
    int32_t values[HTN_MAX_LOCALS];
    const bool known = get_step_values(in, &saved, values);
    in->report.steps_lost += !found;
    if (!found || !htni_is_accepted(in))
        return;
    to->slots = index + 1;
    settle(in, &slot);
    if (!in->applies)
        return;
    to->layer->steps.slots[index] = slot;
    htni_timeout_begin(in->agent, to->layer, &to->layer->steps.slots[index], time_left(left));
    htni_keep_values(in->agent, to->layer, &to->layer->steps.slots[index], known ? values : NULL,
                     in->world->bytes + in->domain->world_bytes);
    htni_note_arguments(in->agent, to->layer, &to->layer->steps.slots[index]);
}

/* --- The layer ---------------------------------------------------------------------------------- */

/* Reads what the layer knows of itself into a copy of it. */
static void get_layer(layer_load *to, htni_layer *layer)
{
    htni_loading *in = to->in;
    to->flags = htni_get_below(in, HTNI_SAVED_FLAGS + 1);
    if (in->exact && has_fixed_cost(to) != ((in->domain->flags & HTN_BLOB_FIXED_COSTS) != 0))
        htni_refuse_damaged(in);
    const uint32_t result = htni_get_number(in);
    layer->search.result = htni_result_of_number(result);
    layer->search.empty = result == HTNI_SAVED_EMPTY;
    layer->schedule.failures = htni_get_number(in);
    layer->schedule.retry_at = in->agent->time + (uint32_t)htni_get_signed(in);
    layer->schedule.next_interval = in->agent->time + (uint32_t)htni_get_signed(in);
    layer->schedule.plans_started = htni_get_number(in);
    layer->schedule.asked = (to->flags & HTNI_SAVED_ASKED) != 0;
    layer->schedule.due = (to->flags & HTNI_SAVED_DUE) != 0;
    layer->plan.active = (to->flags & HTNI_SAVED_RUNNING) != 0;
    layer->search.waiting_for_budget = (to->flags & HTNI_SAVED_WAITS) != 0;
    layer->plan.broken = (to->flags & HTNI_SAVED_BROKEN) != 0;
    layer->plan.owed = in->exact && (to->flags & HTNI_SAVED_OWED) != 0;
}

/*
 * With another blob everything counts as changed, and the continuation of a partial plan is lost.
 */
static void apply_layer(const layer_load *to, const htni_layer *read)
{
    const htni_loading *in = to->in;
    const bool running = to->planned && (to->flags & HTNI_SAVED_RUNNING) != 0;
    htni_layer *layer = to->layer;
    const bool valid = in->exact && (to->flags & HTNI_SAVED_VALID) != 0;
    *layer = *read;
    layer->plan.active = running;
    layer->plan.partial = in->exact && (to->flags & HTNI_SAVED_PARTIAL) != 0;
    layer->plan.foreign = running && (!in->exact || (to->flags & HTNI_SAVED_FOREIGN) != 0);
    layer->plan.broken = layer->plan.broken && running;
    layer->changes.from_outside = !in->exact || (to->flags & HTNI_SAVED_CHANGED) != 0;
    if (!in->exact)
        layer->schedule.due = !running;
    layer->changes.seen = in->world->changes;
    layer->plan.checked_changes = valid ? in->world->changes : in->world->changes - 1;
    layer->planner->running.exists = to->planned;
    layer->schedule.asked = layer->schedule.asked || !in->exact; /* what a back-off waits for is unknown */
    htni_back_off_begin(in->agent, layer);
}

static void load_plan_of(layer_load *to)
{
    htni_loading *in = to->in;
    const bool running = (to->flags & HTNI_SAVED_RUNNING) != 0;
    if (to->layer == NULL)
        htni_leave_part(in, htni_enter_part(in));
    else
        load_running(to);
    in->report.plans_kept += to->planned;
    in->report.plans_dropped += running && !to->planned;
}

void htni_load_layer(htni_loading *in, uint32_t root)
{
    layer_load to = {in, root == HTN_NONE ? NULL : &in->agent->layers[root], 0, false, 0};
    htni_layer read;
    if (to.layer != NULL)
        read = *to.layer;
    get_layer(&to, &read);
    const bool planned = (to.flags & (HTNI_SAVED_RUNNING | HTNI_SAVED_PARTIAL)) != 0;
    if (planned)
        load_plan_of(&to);
    for (uint32_t count = htni_get_count(in); count > 0 && htni_is_accepted(in); count--)
        load_slot(&to);
    if (in->minor >= HTNI_SAVE_DURINGS)
        htni_load_holds(in, to.layer);
    for (uint32_t i = 0; to.planned && htni_is_accepted(in) && i < to.layer->planner->running.plan.steps; i++)
        to.layer->plan.done[i] &= (uint8_t)~HTNI_STEP_EXCUSED;
    uint32_t failure = 0;
    if (in->exact && htni_is_accepted(in))
        failure = htni_load_exact(in, to.layer->planner, planned);
    else
        htni_leave_part(in, htni_enter_part(in));
    if (failure != 0 && !(htni_backs_off(&read) && read.schedule.asked))
        htni_refuse_damaged(in);
    htni_load_orders(in, to.layer);
    if (in->applies && to.layer != NULL && htni_is_accepted(in)) {
        apply_layer(&to, &read);
        if (failure != 0)
            to.layer->schedule.asked = htni_load_failure(in, to.layer->planner, failure);
        htni_adopt_orders(in, to.layer);
    }
}
