/* Saving types, values, and worlds. */
#pragma once

#include "save_writer.h"
#include <htn/world.h>

/*
 * The part with all types of the domain. Further on a type is its number in it plus 1; 0 is a
 * symbol.
 */
void htni_save_types(htni_save_writer *to, const htn_domain *domain);

/* The part with a world's instances and values. */
void htni_save_world(htni_save_writer *to, const htn_world *world);

/* The part with how long values of a world last. */
void htni_save_timers(htni_save_writer *to, const htn_world *world);

/* The types of a run of parameters, their number first. */
void htni_put_types(htni_save_writer *to, const htn_domain *domain, uint32_t first, uint32_t count);

/*
 * A value of a type (HTN_NONE: a symbol). An instance of an open type is its leaf type and its
 * position in that.
 */
void htni_put_value(htni_save_writer *to, const htn_domain *domain, uint32_t type, int32_t value);

/* What a property is known by: its name, its type, and the types of its parameters. */
void htni_put_property(htni_save_writer *to, const htn_domain *domain, uint32_t property);
