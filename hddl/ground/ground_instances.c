/* The ground problem while it is made; see ground_instances.h. */
#include "hddl/ground/ground_instances.h"

uint32_t ground_fact(ground_instances *instances, uint32_t predicate, const normal_term *terms, const uint32_t *values)
{
    const ground_relation *facts = instances->reach->facts[predicate];
    uint32_t fact = ground_relation_find(facts, ground_row(instances->reach, terms, facts->arity, values));
    return fact == HDDL_NONE ? HDDL_NONE : instances->fact_base[predicate] + fact;
}

void ground_methods_by_task(ground_instances *instances, uint32_t **begin, uint32_t **methods)
{
    uint32_t count = ground_method_count(instances);
    *begin = hddl_pool_zeroed(instances->pool, (size_t)instances->task_count + 1, sizeof **begin);
    *methods = hddl_pool_resize(instances->pool, NULL, ((size_t)count + 1) * sizeof **methods);
    for (uint32_t i = 0; i < count; i++)
        (*begin)[instances->method_task.items[i]]++;
    for (uint32_t i = 0; i < instances->task_count; i++)
        (*begin)[i + 1] += (*begin)[i];
    for (uint32_t i = count; i-- > 0;)
        (*methods)[--(*begin)[instances->method_task.items[i]]] = i;
}
