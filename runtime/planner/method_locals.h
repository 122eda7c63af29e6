/* The locals that the methods of a plan were taken with: what their While and their Reserve speak of. */
#pragma once

#include "../search/planner_block.h"

/*
 * The method of an entry of a kept plan's record, and its locals: HTN_MAX_LOCALS words. Parameters and bindings are set, the
 * others 0. HTN_NONE: the method has no While.
 */
uint32_t htni_recorded_method(const htni_machine *machine, const htni_kept_plan *plan, uint32_t entry,
                              uint32_t *locals);

/* How many methods are open in a continuation. */
uint32_t htni_count_open_methods(const htni_machine *machine, const htni_continuation *continuation);

/*
 * The same for a method that is open in a continuation, number `which` from the outermost one. HTN_NONE: it has no While, or there
 * are not that many.
 */
uint32_t htni_continued_method(const htni_machine *machine, const htni_continuation *continuation, uint32_t which,
                               uint32_t *locals);

/* The same for a method of the plan found, which is not the best plan so far: by entry of its record. */
uint32_t htni_found_method(const htni_machine *machine, uint32_t entry, uint32_t *locals);

/*
 * The same for a method that is open where the plan found ends, number `which` from the innermost one. False: there are not that
 * many.
 */
bool htni_take_open_method(const htni_machine *machine, uint32_t which, uint32_t *method, uint32_t *locals);

/* Whatever instance a method of the running plan was taken with and has been removed since becomes none. */
void htni_drop_removed_locals(const htn_planner *planner, const htn_world *world, uint32_t method, uint32_t *locals);
