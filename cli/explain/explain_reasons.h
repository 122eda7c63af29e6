/*
 * Why branches of a search ended, counted while it runs. Each reason is kept once, with the values that its
 * conditions saw; the memory is bounded by the domain and by the limits below, however long the search is.
 */
#pragma once

#include "cli/explain/explain_values.h"

/* What a reason's conditions saw; interned, so that equal ones are the same pointer. NULL: nothing, or not kept. */
typedef struct explain_view explain_view;
uint32_t explain_view_count(const explain_view *view);
const explain_seen *explain_view_items(const explain_view *view);

typedef enum explain_reason_kind {
    EXPLAIN_REJECTED,      /* a method's condition; by itself no end of a branch */
    EXPLAIN_PRECONDITION,  /* of a primitive task */
    EXPLAIN_NO_METHOD,     /* the last method of a compound task was rejected */
    EXPLAIN_NEVER,         /* conditions that the compiler found never to hold: the item, or HTN_NONE */
    EXPLAIN_UNKNOWN,       /* the blob's debug information does not say */
    EXPLAIN_LOOP,          /* the loop guard */
    EXPLAIN_STEPS,         /* the limit on steps */
    EXPLAIN_DEPTH,         /* the limit on depth */
    EXPLAIN_TUPLES,        /* the limit on tuples of derived conditions */
    EXPLAIN_UNACHIEVED,    /* no steps lead to an Achieve's goal: its item, then what never held */
    EXPLAIN_STATES,        /* the limit on the states of an Achieve: its item */
    EXPLAIN_EXCEEDS_BOUND, /* no plan there is cheaper than the best one so far */
    EXPLAIN_FOUND,         /* a plan, which was the best so far; `method` is its cost */
    EXPLAIN_REST           /* what is over the limit of reasons kept */
} explain_reason_kind;

enum { EXPLAIN_MAX_CONDITIONS = 32, EXPLAIN_VARIANTS = 4, EXPLAIN_MAX_REASONS = 1 << 16, EXPLAIN_MAX_VIEWS = 1 << 18 };

/* The same reason with other values. */
typedef struct explain_variant {
    const explain_view *view;
    uint64_t count;
} explain_variant;

typedef struct explain_reason explain_reason;
struct explain_reason {
    explain_reason *next; /* of all; NULL: the last */
    explain_reason_kind kind;
    uint32_t task;
    uint32_t method; /* EXPLAIN_REJECTED */
    uint32_t *items; /* the conditions that failed: indexes of DEBUG_ITEMS, or HTN_NONE */
    uint32_t item_count;
    uint64_t count;                             /* how often */
    explain_variant variants[EXPLAIN_VARIANTS]; /* the first ones met; the others are in `count` only */
    uint32_t variant_count;
    char *note;        /* EXPLAIN_REJECTED: which instances failed what, the first time that one did; NULL: none has */
    bool note_differs; /* at other times it was others */
};

typedef struct explain_reasons {
    explain_reason *first;      /* the list of all, in no order */
    struct explain_view *views; /* hash tables */
    struct explain_reason_entry *table;
    uint32_t view_count, reason_count;
} explain_reasons;

void explain_reasons_free(explain_reasons *reasons);

const explain_view *explain_view_of(explain_reasons *reasons, const explain_seen *seen, uint32_t count);

/* Counts a reason once more and returns it. */
explain_reason *explain_count(explain_reasons *reasons, explain_reason_kind kind, uint32_t task, uint32_t method,
                              const uint32_t *items, uint32_t item_count, const explain_view *view);

/* A method's rejection that was just counted: which instances failed what (copied), or NULL. */
void explain_reason_note(explain_reason *reason, const char *note);
/* A method's rejection by a condition; NULL: there was none. */
const explain_reason *explain_rejection(const explain_reasons *reasons, uint32_t task, uint32_t method, uint32_t item);

/* An order of reasons, for qsort(), the same on every host: by task, conditions, kind and method. */
int explain_compare_reasons(const explain_reason *x, const explain_reason *y);
