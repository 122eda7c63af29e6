/* What queries answer in the tool, where no game can be asked: the answers that a person gave, else the query's default. */
#pragma once

#include "base/text.h"
#include <htn/planner.h>

typedef struct cli_given_answer cli_given_answer;
typedef struct cli_answers {
    const htn_domain *domain;
    cli_given_answer *given;
    uint32_t count;
    size_t capacity;
    uint32_t last_late; /* number of the last answer that was late, from 1; 0: none was */
    bool arrived;       /* the answer that was set last has been late before */
    enum {
        CLI_ANSWER_NONE,
        CLI_ANSWER_SET,
        CLI_ANSWER_DEFAULT
    } last; /* where the last answer came from; explain resets it */
} cli_answers;

/* Adds an answer, or replaces the one for the same arguments. */
void cli_answers_set(cli_answers *answers, htn_query query, const int32_t *arguments, int32_t value);

/* The same, of a query that proposes candidates: at most HTN_MAX_CANDIDATES of them. */
void cli_answers_propose(cli_answers *answers, htn_query query, const int32_t *arguments, const int32_t *candidates,
                         uint32_t count);

/* What such a query proposes; returns how many. `*candidates` is good until an answer is added. */
uint32_t cli_answers_candidates(const cli_answers *answers, htn_query query, const int32_t *arguments,
                                const int32_t **candidates);

/* The same, of an answer that is late until another one is given. Whether one is late. */
void cli_answers_set_late(cli_answers *answers, htn_query query, const int32_t *arguments);
bool cli_answers_is_late(const cli_answers *answers, htn_query query, const int32_t *arguments);

/* The question of the last answer that was late, as text: `HasPath(Home, Cave)`. Nothing if there was none. */
void cli_answers_add_late(base_text *text, const cli_answers *answers);

/* The answer, or the query's default: also of one that is late. */
int32_t cli_answers_find(cli_answers *answers, htn_query query, const int32_t *arguments);

/* The same as an htn_answerer; `user` is a cli_answers. */
htn_status cli_answers_give(void *user, const htn_question *question, int32_t *answers, uint32_t *count);

/* The answer at `index`, below `count`: returns its query, and sets its arguments and its value (both may be NULL). */
htn_query cli_answers_at(const cli_answers *answers, uint32_t index, const int32_t **arguments, int32_t *value);

/* The candidates of the answer at `index`, if its query proposes some. */
uint32_t cli_answers_proposed_at(const cli_answers *answers, uint32_t index, const int32_t **candidates);

/* A copy, which the caller frees with cli_answers_free(). */
cli_answers cli_answers_copy(const cli_answers *answers);
void cli_answers_free(cli_answers *answers);
