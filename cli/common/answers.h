/* What queries answer: what a person has said, else their defaults. */
#ifndef CLI_ANSWERS_H
#define CLI_ANSWERS_H

#include <htn/domain.h>

typedef struct cli_given_answer cli_given_answer;
typedef struct cli_answers {
    const htn_domain *domain;
    cli_given_answer *given;
    uint32_t count;
    size_t capacity;
    enum { CLI_ANSWER_NONE, CLI_ANSWER_SET, CLI_ANSWER_DEFAULT } last; /* the last one given; explain takes it back */
} cli_answers;

/* Adds one, or replaces that to the same question. */
void cli_answers_set(cli_answers *answers, htn_query query, const int32_t *arguments, int32_t value);

/* An htn_answerer, whose `user` is the answers. */
int32_t cli_answers_give(void *user, htn_query query, const int32_t *arguments);

/* The `index`-th of them, below `count`: the query; what it is about and what the answer is (both may be NULL). */
htn_query cli_answers_at(const cli_answers *answers, uint32_t index, const int32_t **arguments, int32_t *value);

/* A copy, the caller's. */
cli_answers cli_answers_copy(const cli_answers *answers);
void cli_answers_free(cli_answers *answers);

#endif
