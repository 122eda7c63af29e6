/* What queries answer: what a person has said, else their defaults. */
#ifndef HTN_CLI_ANSWERS_H
#define HTN_CLI_ANSWERS_H

#include <htn/domain.h>

typedef struct htn_given_answer htn_given_answer;
typedef struct htn_answers {
    const htn_domain *domain;
    htn_given_answer *given;
    uint32_t count;
    size_t capacity;
    enum { HTN_ANSWER_NONE, HTN_ANSWER_SET, HTN_ANSWER_DEFAULT } last; /* the last one given; explain takes it back */
} htn_answers;

/* Adds one, or replaces that to the same question. */
void htn_answers_set(htn_answers *answers, htn_query query, const int32_t *arguments, int32_t value);

/* An htn_answerer, whose `user` is the answers. */
int32_t htn_answers_give(void *user, htn_query query, const int32_t *arguments);

/* The `index`-th of them, below `count`: the query; what it is about and what the answer is (both may be NULL). */
htn_query htn_answers_at(const htn_answers *answers, uint32_t index, const int32_t **arguments, int32_t *value);

/* A copy, the caller's. */
htn_answers htn_answers_copy(const htn_answers *answers);
void htn_answers_free(htn_answers *answers);

#endif
