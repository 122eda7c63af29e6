/*
 * A sweep: the plan in each of many worlds, which differ in one or two properties. For each world it notes an outcome (which method
 * a task took, or the first step, or the whole plan), and for a task with `Select` the rank of each method. Between two samples with
 * different outcomes it looks for the exact border. Neighbours: sweep_axis.h has the values, sweep_text.h, sweep_csv.h and sweep_svg.h
 * show the result.
 */
#pragma once

#include "cli/common/plan_session.h"
#include "cli/sweep/sweep_axis.h"

/* What two worlds must have in common to have the same outcome. */
typedef enum sweep_by { SWEEP_BY_METHOD, SWEEP_BY_STEP, SWEEP_BY_PLAN } sweep_by;

enum { SWEEP_NO_SCORE = INT32_MIN };

typedef struct sweep_outcome {
    char *name;      /* `eat`, `method 2`, `Attack(Sword)`, `no plan` */
    uint32_t method; /* of the task; HTN_NONE: it is none, or the outcome is no method */
    bool plan;       /* false: there is none, or it does not have the task */
    char letter;     /* in a map; others have none: '*' */
    uint64_t count;  /* samples */
    uint32_t step;   /* of the first sample: what the plan begins with; an index of `texts`, like here and below */
    bool steps_differ;
    uint32_t from[2], to[2]; /* samples of each axis: where it is */
    int32_t low, high;       /* its scores; SWEEP_NO_SCORE: none */
    int32_t narrow;          /* the least distance to the next method's score; SWEEP_NO_SCORE: there is no next one */
} sweep_outcome;

/* One world. */
typedef struct sweep_point {
    uint32_t outcome;
    uint32_t step; /* the plan's first step, as text */
} sweep_point;

/* Values of the first axis with the same outcome; exact, but for what begins and ends between two samples. */
typedef struct sweep_run {
    int32_t first, last;
    uint32_t outcome;
} sweep_run;

typedef struct sweep_row {
    sweep_run *runs;
    uint32_t count;
    size_t capacity;
} sweep_row;

typedef struct sweep_result {
    cli_session *session;
    cli_settings settings;
    uint32_t task; /* whose method counts; HTN_NONE: no method does */
    sweep_by by;
    bool follows; /* each search is watched */
    bool scores;  /* the task selects */
    bool fixed;   /* scores are in thousandths */
    bool weights; /* scores are weights */
    sweep_axis axes[2];
    uint32_t axis_count;
    uint32_t methods;

    sweep_point *points; /* a row for each sample of the second axis */
    int32_t *ranks;      /* with `scores`: by point, then by method */
    sweep_row *rows;
    sweep_outcome *outcomes; /* most important first: methods in their order, others by count */
    uint32_t outcome_count;
    size_t outcome_capacity;
    char **texts; /* of steps, each once */
    struct sweep_text *texts_by_text;
    uint32_t text_count;
    size_t text_capacity;

    uint64_t work, most_work; /* what the searches have tried, and may try */
    bool ended;               /* it came to that limit: the rows from `rows_done` on are empty */
    uint32_t rows_done;
} sweep_result;

/*
 * Goes through all worlds. `session`, `task`, `by`, `axes` and `most_work` are set. CLI_EXIT_YES; CLI_EXIT_LIMIT: `ended`. Call
 * sweep_free() afterwards.
 */
int sweep_run_all(sweep_result *sweep);
void sweep_free(sweep_result *sweep);

/* Samples of the second axis; 1 if there is none. */
uint32_t sweep_row_count(const sweep_result *sweep);
const sweep_point *sweep_point_at(const sweep_result *sweep, uint32_t x, uint32_t y);

/* The best score of a method in a world; and the method of another outcome with the highest one. SWEEP_NO_SCORE, HTN_NONE: none. */
int32_t sweep_score(const sweep_result *sweep, uint32_t x, uint32_t y, uint32_t method);
uint32_t sweep_next_method(const sweep_result *sweep, uint32_t x, uint32_t y);

/* `eat` or `method 2`; a score. */
void sweep_add_method(base_text *text, const sweep_result *sweep, uint32_t method);
void sweep_add_score(base_text *text, const sweep_result *sweep, int32_t score);
