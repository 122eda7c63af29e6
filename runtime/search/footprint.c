/*
 * Marking what a search reads, other than single bytes. Neighbour: planner/footprint_check.c, which compares.
 */
#include "footprint.h"
#include "../blob/blob_reader.h"
#include "deferred_writes.h"
#include "trail.h"

/* The address of a cell, and its bytes; HTN_NONE: there is no such cell, or it is a fact. */
static uint32_t address_of(const htn_domain *domain, uint32_t property, uint32_t cell, uint32_t *bytes)
{
    *bytes = htni_storage_bytes(HTNI_FIELD(domain, PROPERTIES, property, STORAGE));
    return *bytes == 0 || cell >= HTNI_FIELD(domain, PROPERTIES, property, CELLS)
               ? HTN_NONE
               : HTNI_FIELD(domain, PROPERTIES, property, ADDRESS) + cell * *bytes;
}

void htni_mark_cell(const htn_planner *planner, uint32_t property, uint32_t cell)
{
    uint32_t bytes;
    const uint32_t address = address_of(planner->machine.domain, property, cell, &bytes);
    const htni_marks marks = htni_marks_of(planner);
    if (marks.bits != NULL && address != HTN_NONE)
        htni_mark_bytes(&marks, address, bytes);
}

/* Marks whether the instances from `from` to `to` are present. Not all of them need be of that type. */
static void mark_presence(const htn_planner *planner, uint32_t type, int32_t from, int32_t to)
{
    const htn_domain *domain = planner->machine.domain;
    const uint32_t presence = HTNI_FIELD(domain, TYPES, type, PRESENCE);
    const int32_t low = htni_signed(HTNI_FIELD(domain, TYPES, type, LOW));
    const int32_t high = htni_signed(HTNI_FIELD(domain, TYPES, type, HIGH));
    const htni_marks marks = htni_marks_of(planner);
    if (marks.bits == NULL || presence == HTN_NONE)
        return;
    from = from < low ? low : from;
    to = to > high ? high : to;
    while (from <= to) {
        const uint32_t left = (uint32_t)(to - from) + 1, bytes = left > 8 ? 8 : left;
        htni_mark_bytes(&marks, presence + (uint32_t)(from - low), bytes);
        from += (int32_t)bytes;
    }
}

void htni_mark_loop(const htn_planner *planner, uint32_t type, int32_t after, uint32_t next)
{
    if (after < INT32_MAX)
        mark_presence(planner, type, after + 1, next == HTN_NONE ? INT32_MAX : (int32_t)next);
}

void htni_mark_instance(const htn_planner *planner, uint32_t type, int32_t instance)
{
    const htn_domain *domain = planner->machine.domain;
    const htni_marks marks = htni_marks_of(planner);
    if (marks.bits == NULL || HTNI_FIELD(domain, TYPES, type, PRESENCE) == HTN_NONE)
        return;
    mark_presence(planner, type, instance, instance);
    if (!htni_is_present(domain, htni_working_world(&planner->machine), type, instance))
        return;
    const uint32_t slot = htni_slot(domain, type, instance);
    htni_mark_word(&marks, htni_first_generation(domain) + slot / 64, UINT64_C(1) << slot % 64);
}

void htni_mark_query(const htn_planner *planner, uint32_t query, const int32_t *arguments)
{
    const htn_domain *domain = planner->machine.domain;
    const uint32_t first = HTNI_FIELD(domain, QUERIES, query, FIRST_PARAMETER);
    const uint32_t count = HTNI_FIELD(domain, QUERIES, query, PARAMETER_COUNT);
    const htni_marks marks = htni_marks_of(planner);
    if (marks.bits == NULL)
        return;
    marks.to->asked = 1;
    for (uint32_t i = 0; i < count; i++)
        mark_presence(planner, HTNI_FIELD(domain, PARAMETERS, first + i, TYPE), arguments[i], arguments[i]);
    mark_presence(planner, HTNI_FIELD(domain, QUERIES, query, TYPE), INT32_MIN, INT32_MAX);
}

void htni_mark_write(const htn_planner *planner, const htni_registers *now, uint32_t property, uint32_t cell,
                     int32_t value)
{
    const htn_domain *domain = planner->machine.domain;
    const int32_t low = htni_signed(HTNI_FIELD(domain, PROPERTIES, property, LOW));
    const int32_t high = htni_signed(HTNI_FIELD(domain, PROPERTIES, property, HIGH));
    const int32_t old = htni_load_cell(domain, htni_working_world(&planner->machine), property, cell);
    if (htni_compares_worlds(planner, now) || old == htni_clamp(value, low, high))
        htni_mark_cell(planner, property, cell);
}

void htni_mark_pending(const htn_planner *planner, const htni_registers *now, uint32_t room)
{
    const uint32_t properties = htni_count(planner->machine.domain, HTN_SECTION_PROPERTIES);
    const uint8_t *world = htni_working_world(&planner->machine);
    for (uint32_t i = 0; i < now->pending; i++) {
        const htni_change *at = htni_trail(&planner->machine) + room - 2 * (i + 1);
        if (at[0].cell >= properties) /* as in htni_commit() */
            continue;
        const uint32_t property = at[0].cell, cell = at[1].cell;
        const int32_t held = htni_load_cell(planner->machine.domain, world, property, cell);
        htni_mark_write(planner, now, property, cell, htni_combine((uint32_t)at[1].old, held, at[0].old));
    }
}

void htni_clear_marks(const htn_planner *planner, uint32_t which)
{
    const htni_marks marks = htni_marks_in(planner, which);
    for (uint32_t i = 0; i < marks.to->words; i++)
        marks.bits[marks.words[i]] = 0;
    memset(marks.to, 0, sizeof *marks.to);
}
