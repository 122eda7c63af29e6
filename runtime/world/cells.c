/*
 * See cells.h. Cells of a table are numbered by their index: each parameter is a digit, whose base is the
 * number of values of its type. Static tables can be kept as facts, sorted by property and cell.
 */
#include "cells.h"
#include "../blob/attributes.h"
#include "../blob/blob_reader.h"
#include <htn/arithmetic.h>

/*
 * Appends a digit to `number` for each of `count` values. UINT64_MAX: a value is outside its parameter's type.
 * A table's numbers stay below its number of cells, which is limited (count_cells() in verify_tables.c), so
 * nothing overflows.
 */
static inline uint64_t add_digits(const htn_domain *domain, uint64_t number, uint32_t parameter, uint32_t count,
                                  const int32_t *values)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t type = HTNI_FIELD(domain, PARAMETERS, parameter + i, TYPE);
        const uint32_t low = HTNI_FIELD(domain, TYPES, type, LOW);
        const uint32_t greatest = HTNI_FIELD(domain, TYPES, type, HIGH) - low, digit = (uint32_t)values[i] - low;
        if (digit > greatest) /* also if the value is below the type's lowest: the difference wraps around */
            return UINT64_MAX;
        number = number * (greatest + 1) + digit;
    }
    return number;
}

/*
 * `wide`: cells have numbers of more than 32 bits. A constant at each call, so that the common case pays
 * nothing for it.
 */
static inline uint32_t search_facts(const htn_domain *domain, uint32_t property, uint64_t cell, bool wide)
{
    const uint64_t wanted = (uint64_t)property << 32 | (uint32_t)cell;
    const uint32_t wanted_high = (uint32_t)(cell >> 32);
    const uint8_t *highs = domain->sections[HTN_SECTION_FACT_HIGHS].data;
    uint32_t low = 0, end = htni_count(domain, HTN_SECTION_FACTS);
    while (low < end) {
        const uint32_t middle = low + (end - low) / 2, property_there = HTNI_FIELD(domain, FACTS, middle, PROPERTY);
        const uint64_t found = (uint64_t)property_there << 32 | HTNI_FIELD(domain, FACTS, middle, CELL);
        const uint32_t high =
            wide && property_there == property ? htni_read32(highs + (size_t)middle * 4) : wanted_high;
        if (found == wanted && high == wanted_high)
            return middle;
        if (high != wanted_high ? high < wanted_high : found < wanted)
            low = middle + 1;
        else
            end = middle;
    }
    return HTN_NONE;
}

/* The fact about a cell; HTN_NONE: none. */
static uint32_t find_fact(const htn_domain *domain, uint32_t property, uint64_t cell)
{
    if (domain->sections[HTN_SECTION_FACT_HIGHS].data != NULL)
        return search_facts(domain, property, cell, true);
    return cell > UINT32_MAX ? HTN_NONE : search_facts(domain, property, cell, false);
}

static inline uint64_t own_number_of(const htn_domain *domain, uint32_t property, const int32_t *index)
{
    return add_digits(domain, 0, HTNI_FIELD(domain, PROPERTIES, property, FIRST_PARAMETER),
                      HTNI_FIELD(domain, PROPERTIES, property, PARAMETER_COUNT), index);
}

/* A table that is kept as facts: its cells' own numbers may need more than 32 bits. */
HTNI_NOINLINE static uint32_t cell_of_facts(const htn_domain *domain, uint32_t property, const int32_t *index)
{
    const uint64_t number = own_number_of(domain, property, index);
    if (number == UINT64_MAX)
        return HTN_NONE;
    const uint32_t fact = find_fact(domain, property, number);
    return fact == HTN_NONE ? htni_count(domain, HTN_SECTION_FACTS) : fact;
}

uint32_t htni_cell(const htn_domain *domain, uint32_t property, const int32_t *index)
{
    if (HTNI_FIELD(domain, PROPERTIES, property, STORAGE) == HTN_STORAGE_FACTS)
        return cell_of_facts(domain, property, index);
    return (uint32_t)own_number_of(domain, property, index); /* UINT64_MAX becomes HTN_NONE */
}

static uint64_t key_of(const htn_domain *domain, uint32_t list, const int32_t *values)
{
    const uint32_t property = HTNI_FIELD(domain, KEY_LISTS, list, PROPERTY);
    const uint32_t first = HTNI_FIELD(domain, PROPERTIES, property, FIRST_PARAMETER);
    const uint32_t count = HTNI_FIELD(domain, PROPERTIES, property, PARAMETER_COUNT);
    const uint32_t before = HTNI_FIELD(domain, KEY_LISTS, list, LEFT_OUT), behind = before + 1;
    const uint64_t key = add_digits(domain, 0, first, before, values);
    return key == UINT64_MAX ? key : add_digits(domain, key, first + behind, count - behind, values + before);
}

uint32_t htni_find_key(const htn_domain *domain, uint32_t list, const int32_t *values)
{
    const uint64_t wanted = key_of(domain, list, values);
    const uint8_t *keys = domain->sections[HTN_SECTION_CONSTANTS].data;
    const size_t first = HTNI_FIELD(domain, KEY_LISTS, list, LIST);
    uint32_t low = 0, high = HTNI_FIELD(domain, KEY_LISTS, list, KEYS);
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const uint8_t *at = keys + (first + 2 * (size_t)middle) * 4;
        const uint64_t found = (uint64_t)htni_read32(at + 4) << 32 | htni_read32(at);
        if (found == wanted)
            return middle;
        if (found < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return HTN_NONE;
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

int32_t htni_initial(const htn_domain *domain, uint32_t property, uint32_t cell)
{
    const uint32_t fact = find_fact(domain, property, cell);
    return htni_signed(fact != HTN_NONE ? HTNI_FIELD(domain, FACTS, fact, VALUE)
                                        : HTNI_FIELD(domain, PROPERTIES, property, INITIAL));
}

/* `fact`: as htni_cell() numbers it. */
static int32_t load_fact(const htn_domain *domain, uint32_t property, uint32_t fact)
{
    const uint32_t facts = htni_count(domain, HTN_SECTION_FACTS);
    if (fact < facts && HTNI_FIELD(domain, FACTS, fact, PROPERTY) == property)
        return htni_signed(HTNI_FIELD(domain, FACTS, fact, VALUE));
    return fact == facts ? htni_signed(HTNI_FIELD(domain, PROPERTIES, property, INITIAL))
                         : htni_default(domain, property);
}

int32_t htni_load_cell(const htn_domain *domain, const uint8_t *bytes, uint32_t property, uint32_t cell)
{
    const uint32_t storage = HTNI_FIELD(domain, PROPERTIES, property, STORAGE);
    if (storage == HTN_STORAGE_FACTS)
        return load_fact(domain, property, cell);
    if (cell >= HTNI_FIELD(domain, PROPERTIES, property, CELLS))
        return htni_default(domain, property);
    return htni_load(bytes, HTNI_FIELD(domain, PROPERTIES, property, ADDRESS) + cell * htni_storage_bytes(storage),
                     storage);
}

int32_t htni_load_at(const htn_domain *domain, const uint8_t *bytes, uint32_t table, int32_t instance)
{
    const uint32_t parameter = HTNI_FIELD(domain, PROPERTIES, table, FIRST_PARAMETER);
    const uint32_t type = HTNI_FIELD(domain, PARAMETERS, parameter, TYPE);
    const uint32_t storage = HTNI_FIELD(domain, PROPERTIES, table, STORAGE);
    const uint32_t low = HTNI_FIELD(domain, TYPES, type, LOW);
    if (instance < htni_signed(low) || instance > htni_signed(HTNI_FIELD(domain, TYPES, type, HIGH)))
        return htni_default(domain, table);
    const uint32_t cell = (uint32_t)instance - low;
    if (storage == HTN_STORAGE_FACTS)
        return htni_initial(domain, table, cell);
    return htni_load(bytes, HTNI_FIELD(domain, PROPERTIES, table, ADDRESS) + cell * htni_storage_bytes(storage),
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

/* Skips eight bytes at a time while all of them are 0. */
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

bool htni_is_writable(const htn_domain *domain, uint32_t property, uint32_t cell)
{
    return property < htni_count(domain, HTN_SECTION_PROPERTIES) &&
           cell < HTNI_FIELD(domain, PROPERTIES, property, CELLS) &&
           (HTNI_FIELD(domain, PROPERTIES, property, FLAGS) & HTN_PROPERTY_STATIC) == 0;
}

int32_t htni_saturated(const htn_domain *domain, uint32_t property, int32_t value)
{
    return htni_clamp(value, htni_signed(HTNI_FIELD(domain, PROPERTIES, property, LOW)),
                      htni_signed(HTNI_FIELD(domain, PROPERTIES, property, HIGH)));
}

bool htni_is_shared(const htn_domain *domain, uint32_t property)
{
    return (HTNI_FIELD(domain, PROPERTIES, property, FLAGS) & HTN_PROPERTY_SHARED) != 0;
}

bool htni_is_shared_type(const htn_domain *domain, uint32_t type)
{
    const uint32_t presence = HTNI_FIELD(domain, TYPES, type, PRESENCE);
    return presence != HTN_NONE && presence >= domain->shared_at;
}

bool htni_is_shared_slot(const htn_domain *domain, uint32_t slot)
{
    const uint32_t types = htni_count(domain, HTN_SECTION_TYPES);
    for (uint32_t i = 0; i < types; i++)
        if (htni_is_shared_type(domain, i) && HTNI_FIELD(domain, TYPES, i, PARENT) == HTN_NONE &&
            slot - htni_slot(domain, i, 0) <= HTNI_FIELD(domain, TYPES, i, HIGH))
            return true;
    return false;
}
