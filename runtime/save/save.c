/*
 * Saving: the format's primitives, and everything but a layer's plan and steps, which are save_plan.c's. Nothing that is
 * written depends on the host, on where things lie in memory, or on what was there before. Neighbour: load_agent.c.
 */
#include "saving.h"

/* --- Primitives --------------------------------------------------------------------------------- */

void htni_put_bytes(htni_saving *to, const void *bytes, uint32_t count)
{
    if (count != 0 && to->used <= to->size && count <= to->size - to->used)
        memcpy(to->out + to->used, bytes, count);
    to->used += count;
}

static void put_byte(htni_saving *to, uint32_t byte)
{
    const uint8_t one = (uint8_t)byte;
    htni_put_bytes(to, &one, 1);
}

void htni_put_number(htni_saving *to, uint32_t number)
{
    for (; number >= 128; number >>= 7)
        put_byte(to, (number & 127) | 128);
    put_byte(to, number);
}

void htni_put_signed(htni_saving *to, int32_t number)
{
    htni_put_number(to, htni_zigzag(number));
}

void htni_put_text(htni_saving *to, const char *text)
{
    while (*text != 0)
        put_byte(to, (uint8_t)*text++);
    put_byte(to, 0);
}

/* Over what has been written: bytes that lie beyond the end are nowhere. */
static void patch(htni_saving *to, size_t at, uint32_t bytes, uint32_t value)
{
    if (to->used > to->size)
        return;
    for (uint32_t i = 0; i < bytes; i++)
        to->out[at + i] = (uint8_t)(value >> 8 * i);
}

static size_t leave_room(htni_saving *to, uint32_t bytes)
{
    const size_t at = to->used;
    for (uint32_t i = 0; i < bytes; i++)
        put_byte(to, 0);
    return at;
}

size_t htni_begin_part(htni_saving *to)
{
    leave_room(to, 4);
    return to->used;
}

void htni_end_part(htni_saving *to, size_t part)
{
    patch(to, part - 4, 4, (uint32_t)(to->used - part));
}

/* Results by the numbers that saves have for them; what is not among them ends no search. */
static const htn_status results[] = {
    HTN_NOT_BEGUN,   HTN_PLAN,         HTN_EMPTY_PLAN,  HTN_PARTIAL_PLAN, HTN_NO_PLAN,     HTN_STANDS,
    HTN_SUSPENDED,   HTN_LIMIT_STEPS,  HTN_LIMIT_DEPTH, HTN_LIMIT_WORK,   HTN_LIMIT_NODES, HTN_FULL_RECORD,
    HTN_FULL_FRAMES, HTN_FULL_CHOICES, HTN_FULL_TRAIL,  HTN_FULL_SPANS,   HTN_FULL_NODES,  HTN_FULL_REST,
};
enum { RESULTS = sizeof results / sizeof *results };

uint32_t htni_number_of_result(htn_status result)
{
    for (uint32_t i = 0; i < RESULTS; i++)
        if (results[i] == result)
            return i;
    return 0;
}

htn_status htni_result_of_number(uint32_t number)
{
    return number < RESULTS ? results[number] : HTN_NOT_BEGUN;
}

/* --- Types -------------------------------------------------------------------------------------- */

htni_saved_kind htni_saved_kind_of(const htn_domain *domain, uint32_t type)
{
    switch (HTNI_FIELD(domain, TYPES, type, KIND)) {
    case HTN_TYPE_BOOL: return HTNI_SAVED_BOOL;
    case HTN_TYPE_INTEGER: return HTNI_SAVED_INTEGER;
    case HTN_TYPE_ENUM: return HTNI_SAVED_ENUM;
    default: return HTNI_FIELD(domain, TYPES, type, PRESENCE) == HTN_NONE ? HTNI_SAVED_CLOSED : HTNI_SAVED_OPEN;
    }
}

uint32_t htni_leaf(const htn_domain *domain, uint32_t type, int32_t instance)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_TYPES);
    for (uint32_t i = 0; i < count; i++) {
        const int32_t low = htni_signed(HTNI_FIELD(domain, TYPES, i, LOW));
        const int32_t own = htni_signed(HTNI_FIELD(domain, TYPES, i, OWN));
        if (HTNI_FIELD(domain, TYPES, i, PRESENCE) != HTN_NONE && instance >= low && instance - low < own &&
            htni_slot(domain, i, instance) == htni_slot(domain, type, instance))
            return i;
    }
    return HTN_NONE;
}

/* Where each name begins stands in front of them, so that one can be found without going through the others. */
static void put_names(htni_saving *to, const htn_domain *domain, uint32_t type)
{
    const uint32_t first = HTNI_FIELD(domain, TYPES, type, FIRST_VALUE);
    const uint32_t count = HTNI_FIELD(domain, TYPES, type, VALUE_COUNT);
    htni_put_number(to, count);
    const size_t places = leave_room(to, 4 * count);
    for (uint32_t i = 0; i < count; i++) {
        patch(to, places + 4 * (size_t)i, 4, (uint32_t)to->used);
        htni_put_text(to, htn_domain_text(domain, HTN_SECTION_STRINGS, HTNI_FIELD(domain, VALUES, first + i, NAME)));
    }
}

static void put_type(htni_saving *to, const htn_domain *domain, uint32_t type)
{
    const htni_saved_kind kind = htni_saved_kind_of(domain, type);
    htni_put_number(to, kind);
    if (kind == HTNI_SAVED_BOOL || kind == HTNI_SAVED_INTEGER)
        return;
    htni_put_number(to, HTNI_FIELD(domain, TYPES, type, LOW));
    if (kind == HTNI_SAVED_OPEN) {
        uint32_t family = type;
        while (HTNI_FIELD(domain, TYPES, family, PARENT) != HTN_NONE)
            family = HTNI_FIELD(domain, TYPES, family, PARENT);
        htni_put_number(to, HTNI_FIELD(domain, TYPES, type, HIGH));
        htni_put_number(to, HTNI_FIELD(domain, TYPES, type, OWN));
        htni_put_number(to, family);
        htni_put_text(to, htn_domain_text(domain, HTN_SECTION_STRINGS, HTNI_FIELD(domain, TYPES, type, NAME)));
    } else {
        put_names(to, domain, type);
    }
}

/* All of them, so that a type has the number that it has in the domain; where each begins stands in front. */
static void save_types(htni_saving *to, const htn_domain *domain)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_TYPES);
    const size_t part = htni_begin_part(to);
    htni_put_number(to, count);
    const size_t places = leave_room(to, 4 * count);
    for (uint32_t i = 0; i < count; i++) {
        patch(to, places + 4 * (size_t)i, 4, (uint32_t)to->used);
        put_type(to, domain, i);
    }
    htni_end_part(to, part);
}

void htni_put_types(htni_saving *to, const htn_domain *domain, uint32_t first, uint32_t count)
{
    htni_put_number(to, count);
    for (uint32_t i = 0; i < count; i++)
        htni_put_number(to, HTNI_FIELD(domain, PARAMETERS, first + i, TYPE) + 1); /* 0: a symbol */
}

/* --- Values ------------------------------------------------------------------------------------- */

static void put_instance(htni_saving *to, const htn_domain *domain, uint32_t type, int32_t instance)
{
    const uint32_t leaf = instance < 0 ? HTN_NONE : htni_leaf(domain, type, instance);
    htni_put_number(to, leaf + 1); /* 0: none */
    if (leaf != HTN_NONE)
        htni_put_number(to, (uint32_t)instance - HTNI_FIELD(domain, TYPES, leaf, LOW));
}

void htni_put_value(htni_saving *to, const htn_domain *domain, uint32_t type, int32_t value)
{
    if (type == HTN_NONE)
        htni_put_text(to, htn_domain_text(domain, HTN_SECTION_STRINGS, (uint32_t)value));
    else if (htni_saved_kind_of(domain, type) == HTNI_SAVED_OPEN)
        put_instance(to, domain, type, value);
    else
        htni_put_signed(to, value);
}

void htni_put_property(htni_saving *to, const htn_domain *domain, uint32_t property)
{
    htni_put_text(to, htn_property_name(domain, property));
    htni_put_number(to, HTNI_FIELD(domain, PROPERTIES, property, TYPE) + 1);
    htni_put_types(to, domain, HTNI_FIELD(domain, PROPERTIES, property, FIRST_PARAMETER),
                   HTNI_FIELD(domain, PROPERTIES, property, PARAMETER_COUNT));
}

static bool is_saved(const htn_domain *domain, uint32_t property)
{
    return (HTNI_FIELD(domain, PROPERTIES, property, FLAGS) & HTN_PROPERTY_STATIC) == 0;
}

/* Of each open type, in order, the slots that are of itself: whether an instance is there, and the slot's generation. */
static void put_instances(htni_saving *to, const htn_world *world)
{
    const htn_domain *domain = world->domain;
    const uint32_t types = htni_count(domain, HTN_SECTION_TYPES);
    for (uint32_t type = 0; type < types; type++) {
        const int32_t low = htni_signed(HTNI_FIELD(domain, TYPES, type, LOW));
        const int32_t own = htni_signed(HTNI_FIELD(domain, TYPES, type, OWN));
        if (htni_saved_kind_of(domain, type) != HTNI_SAVED_OPEN)
            continue;
        for (int32_t i = low; i < low + own; i++)
            htni_put_number(to, htn_world_generation(world, type, i) << 1 | htn_world_exists(world, type, i));
    }
}

static void save_world(htni_saving *to, const htn_world *world)
{
    const htn_domain *domain = world->domain;
    const uint32_t properties = htni_count(domain, HTN_SECTION_PROPERTIES);
    const size_t part = htni_begin_part(to);
    uint32_t count = 0;
    put_instances(to, world);
    for (uint32_t i = 0; i < properties; i++)
        count += is_saved(domain, i);
    htni_put_number(to, count);
    for (uint32_t i = 0; i < properties; i++) {
        if (!is_saved(domain, i))
            continue;
        const uint32_t type = HTNI_FIELD(domain, PROPERTIES, i, TYPE), cells = HTNI_FIELD(domain, PROPERTIES, i, CELLS);
        htni_put_property(to, domain, i);
        for (uint32_t cell = 0; cell < cells; cell++)
            htni_put_value(to, domain, type, htni_load_cell(domain, world->bytes, i, cell));
    }
    htni_end_part(to, part);
}

/* --- The agent ---------------------------------------------------------------------------------- */

/* Sensors that are due at a time: those with a period, once the first round has been made. */
static void put_sensors(htni_saving *to, const htn_agent *agent)
{
    const htn_domain *domain = agent->domain;
    const uint32_t sensors = htni_count(domain, HTN_SECTION_SENSORS);
    uint32_t count = 0;
    for (uint32_t i = 0; i < sensors && agent->sensed; i++)
        count += HTNI_FIELD(domain, SENSORS, i, PERIOD) != 0;
    htni_put_number(to, count);
    for (uint32_t i = 0; i < sensors && agent->sensed; i++) {
        if (HTNI_FIELD(domain, SENSORS, i, PERIOD) == 0)
            continue;
        htni_put_text(to, htn_domain_text(domain, HTN_SECTION_STRINGS, HTNI_FIELD(domain, SENSORS, i, NAME)));
        htni_put_signed(to, htni_signed(agent->sensor_due[i] - agent->time));
    }
}

/* Also where the game has ended it: it may begin it again. */
static bool is_cooling(const htn_agent *agent, uint32_t method)
{
    return HTNI_FIELD(agent->domain, METHODS, method, COOLING) != HTN_NONE &&
           !htni_is_due(agent->time, agent->cooling_end[method]);
}

/* Cooldowns whose end lies ahead, by the property that says that the method is cooling down. */
static void put_cooldowns(htni_saving *to, const htn_agent *agent)
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
        htni_put_signed(to, htni_signed(agent->cooling_end[i] - agent->time));
    }
}

static void save_agent(htni_saving *to, const htn_agent *agent)
{
    const size_t part = htni_begin_part(to);
    htni_put_number(to, agent->time);
    htni_put_number(to, agent->next_id);
    htni_put_number(to, agent->news);
    htni_put_number(to, agent->served);
    htni_put_number(to, agent->hungry + 1); /* 0: none */
    htni_put_number(to, agent->sensed);
    put_sensors(to, agent);
    put_cooldowns(to, agent);
    htni_end_part(to, part);
    htni_put_number(to, agent->layer_count);
    for (uint32_t i = 0; i < agent->layer_count; i++)
        htni_save_layer(to, agent, &agent->layers[i]);
}

/* --- The whole ---------------------------------------------------------------------------------- */

/* `agent` NULL: the world by itself. */
static void save_all(htni_saving *to, const htn_world *world, const htn_agent *agent)
{
    const htn_domain *domain = world->domain;
    leave_room(to, HTNI_SAVE_HEADER);
    save_types(to, domain);
    save_world(to, world);
    htni_put_number(to, agent != NULL);
    if (agent != NULL)
        save_agent(to, agent);
    if (to->used > to->size)
        return;
    memcpy(to->out, HTN_SAVE_MAGIC, 4);
    patch(to, HTNI_SAVE_MAJOR, 2, HTN_SAVE_MAJOR);
    patch(to, HTNI_SAVE_MINOR, 2, HTN_SAVE_MINOR);
    patch(to, HTNI_SAVE_TOTAL, 4, (uint32_t)to->used);
    patch(to, HTNI_SAVE_BLOB, 4, htni_read32(domain->blob + HTN_HEADER_CHECKSUM));
    patch(to, HTNI_SAVE_FINGERPRINT, 4, domain->fingerprint);
    patch(to, HTNI_SAVE_CHECKSUM, 4, htn_blob_checksum(to->out + HTNI_SAVE_BLOB, to->used - HTNI_SAVE_BLOB));
}

static size_t bytes_of(const htn_world *world, const htn_agent *agent)
{
    htni_saving to = {NULL, 0, 0};
    save_all(&to, world, agent);
    return to.used;
}

static htn_status save_into(const htn_world *world, const htn_agent *agent, void *out, size_t size, size_t *used)
{
    htni_saving to = {(uint8_t *)out, size, 0};
    const size_t needed = bytes_of(world, agent);
    if (used != NULL)
        *used = needed;
    if (size < needed)
        return HTN_TOO_SMALL;
    save_all(&to, world, agent);
    return HTN_OK;
}

size_t htn_agent_save_bytes(const htn_agent *agent)
{
    return agent == NULL ? 0 : bytes_of(&agent->world, agent);
}

htn_status htn_agent_save(const htn_agent *agent, void *out, size_t size, size_t *used)
{
    if (agent == NULL || (out == NULL && size != 0))
        return HTN_BAD_ARGUMENT;
    return agent->inside ? HTN_BUSY : save_into(&agent->world, agent, out, size, used);
}

size_t htn_world_save_bytes(const htn_world *world)
{
    return world == NULL || world->domain == NULL ? 0 : bytes_of(world, NULL);
}

htn_status htn_world_save(const htn_world *world, void *out, size_t size, size_t *used)
{
    if (world == NULL || world->domain == NULL || (out == NULL && size != 0))
        return HTN_BAD_ARGUMENT;
    return save_into(world, NULL, out, size, used);
}
