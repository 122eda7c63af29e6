/*
 * What a member of a LATER group has done to its copy of the shared part, and its home has not seen yet: one operation for each cell
 * and slot. Instances are those that the copy has. Neighbours: group_writes.h; agent/group_members.h, where an agent shares.
 */
#pragma once

#include "group_link.h"

typedef enum htni_operation {
    HTNI_OPERATION_NONE,
    HTNI_OPERATION_SET,   /* to this value */
    HTNI_OPERATION_ADD,   /* this much */
    HTNI_OPERATION_REMOVE /* of a slot's presence: the instance of this generation */
} htni_operation;

/* Dense, so it cannot become full. */
typedef struct htni_unshared {
    uint8_t
        *operations; /* htni_operation, two bits for each byte of the shared part; a cell's is that of its first byte */
    int32_t *values; /* for each byte of the shared part */
    uint32_t
        *times; /* likewise, of SET: how long the value lasts, 0: for ever. NULL: nothing that is shared can expire */
    uint32_t count;
    uint32_t removals; /* of them */
    bool deviates;     /* some cell of the copy may not be what the home's value becomes by its operation */
} htni_unshared;

static inline bool htni_has_unshared(const htn_world *world)
{
    return world->link != NULL && world->link->unshared != NULL && world->link->unshared->count != 0;
}

/* Bytes of `values`, and of `operations`. */
size_t htni_unshared_values(const htn_domain *domain);
size_t htni_unshared_operations(const htn_domain *domain);

/* Bytes of `times`; 0 if nothing that is shared can expire. */
size_t htni_unshared_times(const htn_domain *domain);

/* Notes that the copy's cell is set (for `lasts` milliseconds from when the agent shares, or 0: for ever), or gets n added, or that an instance of it is removed. */
void htni_defer_set(htn_world *copy, uint32_t property, uint32_t cell, int32_t value, uint32_t lasts);
void htni_defer_add(htn_world *copy, uint32_t property, uint32_t cell, int64_t n);
void htni_defer_removal(htn_world *copy, uint32_t type, int32_t instance);

/* An instance of a shared type is gone from the copy: what was noted for it is void. */
void htni_void_unshared(htn_world *copy, uint32_t root, int32_t instance);

/* The value of a cell that the home's `value` has become by what is noted. */
int32_t htni_overlay(const htn_world *copy, uint32_t property, uint32_t cell, int32_t value);

/* Whether the copy notes the removal of the instance that the home has in a slot. */
bool htni_is_removal_noted(const htn_world *copy, uint32_t type, int32_t instance);

/* Applies everything to the home, and forgets it. */
void htni_share(htn_world *copy);

/* Forgets everything. */
void htni_forget_unshared(htn_world *copy);

/* Whether a cell is one of an instance that the copy has and the home has not; none, if the value is such an instance. */
bool htni_is_about_removed(const htn_world *copy, uint32_t property, uint32_t cell);
int32_t htni_unless_removed(const htn_world *copy, uint32_t property, int32_t value);
