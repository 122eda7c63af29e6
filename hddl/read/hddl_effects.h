/*
 * Effects: a form becomes a flat list of effects, each with its condition and its variables. The variables of all
 * `forall`s around an effect are one run of the schema's variables. So where a `forall` is inside another one, the
 * outer variables get new indices for it, and the conditions in between are resolved again.
 */
#pragma once

#include "hddl/read/hddl_resolver.h"

/* Fills the action's effects and its cost. NULL form: the action has no effects. */
void hddl_resolve_effects(hddl_resolver *resolver, const hddl_form *form, uint32_t parameters, hddl_action *action);
