/* Running a block of code alone. */
#pragma once

#include "../search/tuples.h"

/*
 * A block to run. Writes go to `write`, in order, which must do them before it returns, because the block goes
 * on with the world as it then is. Deferred writes wait in `pending`.
 */
/*
 * `how`: HTN_WRITE_*; `n`: the new value, or what is added or subtracted; `lasts`: milliseconds until the value that is set expires, 0:
 * it does not. Nothing is saturated yet.
 */
typedef void htni_writer(void *user, uint32_t property, uint32_t cell, uint32_t how, int32_t n, uint32_t lasts);
typedef struct htni_block {
    const htn_domain *domain;
    const uint8_t *bytes;   /* the world's */
    htn_answerer *answerer; /* of queries; NULL: none */
    void *answerer_user;
    uint32_t root;         /* whose plan it belongs to */
    uint32_t end;          /* the block ends in front of this address; HTN_NONE: at its own end */
    uint32_t *locals;      /* HTN_MAX_LOCALS words */
    int32_t *stack;        /* HTN_MAX_STACK values; an operator's arguments are left here */
    htni_tuples *tuples;   /* for derived conditions; NULL: a block that asks for one fails */
    htni_writer *write;    /* NULL: a block that writes fails */
    void *user;            /* for `write` */
    htni_change *pending;  /* two entries for each deferred write; may be NULL */
    uint32_t pending_room; /* how many deferred writes */
} htni_block;

/*
 * Runs the block at `pc`. OK: it reached its end. NO_PLAN: it failed. WAITS: an answer is late, and the block writes nothing; run it
 * again. LIMIT_WORK: its loops visit too many instances. LIMIT_TUPLES: a derived condition needs too many tuples. FULL_TRAIL: no room
 * for a deferred write.
 */
htn_status htni_run_block(const htni_block *block, uint32_t pc);

/* An operator's argument of a type (HTN_NONE: a symbol; the value is the offset of its text). */
htn_argument htni_argument(const htn_domain *domain, uint32_t type, int32_t value);

/*
 * The arguments of the task's operator in `world`, for a step with these arguments and bound values; `out` has room for them, or is
 * NULL. `*timeout`: the value of the task's Timeout, at least 1. The task has an operator. OK | NO_PLAN | LIMIT_WORK.
 */
htn_status htni_operator_arguments(const htn_world *world, uint32_t root, htn_task task, const int32_t *values,
                                   htn_answerer *answerer, void *user, htn_argument *out, int32_t *timeout);

/* A block that writes nothing. `domain` has its code, and need not be the world's, only the same. */
htni_block htni_block_on(const htn_domain *domain, const htn_world *world, htn_answerer *answerer, void *user,
                         uint32_t *locals, int32_t *stack);

/*
 * The locals of a primitive task's block: the step's arguments, then zeroes. `values` may be NULL if it has
 * none.
 */
void htni_take_values(const htn_domain *domain, htn_task task, const int32_t *values, uint32_t *locals);
