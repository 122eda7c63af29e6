/*
 * Causal links: pending tasks need literals that nothing can make true again; for example, a place that is still free,
 * or a thing that is not used up. A task that surely makes such a literal false must not come before the task that needs
 * it. The search leaves such a list of tasks when it arises, and not when the task that needs the literal is finally
 * begun. (McAllester and Rosenblitt, "Systematic Nonlinear Planning", AAAI 1991, protect causal links from threats; here
 * the order is total, and the links are those whose threat cannot be repaired. lifted_infer.h finds what tasks need and
 * break.) The links that protect an atom are counted. A frame notes its own.
 */
#pragma once

#include "hddl/lifted/lifted_state.h"

/*
 * Adds the links of the subtasks of a new frame. False: what one of them, or a task behind them, needs is false, or
 * surely will be.
 */
bool lifted_add_links(lifted_search *search, uint32_t frame);

/* The subtask is the first pending task now: its links are no longer needed. */
void lifted_release_links(lifted_search *search, uint32_t frame, uint32_t position);
