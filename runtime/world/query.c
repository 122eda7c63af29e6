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
    if (HTNI_FIELD(domain, TYPES, type, PRESENCE) != HTN_NONE)
        *answer = htni_is_present(domain, bytes, type, given) ? given : -1;
    else
        *answer = htni_clamp(given, htni_signed(HTNI_FIELD(domain, TYPES, type, LOW)),
                             htni_signed(HTNI_FIELD(domain, TYPES, type, HIGH)));
    return true;
}
