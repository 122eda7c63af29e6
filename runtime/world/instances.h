/*
 * Removing instances of open types from one world: properties that hold an instance become none, and its table entries get their
 * initial values. Whether other worlds of a group follow is decided above this, in group_writes.h.
 */
#pragma once

#include <htn/world.h>

/* The outermost type that a type belongs to. */
uint32_t htni_outermost(const htn_domain *domain, uint32_t type);

/* Whether a value of `type` can be an instance of the outermost type `root`. */
bool htni_can_be(const htn_domain *domain, uint32_t type, uint32_t root, int32_t instance);

/* The entries of an instance in a table: runs of `run` cells, from `first` on, one every `step` cells. */
typedef struct htni_entries {
    uint32_t first, run, step;
} htni_entries;

/* Those whose parameter number `which` is the instance. */
htni_entries htni_entries_of(const htn_domain *domain, uint32_t property, uint32_t which, int32_t instance);

/* Which properties: all, or only those that a group does not share. */
typedef enum htni_part { HTNI_ALL_PARTS, HTNI_OWN_PART } htni_part;

/* The properties of the part forget an instance of the outermost type `root`. */
void htni_forget_instance(htn_world *world, uint32_t root, int32_t instance, htni_part part);

/* Makes an instance that is present absent; all properties forget it. */
void htni_remove_instance(htn_world *world, uint32_t type, int32_t instance);
