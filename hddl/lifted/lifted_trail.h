/*
 * The trail: what has changed, so that it can be undone in reverse order. All that a decision changes goes through it:
 * slots of the stack, facts, causal links, which objects are used.
 */
#pragma once

#include "hddl/lifted/lifted_state.h"

/* Takes back all changes since the trail had this length. */
void lifted_undo(lifted_search *search, uint32_t trail);

void lifted_set_slot(lifted_search *search, uint32_t slot, uint32_t value);

/* Makes a fact true or false, which it is not yet. */
void lifted_set_fact(lifted_search *search, lifted_relation *relation, uint32_t atom, bool holds);

/* One more causal link protects the atom, or, unless `protects`, one less. */
void lifted_protect(lifted_search *search, lifted_relation *relation, uint32_t atom, bool protects);

/* Decisions or changes are about these objects from now on. Other content of slots is skipped. */
void lifted_use(lifted_search *search, const uint32_t *objects, uint32_t count);

/* The state at the beginning: only its hash and the goals that are open, without the trail. */
void lifted_flip_fact(lifted_search *search, lifted_relation *relation, uint32_t atom, bool holds);
