/*
 * Queries (docs/language.md, "Queries"). The host is asked only about values of the parameters' types and
 * instances that are present, and its answer is forced into the query's type. So both sides can rely on the
 * values. Neighbour: value_ops.h, the instruction QUERY.
 */
#include "query.h"
#include "../blob/blob_reader.h"
#include "cells.h"
#include <htn/arithmetic.h>

static bool is_query(const htn_domain *domain, htn_query query)
{
    return query < htn_query_count(domain);
}

uint32_t htn_query_count(const htn_domain *domain)
{
    return htn_domain_count(domain, HTN_SECTION_QUERIES);
}

const char *htn_query_name(const htn_domain *domain, htn_query query)
{
    return is_query(domain, query)
               ? htn_domain_text(domain, HTN_SECTION_STRINGS, HTNI_FIELD(domain, QUERIES, query, NAME))
               : "";
}

uint32_t htn_query_type(const htn_domain *domain, htn_query query)
{
    return is_query(domain, query) ? HTNI_FIELD(domain, QUERIES, query, TYPE) : HTN_NONE;
}

uint32_t htn_query_parameters(const htn_domain *domain, htn_query query)
{
    return is_query(domain, query) ? HTNI_FIELD(domain, QUERIES, query, PARAMETER_COUNT) : 0;
}

uint32_t htn_query_parameter_type(const htn_domain *domain, htn_query query, uint32_t parameter)
{
    return parameter < htn_query_parameters(domain, query)
               ? HTNI_FIELD(domain, PARAMETERS, HTNI_FIELD(domain, QUERIES, query, FIRST_PARAMETER) + parameter, TYPE)
               : HTN_NONE;
}

int32_t htn_query_default(const htn_domain *domain, htn_query query)
{
    return is_query(domain, query) ? htni_default_of(domain, HTNI_FIELD(domain, QUERIES, query, TYPE)) : 0;
}

/* Whether the host is asked: all arguments are values of their types, and present. */
static bool is_askable(const htn_domain *domain, const uint8_t *bytes, uint32_t query, const int32_t *arguments)
{
    const uint32_t first = HTNI_FIELD(domain, QUERIES, query, FIRST_PARAMETER);
    const uint32_t count = HTNI_FIELD(domain, QUERIES, query, PARAMETER_COUNT);
    for (uint32_t i = 0; i < count; i++)
        if (!htni_is_present(domain, bytes, HTNI_FIELD(domain, PARAMETERS, first + i, TYPE), arguments[i]))
            return false;
    return true;
}

/* Brings a number into the range of the type; another value that is not present is -1. */
static int32_t forced(const htn_domain *domain, const uint8_t *bytes, uint32_t type, int32_t given)
{
    if (HTNI_FIELD(domain, TYPES, type, PRESENCE) != HTN_NONE)
        return htni_is_present(domain, bytes, type, given) ? given : -1;
    return htni_clamp(given, htni_signed(HTNI_FIELD(domain, TYPES, type, LOW)),
                      htni_signed(HTNI_FIELD(domain, TYPES, type, HIGH)));
}

bool htni_ask(const htn_domain *domain, const uint8_t *bytes, htn_answerer *answerer, void *user, uint32_t query,
              const int32_t *arguments, int32_t *answer)
{
    const uint32_t type = HTNI_FIELD(domain, QUERIES, query, TYPE);
    *answer = htni_default_of(domain, type);
    if (answerer == NULL || !is_askable(domain, bytes, query, arguments))
        return true;
    const htn_question question = {.query = query,
                                   .argument_count = HTNI_FIELD(domain, QUERIES, query, PARAMETER_COUNT),
                                   .arguments = arguments,
                                   .capacity = 1};
    int32_t given = 0;
    uint32_t count = 1;
    const htn_status status = answerer(user, &question, &given, &count);
    if (status != HTN_OK || count == 0)
        return status != HTN_WAITS;
    *answer = forced(domain, bytes, type, given);
    return true;
}

static bool is_listed(const uint32_t *list, int32_t value)
{
    for (uint32_t i = 0; i < list[HTN_LIST_COUNT]; i++)
        if (list[HTN_LIST_VALUES + i] == (uint32_t)value)
            return true;
    return false;
}

bool htni_propose(const htn_domain *domain, const uint8_t *bytes, htn_answerer *answerer, void *user, uint32_t query,
                  const int32_t *arguments, uint32_t *list)
{
    int32_t given[HTN_MAX_CANDIDATES];
    const uint32_t type = HTNI_FIELD(domain, QUERIES, query, TYPE), most = htni_most_candidates(domain, query);
    list[HTN_LIST_POSITION] = 1;
    list[HTN_LIST_COUNT] = 0;
    if (answerer == NULL || !is_askable(domain, bytes, query, arguments))
        return true;
    const htn_question question = {.query = query,
                                   .argument_count = HTNI_FIELD(domain, QUERIES, query, PARAMETER_COUNT),
                                   .arguments = arguments,
                                   .capacity = most};
    uint32_t count = 0;
    const htn_status status = answerer(user, &question, given, &count);
    if (status != HTN_OK)
        return status != HTN_WAITS;
    for (uint32_t i = 0; i < count && i < most; i++) {
        const bool instance = HTNI_FIELD(domain, TYPES, type, PRESENCE) != HTN_NONE;
        if ((instance && given[i] < 0) || forced(domain, bytes, type, given[i]) != given[i] ||
            is_listed(list, given[i]))
            continue;
        list[HTN_LIST_VALUES + list[HTN_LIST_COUNT]++] = (uint32_t)given[i];
    }
    return true;
}

uint32_t htn_query_candidates(const htn_domain *domain, htn_query query)
{
    return is_query(domain, query) ? htni_most_candidates(domain, query) : 0;
}
