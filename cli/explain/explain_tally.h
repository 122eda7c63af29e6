/*
 * Tallies of ended branches. One belongs to every choice that is open. When the choice is given up, its tally is added to that of
 * the choice below; so counts are exact for every choice.
 */
#pragma once

#include "cli/explain/explain_reasons.h"
#include <stddef.h>

typedef struct explain_end {
    const explain_reason *reason;
    const explain_view *view; /* of the first time */
    uint64_t count;
    bool differs; /* other values at other times */
} explain_end;

/* The ends of the branches under one choice. All zero: none. */
typedef struct explain_tally {
    explain_end *ends;
    uint32_t count;
    size_t capacity;
    uint64_t total;  /* branches that ended */
    uint64_t others; /* of them those whose reason is not in `ends`, because that is full */
} explain_tally;

void explain_tally_add(explain_tally *tally, const explain_end *end);
void explain_tally_merge(explain_tally *into, const explain_tally *from);
void explain_tally_sort(explain_tally *tally); /* most frequent first */
void explain_tally_free(explain_tally *tally);
