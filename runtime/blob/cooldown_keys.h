/*
 * What a Cooldown is counted by: its method; or with a For each solution, by the values of the variables in the section
 * COOLDOWN_KEYS. Then the method's cooling property is a table, whose values expire.
 */
#pragma once

#include "blob_reader.h"

/* Whether single solutions of the method cool down. */
static inline bool htni_cools_by_solution(const htn_domain *domain, uint32_t method)
{
    const uint32_t cooling = HTNI_FIELD(domain, METHODS, method, COOLING);
    return cooling != HTN_NONE && HTNI_FIELD(domain, PROPERTIES, cooling, PARAMETER_COUNT) != 0;
}

/* The first of a method's keys; how many there are if it has none. */
static inline uint32_t htni_first_cooldown_key(const htn_domain *domain, uint32_t method)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_COOLDOWN_KEYS);
    uint32_t key = 0;
    while (key < count && HTNI_FIELD(domain, COOLDOWN_KEYS, key, METHOD) != method)
        key++;
    return key;
}

/* The method that a cooling property is of; HTN_NONE: it is no such property. */
static inline uint32_t htni_method_cooling(const htn_domain *domain, uint32_t property)
{
    const uint32_t methods = htni_count(domain, HTN_SECTION_METHODS);
    for (uint32_t i = 0; i < methods; i++)
        if (HTNI_FIELD(domain, METHODS, i, COOLING) == property)
            return i;
    return HTN_NONE;
}
