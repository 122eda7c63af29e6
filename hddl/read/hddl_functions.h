/*
 * Functions and their numbers. Only costs use them: what an action adds to `total-cost` is a number, or is looked up. Above this
 * file: hddl_effects.h and hddl_facts.h.
 */
#pragma once

#include "hddl/read/hddl_resolver.h"

/* What actions add to `total-cost`; see hddl_action. */
typedef struct hddl_cost_list {
    int64_t constant; /* in thousandths */
    hddl_cost *costs;
    uint32_t count;
} hddl_cost_list;

void hddl_declare_functions(hddl_resolver *resolver);

/*
 * An effect on a number: `(increase (total-cost) 5)`, `(increase (total-cost) (f ?x))`. Others are checked, and their function
 * counts as changed: nothing can test it. `parameters`: how many variables the action has itself; a cost cannot use others.
 */
void hddl_resolve_change(hddl_resolver *resolver, hddl_cost_list *list, const hddl_form *form, uint32_t parameters);

/* `(= (f a) 5)` in :init. */
void hddl_take_number(hddl_resolver *resolver, const hddl_form *form);

/*
 * Once all was read: drops the costs that nobody can look up, with a warning, and reports numbers with more than three decimals
 * that are looked up.
 */
void hddl_settle_costs(hddl_resolver *resolver);
