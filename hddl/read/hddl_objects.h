/* Objects: the constants of the domain and the objects of the problem, and the list of objects of each type. */
#pragma once

#include "hddl/read/hddl_resolver.h"

/*
 * Reads :constants and :objects. The types come first (hddl_types.h); afterwards `objects_listed` is true, unless the
 * work limit is reached.
 */
void hddl_read_objects(hddl_resolver *resolver);
