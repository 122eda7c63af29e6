/*
 * Symmetric objects: no schema, goal or initial task names them, they are of the same types, and the initial facts say
 * the same of each. An object is unused as long as no decision and no changed fact is about it. What can be done with an
 * unused object can be done with another unused one of its class. So only the first of them is tried (Fox and Long, "The
 * Detection and Exploitation of Symmetry in Planning Problems", IJCAI 1999). That loses only plans that are the same but
 * for names. lifted_use() in lifted_trail.h marks objects as used.
 */
#pragma once

#include "hddl/lifted/lifted_state.h"

/* Finds the classes. All objects are unused. */
void lifted_symmetry_make(lifted_search *search);

/* Whether a fact before this one in a scan's list leads to the same but for names. */
bool lifted_is_symmetric_fact(const lifted_search *search, const lifted_step *step, const uint32_t *values,
                              uint32_t atom);

/* The same for the object with this number among those of the step's type. */
bool lifted_is_symmetric_object(const lifted_search *search, const lifted_step *step, const uint32_t *values,
                                uint32_t index);
