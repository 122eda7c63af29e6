/*
 * The questions that conditions asked, and the tuples of derived conditions that they needed, with their answers: for each instruction, its latest one. A question is forgotten when its
 * condition is tested again. So one that was not asked this time, because the other half of an `or` was enough, is not shown.
 */
#pragma once

#include "cli/common/plan_session.h"
#include "cli/explain/explain_seen.h"
#include <htn/trace.h>

/* What the instruction `pc` has asked last. */
typedef struct explain_asked {
    uint32_t pc;
    explain_seen seen;
    int32_t arguments[HTN_MAX_ARGUMENTS]; /* of a tuple */
} explain_asked;

/* Each instruction once. All zero: none. The list is the owner's to free. */
typedef struct explain_questions {
    explain_asked *list;
    size_t count, capacity;
} explain_questions;

/*
 * A query was asked (HTN_EVENT_QUERY, HTN_EVENT_PROPOSED), or a task's condition needed a tuple (HTN_EVENT_TUPLE_DONE,
 * HTN_EVENT_TUPLE_KNOWN).
 */
void explain_ask(explain_questions *questions, cli_session *session, const htn_planner *planner,
                 const htn_event *event);
void explain_need(explain_questions *questions, const htn_domain *domain, const htn_planner *planner,
                  const htn_event *event);

/* What the latest of the instructions in [first, end) has asked; NULL: nothing, or it is forgotten. */
const explain_asked *explain_asked_in(const explain_questions *questions, uint32_t first, uint32_t end);

/* What was asked about the query; NULL: nothing, or it is forgotten. */
const explain_seen *explain_asked_about(const explain_questions *questions, uint32_t query);

/* Forgets what instructions in [first, end) asked, or those in the code of primitive tasks. */
void explain_forget_questions(explain_questions *questions, uint32_t first, uint32_t end);
void explain_forget_preconditions(explain_questions *questions, const htn_domain *domain);
