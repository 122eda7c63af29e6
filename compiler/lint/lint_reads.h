/*
 * Sets of what tasks read and write: what a stretch of a decomposition can ask about and can change. A set is
 * cleared in no time, and collecting gives up (says that it did) rather than take long.
 */
#ifndef HTNC_LINT_READS_H
#define HTNC_LINT_READS_H

#include "compiler/lint/linter.h"

typedef struct htnc_reads {
    htnc_linter *linter;
    uint32_t round;                                 /* what is in the set has this in its mark */
    uint32_t *read, *written;                       /* by property */
    uint32_t *task_read, *task_written, *condition; /* visited */
    const htnc_task **waiting;
    uint32_t visits; /* in this round */
    bool gave_up;    /* anything may have been read or written */
    bool meet;       /* some property has been both read and written */
} htnc_reads;

void htnc_reads_init(htnc_reads *reads, htnc_linter *linter);
void htnc_reads_clear(htnc_reads *reads);

/* What an expression, or each of a list, asks about. */
void htnc_reads_of_expr(htnc_reads *reads, const htnc_expr *expr);
void htnc_reads_of_exprs(htnc_reads *reads, const htnc_expr *list);
/* Whatever doing `task` can ask about, in every way to do it; and whatever it can change. */
void htnc_reads_of_task(htnc_reads *reads, const htnc_task *task);
void htnc_writes_of_task(htnc_reads *reads, const htnc_task *task);
/* The same of a subtask, its arguments and its goal included. */
void htnc_reads_of_subtask(htnc_reads *reads, const htnc_subtask *subtask);
void htnc_writes_of_subtask(htnc_reads *reads, const htnc_subtask *subtask);
/* Everything that anything in the domain asks about. */
void htnc_reads_of_domain(htnc_reads *reads);

/* True where it is certain that nothing that is written is read. */
bool htnc_reads_apart(const htnc_reads *reads);

#endif
