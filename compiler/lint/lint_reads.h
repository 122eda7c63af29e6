/*
 * Sets of the properties that a part of a decomposition can read and can write. A set is cleared in constant time. Collecting gives up,
 * and sets gave_up, before it takes long.
 */
#pragma once

#include "compiler/lint/linter.h"

typedef struct htnc_reads {
    htnc_linter *linter;
    uint32_t round;           /* a property, task or condition is in the set if its mark has this value */
    uint32_t *read, *written; /* by property */
    uint32_t *task_read, *task_written, *condition; /* visited */
    const htnc_task **waiting;
    uint32_t visits; /* in this round */
    bool gave_up;    /* anything may have been read or written */
    bool meet;       /* some property has been both read and written */
} htnc_reads;

void htnc_reads_init(htnc_reads *reads, htnc_linter *linter);
void htnc_reads_clear(htnc_reads *reads);

/* Add what an expression, or each of a list, reads. */
void htnc_reads_of_expr(htnc_reads *reads, const htnc_expr *expr);
void htnc_reads_of_exprs(htnc_reads *reads, const htnc_expr *list);
/* Add what any decomposition of `task` can read, and can write. */
void htnc_reads_of_task(htnc_reads *reads, const htnc_task *task);
void htnc_writes_of_task(htnc_reads *reads, const htnc_task *task);
/* The same for a subtask, with its arguments and its goal. */
void htnc_reads_of_subtask(htnc_reads *reads, const htnc_subtask *subtask);
void htnc_writes_of_subtask(htnc_reads *reads, const htnc_subtask *subtask);
/* Adds everything that the domain reads anywhere. */
void htnc_reads_of_domain(htnc_reads *reads);

/* Whether certainly nothing in the set is both written and read. */
bool htnc_reads_disjoint(const htnc_reads *reads);
