/*
 * What queries answer in tests: a hash of the question and a seed, the same for the runtime and the reference. Mostly
 * small numbers, now and then any, so that answers out of their types' ranges are among them.
 */
#pragma once

#include "dice.h"
#include "reference.h"
#include <htn/htn.h>

typedef struct answers_state {
    uint32_t seed;
    const htn_domain *domain;
    const htn_world *world; /* that is searched in; NULL: it is not at hand */
    uint64_t asked;         /* by the runtime */
    uint64_t proposed;      /* so many of these questions were for candidates */
    uint32_t late;          /* percent of the runtime's questions whose answer is late ... */
    dice_state lateness;    /* ... by these dice */
    uint64_t late_answers;  /* so many were */
    bool asked_about_none;  /* the runtime has asked about what a parameter's type does not have */
} answers_state;

/* A htn_answerer and a reference_answerer; `user` is an answers_state. */
htn_status answer_runtime(void *user, const htn_question *question, int32_t *answers, uint32_t *count);
int32_t answer_reference(void *user, const htnc_query *query, const int32_t *arguments);

/* A reference_proposer. */
uint32_t propose_reference(void *user, const htnc_query *query, const int32_t *arguments, int32_t *values);
