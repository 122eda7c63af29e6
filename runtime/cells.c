/*
 * Tables and instances: where a cell lies, what is there where there is none, and which instance
 * comes next. Used on an agent's world and on a planner's working copy alike.
 */
#include "internal.h"

uint32_t htni_cell(const htn_domain *domain, uint32_t property, const int32_t *index)
{
    const uint32_t first = HTNI_FIELD(domain, PROPERTIES, property, FIRST_PARAMETER);
    const uint32_t count = HTNI_FIELD(domain, PROPERTIES, property, PARAMETER_COUNT);
    uint32_t cell = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t type = HTNI_FIELD(domain, PARAMETERS, first + i, TYPE);
        const int32_t low = htni_signed(HTNI_FIELD(domain, TYPES, type, LOW));
        const int32_t high = htni_signed(HTNI_FIELD(domain, TYPES, type, HIGH));
        if (index[i] < low || index[i] > high)
            return HTN_NONE;
        cell = cell * (uint32_t)(high - low + 1) + (uint32_t)(index[i] - low);
    }
    return cell;
}

int32_t htni_default_of(const htn_domain *domain, uint32_t type)
{
    const int32_t low = htni_signed(HTNI_FIELD(domain, TYPES, type, LOW));
    const int32_t high = htni_signed(HTNI_FIELD(domain, TYPES, type, HIGH));
    if (HTNI_FIELD(domain, TYPES, type, KIND) != HTN_TYPE_ENTITIES)
        return htni_clamp(0, low, high);
    return HTNI_FIELD(domain, TYPES, type, PRESENCE) != HTN_NONE ? -1 : low;
}

int32_t htni_default(const htn_domain *domain, uint32_t property)
{
    return htni_default_of(domain, HTNI_FIELD(domain, PROPERTIES, property, TYPE));
}

/* Facts are sorted by property and cell. */
int32_t htni_initial(const htn_domain *domain, uint32_t property, uint32_t cell)
{
    const uint64_t wanted = (uint64_t)property << 32 | cell;
    uint32_t low = 0, high = htni_count(domain, HTN_SECTION_FACTS);
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const uint64_t found =
            (uint64_t)HTNI_FIELD(domain, FACTS, middle, PROPERTY) << 32 | HTNI_FIELD(domain, FACTS, middle, CELL);
        if (found == wanted)
            return htni_signed(HTNI_FIELD(domain, FACTS, middle, VALUE));
        if (found < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return htni_signed(HTNI_FIELD(domain, PROPERTIES, property, INITIAL));
}

int32_t htni_load_cell(const htn_domain *domain, const uint8_t *bytes, uint32_t property, uint32_t cell)
{
    if (cell >= HTNI_FIELD(domain, PROPERTIES, property, CELLS))
        return htni_default(domain, property);
    const uint32_t storage = HTNI_FIELD(domain, PROPERTIES, property, STORAGE);
    if (storage == HTN_STORAGE_FACTS)
        return htni_initial(domain, property, cell);
    return htni_load(bytes, HTNI_FIELD(domain, PROPERTIES, property, ADDRESS) + cell * htni_storage_bytes(storage),
                     storage);
}

bool htni_is_present(const htn_domain *domain, const uint8_t *bytes, uint32_t type, int32_t instance)
{
    const int32_t low = htni_signed(HTNI_FIELD(domain, TYPES, type, LOW));
    const uint32_t presence = HTNI_FIELD(domain, TYPES, type, PRESENCE);
    if (instance < low || instance > htni_signed(HTNI_FIELD(domain, TYPES, type, HIGH)))
        return false;
    return presence == HTN_NONE || bytes[presence + (uint32_t)(instance - low)] != 0;
}

/* Eight at a time where all of them are 0. */
uint32_t htni_next_set(const uint8_t *bytes, uint32_t from, uint32_t count)
{
    uint64_t eight;
    while (from < count && bytes[from] == 0) {
        from++;
        for (; count - from >= sizeof eight; from += sizeof eight) {
            memcpy(&eight, bytes + from, sizeof eight);
            if (eight != 0)
                break;
        }
    }
    return from;
}

uint32_t htni_next_instance(const htn_domain *domain, const uint8_t *bytes, uint32_t type, int32_t after)
{
    const int32_t low = htni_signed(HTNI_FIELD(domain, TYPES, type, LOW));
    const int32_t high = htni_signed(HTNI_FIELD(domain, TYPES, type, HIGH));
    const uint32_t presence = HTNI_FIELD(domain, TYPES, type, PRESENCE);
    if (after >= high)
        return HTN_NONE;
    const uint32_t from = after < low ? 0 : (uint32_t)(after - low) + 1, count = (uint32_t)(high - low) + 1;
    const uint32_t next = presence == HTN_NONE ? from : htni_next_set(bytes + presence, from, count);
    return next < count ? (uint32_t)low + next : HTN_NONE;
}

bool htni_next_fact(const htn_domain *domain, uint32_t index, uint32_t *loop)
{
    const uint8_t *constants = domain->sections[HTN_SECTION_CONSTANTS].data;
    const uint32_t key = loop[1], position = loop[2];
    if (key >= HTNI_FIELD(domain, INDEXES, index, KEYS))
        return false;
    const uint8_t *starts = constants + ((size_t)HTNI_FIELD(domain, INDEXES, index, STARTS) + key) * 4;
    const uint32_t start = htni_read32(starts), end = htni_read32(starts + 4);
    if (position >= end - start)
        return false;
    loop[0] = htni_read32(constants + ((size_t)HTNI_FIELD(domain, INDEXES, index, LIST) + start + position) * 4);
    loop[2] = position + 1;
    return true;
}

uint32_t htni_slot(const htn_domain *domain, uint32_t type, int32_t instance)
{
    uint32_t before = 0;
    while (HTNI_FIELD(domain, TYPES, type, PARENT) != HTN_NONE)
        type = HTNI_FIELD(domain, TYPES, type, PARENT);
    for (uint32_t i = 0; i < type; i++)
        if (HTNI_FIELD(domain, TYPES, i, PRESENCE) != HTN_NONE && HTNI_FIELD(domain, TYPES, i, PARENT) == HTN_NONE)
            before += HTNI_FIELD(domain, TYPES, i, HIGH) + 1;
    return before + (uint32_t)instance;
}

bool htni_is_still(const htn_domain *domain, const uint8_t *bytes, const uint8_t *now, const uint8_t *then,
                   uint32_t type, int32_t instance)
{
    if (!htni_is_present(domain, bytes, type, instance))
        return false;
    const uint32_t at = htni_slot(domain, type, instance) * 2;
    return memcmp(now + at, then + at, 2) == 0;
}
