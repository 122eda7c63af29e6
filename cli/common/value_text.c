/* Values, steps and cells of a domain as text; see value_text.h. */
#include "cli/common/value_text.h"
#include "base/decimal.h"
#include <htn/journal.h>

static uint32_t type_field(const htn_domain *domain, uint32_t type, uint32_t field)
{
    return htn_domain_field(domain, HTN_SECTION_TYPES, type, field);
}

static bool is_open(const htn_domain *domain, uint32_t type)
{
    return type_field(domain, type, HTN_TYPES_PRESENCE) != HTN_NONE;
}

static uint32_t family_of(const htn_domain *domain, uint32_t type)
{
    while (type_field(domain, type, HTN_TYPES_PARENT) != HTN_NONE)
        type = type_field(domain, type, HTN_TYPES_PARENT);
    return type;
}

uint32_t cli_instance_type(const htn_domain *domain, uint32_t type, int32_t instance)
{
    uint32_t count = htn_domain_count(domain, HTN_SECTION_TYPES);
    if (type == HTN_NONE || !is_open(domain, type) || instance < 0)
        return HTN_NONE;
    for (uint32_t i = 0; i < count; i++) {
        int64_t low = type_field(domain, i, HTN_TYPES_LOW), own = type_field(domain, i, HTN_TYPES_OWN);
        if (is_open(domain, i) && family_of(domain, i) == family_of(domain, type) && instance >= low &&
            instance < low + own)
            return i;
    }
    return HTN_NONE;
}

void cli_add_value(base_text *text, const htn_domain *domain, uint32_t type, int32_t value)
{
    const char *name = type != HTN_NONE ? htn_value_name(domain, type, value) : NULL;
    uint32_t own = type != HTN_NONE && name == NULL ? cli_instance_type(domain, type, value) : HTN_NONE;
    if (type == HTN_NONE)
        base_text_add_quoted(text, htn_domain_text(domain, HTN_SECTION_STRINGS, (uint32_t)value));
    else if (name != NULL)
        base_text_add(text, "%s", name);
    else if (own != HTN_NONE)
        base_text_add(text, "%s#%d",
                      htn_domain_text(domain, HTN_SECTION_STRINGS,
                                      htn_domain_field(domain, HTN_SECTION_TYPES, own, HTN_TYPES_NAME)),
                      value - (int32_t)htn_domain_field(domain, HTN_SECTION_TYPES, own, HTN_TYPES_LOW));
    else if (type_field(domain, type, HTN_TYPES_KIND) == HTN_TYPE_FIXED)
        cli_add_decimal(text, value);
    else
        base_text_add(text, "%d", value);
}

void cli_add_decimal(base_text *text, int64_t thousandths)
{
    char decimal[BASE_DECIMAL_SIZE];
    base_text_add(text, "%s", base_decimal(decimal, thousandths));
}

void cli_add_cost(base_text *text, const htn_domain *domain, uint64_t cost)
{
    if ((domain->flags & HTN_BLOB_FIXED_COSTS) != 0)
        cli_add_decimal(text, (int64_t)cost);
    else
        base_text_add(text, "%llu", (unsigned long long)cost);
}

uint32_t cli_parameter_type(const htn_domain *domain, htn_task task, uint32_t index)
{
    uint32_t first = htn_domain_field(domain, HTN_SECTION_TASKS, task, HTN_TASKS_FIRST_PARAMETER);
    return htn_domain_field(domain, HTN_SECTION_PARAMETERS, first + index, HTN_PARAMETERS_TYPE);
}

uint32_t cli_parameter_count(const htn_domain *domain, htn_task task)
{
    return htn_domain_field(domain, HTN_SECTION_TASKS, task, HTN_TASKS_PARAMETER_COUNT);
}

void cli_add_step(base_text *text, const htn_domain *domain, htn_task task, const int32_t *values)
{
    base_text_add(text, "%s(", htn_task_name(domain, task));
    for (uint32_t i = 0; i < cli_parameter_count(domain, task); i++) {
        if (i > 0)
            base_text_add(text, ", ");
        cli_add_value(text, domain, cli_parameter_type(domain, task, i), values[i]);
    }
    base_text_add(text, ")");
}

void cli_add_cell(base_text *text, const htn_domain *domain, htn_property property, uint32_t cell)
{
    const htn_journal_location location = {property, cell, HTN_NONE, 0};
    const uint32_t first = htn_domain_field(domain, HTN_SECTION_PROPERTIES, property, HTN_PROPERTIES_FIRST_PARAMETER);
    int32_t index[HTN_MAX_LOCALS];
    const uint32_t count = htn_journal_index(domain, &location, index);
    base_text_add(text, "%s", htn_property_name(domain, property));
    for (uint32_t i = 0; i < count; i++) {
        base_text_add(text, i == 0 ? "(" : ", ");
        cli_add_value(text, domain, htn_domain_field(domain, HTN_SECTION_PARAMETERS, first + i, HTN_PARAMETERS_TYPE),
                      index[i]);
    }
    base_text_add(text, count > 0 ? ")" : "");
}

const char *cli_layer_name(const htn_domain *domain, uint32_t layer)
{
    return htn_task_name(domain, htn_domain_field(domain, HTN_SECTION_ROOTS, layer, HTN_ROOTS_TASK));
}
