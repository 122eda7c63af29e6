/*
 * The items of an Each: its list in the region `solutions`, and the frames in which they are planned. `locals`: those of the current
 * frame; `first`: the first of the Each's, HTN_EACH_*; `values`: how many an item has. The verifier has checked these operands.
 * What lies in the locals is not trusted: it is compared with the region.
 */
#pragma once

#include "../search/planner_block.h"

/* Begins an Each, whose items have `width` numbers: its list is empty. `choices`: the number of choice points. */
void htni_begin_each(const htni_registers *now, uint32_t *locals, uint32_t first, uint32_t width, uint32_t choices);

/*
 * Replanning: takes the list of the running plan, which has an Each at this entry of the record. OK; NO_RUNNING_PLAN: it has none
 * here; FULL_SOLUTIONS.
 */
htn_status htni_restore_items(const htn_planner *planner, htni_registers *now, uint32_t *locals, uint32_t first,
                              uint32_t task);

/*
 * Adds the values in the frame, and `count` keys, to the list: behind all items that have no lower keys. False: the region is full.
 */
bool htni_add_item(const htni_machine *machine, htni_registers *now, uint32_t *locals, uint32_t first, uint32_t values,
                   const uint32_t *keys, uint32_t count);

/* Puts the values of the next item into the frame. False: none is left, and the next call begins again. */
bool htni_load_item(const htni_machine *machine, uint32_t *locals, uint32_t first, uint32_t values);

/*
 * Whether an item is left to begin. Items with an instance that is gone since a partial plan are passed over. `method`: the Each's
 * method 0.
 */
bool htni_has_item(const htni_machine *machine, uint32_t *locals, uint32_t first, uint32_t method);

/* Whether the running plan has the same values at this entry of the record as the next item has. There is one. */
bool htni_is_running_item(const htn_planner *planner, const htni_registers *now, const uint32_t *locals, uint32_t first,
                          uint32_t values);

/* Begins the next item: makes a frame for it, which becomes the current one. There is one. False: the region of frames is full. */
bool htni_begin_item(const htni_machine *machine, htni_registers *now, uint32_t first, uint32_t values, uint32_t task);

/* Ends the Each: frees its list, unless there is a choice point inside it. */
void htni_end_each(htni_registers *now, const uint32_t *locals, uint32_t first, uint32_t choices);
