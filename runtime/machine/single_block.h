/* Running a block of code by itself. */
#ifndef HTNI_SINGLE_BLOCK_H
#define HTNI_SINGLE_BLOCK_H

#include <htn/native.h>

/*
 * Runs a block of code by itself, without a planner: an operator's arguments, whose values are left on
 * `stack`; conditions; effects. Writes go to `write`, in order, which carries them out before it returns, as the block
 * goes on with the world as it then is; those that are put off wait in `pending`.
 */
typedef void htni_writer(void *user, uint32_t property, uint32_t cell, int32_t value); /* saturating */
typedef struct htni_block {
    const htn_domain *domain;
    const uint8_t *bytes;   /* the world's */
    htn_answerer *answerer; /* of queries; may be NULL */
    void *answerer_user;
    uint32_t end;          /* an address to stop in front of; HTN_NONE: none */
    uint32_t *locals;      /* HTN_MAX_LOCALS */
    int32_t *stack;        /* HTN_MAX_STACK */
    htni_writer *write;    /* NULL: a block that writes is refused as one that fails */
    void *user;            /* for `write` */
    htni_change *pending;  /* two for each write that is put off; may be NULL */
    uint32_t pending_room; /* of those */
} htni_block;

/* OK: it came to its end. NO_PLAN: it failed. LIMIT_WORK: loops over too many instances. FULL_TRAIL: `pending` is. */
htn_status htni_run_block(const htni_block *block, uint32_t pc);

/* An operator's argument, of a type (HTN_NONE: a symbol, by the offset of its text). */
htn_argument htni_argument(const htn_domain *domain, uint32_t type, int32_t value);

/* A block that writes nothing. `domain` is the one whose code it is, not always the very same as the world's. */
htni_block htni_block_on(const htn_domain *domain, const htn_world *world, htn_answerer *answerer, void *user,
                         uint32_t *locals, int32_t *stack);

/* The locals of a block of a primitive task: the step's arguments, then zeroes. `values` may be NULL where there are none. */
void htni_take_values(const htn_domain *domain, htn_task task, const int32_t *values, uint32_t *locals);

#endif
