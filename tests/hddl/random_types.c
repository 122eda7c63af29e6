/* Types and objects of random problems; see random_types.h. */
#include "random_types.h"

const char *random_type_name(uint32_t type)
{
    static const char *const names[RANDOM_TYPES] = {"object", "a", "b", "c"};

    return names[type];
}

const char *random_object_name(uint32_t object)
{
    static const char *const names[RANDOM_OBJECTS] = {"a1", "k", "c1", "c2", "c3"};

    return names[object];
}

uint32_t random_object_type(uint32_t object)
{
    static const uint32_t types[RANDOM_OBJECTS] = {TYPE_A, TYPE_B, TYPE_C, TYPE_C, TYPE_C};

    return types[object];
}

bool random_is_under(uint32_t type, uint32_t above)
{
    return above == TYPE_ANY || type == above || (type == TYPE_B && above == TYPE_A);
}
