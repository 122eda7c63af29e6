/*
 * A play of `htn run`: a person plays with the agent of a domain. The model is all of it except a terminal: the agent, the
 * time, a log of what happened, and what undo needs. play_script.h and play_view.h are two ways to show it.
 *
 * What a person does is an action. play_undo.h notes the agent's block and the play's own state before each action. Undoing an
 * action puts back the pages that have changed since, at their old addresses.
 */
#pragma once

#include "base/printf_like.h"
#include "base/text.h"
#include "cli/actor/actor.h"
#include "cli/common/given_answers.h"
#include "cli/common/plan_session.h"
#include "cli/explain/explain_page.h"
#include <htn/group.h>
#include <htn/journal.h>

enum {
    PLAY_SINCE = 1024,    /* a power of two: of so many steps, by id, the time of their start is known */
    PLAY_DURATION = 1000, /* milliseconds that a step without a Duration takes while time runs */
    PLAY_TICK = 100,      /* milliseconds that pass at a key or a command `tick` */
    PLAY_SLICE = 10,      /* milliseconds that pass at once, as in a scenario */
    PLAY_ORDERS = 16      /* that each layer can have */
};

/* What an entry of the log is about. */
typedef enum play_kind {
    PLAY_WORLD,   /* a value has changed */
    PLAY_PLAN,    /* a layer has a new plan, or none */
    PLAY_START,   /* a step starts */
    PLAY_SUCCESS, /* a step succeeds, fails, is aborted */
    PLAY_FAILURE,
    PLAY_ABORT,
    PLAY_NOTE,
    PLAY_PROBLEM
} play_kind;

typedef struct play_entry {
    uint32_t time; /* milliseconds since the play began */
    play_kind kind;
    char *text;
} play_entry;

/* A cell that the latest action has changed, or the latest tick in which something happened. */
typedef struct play_change {
    htn_property property;
    uint32_t cell;
    uint32_t player; /* in whose world: an index of model.players */
} play_change;

/* A step that was in progress after the previous tick. Its text is needed when the step is gone. */
typedef struct play_step {
    uint32_t id;
    char *text;
} play_step;

/* What a person did, as a scenario says it. */
typedef enum play_move_kind {
    PLAY_MOVE_START, /* the play begins: with what --spawn and --set say */
    PLAY_MOVE_GIVEN, /* instances are created: `Enemy#0 Enemy#1` */
    PLAY_MOVE_SENSE, /* `Distance(Enemy#0)=3`; `Enemy#0=none`: the instance is removed */
    PLAY_MOVE_RUN,   /* a step ends: `WalkTo succeeds` */
    PLAY_MOVE_WAIT,
    PLAY_MOVE_ORDER, /* `Go(B)`, in place of all orders of the layer; empty: all are taken back */
    PLAY_MOVE_QUEUE, /* `Go(B)`, behind the orders of the layer */
    PLAY_MOVE_TAKE, /* an order is taken back that has others beside it in its layer, whose numbers are the text; ``: it was not the first */
    PLAY_MOVE_COME, /* agents come: `anna, bert` */
    PLAY_MOVE_LEAVE,  /* one leaves: `bert` */
    PLAY_MOVE_RELOAD, /* from here on the domain is another one */
    PLAY_MOVE_UNSAID  /* there is no clause for it: what it is, in words */
} play_move_kind;

typedef struct play_move {
    play_move_kind kind;
    uint32_t player;       /* whom it is about: an index of model.players */
    uint32_t layer;        /* RUN, ORDER, QUEUE, TAKE */
    uint32_t order;        /* ORDER, QUEUE, TAKE: its number; 0: of none */
    uint32_t milliseconds; /* WAIT */
    uint32_t time;         /* when, in milliseconds since the play began */
    char *text;            /* NULL: none */
    char *running; /* the steps in progress after it: a line for each layer of each player, `0.1:Walk(Door), Look` */
} play_move;

/* How a layer's plan was found. */
typedef struct play_shown {
    uint32_t tree; /* the number of the decomposition (play_trees.h); 0: none */
    uint32_t
        lapsed; /* 1 more than the item of a condition of it that no longer holds although the plan is kept; 0: none is known */
} play_shown;

/* The part of a player that undo puts back, together with the agent's block. */
typedef struct play_state {
    bool here, left; /* the agent plays; it has played, and has left. Neither: it has not come, or that was undone */
    uint32_t time;   /* milliseconds since the play began */
    uint32_t searches, skips;  /* of the agent so far: searches, and searches that were not needed */
    uint32_t late, late_since; /* the answer that a search waits for (cli_answers.last_late; 0: none), and since when */
    uint32_t since[PLAY_SINCE]; /* by step id modulo PLAY_SINCE: when the step started */
    play_shown shown[];         /* by layer */
} play_state;

/* Why the plans of all layers were kept; a greater one says more. */
typedef enum play_kept { PLAY_KEPT_NOT, PLAY_KEPT_UNCHANGED, PLAY_KEPT_SAME, PLAY_KEPT_BEST } play_kept;

typedef struct play_past play_past;   /* of an action: play_undo.h */
typedef struct play_side play_side;   /* what a reload replaced: play_agent.h */
typedef struct play_layer play_layer; /* searches of a layer: play_trees.h */

typedef struct play_options {
    cli_session_options session;
    uint32_t tick;     /* 0: PLAY_TICK */
    uint32_t duration; /* 0: PLAY_DURATION */
    bool ascii;
    const char *journal; /* where the agent's journal is written to; NULL: nowhere */
    const char *agents;  /* the names of several, `anna,bert`; NULL: there is one, without a name */
} play_options;

/*
 * An agent that plays, and what the play knows of it. Several are the members of a group; one of them is `model.now`, whom everything in this
 * room is about (play_players.h).
 */
typedef struct play_player {
    char *name; /* NULL: the only one */
    cli_actor actor;
    cli_answers answers; /* that it gets; of `model.now` they are in `session->answers` */
    htn_world world;     /* before the current tick; likewise in `session->world` */
    void *world_memory;  /* NULL: the session's */
    play_layer *layers;
    bool shares; /* in a play_side: `layers` are those of the player who plays */
    play_state *state;
    htn_journal *journal; /* of the agent, since the last tick */
    base_text recording;  /* --journal: all of it, without what was undone */
    play_step *steps;     /* in progress after the previous tick */
    uint32_t step_count;
    bool late; /* an answer was late since the last tick */
} play_player;

typedef struct play_model {
    char *path; /* of the source or blob */
    const play_options *options;
    explain_style style; /* of decompositions */
    cli_session *
        session; /* the domain; a planner for `why`; of the player `now` its answers, and the world before the current tick */
    play_player **players; /* in the order in which they came; also those who have left, or whose coming was undone */
    uint32_t player_count;
    size_t player_capacity;
    play_player *now; /* players[turn] */
    uint32_t turn;
    uint32_t chosen;  /* the one whom a person's commands are about */
    htn_group *group; /* of all who are here; NULL: there is one player, without a name */
    void *group_memory;
    size_t group_size; /* bytes of group_memory */
    uint32_t layer_count;
    size_t state_size; /* bytes of a player's state */
    uint32_t builds; /* --journal: the number of the last blob that was written of a domain before this one; 0: none */
    uint32_t
        builds_there; /* --journal: how many numbers before it were passed over, as files of other plays have them */
    bool journal_is_source; /* --journal: a reload asked for the file of that name, so that it must stay */
    play_change *changes;
    size_t change_count, change_capacity;
    play_entry *log;
    size_t log_count, log_capacity;
    bool fresh;      /* nothing was logged since the action began: `changes` are still those from before it */
    play_past *past; /* actions that can be undone, the latest last */
    size_t past_count, past_capacity, past_bytes;
    play_move *moves; /* what was done since the play began, and not undone */
    size_t move_count, move_capacity;
    play_past *future; /* actions that were undone and can be done again, the next one last */
    size_t future_count, future_capacity;
    uint8_t
        *shadow; /* a copy of the group's block, of each agent's and of its `state`, from before the current action */
    size_t shadow_log;                       /* log_count before the current action */
    size_t shadow_moves;                     /* move_count before the current action */
    struct play_past_player *shadow_players; /* what else each player had before it (play_undo.c) */
    uint32_t shadow_count;
    char **paths; /* the source and its imports when it was last compiled */
    size_t path_count, path_capacity;
    uint64_t stamp; /* of these files at that time */
    play_kept kept; /* of several layers, by the current action; PLAY_KEPT_NOT: none was, or one got another plan */
    bool planned;   /* a layer has got another plan, or none, by the current action */
    bool asked;     /* the current action is a person's change: log also that a plan is kept */
} play_model;

/*
 * Appends an entry to the log, unless it repeats the last entry of the same action and time. Of several players it begins with the name of
 * the one who is `now`; that of play_log_of_all() does not.
 */
void play_log_of_all(play_model *model, play_kind kind, const char *format, ...) BASE_PRINTF(3, 4);
void play_log(play_model *model, play_kind kind, const char *format, ...) BASE_PRINTF(3, 4);

/* Notes the steps that are in progress, so that the next tick can log what became of them. */
void play_note_steps(play_model *model);
void play_forget_steps(play_model *model);

/* How long a step has been running, in milliseconds. */
uint32_t play_elapsed(const play_model *model, uint32_t id);
