/*
 * What a task needs before anything in it can have made it true: the literals over its parameters that all its methods
 * have, or that their first subtasks need, a fixpoint from above (Olz, Biundo and Bercher, "Revealing Hidden
 * Preconditions and Effects of Compound HTN Planning Tasks", AAAI 2021; the pull-up of Magnaguagno et al., see
 * lifted_loops.h). They are pulled up into the methods' conditions, past subtasks that cannot bring them about. A task
 * that keeps "everything" as its needs has no decomposition that ends: methods with such subtasks are dropped. The same
 * fixpoint finds what a task surely makes false (guaranteed effects), as far as nothing can make it true again: both
 * give the causal links.
 */
#pragma once

#include "hddl/lifted/lifted_state.h"

/* Fills in `hoisted`, `possible` and `links` of all methods, unless the problem is too large for it. */
void lifted_infer(lifted_search *search);
