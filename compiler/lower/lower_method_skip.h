/*
 * Skipping alternatives that cannot be taken, before their conditions are tested one by one. A task that tries its methods in
 * order calls this around the code of each alternative.
 */
#pragma once

#include "compiler/lower/lower_alternatives.h"

/* A skip whose target is not yet reached. */
typedef struct htnc_open_skip {
    const htnc_alternative *end;
    htnc_label target;
} htnc_open_skip;

/* The skips that are open at an alternative. All zero at first. */
typedef struct htnc_skipping {
    htnc_open_skip groups, group;
    uint32_t rows_left; /* alternatives of the current filter that have no SEEK yet */
    uint32_t row;       /* the row of the next one */
    bool filter_ends;   /* the latest alternative was the last one of its filter */
} htnc_skipping;

/* Finds out what can be skipped where. Call it before the others. */
void htnc_find_skips(const htnc_code *code, htnc_alternative *first);

/* In front of an alternative: targets of skips that end here, then the skips that begin here. */
void htnc_emit_skips(htnc_emitter *to, htnc_skipping *skipping, const htnc_alternative *at);

/* Behind an alternative that is not the last one. */
void htnc_end_skips(htnc_emitter *to, htnc_skipping *skipping);
