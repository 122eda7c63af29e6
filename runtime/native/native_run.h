/* Runs the code of a domain that has C, by turns with the machine. */
#pragma once

#include "../machine/vm.h"
#include "../machine/vm_marked.h"
#include "../search/planner_block.h"

/*
 * Units of work that a search can do from its beginning before it could reach any of these limits:
 * planner->native_units.
 */
uint32_t htni_most_units(const htn_limits *limits);

/* htni_run() and htni_run_marked() of a domain that has C. */
htn_status htni_run_native(htn_planner *planner, uint32_t budget);
htn_status htni_run_native_marked(htn_planner *planner, uint32_t budget);

/* The function that runs a planner's searches and validations: by C where the domain has it. */
typedef htn_status htni_run_function(htn_planner *planner, uint32_t budget);
static inline htni_run_function *htni_runner(const htn_planner *planner, bool marking)
{
    if (planner->machine.domain->native != NULL &&
        planner->machine.tuples_at == 0) /* the C has no bodies of derived conditions */
        return marking ? htni_run_native_marked : htni_run_native;
    return marking ? htni_run_marked : htni_run;
}
