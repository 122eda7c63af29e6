/*
 * Saving: the header, and what belongs to the agent as a whole. What is written depends neither on
 * the host, nor on where things lie in memory, nor on what was there before: equal agents make
 * equal saves. Neighbours: save_world.c, save_layer.c; load_agent.c.
 */
#include "../agent/group_state.h"
#include "../agent/holds.h"
#include "save_format.h"
#include "save_layer.h"
#include "save_world.h"
#include <htn/arithmetic.h>

/* --- The agent ---------------------------------------------------------------------------------- */

/*
 * When sensors are due. Only those with a period, and only if the first round of sensors has been
 * made.
 */
static void put_sensors(htni_save_writer *to, const htn_agent *agent)
{
    const htn_domain *domain = agent->domain;
    const uint32_t sensors = htni_count(domain, HTN_SECTION_SENSORS);
    uint32_t count = 0;
    for (uint32_t i = 0; i < sensors && agent->sensors_ran; i++)
        count += HTNI_FIELD(domain, SENSORS, i, PERIOD) != 0;
    htni_put_number(to, count);
    for (uint32_t i = 0; i < sensors && agent->sensors_ran; i++) {
        if (HTNI_FIELD(domain, SENSORS, i, PERIOD) == 0)
            continue;
        htni_put_text(to, htn_domain_text(domain, HTN_SECTION_STRINGS, HTNI_FIELD(domain, SENSORS, i, NAME)));
        htni_put_signed(to, htni_signed(agent->sensors.due[i] - agent->time));
    }
}

/*
 * Whether the end of the cooldown lies ahead. True even if the game has reset its property: it may
 * set that again.
 */
static bool is_cooling(const htn_agent *agent, uint32_t method)
{
    return HTNI_FIELD(agent->domain, METHODS, method, COOLING) != HTN_NONE &&
           !htni_is_due(agent->time, agent->cooldown_end[method]);
}

/* Cooldowns are known by their property, which is true while the method is cooling down. */
static void put_cooldowns(htni_save_writer *to, const htn_agent *agent)
{
    const htn_domain *domain = agent->domain;
    const uint32_t methods = htni_count(domain, HTN_SECTION_METHODS);
    uint32_t count = 0;
    for (uint32_t i = 0; i < methods; i++)
        count += is_cooling(agent, i);
    htni_put_number(to, count);
    for (uint32_t i = 0; i < methods; i++) {
        if (!is_cooling(agent, i))
            continue;
        htni_put_text(to, htn_property_name(domain, HTNI_FIELD(domain, METHODS, i, COOLING)));
        htni_put_signed(to, htni_signed(agent->cooldown_end[i] - agent->time));
    }
}

/* What Durings show, in the order in which they began. Their steps are known by id. */
static void put_durings(htni_save_writer *to, const htn_agent *agent)
{
    const htn_domain *domain = agent->domain;
    uint32_t count = 0;
    for (uint32_t i = 0; i < agent->durings.count; i++)
        count += agent->durings.entries[i].layer != HTN_NONE;
    htni_put_number(to, count);
    for (uint32_t i = 0; i < agent->durings.count; i++) {
        const htni_during *during = &agent->durings.entries[i];
        if (during->layer == HTN_NONE) /* overwritten: the layers' flags say that something has changed */
            continue;
        const uint32_t type = HTNI_FIELD(domain, PROPERTIES, during->property, TYPE);
        htni_put_number(to, agent->layers[during->layer].steps.slots[during->slot].id);
        htni_put_property(to, domain, during->property);
        htni_put_number(to, during->cell);
        htni_put_value(to, domain, type, during->value);
        htni_put_value(to, domain, type, during->beneath);
        htni_put_number(to, during->order);
    }
}

static void save_agent(htni_save_writer *to, const htn_agent *agent)
{
    const size_t part = htni_begin_part(to);
    htni_put_number(to, agent->time);
    htni_put_number(to, agent->next_id);
    htni_put_number(to, agent->news);
    htni_put_number(to, agent->budget.served);
    htni_put_number(to, agent->budget.out_of_budget + 1); /* 0: none */
    htni_put_number(to, agent->sensors_ran);
    put_sensors(to, agent);
    put_cooldowns(to, agent);
    htni_put_number(to, agent->remainder_us);
    htni_put_number(to, agent->sharing != NULL && agent->sharing->knows_home);
    htni_put_number(to, agent->sharing != NULL ? agent->sharing->home_id : 0);
    htni_put_number(to, agent->sharing != NULL ? agent->sharing->entered_id : 0);
    htni_put_number(to, agent->sharing != NULL && agent->sharing->group != NULL);
    htni_end_part(to, part);
    htni_put_number(to, agent->layer_count);
    for (uint32_t i = 0; i < agent->layer_count; i++)
        htni_save_layer(to, agent, &agent->layers[i]);
    put_durings(to, agent);
}

/* --- The whole ---------------------------------------------------------------------------------- */

/* What a save is of. `agent` and `group` NULL: of the world alone. */
typedef struct subject {
    const htn_world *world;
    const htn_agent *agent;
    const htn_group *group;
} subject;

static void save_group(htni_save_writer *to, const htn_group *group)
{
    const size_t part = htni_begin_part(to);
    htni_put_number(to, group->id);
    htni_put_number(to, group->home.begun);
    htni_end_part(to, part);
}

/* Writes a whole save. */
static void save_all(htni_save_writer *to, const subject *of)
{
    const htn_world *world = of->world;
    const htn_agent *agent = of->agent;
    const htn_domain *domain = world->domain;
    htni_leave_room(to, HTNI_SAVE_HEADER);
    htni_save_types(to, domain);
    htni_save_world(to, world);
    htni_save_timers(to, world);
    htni_put_number(to, agent != NULL       ? HTNI_SAVE_OF_AGENT
                        : of->group != NULL ? HTNI_SAVE_OF_GROUP
                                            : HTNI_SAVE_OF_WORLD);
    if (agent != NULL)
        save_agent(to, agent);
    if (of->group != NULL)
        save_group(to, of->group);
    if (to->used > to->size)
        return;
    memcpy(to->out, HTN_SAVE_MAGIC, 4);
    htni_patch(to, HTNI_SAVE_MAJOR, 2, HTN_SAVE_MAJOR);
    htni_patch(to, HTNI_SAVE_MINOR, 2, HTN_SAVE_MINOR);
    htni_patch(to, HTNI_SAVE_TOTAL, 4, (uint32_t)to->used);
    htni_patch(to, HTNI_SAVE_BLOB, 4, htni_read32(domain->blob + HTN_HEADER_CHECKSUM));
    htni_patch(to, HTNI_SAVE_FINGERPRINT, 4, domain->fingerprint);
    htni_patch(to, HTNI_SAVE_CHECKSUM, 4, htn_blob_checksum(to->out + HTNI_SAVE_BLOB, to->used - HTNI_SAVE_BLOB));
}

/* The size of a save, by writing it to nowhere. */
static size_t bytes_of(const subject *of)
{
    htni_save_writer to = {NULL, 0, 0};
    save_all(&to, of);
    return to.used;
}

static htn_status save_into(const subject *of, void *out, size_t size, size_t *used)
{
    htni_save_writer to = {(uint8_t *)out, size, 0};
    const size_t needed = bytes_of(of);
    if (used != NULL)
        *used = needed;
    if (size < needed)
        return HTN_TOO_SMALL;
    save_all(&to, of);
    return HTN_OK;
}

size_t htn_agent_save_bytes(const htn_agent *agent)
{
    const subject of = {agent == NULL ? NULL : &agent->world, agent, NULL};
    return agent == NULL ? 0 : bytes_of(&of);
}

htn_status htn_agent_save(const htn_agent *agent, void *out, size_t size, size_t *used)
{
    if (agent == NULL || (out == NULL && size != 0))
        return HTN_BAD_ARGUMENT;
    const subject of = {&agent->world, agent, NULL};
    const bool busy = agent->inside || htni_has_unshared(&agent->world) || htni_has_releases(agent);
    return busy ? HTN_BUSY : save_into(&of, out, size, used);
}

size_t htn_group_save_bytes(const htn_group *group)
{
    const subject of = {group == NULL ? NULL : &group->world, NULL, group};
    return group == NULL ? 0 : bytes_of(&of);
}

htn_status htn_group_save(const htn_group *group, void *out, size_t size, size_t *used)
{
    if (group == NULL || (out == NULL && size != 0))
        return HTN_BAD_ARGUMENT;
    const subject of = {&group->world, NULL, group};
    return group->home.visited != NULL ? HTN_BUSY : save_into(&of, out, size, used);
}

size_t htn_world_save_bytes(const htn_world *world)
{
    const subject of = {world, NULL, NULL};
    return world == NULL || world->domain == NULL ? 0 : bytes_of(&of);
}

htn_status htn_world_save(const htn_world *world, void *out, size_t size, size_t *used)
{
    const subject of = {world, NULL, NULL};
    if (world == NULL || world->domain == NULL || (out == NULL && size != 0))
        return HTN_BAD_ARGUMENT;
    return save_into(&of, out, size, used);
}
