/*
 * Declared types and their hierarchy. `object` is type 0, the root. A type may have several parents; naming a type as a
 * parent declares it. Below: hddl_resolver.h. Above: hddl_either.h (`either` types), hddl_objects.h (objects of types).
 */
#pragma once

#include "hddl/read/hddl_resolver.h"

/* A declared type and all its ancestors, as an index set. */
typedef struct hddl_ancestors {
    uint32_t *types;
    uint32_t count;
} hddl_ancestors;

/* Reads :types: declares all types and finds their ancestors. Reports a type that is its own ancestor. */
void hddl_read_types(hddl_resolver *resolver);

/* Adds a type without parents. Returns its index. */
uint32_t hddl_add_type(hddl_resolver *resolver, const char *name, base_span span);

/*
 * Whether something can be of both types: one is an ancestor of the other, both have a common subtype, or some object
 * is of both. The types may be `either`s.
 */
bool hddl_types_overlap(hddl_resolver *resolver, uint32_t a, uint32_t b);
