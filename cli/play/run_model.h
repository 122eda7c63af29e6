/*
 * `htn run`: a play with a domain, without a terminal. An agent that a person has in hand (actor.h), the time, what has
 * happened (a log), and what was before (history). run_commands.h lets it be played by words, run_rows.h says what is to be seen;
 * run_script.c and run_view.c are two ways to sit in front of it.
 *
 * Whatever a person does is an action. Before each, the agent's block and the play's own state are noted; undoing an action puts
 * back the pages of them that have changed since, at the addresses at which they were.
 */
#ifndef CLI_RUN_MODEL_H
#define CLI_RUN_MODEL_H

#include "base/text.h"
#include "cli/actor/actor.h"
#include "cli/common/answers.h"
#include "cli/common/session.h"
#include "cli/common/subject.h"
#include "cli/explain/explain_search.h"
#include "cli/explain/explain_show.h"
#include <htn/journal.h>
#include <htn/save.h>

enum {
    RUN_TREES = 64,      /* decompositions that are kept of each layer, the latest ones */
    RUN_SINCE = 1024,    /* a power of two: steps whose start is known, by id */
    RUN_DURATION = 1000, /* milliseconds that a step without a Duration takes while time runs */
    RUN_TICK = 100       /* milliseconds of a tick */
};

/* What an entry of the log is about. */
typedef enum run_kind {
    RUN_WORLD,   /* a value has changed */
    RUN_PLAN,    /* a layer has taken up a plan, or has none */
    RUN_START,   /* a step has started ... */
    RUN_SUCCESS, /* ... or ended */
    RUN_FAILURE,
    RUN_ABORT,
    RUN_NOTE,
    RUN_PROBLEM
} run_kind;

typedef struct run_entry {
    uint32_t time; /* milliseconds of the play */
    run_kind kind;
    char *text;
} run_entry;

/* A value that the latest action has changed, or the latest tick that came to something. */
typedef struct run_change {
    htn_property property;
    uint32_t cell;
} run_change;

/* How a plan came about: what its search tried, in lines, and how long its steps take. */
typedef struct run_tree_line {
    char *text;    /* with escape sequences for colours */
    char *source;  /* `troll.htn:24`; NULL: none */
    uint32_t step; /* of the plan that the line is; HTN_NONE: it is none */
} run_tree_line;

typedef struct run_tree {
    run_tree_line *lines;
    size_t count;
    htn_status status;  /* of its search */
    int32_t *durations; /* of the plan's steps, as planned; 0: without one */
    char **steps;       /* their names */
    uint32_t step_count;
} run_tree;

/* Milliseconds: where a step begins in its plan, or in its member of a group; how long it takes, 0: not known. */
typedef struct run_length {
    int32_t start, length;
} run_length;

typedef struct run_layer {
    explain_search search; /* under way, or the last one of this tick */
    htn_beginning beginning;
    bool searched;       /* in this tick */
    bool told;           /* the tree has been made in this tick */
    run_length *lengths; /* by step of the search's plan */
    size_t length_count, length_room;
    run_tree trees[RUN_TREES]; /* by number */
} run_layer;

/* A step in progress as it was after the tick before: what it is called when it is gone. */
typedef struct run_step {
    uint32_t id;
    char *text;
} run_step;

/* What undoing puts back, together with the agent's block. */
typedef struct run_state {
    uint32_t time;
    uint32_t searches, skips;  /* of the agent so far; those that were not needed */
    uint32_t since[RUN_SINCE]; /* when the step of that id, modulo RUN_SINCE, started */
    uint32_t tree[];           /* by layer: the number of what it shows */
} run_state;

typedef struct run_past run_past;

typedef struct run_options {
    cli_session_options session;
    uint32_t tick;     /* 0: RUN_TICK */
    uint32_t duration; /* 0: RUN_DURATION */
    bool ascii;
} run_options;

typedef struct run_model {
    char *path; /* of the source or blob */
    const run_options *options;
    explain_style style;  /* of trees */
    cli_session *session; /* the domain, its answers, the world as it was before this tick; a planner for questions */
    cli_actor actor;
    run_layer *layers;
    uint32_t layer_count;
    run_state *state;
    size_t state_size;
    htn_journal journal; /* the agent's, since the last tick */
    void *journal_memory;
    run_step *steps;
    uint32_t step_count;
    run_change *changes;
    size_t change_count, change_capacity;
    run_entry *log;
    size_t log_count, log_capacity;
    bool fresh;     /* nothing has been logged since the action began: what has changed before it is still shown */
    run_past *past; /* history, the latest last */
    size_t past_count, past_capacity, past_bytes;
    uint8_t *shadow; /* what the block and the state were before this action */
    size_t shadow_log;
    cli_answers shadow_answers;
    char **paths; /* the source and what it imports, when it was last compiled; what they were then: `stamp` */
    size_t path_count, path_capacity;
    uint64_t stamp;
    bool asked; /* the action is a person's change: what it does not lead to is told, too */
} run_model;

/* CLI_EXIT_YES; else the exit status, after saying why on stderr. run_close() in either case. */
int run_open(run_model *model, const char *command, const char *path, const run_options *options);
void run_close(run_model *model);

/*
 * Actions. What came of them stands in the log. False: nothing has changed, and `problem` says why.
 * run_end: a step in progress, by its index in `actor.steps`, succeeds or fails.
 */
bool run_set(run_model *model, const char *text, base_text *problem);
bool run_spawn(run_model *model, const char *text, base_text *problem);
bool run_despawn(run_model *model, const char *text, base_text *problem);
void run_end(run_model *model, uint32_t index, htn_outcome outcome);

/* Time passes, tick by tick. `ends`: a step that has taken as long as its Duration succeeds. */
void run_pass(run_model *model, uint32_t milliseconds, bool ends);

/* Back to before the last `count` actions that came to something; how many there were. */
uint32_t run_undo(run_model *model, uint32_t count);

/* Whether the source or something that it imports is another file than when it was last compiled. */
bool run_is_stale(run_model *model);

/*
 * Compiles the source anew, or from now on the one at `path` (NULL: the same). On errors (false) nothing changes, and `said` has
 * the diagnostics; else the agent goes on in the new domain, and `said` has the warnings. What was before cannot be undone then.
 */
bool run_reload(run_model *model, const char *path, base_text *said);

void run_watch_files(run_model *model, const cli_subject *subject, const char *path);
void run_forget_paths(run_model *model);

/*
 * An actor over the session's domain; and it takes the place of the one that there was, whose session is given up. `same`: it goes on
 * with the same plans.
 */
bool run_make_actor(cli_actor *actor, cli_session *session);
void run_change_agent(run_model *model, cli_session *session, cli_actor *actor, bool same);

/* Until nothing happens, in no time. */
void run_settle(run_model *model);

/* run_watch.c: what the layers' searches try, as an htn_listener whose user is the model; and what became of them after a tick. */
void run_listen(void *user, const htn_planner *planner, const htn_event *event);
void run_conclude(run_model *model);
void run_forget_trees(run_model *model);
/* What a layer shows; NULL where that is no longer known. */
const run_tree *run_tree_of(const run_model *model, uint32_t layer);
/* Why there is nothing in it. */
const char *run_without_tree(const run_tree *tree);
/* Step `number`, from 1, of the plan that a layer had before this tick; never NULL. */
const char *run_step_of_plan(const run_model *model, uint32_t layer, uint32_t number);
/* How long a step takes while time runs: its Duration, or the default; milliseconds. `index`: in the layer's running plan. */
uint32_t run_duration(const run_model *model, uint32_t layer, uint32_t index);

/* Steps in progress are remembered, to see in the next tick what has become of them. */
void run_look(run_model *model);

/* run_history.c: before and after an action; its end, whether anything has come of it. */
void run_begin_action(run_model *model);
void run_end_action(run_model *model);
void run_forget_past(run_model *model);

/*
 * For those who play for ever: where the log has grown very long its older half goes, and what would be undone to before that. The
 * history learns how much has `gone`.
 */
void run_shorten_log(run_model *model);
void run_shift_past(run_model *model, size_t gone);

/* For how long a step has been running, in milliseconds. */
uint32_t run_elapsed(const run_model *model, uint32_t id);

/* `no plan`, `nothing to do`: why no plan of a layer runs; nothing where one does. */
void run_add_status(base_text *text, const run_model *model, uint32_t layer);

/* An entry of the log. */
void run_log(run_model *model, run_kind kind, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* A copy, the caller's. */
char *run_copy(const char *text);

/* run_cells.c: `HasPath(Home, Cave)`: what an answer is to; and what it is. */
void run_add_question(base_text *text, const htn_domain *domain, const cli_answers *answers, uint32_t index);
void run_add_given(base_text *text, const htn_domain *domain, const cli_answers *answers, uint32_t index);

/* What a cell holds; whether all instances that it is of are there. */
int32_t run_cell_value(const htn_world *world, htn_property property, uint32_t cell);
bool run_cell_is_there(const htn_world *world, htn_property property, uint32_t cell);

/* `true`, `12`, `Enemy#0`: what it holds, in words. */
void run_add_cell_value(base_text *text, const htn_world *world, htn_property property, uint32_t cell);

/* run_journal.c: the agent writes a journal from now on; what it has written goes into the log. */
void run_keep_journal(run_model *model);
void run_read_journal(run_model *model);

#endif
