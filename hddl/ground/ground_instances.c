/* The ground problem while it is made; see ground_instances.h. */
#include "hddl/ground/ground_instances.h"

uint32_t ground_fact(ground_instances *instances, uint32_t predicate, const normal_term *terms, const uint32_t *values)
{
    const ground_relation *facts = instances->reach->facts[predicate];
    uint32_t fact = ground_relation_find(facts, ground_row(instances->reach, terms, facts->arity, values));
    return fact == HDDL_NONE ? HDDL_NONE : instances->fact_base[predicate] + fact;
}

ground_lists ground_methods_by_task(ground_instances *instances)
{
    return ground_lists_by_group(instances->pool, instances->method_task.items, ground_count(&instances->methods),
                                 instances->task_count);
}
