/* What is to be seen of a play, as rows: the world state, and each layer's plan. The script and the live view show these. */
#pragma once

#include "base/text.h"
#include "cli/play/play_model.h"

/* The state of a step in a plan. */
typedef enum play_mark {
    PLAY_MARK_NONE, /* the row is no step: `Parallel`, `Split` */
    PLAY_MARK_TODO,
    PLAY_MARK_RUNNING,
    PLAY_MARK_DONE,
    PLAY_MARK_ABORTING /* a step of an earlier plan */
} play_mark;

typedef struct play_plan_row {
    play_mark mark;
    uint32_t depth;             /* how many groups are around it */
    uint32_t step;              /* index in the plan; HTN_NONE: no step of the plan */
    uint32_t id;                /* if running: of the step in progress */
    uint32_t elapsed, duration; /* if running: milliseconds */
    char *text;
} play_plan_row;

typedef struct play_plan_rows {
    play_plan_row *rows;
    size_t count, capacity;
} play_plan_rows;

/* A layer's plan, the orders that it has, and what it holds. Free it with play_plan_rows_free(). */
play_plan_rows play_rows_of_plan(const play_model *model, uint32_t layer);
void play_plan_rows_free(play_plan_rows *rows);

/* Adds why no plan of a layer runs: `no plan`, `nothing to do`. Adds nothing if one runs. */
void play_add_status(base_text *text, const play_model *model, uint32_t layer);

/* What a row of the world is. */
typedef enum play_row_kind {
    PLAY_ROW_CELL,      /* a property, or a cell of a table */
    PLAY_ROW_FOLDED,    /* all cells of a large table that have their initial value */
    PLAY_ROW_INSTANCES, /* the instances of an open type that exist */
    PLAY_ROW_ANSWER,    /* an answer of a query that a person gave */
    PLAY_ROW_QUERY      /* a query, and what it answers where no answer was given */
} play_row_kind;

typedef struct play_world_row {
    play_row_kind kind;
    htn_property property; /* CELL, FOLDED */
    uint32_t cell;
    bool changed; /* by the latest action */
    char *name, *value;
} play_world_row;

typedef struct play_world_rows {
    play_world_row *rows;
    size_t count, capacity;
} play_world_rows;

/* The world state. `unfolded`: by property, whether all its cells are shown; NULL: of none. Free it with play_world_rows_free(). */
play_world_rows play_rows_of_world(const play_model *model, const bool *unfolded);
void play_world_rows_free(play_world_rows *rows);
