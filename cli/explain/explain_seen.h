/* A value that a condition saw, and where it comes from. Types only. */
#pragma once

#include <htn/blob.h>

/* Where a value comes from. */
typedef enum explain_origin {
    EXPLAIN_INITIAL,
    EXPLAIN_SET, /* by --set */
    EXPLAIN_WRITTEN,
    EXPLAIN_ARGUMENT,
    EXPLAIN_DEFAULT,    /* of a query that --set does not answer */
    EXPLAIN_NOT_ASKED,  /* likewise: its arguments are not what it can be asked about */
    EXPLAIN_QUANTIFIER, /* found by a quantifier */
    EXPLAIN_DERIVED     /* of a derived condition */
} explain_origin;

enum { EXPLAIN_MAX_SEEN = 64, EXPLAIN_ARGUMENTS = 8, EXPLAIN_PROPOSED = 8 };

/* Words only, so that it can be compared as bytes. */
typedef struct explain_seen {
    uint32_t kind;  /* htn_read_kind */
    uint32_t index; /* property, table, local, query, or derived condition; of a quantifier its type, or HTN_NONE */
    uint32_t count; /* a cell, a query, or a derived condition: of its arguments */
    int32_t at[EXPLAIN_ARGUMENTS]; /* the first ones; the others are not kept */
    uint32_t task;                 /* a local: whose */
    uint32_t bound;                /* a local: its row of DEBUG_LOCALS; HTN_NONE: a parameter */
    int32_t value;
    uint32_t origin;    /* explain_origin */
    uint32_t step;      /* EXPLAIN_WRITTEN: which step of the plan then; else HTN_NONE */
    uint32_t step_task; /* EXPLAIN_WRITTEN: its task, or HTN_NONE */
    uint32_t chain;     /* a derived condition: the number of its chain of tuples (explain_tuples.h); 0: none */
    uint32_t proposed;  /* a query that proposes: how many candidates; they are of EXPLAIN_PROPOSED ones the first */
    int32_t candidates[EXPLAIN_PROPOSED];
    uint32_t failure; /* which of a reason's conditions saw it */
} explain_seen;
