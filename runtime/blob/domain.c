/* Looking things up in a domain: names, records, properties by address. Neighbour: load_domain.c. */
#include "blob_reader.h"
#include "element_size.h"
#include <htn/arithmetic.h>

uint32_t htn_domain_count(const htn_domain *domain, htn_section section)
{
    return domain != NULL && (uint32_t)section < HTN_SECTION_LIMIT ? htni_count(domain, section) : 0;
}

uint32_t htn_domain_field(const htn_domain *domain, htn_section section, uint32_t index, uint32_t field)
{
    if (index >= htn_domain_count(domain, section) || field >= htni_element_size((uint32_t)section) / 4)
        return 0;
    return htni_read32(domain->sections[section].data + (size_t)index * htni_element_size((uint32_t)section) +
                       field * 4);
}

const char *htn_domain_text(const htn_domain *domain, htn_section strings, uint32_t offset)
{
    if ((strings != HTN_SECTION_STRINGS && strings != HTN_SECTION_DEBUG_STRINGS) ||
        offset >= htn_domain_count(domain, strings))
        return "";
    return (const char *)domain->sections[strings].data + offset;
}

const char *htn_property_name(const htn_domain *domain, htn_property property)
{
    return property < htn_domain_count(domain, HTN_SECTION_PROPERTIES)
               ? htn_domain_text(domain, HTN_SECTION_STRINGS, HTNI_FIELD(domain, PROPERTIES, property, NAME))
               : "";
}

const char *htn_task_name(const htn_domain *domain, htn_task task)
{
    return task < htn_domain_count(domain, HTN_SECTION_TASKS)
               ? htn_domain_text(domain, HTN_SECTION_STRINGS, HTNI_FIELD(domain, TASKS, task, NAME))
               : "";
}

uint32_t htn_task_operator(const htn_domain *domain, htn_task task)
{
    return task < htn_domain_count(domain, HTN_SECTION_TASKS) ? HTNI_FIELD(domain, TASKS, task, OPERATOR) : HTN_NONE;
}

const char *htn_operator_name(const htn_domain *domain, uint32_t operator_index)
{
    return operator_index < htn_domain_count(domain, HTN_SECTION_OPERATORS)
               ? htn_domain_text(domain, HTN_SECTION_STRINGS, HTNI_FIELD(domain, OPERATORS, operator_index, NAME))
               : "";
}

const char *htn_sensor_name(const htn_domain *domain, uint32_t sensor)
{
    return sensor < htn_domain_count(domain, HTN_SECTION_SENSORS)
               ? htn_domain_text(domain, HTN_SECTION_STRINGS, HTNI_FIELD(domain, SENSORS, sensor, NAME))
               : "";
}

const char *htn_value_name(const htn_domain *domain, uint32_t type, int32_t value)
{
    if (type >= htn_domain_count(domain, HTN_SECTION_TYPES))
        return NULL;
    if (HTNI_FIELD(domain, TYPES, type, KIND) == HTN_TYPE_BOOL)
        return value == 0 ? "false" : value == 1 ? "true" : NULL;
    if (HTNI_FIELD(domain, TYPES, type, KIND) == HTN_TYPE_ENTITIES && value == -1)
        return "none";
    const int64_t ordinal = (int64_t)value - htni_signed(HTNI_FIELD(domain, TYPES, type, LOW));
    if (ordinal < 0 || ordinal >= HTNI_FIELD(domain, TYPES, type, VALUE_COUNT))
        return NULL;
    const uint32_t index = HTNI_FIELD(domain, TYPES, type, FIRST_VALUE) + (uint32_t)ordinal;
    return htn_domain_text(domain, HTN_SECTION_STRINGS, HTNI_FIELD(domain, VALUES, index, NAME));
}

/* The record with that name, of a section whose records have names. */
static uint32_t find_named(const htn_domain *domain, htn_section section, uint32_t field, const char *name)
{
    const uint32_t count = htn_domain_count(domain, section);
    for (uint32_t i = 0; name != NULL && i < count; i++)
        if (strcmp(htn_domain_text(domain, HTN_SECTION_STRINGS, htn_domain_field(domain, section, i, field)), name) ==
            0)
            return i;
    return HTN_NONE;
}

htn_property htn_property_find(const htn_domain *domain, const char *name)
{
    return find_named(domain, HTN_SECTION_PROPERTIES, HTN_PROPERTIES_NAME, name);
}

uint32_t htn_type_find(const htn_domain *domain, const char *name)
{
    return find_named(domain, HTN_SECTION_TYPES, HTN_TYPES_NAME, name);
}

htn_task htn_task_find(const htn_domain *domain, const char *name)
{
    return find_named(domain, HTN_SECTION_TASKS, HTN_TASKS_NAME, name);
}

htn_query htn_query_find(const htn_domain *domain, const char *name)
{
    return find_named(domain, HTN_SECTION_QUERIES, HTN_QUERIES_NAME, name);
}

uint32_t htn_operator_find(const htn_domain *domain, const char *name)
{
    return find_named(domain, HTN_SECTION_OPERATORS, HTN_OPERATORS_NAME, name);
}

uint32_t htn_sensor_find(const htn_domain *domain, const char *name)
{
    return find_named(domain, HTN_SECTION_SENSORS, HTN_SENSORS_NAME, name);
}

uint32_t htn_root_find(const htn_domain *domain, const char *task_name)
{
    const uint32_t count = htn_domain_count(domain, HTN_SECTION_ROOTS);
    for (uint32_t i = 0; task_name != NULL && i < count; i++)
        if (strcmp(htn_task_name(domain, HTNI_FIELD(domain, ROOTS, i, TASK)), task_name) == 0)
            return i;
    return HTN_NONE;
}

/*
 * Properties are sorted by address. A property that is kept as facts takes no bytes, so it shares its address
 * with the one behind it.
 */
htn_property htn_property_at(const htn_domain *domain, uint32_t address)
{
    uint32_t low = 0, high = domain == NULL ? 0 : htni_count(domain, HTN_SECTION_PROPERTIES);
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (HTNI_FIELD(domain, PROPERTIES, middle, ADDRESS) <= address)
            low = middle + 1;
        else
            high = middle;
    }
    const bool found = low > 0 && HTNI_FIELD(domain, PROPERTIES, low - 1, ADDRESS) == address &&
                       HTNI_FIELD(domain, PROPERTIES, low - 1, STORAGE) != HTN_STORAGE_FACTS;
    return found ? low - 1 : HTN_NONE;
}
