/* Unification; see lifted_slots.h. Changes go through the trail. */
#include "hddl/lifted/lifted_slots.h"

#include "hddl/lifted/lifted_trail.h"
#include "hddl/normal/normal_types.h"

static uint32_t type_in(const lifted_search *search, uint32_t slot)
{
    return search->stack[slot] & ~LIFTED_TAG;
}

static bool bind(lifted_search *search, uint32_t slot, uint32_t object)
{
    if (!hddl_is_of(search->problem->source, object, type_in(search, slot)))
        return false;
    lifted_set_slot(search, slot, object);
    return true;
}

/* There is no type for what two types have in common if they only overlap: such a branch is left out. */
bool lifted_narrow(lifted_search *search, uint32_t slot, uint32_t type)
{
    const uint32_t own = type_in(search, slot);
    if (normal_is_within(search->problem->source, own, type))
        return true;
    if (normal_is_within(search->problem->source, type, own)) {
        lifted_set_slot(search, slot, LIFTED_UNBOUND | type);
        return true;
    }
    search->incomplete = true;
    return false;
}

bool lifted_unify(lifted_search *search, uint32_t left, uint32_t right)
{
    uint32_t left_slot = HDDL_NONE, right_slot = HDDL_NONE;
    if ((left & LIFTED_TAG) != 0) {
        left_slot = lifted_follow(search, left & ~LIFTED_TAG);
        left = search->stack[left_slot];
    }
    if ((right & LIFTED_TAG) != 0) {
        right_slot = lifted_follow(search, right & ~LIFTED_TAG);
        right = search->stack[right_slot];
    }
    if ((left & LIFTED_TAG) == 0 && (right & LIFTED_TAG) == 0)
        return left == right;
    if ((left & LIFTED_TAG) == 0)
        return bind(search, right_slot, left);
    if ((right & LIFTED_TAG) == 0)
        return bind(search, left_slot, right);
    if (left_slot == right_slot)
        return true;
    if (!lifted_narrow(search, right_slot, type_in(search, left_slot)))
        return false;
    lifted_set_slot(search, left_slot, LIFTED_SAME | right_slot);
    return true;
}
