/*
 * Types as they are written: a name, or an `(either a b)`. An `either` becomes a type of its own, one for each set of
 * members. Something of that type may be of any of its members. Below: hddl_types.h.
 */
#pragma once

#include "hddl/read/hddl_resolver.h"

/* The index of a written type. NULL: nothing is written, which means `object`. Reports unknown names. */
uint32_t hddl_resolve_type(hddl_resolver *resolver, hddl_type_ref *ref);

/* Lists the objects of an `either`, when its members have their lists. */
void hddl_list_either(hddl_resolver *resolver, hddl_type *type);
