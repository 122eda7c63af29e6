/*
 * What queries were asked and what was answered, as the conditions see it: for each instruction, its latest question. A question
 * is forgotten when its condition is tested again. So one that was not asked this time, because the other half of an `or` was
 * enough, is not shown.
 */
#ifndef CLI_EXPLAIN_QUESTIONS_H
#define CLI_EXPLAIN_QUESTIONS_H

#include "cli/common/plan_session.h"
#include <htn/trace.h>

/* Where a value comes from. */
typedef enum explain_origin {
    EXPLAIN_INITIAL,
    EXPLAIN_SET, /* by --set */
    EXPLAIN_WRITTEN,
    EXPLAIN_ARGUMENT,
    EXPLAIN_DEFAULT,   /* of a query that --set does not answer */
    EXPLAIN_NOT_ASKED, /* likewise: its arguments are not what it can be asked about */
    EXPLAIN_QUANTIFIER /* found by a quantifier */
} explain_origin;

/* What the instruction `pc` has asked last. */
typedef struct explain_asked {
    uint32_t pc;
    uint32_t question; /* a number, the same for equal questions */
    int32_t value;     /* of the answer */
    explain_origin origin;
} explain_asked;

typedef struct explain_question explain_question;
typedef struct explain_questions {
    explain_question *table; /* hash table, by text */
    explain_question **list; /* by number */
    size_t count, capacity;
    explain_asked *asked; /* each instruction once */
    size_t asked_count, asked_capacity;
} explain_questions;

void explain_questions_free(explain_questions *questions);

/* A query was asked (HTN_EVENT_QUERY). */
void explain_ask(explain_questions *questions, cli_session *session, const htn_planner *planner,
                 const htn_event *event);

/* What the instruction at `pc` has asked; NULL: nothing, or it is forgotten. */
const explain_asked *explain_asked_at(const explain_questions *questions, uint32_t pc);

/* Forgets what instructions in [first, end) asked, or those in the code of primitive tasks. */
void explain_forget_questions(explain_questions *questions, uint32_t first, uint32_t end);
void explain_forget_preconditions(explain_questions *questions, const htn_domain *domain);

/* A question in words, `HasPath(Home, North)`, and the type of its answer. */
const char *explain_question_text(const explain_questions *questions, uint32_t question, uint32_t *type);

#endif
