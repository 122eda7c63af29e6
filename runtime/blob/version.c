/* The library's version, and the sizes of public structs; see htn/version.h. */
#include <htn/htn.h>

uint32_t htn_version(void)
{
    return HTN_VERSION;
}

#define HTN_STRUCT(name)           \
    size_t htn_sizeof_##name(void) \
    {                              \
        return sizeof(htn_##name); \
    }
HTN_STRUCT_LIST(HTN_STRUCT)
#undef HTN_STRUCT
