/* Names and types of what a domain declares; see htn/domain.h. Neighbour: domain.c, which finds things by name. */
#include "blob_reader.h"
#include <htn/arithmetic.h>
#include <htn/domain.h>
#include <string.h>

static bool has(const htn_domain *domain, htn_section section, uint32_t index)
{
    return index < htn_domain_count(domain, section);
}

static const char *text(const htn_domain *domain, uint32_t offset)
{
    return htn_domain_text(domain, HTN_SECTION_STRINGS, offset);
}

/* --- Types -------------------------------------------------------------------------------------- */

const char *htn_type_name(const htn_domain *domain, uint32_t type)
{
    return has(domain, HTN_SECTION_TYPES, type) ? text(domain, HTNI_FIELD(domain, TYPES, type, NAME)) : "";
}

htn_type_kind htn_type_kind_of(const htn_domain *domain, uint32_t type)
{
    return has(domain, HTN_SECTION_TYPES, type) ? (htn_type_kind)HTNI_FIELD(domain, TYPES, type, KIND) : HTN_TYPE_KINDS;
}

int32_t htn_type_low(const htn_domain *domain, uint32_t type)
{
    return has(domain, HTN_SECTION_TYPES, type) ? htni_signed(HTNI_FIELD(domain, TYPES, type, LOW)) : 0;
}

int32_t htn_type_high(const htn_domain *domain, uint32_t type)
{
    return has(domain, HTN_SECTION_TYPES, type) ? htni_signed(HTNI_FIELD(domain, TYPES, type, HIGH)) : 0;
}

uint32_t htn_type_parent(const htn_domain *domain, uint32_t type)
{
    return has(domain, HTN_SECTION_TYPES, type) ? HTNI_FIELD(domain, TYPES, type, PARENT) : HTN_NONE;
}

bool htn_type_is_open(const htn_domain *domain, uint32_t type)
{
    return has(domain, HTN_SECTION_TYPES, type) && HTNI_FIELD(domain, TYPES, type, PRESENCE) != HTN_NONE;
}

/* Whether `type` is `ancestor` or one of its subtypes. */
static bool is_under(const htn_domain *domain, uint32_t type, uint32_t ancestor)
{
    while (type != ancestor && type != HTN_NONE)
        type = HTNI_FIELD(domain, TYPES, type, PARENT);
    return type == ancestor;
}

uint32_t htn_instance_type(const htn_domain *domain, uint32_t type, int32_t instance)
{
    const uint32_t count = htn_domain_count(domain, HTN_SECTION_TYPES);
    if (htn_type_kind_of(domain, type) != HTN_TYPE_ENTITIES)
        return HTN_NONE;
    for (uint32_t i = type; i < count; i++) {
        const int64_t own = (int64_t)instance - htni_signed(HTNI_FIELD(domain, TYPES, i, LOW));
        if (own >= 0 && own < HTNI_FIELD(domain, TYPES, i, OWN) && is_under(domain, i, type))
            return i;
    }
    return HTN_NONE;
}

bool htn_value_find(const htn_domain *domain, uint32_t type, const char *name, int32_t *value)
{
    if (!has(domain, HTN_SECTION_TYPES, type) || name == NULL || value == NULL)
        return false;
    const int64_t named = HTNI_FIELD(domain, TYPES, type, VALUE_COUNT), low = htn_type_low(domain, type);
    const bool is_bool = HTNI_FIELD(domain, TYPES, type, KIND) == HTN_TYPE_BOOL;
    for (int64_t i = low - 1; i < low + (is_bool ? 2 : named); i++) {
        const char *found = htn_value_name(domain, type, (int32_t)(i < low ? -1 : i)); /* first: none */
        if (found != NULL && strcmp(found, name) == 0) {
            *value = (int32_t)(i < low ? -1 : i);
            return true;
        }
    }
    return false;
}

bool htn_symbol_find(const htn_domain *domain, const char *text, int32_t *value)
{
    const uint32_t count = htn_domain_count(domain, HTN_SECTION_STRINGS);
    if (text == NULL || value == NULL)
        return false;
    for (uint32_t at = 0; at < count;) {
        const char *found = htn_domain_text(domain, HTN_SECTION_STRINGS, at);
        if (strcmp(found, text) == 0) {
            *value = (int32_t)at;
            return true;
        }
        while (*found++ != '\0')
            at++;
        at++;
    }
    return false;
}

/* --- Parameters --------------------------------------------------------------------------------- */

/* The type of a parameter, in a run of `count` from `first` on. */
static uint32_t parameter_type(const htn_domain *domain, uint32_t first, uint32_t count, uint32_t parameter)
{
    return parameter < count ? HTNI_FIELD(domain, PARAMETERS, first + parameter, TYPE) : HTN_NONE;
}

uint32_t htn_property_type(const htn_domain *domain, htn_property property)
{
    return has(domain, HTN_SECTION_PROPERTIES, property) ? HTNI_FIELD(domain, PROPERTIES, property, TYPE) : HTN_NONE;
}

uint32_t htn_property_parameters(const htn_domain *domain, htn_property property)
{
    return has(domain, HTN_SECTION_PROPERTIES, property) ? HTNI_FIELD(domain, PROPERTIES, property, PARAMETER_COUNT)
                                                         : 0;
}

uint32_t htn_property_parameter_type(const htn_domain *domain, htn_property property, uint32_t parameter)
{
    const uint32_t count = htn_property_parameters(domain, property);
    return count == 0
               ? HTN_NONE
               : parameter_type(domain, HTNI_FIELD(domain, PROPERTIES, property, FIRST_PARAMETER), count, parameter);
}

htn_task_kind htn_task_kind_of(const htn_domain *domain, htn_task task)
{
    return has(domain, HTN_SECTION_TASKS, task) ? (htn_task_kind)HTNI_FIELD(domain, TASKS, task, KIND) : HTN_TASK_KINDS;
}

uint32_t htn_task_parameters(const htn_domain *domain, htn_task task)
{
    return has(domain, HTN_SECTION_TASKS, task) ? HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT) : 0;
}

uint32_t htn_task_parameter_type(const htn_domain *domain, htn_task task, uint32_t parameter)
{
    const uint32_t count = htn_task_parameters(domain, task);
    return count == 0 ? HTN_NONE
                      : parameter_type(domain, HTNI_FIELD(domain, TASKS, task, FIRST_PARAMETER), count, parameter);
}

const char *htn_task_parameter_name(const htn_domain *domain, htn_task task, uint32_t parameter)
{
    if (parameter >= htn_task_parameters(domain, task))
        return "";
    return text(domain,
                HTNI_FIELD(domain, PARAMETERS, HTNI_FIELD(domain, TASKS, task, FIRST_PARAMETER) + parameter, NAME));
}

uint32_t htn_operator_parameters(const htn_domain *domain, uint32_t operator_index)
{
    return has(domain, HTN_SECTION_OPERATORS, operator_index)
               ? HTNI_FIELD(domain, OPERATORS, operator_index, PARAMETER_COUNT)
               : 0;
}

uint32_t htn_operator_parameter_type(const htn_domain *domain, uint32_t operator_index, uint32_t parameter)
{
    const uint32_t count = htn_operator_parameters(domain, operator_index);
    return count == 0 ? HTN_NONE
                      : parameter_type(domain, HTNI_FIELD(domain, OPERATORS, operator_index, FIRST_PARAMETER), count,
                                       parameter);
}

/* --- Methods and roots -------------------------------------------------------------------------- */

const char *htn_method_name(const htn_domain *domain, htn_task task, uint32_t method)
{
    if (!has(domain, HTN_SECTION_TASKS, task) || method >= HTNI_FIELD(domain, TASKS, task, METHOD_COUNT))
        return "";
    return text(domain, HTNI_FIELD(domain, METHODS, HTNI_FIELD(domain, TASKS, task, FIRST_METHOD) + method, LABEL));
}

htn_task htn_root_task(const htn_domain *domain, uint32_t root)
{
    return has(domain, HTN_SECTION_ROOTS, root) ? HTNI_FIELD(domain, ROOTS, root, TASK) : HTN_NONE;
}

const char *htn_root_name(const htn_domain *domain, uint32_t root)
{
    return htn_task_name(domain, htn_root_task(domain, root));
}
