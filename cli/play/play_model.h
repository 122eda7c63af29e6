/*
 * `htn run`: a play with a domain, without a terminal. An agent that a person has in hand (actor.h), the time, what has
 * happened (a log), and what was before (history). play_commands.h lets it be played by words, play_rows.h says what is to be seen;
 * play_script.c and play_view.c are two ways to sit in front of it.
 *
 * Whatever a person does is an action. Before each, the agent's block and the play's own state are noted; undoing an action puts
 * back the pages of them that have changed since, at the addresses at which they were.
 */
#ifndef CLI_PLAY_MODEL_H
#define CLI_PLAY_MODEL_H

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
    PLAY_TREES = 64,      /* decompositions that are kept of each layer, the latest ones */
    PLAY_SINCE = 1024,    /* a power of two: steps whose start is known, by id */
    PLAY_DURATION = 1000, /* milliseconds that a step without a Duration takes while time runs */
    PLAY_TICK = 100       /* milliseconds of a tick */
};

/* What an entry of the log is about. */
typedef enum play_kind {
    PLAY_WORLD,   /* a value has changed */
    PLAY_PLAN,    /* a layer has taken up a plan, or has none */
    PLAY_START,   /* a step has started ... */
    PLAY_SUCCESS, /* ... or ended */
    PLAY_FAILURE,
    PLAY_ABORT,
    PLAY_NOTE,
    PLAY_PROBLEM
} play_kind;

typedef struct play_entry {
    uint32_t time; /* milliseconds of the play */
    play_kind kind;
    char *text;
} play_entry;

/* A value that the latest action has changed, or the latest tick that came to something. */
typedef struct play_change {
    htn_property property;
    uint32_t cell;
} play_change;

/* How a plan came about: what its search tried, in lines, and how long its steps take. */
typedef struct play_tree_line {
    char *text;    /* with escape sequences for colours */
    char *source;  /* `troll.htn:24`; NULL: none */
    uint32_t step; /* of the plan that the line is; HTN_NONE: it is none */
} play_tree_line;

typedef struct play_tree {
    play_tree_line *lines;
    size_t count;
    htn_status status;  /* of its search */
    int32_t *durations; /* of the plan's steps, as planned; 0: without one */
    char **steps;       /* their names */
    uint32_t step_count;
} play_tree;

/* Milliseconds: where a step begins in its plan, or in its member of a group; how long it takes, 0: not known. */
typedef struct play_length {
    int32_t start, length;
} play_length;

typedef struct play_layer {
    explain_search search; /* under way, or the last one of this tick */
    htn_beginning beginning;
    bool searched;        /* in this tick */
    bool told;            /* the tree has been made in this tick */
    play_length *lengths; /* by step of the search's plan */
    size_t length_count, length_room;
    play_tree trees[PLAY_TREES]; /* by number */
} play_layer;

/* A step in progress as it was after the tick before: what it is called when it is gone. */
typedef struct play_step {
    uint32_t id;
    char *text;
} play_step;

/* What undoing puts back, together with the agent's block. */
typedef struct play_state {
    uint32_t time;
    uint32_t searches, skips;   /* of the agent so far; those that were not needed */
    uint32_t since[PLAY_SINCE]; /* when the step of that id, modulo PLAY_SINCE, started */
    uint32_t tree[];            /* by layer: the number of what it shows */
} play_state;

typedef struct play_past play_past;

typedef struct play_options {
    cli_session_options session;
    uint32_t tick;     /* 0: PLAY_TICK */
    uint32_t duration; /* 0: PLAY_DURATION */
    bool ascii;
} play_options;

typedef struct play_model {
    char *path; /* of the source or blob */
    const play_options *options;
    explain_style style;  /* of trees */
    cli_session *session; /* the domain, its answers, the world as it was before this tick; a planner for questions */
    cli_actor actor;
    play_layer *layers;
    uint32_t layer_count;
    play_state *state;
    size_t state_size;
    htn_journal journal; /* the agent's, since the last tick */
    void *journal_memory;
    play_step *steps;
    uint32_t step_count;
    play_change *changes;
    size_t change_count, change_capacity;
    play_entry *log;
    size_t log_count, log_capacity;
    bool fresh;      /* nothing has been logged since the action began: what has changed before it is still shown */
    play_past *past; /* history, the latest last */
    size_t past_count, past_capacity, past_bytes;
    uint8_t *shadow; /* what the block and the state were before this action */
    size_t shadow_log;
    cli_answers shadow_answers;
    char **paths; /* the source and what it imports, when it was last compiled; what they were then: `stamp` */
    size_t path_count, path_capacity;
    uint64_t stamp;
    bool asked; /* the action is a person's change: what it does not lead to is told, too */
} play_model;

/* CLI_EXIT_YES; else the exit status, after saying why on stderr. play_close() in either case. */
int play_open(play_model *model, const char *command, const char *path, const play_options *options);
void play_close(play_model *model);

/*
 * Actions. What came of them stands in the log. False: nothing has changed, and `problem` says why.
 * play_end: a step in progress, by its index in `actor.steps`, succeeds or fails.
 */
bool play_set(play_model *model, const char *text, base_text *problem);
bool play_spawn(play_model *model, const char *text, base_text *problem);
bool play_despawn(play_model *model, const char *text, base_text *problem);
void play_end(play_model *model, uint32_t index, htn_outcome outcome);

/* Time passes, tick by tick. `ends`: a step that has taken as long as its Duration succeeds. */
void play_pass(play_model *model, uint32_t milliseconds, bool ends);

/* Back to before the last `count` actions that came to something; how many there were. */
uint32_t play_undo(play_model *model, uint32_t count);

/* Whether the source or something that it imports is another file than when it was last compiled. */
bool play_is_stale(play_model *model);

/*
 * Compiles the source anew, or from now on the one at `path` (NULL: the same). On errors (false) nothing changes, and `said` has
 * the diagnostics; else the agent goes on in the new domain, and `said` has the warnings. What was before cannot be undone then.
 */
bool play_reload(play_model *model, const char *path, base_text *said);

void play_watch_files(play_model *model, const cli_subject *subject, const char *path);
void play_forget_paths(play_model *model);

/*
 * An actor over the session's domain; and it takes the place of the one that there was, whose session is given up. `same`: it goes on
 * with the same plans.
 */
bool play_make_actor(cli_actor *actor, cli_session *session);
void play_change_agent(play_model *model, cli_session *session, cli_actor *actor, bool same);

/* Until nothing happens, in no time. */
void play_settle(play_model *model);

/* play_trees.c: what the layers' searches try, as an htn_listener whose user is the model; and what became of them after a tick. */
void play_listen(void *user, const htn_planner *planner, const htn_event *event);
void play_conclude(play_model *model);
void play_forget_trees(play_model *model);
/* What a layer shows; NULL where that is no longer known. */
const play_tree *play_tree_of(const play_model *model, uint32_t layer);
/* Why there is nothing in it. */
const char *play_without_tree(const play_tree *tree);
/* Step `number`, from 1, of the plan that a layer had before this tick; never NULL. */
const char *play_step_of_plan(const play_model *model, uint32_t layer, uint32_t number);
/* How long a step takes while time runs: its Duration, or the default; milliseconds. `index`: in the layer's running plan. */
uint32_t play_duration(const play_model *model, uint32_t layer, uint32_t index);

/* Steps in progress are remembered, to see in the next tick what has become of them. */
void play_look(play_model *model);

/* play_undo.c: before and after an action; its end, whether anything has come of it. */
void play_begin_action(play_model *model);
void play_end_action(play_model *model);
void play_forget_past(play_model *model);

/*
 * For those who play for ever: where the log has grown very long its older half goes, and what would be undone to before that. The
 * history learns how much has `gone`.
 */
void play_shorten_log(play_model *model);
void play_shift_past(play_model *model, size_t gone);

/* For how long a step has been running, in milliseconds. */
uint32_t play_elapsed(const play_model *model, uint32_t id);

/* `no plan`, `nothing to do`: why no plan of a layer runs; nothing where one does. */
void play_add_status(base_text *text, const play_model *model, uint32_t layer);

/* An entry of the log. */
void play_log(play_model *model, play_kind kind, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* A copy, the caller's. */
char *play_copy(const char *text);

/* play_cells.c: `HasPath(Home, Cave)`: what an answer is to; and what it is. */
void play_add_question(base_text *text, const htn_domain *domain, const cli_answers *answers, uint32_t index);
void play_add_given(base_text *text, const htn_domain *domain, const cli_answers *answers, uint32_t index);

/* What a cell holds; whether all instances that it is of are there. */
int32_t play_cell_value(const htn_world *world, htn_property property, uint32_t cell);
bool play_cell_is_there(const htn_world *world, htn_property property, uint32_t cell);

/* `true`, `12`, `Enemy#0`: what it holds, in words. */
void play_add_cell_value(base_text *text, const htn_world *world, htn_property property, uint32_t cell);

/* play_log.c: the agent writes a journal from now on; what it has written goes into the log. */
void play_keep_journal(play_model *model);
void play_read_journal(play_model *model);

#endif
