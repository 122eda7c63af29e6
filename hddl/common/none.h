/* The index that is none, wherever things are numbered. */
#ifndef HDDL_COMMON_NONE_H
#define HDDL_COMMON_NONE_H

#include <stdint.h>

#define HDDL_NONE UINT32_MAX

#endif
