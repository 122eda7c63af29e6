/*
 * Types as Entities. An Entities type has one parent, and each object is declared in one of them. So a type with other
 * objects than the Entities of its name (by several parents, or an `either`) is covered by the smallest Entities that
 * has them all, and a table of the world state, its guard, tells which objects are meant. Types without objects are not
 * written.
 */
#pragma once

#include "hddl/convert/translation.h"

/* Finds the Entities of every object, and the cover of every type. */
void translate_types(translation *tr);

/* Whether one Entities type is another one, or a subtype of it. */
bool translate_is_within(const translation *tr, uint32_t inner, uint32_t outer);
/* Whether one of two Entities types is within the other. */
bool translate_types_overlap(const translation *tr, uint32_t a, uint32_t b);

/* The name of an Entities type, or of the guard of a type. Marks it as used. */
const char *translate_use_type(translation *tr, uint32_t entities);
const char *translate_use_guard(translation *tr, uint32_t type);

/* Narrows a variable to a type. `known` is a type that it is known to be of, which needs no guard, or HDDL_NONE. */
void translate_narrow(translation *tr, translated_variable *variable, uint32_t type, uint32_t known);
