/*
 * What a subtask reads and writes, cell by cell, in every way to do it. Two cells of a table differ if their indexes are different
 * constants, or different variables of the method in which the subtask stands (which are taken to be different instances). An index
 * that is chosen inside the subtask, or that a `let` computes, may have any value.
 */
#pragma once

#include "compiler/lint/linter.h"

typedef enum htnc_index_kind { HTNC_INDEX_KNOWN, HTNC_INDEX_SAME, HTNC_INDEX_ANY } htnc_index_kind;

/* One index of a cell, or an argument. */
typedef struct htnc_index {
    htnc_index_kind kind;
    int32_t value;                 /* KNOWN */
    const htnc_variable *variable; /* SAME: of the method */
} htnc_index;

typedef struct htnc_access {
    const htnc_property *property;
    bool writes;
    bool assigns; /* it writes with `=` */
    const htnc_expr *cell;
    htnc_index *indexes;
} htnc_access;

typedef struct htnc_accesses {
    htnc_linter *linter;
    bool planned; /* only what planning writes is wanted: neither reads nor During */
    htnc_access *list;
    uint32_t count, capacity;
    struct htnc_visited_call *calls; /* that were visited */
    uint32_t call_count, call_capacity;
    uint32_t nested;
    bool gave_up; /* there is too much to follow: anything may be read and written */
} htnc_accesses;

/* What a subtask of a method does, members and everything that it calls included. */
htnc_accesses htnc_accesses_of(htnc_linter *linter, const htnc_method *method, const htnc_subtask *item, bool planned);

/* What an expression in a method reads. */
htnc_accesses htnc_reads_of(htnc_linter *linter, const htnc_method *method, const htnc_expr *expr);

/* Whether two accesses may be about the same cell. */
bool htnc_may_be_same_cell(const htnc_access *a, const htnc_access *b);

/* "`Use`", "the inner group"; "another `Use`" where `before` has the same name. `before`: NULL for none. */
const char *htnc_subtask_phrase(htnc_linter *linter, const htnc_subtask *item, const htnc_subtask *before);
