/*
 * What the agent's files share. agent.c: the block, ticks, sensors, what the game asks. layer.c: when a layer plans, and
 * what becomes of the result. runner.c: the steps of a layer's running plan. agent_class.c: bindings. crowd.c: many agents.
 *
 * A layer's running plan is its planner's. Steps that have begun and not ended have a slot each. A slot outlives its plan
 * while its abort takes time; it then knows nothing of the plan any more.
 */
#ifndef HTNI_AGENT_INSIDE_H
#define HTNI_AGENT_INSIDE_H

#include "../planner/footprint.h"
#include <htn/crowd.h>
#include <htn/journal.h>

/* Bindings by the domain's indexes. */
struct htn_agent_class {
    const htn_domain *domain;
    htn_answerer *answerer; /* of queries; NULL: nobody */
    uint32_t memory;        /* most bytes per running step of any operator, a multiple of 8 */
    uint32_t restores;      /* most cells that any task's During writes */
    uint32_t arguments;     /* most arguments of any operator */
    uint32_t groups;        /* 1: plans may have parallel groups */
    /* then an htn_operator_binding per operator, an htn_sensor_binding per sensor; an unbound one has no name */
};

static inline htn_operator_binding *htni_class_operators(const htn_agent_class *agent_class)
{
    return (htn_operator_binding *)(void *)((uint8_t *)(uintptr_t)agent_class + (sizeof *agent_class + 7) / 8 * 8);
}

static inline htn_sensor_binding *htni_class_sensors(const htn_agent_class *agent_class)
{
    return (htn_sensor_binding *)(void *)(htni_class_operators(agent_class) +
                                          htni_count(agent_class->domain, HTN_SECTION_OPERATORS));
}

typedef enum htni_slot_state {
    HTNI_SLOT_FREE,
    HTNI_SLOT_RUNNING,
    HTNI_SLOT_ABORTING,
    HTNI_SLOT_ORPHANED, /* its plan was not taken over from another build: it is to be aborted in the next tick */
    HTNI_SLOT_STATES
} htni_slot_state;

/* A step that has begun and not ended. */
typedef struct htni_active {
    uint32_t state; /* htni_slot_state */
    uint32_t id;
    uint32_t step; /* of the running plan; HTN_NONE while ABORTING or ORPHANED */
    uint32_t task;
    uint32_t reported;                /* htn_outcome; RUNNING: nothing yet */
    uint32_t news;                    /* bits: 1 << htn_news_kind, not yet read */
    uint32_t news_at[HTN_NEWS_KINDS]; /* when: the agent's count of news */
    uint32_t argument_count;
} htni_active;

/* What a search under way is for. */
typedef enum htni_quest {
    HTNI_QUEST_NONE,
    HTNI_QUEST_ROOT,   /* a plan, as none runs */
    HTNI_QUEST_BETTER, /* one in place of the running plan */
    HTNI_QUEST_REST    /* what remains of a partial plan whose steps are done */
} htni_quest;

typedef struct htni_layer {
    uint32_t index; /* of the root */
    htn_planner *planner;
    uint8_t *done;           /* by step of the running plan */
    htni_active *slots;      /* agent->slot_count of them */
    htn_argument *arguments; /* agent_class->arguments for each slot */
    uint8_t *memories;       /* agent_class->memory for each slot */
    htni_restore *restores;  /* of steps in progress, in the order in which they were written */
    uint32_t restore_count;
    uint32_t quest;            /* htni_quest */
    htn_status result;         /* of that search, SUSPENDED while it goes on; of the last one */
    htn_status known;          /* what another one came to while its footprint stands; NOT_BEGUN: nobody knows */
    uint32_t cost_left;        /* of the running plan, when it was last found to hold */
    uint32_t searched;         /* world.changes when it began */
    uint32_t seen;             /* world.changes up to which changes have been told own from foreign */
    uint32_t valid;            /* world.changes when the running plan was last found to hold */
    uint32_t failures;         /* in a row, without a completed step */
    uint32_t retry_at;         /* from the second failure on: no attempt before */
    uint32_t next_interval;    /* when the next replan at a fixed interval is due */
    uint32_t plans;            /* started so far: advances the seed */
    uint32_t answers;          /* how often those of queries may have changed, ... */
    uint32_t answers_seen;     /* ... up to which that is told with the changes, ... */
    uint32_t answers_valid;    /* ... when the running plan was last found to hold, ... */
    uint32_t answers_searched; /* ... and when the search began, or the plan failed */
    uint32_t
        cause; /* address + 1 of a foreign change since the last search began, for the journal (journal_notes.c); 0: none */
    bool changed;  /* something foreign has changed since the last search began */
    bool asked;    /* a replan has been asked for */
    bool due;      /* none has been sought yet, or the plan has ended or failed */
    bool running;  /* there is a plan, and it is not done */
    bool strange;  /* it was taken over from another build of the domain: it has no record, and no rest */
    bool partial;  /* the running plan, or the one just done, goes on behind its end */
    bool held;     /* the running plan has been found to hold since it was taken up, and since its last step was done */
    bool started;  /* a plan has been started in this tick */
    bool settled;  /* no other step can begin, nor the plan be over, before one that runs has ended */
    bool starved;  /* there was reason for a search, and nothing left to spend on it: it has not begun */
    bool broken;   /* a step has failed beside one that is not to be interrupted: the plan fails when that has ended */
    bool deferred; /* whether the plan still holds has not been asked, as its step is not to be interrupted */
} htni_layer;

/* Who writes the world, or asks for something. */
typedef struct htni_writing {
    uint32_t by; /* htn_journal_by */
    uint32_t id;
    uint32_t layer; /* whose own doing it is; HTN_NONE: it comes from outside of all */
} htni_writing;

/* An agent's place in a row of its crowd. */
typedef struct htni_link {
    htn_agent *before, *after; /* NULL: none */
} htni_link;

struct htn_agent {
    const htn_agent_class *agent_class;
    const htn_domain *domain;
    htn_agent_options options; /* defaults filled in */
    htn_world world;
    htn_listener *listener; /* of searches; NULL: nobody */
    void *listener_user;
    htn_journal *journal;  /* NULL: none */
    htni_writing writing;  /* who writes the world at the moment */
    htn_world *group;      /* whose shared part this agent's is a copy of; NULL: none */
    uint32_t group_seen;   /* group->changes up to which they have been taken over */
    uint32_t shared_given; /* world.changes up to which they have been given to the group, or came from there */
    htn_planner *walker;   /* runs single steps: validation, effects, blocks */
    htni_layer *layers;
    uint32_t layer_count;
    uint32_t slot_count;   /* of each layer */
    uint32_t *sensor_due;  /* by sensor: when next */
    uint32_t *cooling_end; /* by method, where domain->cools: when it is over, while its property says that it cools */
    uint32_t time;         /* milliseconds, modulo 2^32 */
    uint32_t elapsed;      /* this tick's */
    uint32_t budget;       /* what is left of this tick's, where there is one: */
    bool limited;          /* ... */
    uint32_t served;       /* the layer that last had the budget first */
    uint32_t hungry;       /* the first layer behind that, round about, whose search had too little; HTN_NONE */
    uint32_t next_id;
    uint32_t news; /* how many pieces there have been */
    htn_counts counts;
    htn_status trouble; /* the first limit or full region of this tick */
    bool sensed;        /* the first round of sensors has been made */
    bool inside;        /* a callback is being called */
    htn_crowd *crowd;   /* that it is in; NULL: none. The rest is crowd.c's: */
    htni_link links[HTN_CROWD_LISTS];
    uint32_t ticked; /* crowd->frame when it last was, or when it was added */
    uint32_t since;  /* crowd->frame when it was last given its share, or began to wait */
    bool waits;      /* it is in the row of those */
};

/* Regions one after the other, from `base`; without one only their size is found out. */
typedef struct htni_cursor {
    uint8_t *base;
    uint64_t used;
} htni_cursor;

static inline void *htni_take(htni_cursor *at, uint64_t count, uint64_t size)
{
    void *taken = at->base == NULL ? NULL : at->base + at->used;
    at->used += (count * size + 7) & ~UINT64_C(7);
    return taken;
}

/* Whether `time` has come to `due`, both modulo 2^32. */
static inline bool htni_is_due(uint32_t time, uint32_t due)
{
    return time - due < UINT32_C(1) << 31;
}

/* The limits of the walker of an agent with these. */
htn_limits htni_walker_limits(const htn_limits *limits);

static inline bool htni_is_found(htn_status status)
{
    return status == HTN_PLAN || status == HTN_EMPTY_PLAN || status == HTN_PARTIAL_PLAN;
}

/* A limit or a full region, to be told at the end of the tick. */
void htni_agent_trouble(htn_agent *agent, htn_status status);

/* How queries are answered: `user` is the agent. An htn_answerer. */
int32_t htni_agent_answer(void *user, htn_query query, const int32_t *arguments);

/* What the game sees of a slot. */
htn_activity htni_activity_of(const htn_agent *agent, const htni_layer *layer, const htni_active *slot);

/* journal.c: an event, for an agent that has a journal. */
void htni_journal_put(htn_journal *journal, htn_journal_kind kind, const uint32_t *numbers, uint32_t count);
#define HTNI_NOTE(agent, kind, ...)                                                   \
    do {                                                                              \
        if ((agent)->journal != NULL) {                                               \
            const uint32_t note_numbers[] = {__VA_ARGS__};                            \
            htni_journal_put((agent)->journal, HTN_JOURNAL_##kind, note_numbers,      \
                             (uint32_t)(sizeof note_numbers / sizeof *note_numbers)); \
        }                                                                             \
    } while (0)

/* journal_read.c: a number's size; 0 where none ends within `left` bytes, or it is not written in as few as can be. */
uint32_t htni_get_varint(const uint8_t *bytes, size_t left, uint32_t *number);

/* Signed numbers of events. */
static inline uint32_t htni_zigzag(int32_t value)
{
    return (uint32_t)value << 1 ^ (value < 0 ? UINT32_MAX : 0);
}

/* From now on it is `by` who writes; and nobody but the game any more. */
static inline void htni_writes(htn_agent *agent, htn_journal_by by, uint32_t id, uint32_t layer)
{
    agent->writing.by = by;
    agent->writing.id = id;
    agent->writing.layer = layer;
}

static inline void htni_wrote(htn_agent *agent)
{
    htni_writes(agent, HTN_BY_GAME, 0, HTN_NONE);
}

/* journal_notes.c: the events that take more than a few numbers. */
void htni_note_query(htn_agent *agent, htn_query query, const int32_t *arguments, int32_t answer);
void htni_note_request(const htn_agent *agent, const htni_layer *layer);
void htni_note_plan(const htn_agent *agent, const htni_layer *layer, const htn_plan *plan);
void htni_note_start(const htn_agent *agent, const htni_layer *layer, const htni_active *slot, bool arguments);
void htni_note_load(const htn_agent *agent, const void *save, size_t size);

/* shared.c: takes over what has changed in the group. */
void htni_shared_take(htn_agent *agent);

/* layer.c */
void htni_layer_notice(const htn_agent *agent, htni_layer *layer); /* changes since the last notice were foreign */
void htni_layer_own(const htn_agent *agent, htni_layer *layer);    /* ... were the layer's own */
void htni_layer_go_first(htn_agent *agent,
                         htni_layer *layer); /* its search goes on, or begins, before the layers' turns */
void htni_layer_plan(htn_agent *agent, htni_layer *layer);
bool htni_layer_back_off_ends(htn_agent *agent, const htni_layer *layer); /* early, as what had been read has changed */
void htni_layer_back_off(htn_agent *agent, htni_layer *layer); /* if it has to: what changes from now on ends it */
bool htni_layer_interval_over(const htn_agent *agent,
                              const htni_layer *layer);      /* a replan at a fixed interval is due */
void htni_layer_fail(htn_agent *agent, htni_layer *layer);   /* the running plan has failed */
void htni_layer_finish(htn_agent *agent, htni_layer *layer); /* its last step is done */

/* restores.c: notes of which instances a restore speaks; what has become of it as some are gone since; of all of a layer's. */
void htni_restore_note(const htn_world *world, htni_restore *restore);
htni_restore htni_restore_followed(const htn_world *world, htni_restore restore);
void htni_restores_follow(const htn_agent *agent, htni_layer *layer);

/* A step that is being aborted has set back a cell: no reason to end a back-off. */
void htni_layer_set_back(const htn_agent *agent, const htni_layer *layer, uint32_t cell);

/* runner.c */
htni_walked htni_run_walked(const htni_layer *layer, htn_plan *plan); /* the running plan, which is put into `plan` */
bool htni_run_holds(htn_agent *agent, htni_layer *layer);             /* whether the running plan still does */
htni_active *htni_run_next(const htn_agent *agent, const htni_layer *layer,
                           uint64_t id); /* the step in progress of the least id from `id` on; NULL: there is none */
bool htni_run_uninterruptible(const htn_agent *agent, const htni_layer *layer);
bool htni_run_ending(const htn_agent *agent, const htni_layer *layer); /* whether an abort is going on */
void htni_run_resume(htn_agent *agent); /* after a load: operators are told that their steps go on */
void htni_run_leave_done(htn_agent *agent, htni_layer *layer); /* steps are numbered without those that are done */
void htni_run_abort(htn_agent *agent, htni_layer *layer, htni_active *slot);
void htni_run_drop(htn_agent *agent, htni_layer *layer,
                   htni_active *slot); /* ... from outside of ticks: a hot reload leaves it behind */
void htni_run_abort_all(htn_agent *agent, htni_layer *layer); /* every running step begins to end */
void htni_run_aborts(htn_agent *agent, htni_layer *layer);    /* aborts go on */
void htni_run_update(htn_agent *agent, htni_layer *layer);
void htni_run_start(htn_agent *agent, htni_layer *layer); /* the steps whose turn it is */

#endif
