/* Reasons, tasks and counts in words: the same in the tree, in the summary, in --task and in JSON. */
#pragma once

#include "cli/explain/explain_search.h"

/* How much of a reason is written. */
typedef enum explain_form {
    EXPLAIN_WHOLE,        /* `Slam's precondition [Stamina > 0] failed: Stamina was 0 (written by step 2 Sprint)` */
    EXPLAIN_WITHOUT_TASK, /* for a line that begins with it: `precondition [Stamina > 0] failed: ...` */
    EXPLAIN_HEAD /* without values and methods: `Slam's precondition [Stamina > 0] failed`, `no method of Door held` */
} explain_form;

/* Why a branch ended. */
void explain_add_reason(base_text *text, const explain_search *search, const explain_end *end, explain_form form);

/* Of the reason that a task had no method left, one of the conditions: `method 1 [Key], Key was false (initial)`. */
void explain_add_rejection(base_text *text, const explain_search *search, const explain_end *end, uint32_t which);

/* `between`, and the values of one of a reason's conditions, or (EXPLAIN_EVERY) of all; nothing if it saw none. */
void explain_add_view(base_text *text, const explain_search *search, const explain_view *view, uint32_t failure,
                      const char *between);

/* `between`, and which instances failed what when a method was rejected (NULL: it was not); nothing if none did. */
void explain_add_note(base_text *text, const explain_reason *rejection, const char *between);

/* Whether a reason names a condition of each method of its task. */
bool explain_names_all_methods(const explain_search *search, const explain_reason *reason);

/* The item of the source that a reason is about; HTN_NONE: none. */
uint32_t explain_reason_item(const explain_reason *reason);

/* `Name(args)`; a compound task without parameters is its name only; an Achieve with what it found. */
void explain_add_task(base_text *text, const explain_search *search, const explain_node *node);

/* `once`, `3 times` */
void explain_add_times(base_text *text, uint64_t count);
