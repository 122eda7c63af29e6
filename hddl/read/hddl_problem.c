/* Questions about a finished problem; see hddl_problem.h. */
#include "hddl/read/hddl_problem.h"
#include "hddl/read/hddl_index_set.h"

bool hddl_is_of(const hddl_problem *problem, uint32_t object, uint32_t type)
{
    const hddl_type *t = &problem->types[type];
    if (t->object_count == 0 || object < t->objects[0] || object > t->objects[t->object_count - 1])
        return false;
    if (t->objects[t->object_count - 1] - t->objects[0] == t->object_count - 1)
        return true; /* the list has no gap */
    return hddl_index_set_has(t->objects, t->object_count, object);
}
