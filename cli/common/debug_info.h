/*
 * Lookups in a blob's debug sections, by code address: whose code an instruction is, which part of the source it comes from,
 * what follows when a test fails, what a condition reads, which subtask it belongs to. docs/blob.md describes the sections.
 *
 * A blob of an earlier compiler has only items and locals; one compiled with --no-debug has none of it. What a blob lacks is
 * not known: it is not recovered from the instructions. The one exception is cli_outcome_at().
 */
#pragma once

#include "cli/common/records.h"
#include <htn/blob.h>

/* How much the debug sections say. */
typedef enum cli_detail {
    CLI_DETAIL_NONE, /* there are none */
    CLI_DETAIL_ITEMS, /* an earlier compiler's: source and names; not what tests lead to, what they read, or who calls whom */
    CLI_DETAIL_FULL
} cli_detail;
cli_detail cli_detail_of(const htn_domain *domain);

/* Whether a task ranks its candidates (`Select`) and tries them in that order. */
bool cli_selects(const htn_domain *domain, uint32_t task);

/* --- Items of the source: indexes of DEBUG_ITEMS, HTN_NONE for none -------------------------------- */

/* The item that the instruction at `pc` comes from. */
uint32_t cli_item_at(const htn_domain *domain, uint32_t pc);

/* Whether an item is a test that can reject a method or end a branch; `Utility` and `Weight` included. */
bool cli_is_condition(const htn_domain *domain, uint32_t item);

/* The task that the instruction at `pc` is an item of: of inlined code the primitive task, not its caller. */
uint32_t cli_item_task_at(const htn_domain *domain, uint32_t pc);

/* The same item in its task's own code: `item` may be in a copy, inlined in a caller's. */
uint32_t cli_original_item(const htn_domain *domain, uint32_t item);

/* The items of a task's own code: from the one returned up to `*end`. */
uint32_t cli_items_of_task(const htn_domain *domain, uint32_t task, uint32_t *end);

/* The first item of a method's head. HTN_NONE: the compiler left the method out, because its conditions can never hold. */
uint32_t cli_method_item(const htn_domain *domain, uint32_t task, uint32_t method);

/* Whether an item in a task's own code is of that method's list of conditions. */
bool cli_is_of_method(const htn_domain *domain, uint32_t item, uint32_t task, uint32_t method);

/* --- Tests and subtasks ---------------------------------------------------------------------------- */

/*
 * What follows when the test at `pc` does not hold; HTN_TEST_OUTCOMES: it decides nothing by itself, because it is inside a
 * condition. `*local` (HTN_TEST_NEXT_INSTANCE): the local with the instance that failed. An earlier compiler's blob does not say
 * it; there a jump out of the item tells.
 */
htn_test_outcome cli_outcome_at(const htn_domain *domain, uint32_t pc, uint32_t *local);

/* The first HTN_TEST_NEVER behind `pc` in the code of its task; HTN_NONE: none. */
uint32_t cli_never_behind(const htn_domain *domain, uint32_t pc, uint32_t task);

/* The innermost subtask that `pc` is in: an index of DEBUG_SUBTASKS; HTN_NONE: none. */
uint32_t cli_subtask_at(const htn_domain *domain, uint32_t pc);
