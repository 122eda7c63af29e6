/*
 * What there is to see of a play, as rows: the world state, and each layer's plan. Both the script and the live view show these.
 */
#ifndef CLI_RUN_ROWS_H
#define CLI_RUN_ROWS_H

#include "cli/play/run_model.h"

/* How a row of a plan stands. */
typedef enum run_mark {
    RUN_MARK_NONE, /* no step: `Parallel`, `Split` */
    RUN_MARK_TODO,
    RUN_MARK_RUNNING,
    RUN_MARK_DONE,
    RUN_MARK_ABORTING /* of a plan that is gone */
} run_mark;

typedef struct run_plan_row {
    run_mark mark;
    uint32_t depth;             /* groups that it lies in */
    uint32_t step;              /* of the plan; HTN_NONE: none of it */
    uint32_t id;                /* running: of the step in progress */
    uint32_t elapsed, duration; /* running: milliseconds */
    char *text;
} run_plan_row;

typedef struct run_plan_rows {
    run_plan_row *rows;
    size_t count, capacity;
} run_plan_rows;

/* A layer's plan. Freed by run_plan_rows_free(). */
run_plan_rows run_rows_of_plan(const run_model *model, uint32_t layer);
void run_plan_rows_free(run_plan_rows *rows);

/* What a row of the world is. */
typedef enum run_row_kind {
    RUN_ROW_CELL,      /* a property, or a cell of a table */
    RUN_ROW_FOLDED,    /* cells of a table that are as they were at the beginning, of which there are many */
    RUN_ROW_INSTANCES, /* of an open type: which are there */
    RUN_ROW_ANSWER     /* of a query, as given */
} run_row_kind;

typedef struct run_world_row {
    run_row_kind kind;
    htn_property property; /* CELL, FOLDED */
    uint32_t cell;
    bool changed; /* by what happened last */
    char *name, *value;
} run_world_row;

typedef struct run_world_rows {
    run_world_row *rows;
    size_t count, capacity;
} run_world_rows;

/* The world state. `unfolded`: by property, whether all its cells are shown; NULL: of none. Freed by run_world_rows_free(). */
run_world_rows run_rows_of_world(const run_model *model, const bool *unfolded);
void run_world_rows_free(run_world_rows *rows);

#endif
