/* The index that is none, wherever things are numbered. */
#pragma once

#include <stdint.h>

#define HDDL_NONE UINT32_MAX
