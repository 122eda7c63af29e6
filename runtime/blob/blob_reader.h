/*
 * Reading the tables of a blob: numbers are little-endian and at any alignment. The verifier has checked every index that is
 * stored in a blob, so none is checked here. Neighbour: task_code.h, where a task's code lies.
 */
#pragma once

#include <htn/domain.h>
#include <string.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
static inline uint32_t htni_read16(const uint8_t *at)
{
    uint16_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static inline uint32_t htni_read32(const uint8_t *at)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}
#else
static inline uint32_t htni_read16(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8;
}

static inline uint32_t htni_read32(const uint8_t *at)
{
    return htni_read16(at) | htni_read16(at + 2) << 16;
}
#endif

/* Field NAME of record `index` of SECTION; the index is known to be below the section's count. */
#define HTNI_FIELD(domain, SECTION, index, NAME)                 \
    htni_read32((domain)->sections[HTN_SECTION_##SECTION].data + \
                ((size_t)(index)*HTN_##SECTION##_FIELDS + HTN_##SECTION##_##NAME) * 4)

static inline uint32_t htni_count(const htn_domain *domain, htn_section section)
{
    return domain->sections[section].count;
}

static inline const uint8_t *htni_code(const htn_domain *domain)
{
    return domain->sections[HTN_SECTION_CODE].data;
}

/* The number of the cell that a fact is about. */
static inline uint64_t htni_fact_cell(const htn_domain *domain, uint32_t fact)
{
    const uint8_t *highs = domain->sections[HTN_SECTION_FACT_HIGHS].data;
    const uint64_t high = highs == NULL ? 0 : htni_read32(highs + (size_t)fact * 4);
    return high << 32 | HTNI_FIELD(domain, FACTS, fact, CELL);
}

/* The type of a parameter or variable whose values come and go; HTN_NONE: it has no such type. */
static inline uint32_t htni_open_type(const htn_domain *domain, uint32_t parameter)
{
    const uint32_t type = HTNI_FIELD(domain, PARAMETERS, parameter, TYPE);
    return type == HTN_NONE || HTNI_FIELD(domain, TYPES, type, PRESENCE) == HTN_NONE ? HTN_NONE : type;
}

/* How many values a step of this task has: parameters, then bindings. */
static inline uint32_t htni_argument_count(const htn_domain *domain, uint32_t task)
{
    return HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT) + HTNI_FIELD(domain, TASKS, task, BINDINGS);
}

/* How many candidates a query proposes at most; 0: it answers. */
static inline uint32_t htni_most_candidates(const htn_domain *domain, uint32_t query)
{
    return query < htni_count(domain, HTN_SECTION_CANDIDATES)
               ? htni_read32(domain->sections[HTN_SECTION_CANDIDATES].data + (size_t)query * 4)
               : 0;
}
