/*
 * Queries: functions that the host answers while planning (docs/language.md, "Queries"). They are asked about values of their
 * parameters' types and nothing else, and what they answer is brought into their type's range, so that conditions may
 * rely on both. Neighbours: value_ops.h has the instruction.
 */
#include "internal.h"

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

/* Whether the host is asked at all: about what each parameter's type has. */
static bool is_askable(const htn_domain *domain, uint32_t query, const int32_t *arguments)
{
    const uint32_t first = HTNI_FIELD(domain, QUERIES, query, FIRST_PARAMETER);
    const uint32_t count = HTNI_FIELD(domain, QUERIES, query, PARAMETER_COUNT);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t type = HTNI_FIELD(domain, PARAMETERS, first + i, TYPE);
        if (arguments[i] < htni_signed(HTNI_FIELD(domain, TYPES, type, LOW)) ||
            arguments[i] > htni_signed(HTNI_FIELD(domain, TYPES, type, HIGH)))
            return false;
    }
    return true;
}

int32_t htni_ask(const htn_domain *domain, htn_answerer *answerer, void *user, uint32_t query, const int32_t *arguments)
{
    const uint32_t type = HTNI_FIELD(domain, QUERIES, query, TYPE);
    const int32_t low = htni_signed(HTNI_FIELD(domain, TYPES, type, LOW));
    const int32_t high = htni_signed(HTNI_FIELD(domain, TYPES, type, HIGH));
    if (answerer == NULL || !is_askable(domain, query, arguments))
        return htni_default_of(domain, type);
    const int32_t answer = answerer(user, query, arguments);
    if (answer < low) /* none is below an open type's instances */
        return HTNI_FIELD(domain, TYPES, type, PRESENCE) != HTN_NONE ? -1 : low;
    return answer > high ? high : answer;
}
