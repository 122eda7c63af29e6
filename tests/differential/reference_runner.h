/*
 * The reference runner: a direct reading of docs/running.md and of "While a plan runs" in docs/language.md, over the reference
 * planner, for stories to compare agents with. It shares nothing with the runtime. Nothing is skipped because it is
 * known how it would end, but where the documents say when something is asked.
 *
 * The game is asked by functions, as an agent asks operators and sensors. What it writes from outside it says by
 * runner_set() and the like.
 */
#pragma once

#include "reference.h"
#include "reference_home.h"
#include <htn/orders.h>

enum { RUNNER_LAYERS = 8, RUNNER_ACTIVE = 16, RUNNER_PROPERTIES = REFERENCE_PROPERTIES, RUNNER_SENSORS = 8 };

/* An operator's argument: a number or a symbol's. */
typedef struct runner_argument {
    int32_t value;
    bool symbol;
    const htnc_type *type;
} runner_argument;

enum { RUNNER_HOLDS = 64 };

/* Instances that a layer holds, or a step reserves: each once. */
typedef struct runner_holds {
    uint32_t count;
    reference_reserved list[RUNNER_HOLDS];
} runner_holds;

/* A step that has begun and not ended. */
typedef struct runner_active {
    uint32_t id;
    uint32_t step; /* of the running plan; REFERENCE_NONE once it is being aborted */
    const htnc_task *task;
    runner_argument arguments[HTN_MAX_ARGUMENTS];
    uint32_t argument_count;
    bool called;                   /* in this tick, by start or update */
    reference_step taken;          /* as it was planned */
    int32_t then[REFERENCE_CELLS]; /* the world in which its plan was made */
    bool timed_out;                /* it is being aborted, and then fails */
    uint64_t ends_at;              /* of a task with a Timeout */
    bool leaves;                   /* it is about to be aborted, since its plan has been replaced */
    uint32_t order;                /* whose step it is; 0: the root's */
    runner_holds reserved;         /* by it and the methods around it, when it left its plan */
} runner_active;

enum { RUNNER_ORDERS = 12, RUNNER_ENDS = 64 };

/* An order, until its last step has ended. */
typedef struct runner_order {
    uint32_t id, tries; /* tries: plans in a row that have failed without a step done */
    int end;            /* htn_order_end; -1: it has not ended */
    const htnc_task *task;
    int32_t values[REFERENCE_ARGUMENTS];
    int32_t then[REFERENCE_CELLS]; /* the world in which it was given */
} runner_order;

/* What has become of a plan found in a LATER group that reserves what the layer does not hold. */
typedef enum runner_request { RUNNER_NO_REQUEST, RUNNER_WAITS, RUNNER_GRANTED, RUNNER_REFUSED } runner_request;

typedef struct runner_layer {
    uint32_t root;
    reference_run run; /* while there is a plan */
    uint8_t done[REFERENCE_STEPS];
    uint32_t attempts[REFERENCE_STEPS]; /* that have failed */
    bool entered[REFERENCE_TAKEN];      /* by method of the plan: its Enter has been asked */
    bool tried[REFERENCE_STEPS];        /* the step has started in this tick */
    bool again[REFERENCE_STEPS];        /* it is to be done in a round that is not its Background's first */
    bool over[REFERENCE_SPANS];         /* a Background that begins no round any more */
    bool stopped[REFERENCE_SPANS];      /* one that is over as soon as what it waits for has ended */
    bool left_out
        [REFERENCE_STEPS]; /* a step of one that has been stopped: it is not in progress then, and never will be */
    bool begun[REFERENCE_SPANS]; /* a round of it has begun in this tick */
    bool running;                /* there is a plan, and it is not done */
    bool partial;                /* the plan, or the one just done, goes on behind its end */
    bool broken;                 /* it fails as soon as no step runs that is not to be interrupted */
    bool started;                /* a plan has been taken up in this tick */
    bool changed;                /* something outside the plan, since the last search began */
    bool asked;                  /* by the game or the interval */
    bool due;                    /* there is no plan, or it has just ended or failed, and none has been sought since */
    bool doubted;                /* something has changed, or a step has succeeded, since the last check */
    bool succeeded;              /* a step has, since the last check */
    bool resting;                /* the back-off has begun, and nothing has changed from outside since */
    bool owed;                   /* a step that is not to be interrupted has put a search off */
    uint32_t failures, plans;
    uint64_t retry_at, next_interval;
    reference_outcome outcome; /* of the last search */
    bool cheapest_cut;         /* and then the runtime may know more */
    bool searched;             /* there has been one */
    runner_holds holds, lost;  /* lost: the plan or an abort still reserves it */
    runner_request request;    /* for what `found` reserves */
    bool request_follows;      /* which goes on behind a split */
    uint32_t request_for;      /* the order that it is for; 0: the root */
    reference_plan found;
    runner_order orders[RUNNER_ORDERS];
    uint32_t order_count;
    uint32_t current;  /* the order whose plan there is; 0: the root's */
    uint32_t gate_of;  /* the order whose gate was asked last; 0: none */
    bool gate_doubted; /* something has changed since */
    uint32_t closed;   /* the order whose gate was closed then; 0: none */
    bool drops;        /* the plan is dropped as soon as no step runs that is not to be interrupted */
    uint32_t active_count;
    runner_active active[RUNNER_ACTIVE]; /* by rising id */
} runner_layer;

/* What the game does; NULL for none of them. `layer` and `active` are as they stand. */
typedef struct runner_game {
    htn_outcome (*start)(void *user, uint32_t layer, const runner_active *active);
    htn_outcome (*update)(void *user, uint32_t layer, const runner_active *active);
    htn_outcome (*abort)(void *user, uint32_t layer, const runner_active *active, bool first);
    void (*sense)(void *user, uint32_t sensor);
    void *user;
} runner_game;

typedef struct runner_options {
    reference_limits limits; /* seed and horizon are filled in */
    uint32_t interval_ms, back_off_ms, horizon_ms, seed, stagger;
    uint32_t running; /* steps in progress in each layer; at least 1 */
    uint32_t agent;   /* its number in the story */
    uint32_t orders;  /* that each layer can have */
} runner_options;

/* What has happened, for statistics. */
typedef struct runner_counts {
    uint64_t searches, plans, replaced, left, continued, instead, empty, grouped;
    uint64_t starts, succeeded, failed, aborted, slow_aborts, bookkeeping;
    uint64_t broken, failures, refused_starts, during_written, during_kept, cooldowns, not_cooled, cooled_behind,
        cooled_done, cooled_dropped, cooled_solutions, postponed, waited_for_room, backed_off;
    uint64_t holds, kept_by_aborts, lost_holds, takes_of_holds, requests, requests_refused, requests_in_vain;
    uint64_t asked_removed, success_by_removal, handed_over, during_hidden, owed, waited_for_search, caught_up;
    uint64_t takes, expired;
    uint64_t timed_out, timed_out_later, retried, retried_in_vain, retry_refused, fail_effects, abort_effects;
    uint64_t not_entered, not_gone_on;
    uint64_t rounds, rounds_ended, rounds_stopped, rounds_refused, rounds_waited;
    uint64_t recovered, recovered_steps, late_ticks;
    uint64_t dropped_plans, orders, order_ends[HTN_ORDER_ENDS];
    uint64_t gates_closed, gates_opened, gates_closed_over_plans, gates_closed_over_others, gates_closed_in_between;
} runner_counts;

typedef struct reference_runner {
    reference_planner *reference; /* the caller's */
    const htnc_model *model;
    runner_options options;
    runner_game game;
    uint32_t agent; /* its number in the story */
    runner_world world;
    home_member member;
    runner_layer layers[RUNNER_LAYERS];
    uint32_t layer_count;
    uint32_t sensor_count, periods[RUNNER_SENSORS];
    uint64_t sensor_due[RUNNER_SENSORS];
    uint64_t cooling_end[RUNNER_PROPERTIES]; /* by the index of the property that says that a method cools */
    uint64_t time, time_us;                  /* whole milliseconds so far; microseconds */
    uint32_t next_id;
    bool sensed;
    bool limited; /* a search of this tick, or the last one of a layer, ended by a limit */
    bool unsure;  /* or another may have: one for the cheapest plan, that a limit had a part in */
    bool gave_up; /* the reference planner did: nothing is known from now on */
    uint32_t last_order;
    struct {
        uint32_t layer, id, end;
    } ends[RUNNER_ENDS]; /* of orders, since the caller has looked */
    uint32_t end_count;
    runner_counts counts;
} reference_runner;

/* An agent in the world as declared. `reference` uses the model. False where the model is too large. */
bool runner_begin(reference_runner *runner, reference_planner *reference, const htnc_model *model,
                  const runner_options *options, const runner_game *game);

void runner_tick(reference_runner *runner, uint32_t elapsed_us);

/* Whether the step of the layer's plan is in progress. */
bool runner_is_running(const runner_layer *layer, uint32_t step);

/* The game's function that was called has not returned: nothing is called, and all plans are forgotten. */
void runner_recover(reference_runner *runner);

/*
 * From outside, also from inside the game's functions: a cell, for so many milliseconds or for ever (where it is one of an instance
 * that is there, with a value that is).
 */
void runner_set(reference_runner *runner, const htnc_property *property, uint32_t cell, int32_t value, int32_t lasts);
void runner_add(reference_runner *runner, const htnc_property *property, uint32_t cell, int32_t more);
void runner_spawn(reference_runner *runner, const htnc_type *type);
void runner_despawn(reference_runner *runner, const htnc_type *type, int32_t instance);
void runner_ask(reference_runner *runner, uint32_t layer);
void runner_answers_changed(reference_runner *runner);

/*
 * Between frames: it is in this home from its next tick on (NULL: it leaves now); LATER: what it has done to the shared part is
 * done in the home. AT_ONCE, from inside the game's functions: the home has been changed.
 */
void runner_join(reference_runner *runner, reference_home *home);
void runner_share(reference_runner *runner);
void runner_home_changed(reference_runner *runner);

/* The game takes away from the agent what it holds of an instance. */
void runner_revoke(reference_runner *runner, const htnc_type *family, int32_t instance);

/* The game gives a layer an order (refused ones change nothing); takes one back, or all (`id` HTN_NONE). */
void runner_order_task(reference_runner *runner, uint32_t layer, const htnc_task *task, const int32_t *values,
                       bool replaces);
void runner_take_back(reference_runner *runner, uint32_t layer, uint32_t id);
