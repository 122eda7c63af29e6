/* How types are related by the objects that are of them; see normal_types.h. */
#include "hddl/normal/normal_types.h"

bool normal_is_within(const hddl_problem *problem, uint32_t narrow, uint32_t wide)
{
    const hddl_type *type = &problem->types[narrow];
    if (narrow == wide || wide == 0)
        return true;
    for (uint32_t i = 0; i < type->object_count; i++)
        if (!hddl_is_of(problem, type->objects[i], wide))
            return false;
    return true;
}
