/* Slots of the stack: variables that are bound, unbound, or equal to another slot (lifted_state.h). */
#pragma once

#include "hddl/lifted/lifted_state.h"

/* The slot that a slot is equal to in the end: it has an object or is unbound. */
static inline uint32_t lifted_follow(const lifted_search *search, uint32_t slot)
{
    while ((search->stack[slot] & LIFTED_TAG) == LIFTED_SAME)
        slot = search->stack[slot] & ~LIFTED_TAG;
    return slot;
}

/* What stands for a slot elsewhere: its object, or LIFTED_SAME and the unbound slot in the end. */
static inline uint32_t lifted_content(const lifted_search *search, uint32_t slot)
{
    slot = lifted_follow(search, slot);
    return (search->stack[slot] & LIFTED_TAG) == 0 ? search->stack[slot] : LIFTED_SAME | slot;
}

/* The same for a term of a frame's schema. */
static inline uint32_t lifted_value(const lifted_search *search, uint32_t frame, normal_term term)
{
    return hddl_is_object(term) ? hddl_object_of(term) : lifted_content(search, frame + LIFTED_SLOTS + (uint32_t)term);
}

/* An unbound slot gets a narrower type, where this one is. False: the two types exclude each other, or only overlap. */
bool lifted_narrow(lifted_search *search, uint32_t slot, uint32_t type);

/* Makes two values equal: objects, or LIFTED_SAME and a slot that may have been bound since. False: they cannot be. */
bool lifted_unify(lifted_search *search, uint32_t left, uint32_t right);
