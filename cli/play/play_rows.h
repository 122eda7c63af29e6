/*
 * What there is to see of a play, as rows: the world state, and each layer's plan. Both the script and the live view show these.
 */
#ifndef CLI_PLAY_ROWS_H
#define CLI_PLAY_ROWS_H

#include "cli/play/play_model.h"

/* How a row of a plan stands. */
typedef enum play_mark {
    PLAY_MARK_NONE, /* no step: `Parallel`, `Split` */
    PLAY_MARK_TODO,
    PLAY_MARK_RUNNING,
    PLAY_MARK_DONE,
    PLAY_MARK_ABORTING /* of a plan that is gone */
} play_mark;

typedef struct play_plan_row {
    play_mark mark;
    uint32_t depth;             /* groups that it lies in */
    uint32_t step;              /* of the plan; HTN_NONE: none of it */
    uint32_t id;                /* running: of the step in progress */
    uint32_t elapsed, duration; /* running: milliseconds */
    char *text;
} play_plan_row;

typedef struct play_plan_rows {
    play_plan_row *rows;
    size_t count, capacity;
} play_plan_rows;

/* A layer's plan. Freed by play_plan_rows_free(). */
play_plan_rows play_rows_of_plan(const play_model *model, uint32_t layer);
void play_plan_rows_free(play_plan_rows *rows);

/* What a row of the world is. */
typedef enum play_row_kind {
    PLAY_ROW_CELL,      /* a property, or a cell of a table */
    PLAY_ROW_FOLDED,    /* cells of a table that are as they were at the beginning, of which there are many */
    PLAY_ROW_INSTANCES, /* of an open type: which are there */
    PLAY_ROW_ANSWER     /* of a query, as given */
} play_row_kind;

typedef struct play_world_row {
    play_row_kind kind;
    htn_property property; /* CELL, FOLDED */
    uint32_t cell;
    bool changed; /* by what happened last */
    char *name, *value;
} play_world_row;

typedef struct play_world_rows {
    play_world_row *rows;
    size_t count, capacity;
} play_world_rows;

/* The world state. `unfolded`: by property, whether all its cells are shown; NULL: of none. Freed by play_world_rows_free(). */
play_world_rows play_rows_of_world(const play_model *model, const bool *unfolded);
void play_world_rows_free(play_world_rows *rows);

#endif
