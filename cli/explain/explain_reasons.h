/*
 * Why branches of a search ended, counted while it runs. Each reason is kept once, with the values that its
 * conditions saw; the memory is bounded by the domain and by the limits below, however long the search is.
 */
#ifndef CLI_EXPLAIN_REASONS_H
#define CLI_EXPLAIN_REASONS_H

#include <htn/domain.h>
#include <stdbool.h>

/* A value that a condition saw. Words only, so that it can be compared as bytes. */
typedef struct explain_seen {
    uint32_t
        kind; /* htn_read_kind: a local of `task`, a property, its cell at `at`, a question, or what a quantifier found */
    uint32_t index; /* property; local; question, see explain_question; of a quantifier the type, or HTN_NONE */
    uint32_t count; /* of the cell's indexes */
    int32_t at[HTN_MAX_READ_ARGUMENTS];
    uint32_t task; /* of a local */
    int32_t value;
    uint32_t origin;    /* explain_origin */
    uint32_t step;      /* EXPLAIN_WRITTEN: which step of the plan then */
    uint32_t step_task; /* EXPLAIN_WRITTEN: its task */
    uint32_t failure;   /* which of a reason's conditions saw it */
} explain_seen;

typedef enum explain_origin {
    EXPLAIN_INITIAL,
    EXPLAIN_SET,
    EXPLAIN_WRITTEN,
    EXPLAIN_ARGUMENT,
    EXPLAIN_DEFAULT,   /* of a query that --set does not answer */
    EXPLAIN_NOT_ASKED, /* its arguments are not what it can be asked about: its default */
    EXPLAIN_QUANTIFIER /* found by a quantifier */
} explain_origin;

/* What a reason's conditions saw; interned, so that equal ones are the same pointer. NULL: nothing, or not kept. */
typedef struct explain_view explain_view;
uint32_t explain_view_count(const explain_view *view);
const explain_seen *explain_view_items(const explain_view *view);

typedef enum explain_reason_kind {
    EXPLAIN_REJECTED,     /* a method's condition; by itself no end of a branch */
    EXPLAIN_PRECONDITION, /* of a primitive task */
    EXPLAIN_NO_METHOD,    /* the last method of a compound task was rejected */
    EXPLAIN_NEVER,        /* conditions that the compiler found never to hold: the item, or HTN_NONE */
    EXPLAIN_UNKNOWN,      /* the blob's debug information does not say */
    EXPLAIN_LOOP,         /* the loop guard */
    EXPLAIN_STEPS,        /* the limit on steps */
    EXPLAIN_DEPTH,        /* the limit on depth */
    EXPLAIN_UNACHIEVED,   /* no steps lead to an Achieve's goal: its item, then what never held */
    EXPLAIN_STATES,       /* the limit on the states of an Achieve: its item */
    EXPLAIN_DEAR,         /* no plan there is cheaper than the best one so far */
    EXPLAIN_FOUND,        /* a plan, which was the best so far; `method` is its cost */
    EXPLAIN_REST          /* what is over the limit of reasons kept */
} explain_reason_kind;

enum { EXPLAIN_MAX_CONDITIONS = 32, EXPLAIN_VARIANTS = 4, EXPLAIN_MAX_REASONS = 1 << 16, EXPLAIN_MAX_VIEWS = 1 << 18 };

/* The same reason with other values. */
typedef struct explain_variant {
    const explain_view *view;
    uint64_t count;
} explain_variant;

typedef struct explain_reason explain_reason;
struct explain_reason {
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

/* Calls `visit` for every reason, in no order. */
typedef void explain_visit(void *user, const explain_reason *reason);
void explain_reasons_visit(const explain_reasons *reasons, explain_visit *visit, void *user);

/* --- Tallies: the ends of the branches under one choice ------------------------------------------ */

enum { EXPLAIN_TALLY = 64 };

typedef struct explain_end {
    const explain_reason *reason;
    const explain_view *view; /* of the first time */
    uint64_t count;
    bool differs; /* other values at other times */
} explain_end;

typedef struct explain_tally {
    explain_end *ends;
    uint32_t count;
    size_t capacity;
    uint64_t total;    /* branches that ended */
    uint64_t others;   /* of them those whose reason is not in `ends`: it holds EXPLAIN_TALLY */
    uint32_t furthest; /* most steps that the plan had at the end of one of them */
} explain_tally;

void explain_tally_add(explain_tally *tally, const explain_reason *reason, const explain_view *view, uint32_t steps);
void explain_tally_merge(explain_tally *into, const explain_tally *from);
void explain_tally_sort(explain_tally *tally); /* most frequent first */
void explain_tally_free(explain_tally *tally);

#endif
