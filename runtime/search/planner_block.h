/*
 * The planner's block: struct htn_planner, and behind it regions. They are known by offsets, so that the block
 * can be moved and saved. A game has only the pointer. The files that work on a part are named at the part.
 */
#pragma once

#include <htn/native.h>
#include <htn/trace.h>
#include "../blob/attributes.h"

/* In htni_achieving.quiet: the body of a derived condition is being evaluated. */
enum { HTNI_QUIET_IN_BODY = 2 };

/* What every search asks about an Achieve: achieve.c. */
typedef struct htni_achieving {
    uint32_t search_at; /* region of an htni_achieve_search; 0: the domain has no Achieve */
    uint32_t searching; /* its search is under way: control is in an action, in the tests of the goal or at EXPLORE */
    uint32_t
        quiet; /* listeners get no events: searching, or testing the goal behind the last step; HTNI_QUIET_IN_BODY */
    uint32_t outcome; /* the next event for a listener: an htn_event_kind, plus 1; 0: none */
} htni_achieving;

enum { HTNI_LAST_OPEN = 16 };

/* The search of an Achieve, and the steps that it found: achieve.c. A region of its own, as most domains have none. */
typedef struct htni_achieve_search {
    /* Regions. The last three are offsets from this part, not from the block. */
    uint32_t parts_at, actions_at, tests_at, writes_at, goal_at;
    uint32_t buckets_at, heap_at, nodes_at;
    uint32_t most_nodes; /* limits.nodes */

    /* Which Achieve is prepared, plus 1 (0: none), where its ACHIEVE is, and what its actions and nodes look like. */
    uint32_t prepared, prepared_pc;
    uint32_t uses;               /* tasks that it can try */
    uint32_t parts, state_bytes; /* properties that make up a state, and its bytes */
    uint32_t stride, state_at;   /* bytes of a node, and where its state lies in it */
    uint32_t goal_tests;         /* of the goal, if they are known beforehand; HTN_NONE: the machine runs them */
    uint32_t tests;              /* of all actions */
    uint32_t most_changes;       /* of the trail, by any action */
    uint32_t judged;             /* the actions have been judged, with room for most_changes: htni_judge_actions() */

    /* The Achieve that was met last. */
    uint32_t number;  /* index in the domain's Achieves */
    uint32_t pc;      /* of its ACHIEVE; ENACT and the tests of the goal follow */
    uint32_t explore; /* of its EXPLORE */
    htni_registers start;
    uint32_t choices; /* choice points before it; one more while an action is tried: back to EXPLORE */
    int32_t cost;     /* of the plan before it */

    /* The tests of the goal: goap_heuristic.h. */
    uint32_t measured;                     /* the node in whose state they run; HTN_NONE: none */
    uint32_t unmet, unmet_items;           /* some item does not hold; which of the first 32 */
    uint32_t impossible, impossible_items; /* the same, and the item can never hold again */
    uint64_t missing;                      /* what is still to be paid at least, in units of 1 / 840 */
    uint32_t met;                          /* which of the first 32 items held in some state */

    /* The search: nodes, entries of the heap, buckets of the hash table in use; the node that is expanded (HTN_NONE: none). */
    uint32_t count, open, buckets;
    uint32_t last_open[HTNI_LAST_OPEN]; /* nodes that were added to the open list, by what is equal; HTN_NONE: none */
    uint32_t bucket_shift;              /* a hash shifted right by so much is a bucket */
    uint32_t current;
    uint32_t in_world;        /* the node whose state the working world has, but for what the trail has on top */
    uint32_t touched;         /* entries of the trail, from its top on, that an outcome would have used */
    uint32_t action, ordinal; /* of that node: how many actions have been tried, how many outcomes there were */
    uint32_t explored;        /* nodes that have been expanded */

    /* The steps found: the node of the next step to enact (HTN_NONE: none is left), their number and cost. */
    uint32_t next;
    uint32_t found_steps;
    uint64_t found_cost;
} htni_achieve_search;

/* A kept plan: kept_plan.c. Its regions are offsets in the block. */
typedef struct htni_kept_plan {
    uint32_t steps_at, record_at, values_at, bindings_at, spans_at;
    uint32_t generations_at; /* u16 per slot of open types: of the instances that it was made for */
    uint32_t methods_at;     /* by entry of the record: index of the method; only if some method has a cooldown */
    uint32_t steps, records, spans, reached, partial, proven;
    int32_t cost, duration;
} htni_kept_plan;

/*
 * A continuation: continuation.c. Its region holds the frames of the tasks that are not done, each behind the
 * one that it returns to, the root's first, as they will lie in the region of frames. In place of its
 * ancestry, a frame has the method that was taken in it (HTN_NONE: none with bindings), which tells the types
 * of its locals. If the domain has an Each, the items that remain lie behind limits.continuation words: how many
 * numbers they are, then the numbers, as they will lie in the region of solutions.
 */
typedef struct htni_continuation {
    uint32_t at;
    uint32_t words;       /* of its region that are used */
    uint32_t pc;          /* where to go on ... */
    uint32_t frame;       /* ... and in which frame; or, for a task without one, the frame where it goes on when done */
    uint32_t continue_pc; /* of that task */
} htni_continuation;

/* Where a search began. */
typedef enum htni_origin {
    HTNI_FROM_ROOT,
    HTNI_FROM_CONTINUATION, /* the running plan's: the plan found will come behind it */
    HTNI_FROM_START         /* where the running plan began, behind a split: the plan found will replace it */
} htni_origin;

typedef enum htni_search_phase { HTNI_IDLE, HTNI_SEARCHING, HTNI_FOUND, HTNI_ENDED } htni_search_phase;

/* Which block this is, for htn_planner_attach(). */
typedef struct htni_identity {
    uint32_t magic;
    uint32_t checksum; /* of the blob: the block is for exactly these bytes */
    uint32_t size;     /* of the block */
} htni_identity;

/* The working world as a copy of the game's: working_world.h. */
typedef struct htni_working_copy {
    const htn_world *world; /* that was copied last; only compared */
    uint64_t values_hash;   /* as it was in that world then; so are the next two */
    uint64_t generations_hash;
    uint32_t changes;
    uint32_t generations_at; /* u16 per slot of open types, copied with the world */
} htni_working_copy;

/* The search under way, or the last one: time_sliced_search.c. From `phase` to `given` all members are 0 when a search begins. */
typedef struct htni_search_state {
    uint32_t seed;                 /* of draws */
    uint32_t phase;                /* htni_search_phase */
    uint32_t reached;              /* HTN_REACHED_*: limits that made branches fail ... */
    uint32_t first_reached;        /* ... and the first of them */
    uint32_t partial;              /* htn_partial: how the search ended */
    uint16_t origin;               /* htni_origin */
    uint16_t against_running;      /* a replan, and the running plan holds */
    uint16_t waits;                /* its last run ended with WAITS */
    uint16_t follows_first_part;   /* then the record that is followed is the first part's, not the running plan's */
    uint16_t continuation_is_next; /* replanning a continuation: its own record is followed next */
    uint16_t cheapest;             /* a search for the cheapest plan ... */
    uint16_t has_best;             /* ... which has found one */
    uint16_t replan_known;         /* a replan that kept the running plan; the replan cache has all that it read */
    uint32_t span_count;           /* of the plan found */
    uint32_t guarded;              /* levels in the loop guard's table that are still right: loop_guard.c */
    uint32_t keep;     /* 1, plus how many tasks were given: further plans can be asked for; 0: they cannot */
    uint64_t given;    /* the mark of the given tasks (given_tasks.h); 0: a root is planned */
    uint32_t bound;    /* with `cheapest`: a plan must cost less; HTN_NONE: any cost will do */
    uint32_t spans_at; /* of the plan found; only if the domain has spans */
    uint32_t guard_at; /* an htni_guard; 0: the limit on depth is so low, or loops so free, that none is needed */
    uint32_t passed;   /* with `cheapest` and `keep`: plans of the last answer's cost that were found so far */
} htni_search_state;

/*
 * What is known of searches when the planner is made. A plain search is one for the first plan of a root, in a domain without
 * anything that makes a search, its beginning or its end more than that: time_sliced_search.c.
 */
typedef struct htni_prepared {
    uint32_t plain_roots; /* a root below it can be planned by a plain search; 0: none can */
    uint32_t entry;       /* where root 0 begins */
    uint32_t
        small_world; /* bytes of a world that is so small that a plain search copies it (working_world.h); 0: it is not */
    uint32_t quick_units; /* units of work before a limit on steps, record or choice points is reached (vm_loop.h) */
} htni_prepared;

/* Of a search for the cheapest plan, the answers so far: next_plan.c. Only with search.keep. */
typedef struct htni_answers {
    int32_t cost;   /* of the last answer ... */
    uint32_t count; /* ... and how many answers had this cost; 0: there is no answer yet */
} htni_answers;

/* Whether a plan continues another one. What remained behind the first part matters only if the domain has an Each. */
typedef enum htni_continues {
    HTNI_CONTINUES_NOTHING,
    HTNI_CONTINUES,    /* without an Each: there may be parts between it and the first one */
    HTNI_PARTS_BETWEEN /* with an Each: there are, so it did not begin where the first one ended */
} htni_continues;

/* The running plan: planner.c. It may continue a partial plan. */
typedef struct htni_running {
    uint64_t given; /* the mark of the given tasks that it is for; 0: of none */
    uint32_t exists;
    htni_kept_plan plan;
    htni_continuation continuation; /* if the plan is partial: what remains to be planned */
    uint32_t continues;             /* htni_continues: the plan itself continues a partial plan ... */
    htni_continuation start;        /* ... and began with this continuation ... */
    htni_kept_plan first_part;      /* ... behind this first part, from the root to the first split, ... */
    uint32_t first_end_at;          /* ... with PARTS_BETWEEN: behind which this remained, an htni_continuation */
} htni_running;

/* The game's functions. */
typedef struct htni_host {
    htn_answerer *answerer; /* of queries; NULL: none */
    void *answerer_user;
    htn_listener *listener; /* during htn_plan_trace() only */
    void *listener_user;
    const int32_t *question; /* during HTN_EVENT_QUERY and _WAIT only: the query's arguments, on the evaluation stack */
    int32_t answer;
} htni_host;

/* An agent's planner has two footprints, of its last search and of the one that found the running plan. Others have one, for replans. */
enum { HTNI_SEARCH_FOOTPRINTS = 2, HTNI_REPLAN_FOOTPRINT = HTNI_SEARCH_FOOTPRINTS };

/* Footprints: footprint.h. */
typedef struct htni_footprints {
    uint32_t at[HTNI_SEARCH_FOOTPRINTS + 1]; /* 0: the planner has no such footprint */
    uint16_t last;                           /* in which the last search, or the one under way, marks what it reads */
    uint16_t kept;                           /* of the search that found the running plan */
} htni_footprints;

/* The last replan of a stand-alone planner: replan_cache.h. */
typedef struct htni_replan_cache {
    uint32_t recording; /* a replan is under way and marks what it reads in HTNI_REPLAN_FOOTPRINT */
    uint32_t root, steps_done, seed, horizon; /* of that replan's request */
} htni_replan_cache;

/* While a plan is checked: validate.c. */
typedef struct htni_plan_check {
    const uint8_t *generations;             /* of the instances that the plan was made for; NULL: no plan is checked */
    struct htni_plan_walk *walk;            /* if the machine goes from step to step (plan_walk.h); else NULL */
    const struct htni_during_list *durings; /* of the world, which end with steps of machine.root; NULL: none */
} htni_plan_check;

/* In front lies what every search needs: four lines of a cache. */
struct htn_planner {
    htni_machine machine; /* first: C made of a domain knows no other part, and regions count from here */
    htni_prepared prepared;
    htni_working_copy copy;
    htni_search_state search;
    htni_achieving achieving;
    uint32_t native_units; /* units of work that reach no limit when a search begins: native_run.c */
    htni_identity identity;
    htni_kept_plan best; /* with search.has_best: the best plan so far; its instances are those of the search */
    htni_footprints footprints;
    htni_replan_cache replan_cache;
    htni_answers answers;
    htni_running running;
    htni_host host;
    htni_plan_check check;
};

_Static_assert(sizeof(htn_planner) <= HTNI_TRAIL_AT, "the trail lies behind the planner");
_Static_assert(offsetof(htn_planner, search.bound) <= 256, "what every search needs lies in four lines");

static inline void *htni_region(const htni_machine *machine, uint32_t offset)
{
    return (uint8_t *)(uintptr_t)machine + offset;
}

/* Only if the domain has an Each and can have partial plans. */
static inline htni_continuation *htni_first_end(const htn_planner *planner)
{
    return htni_region(&planner->machine, planner->running.first_end_at);
}

static inline uint8_t *htni_working_world(const htni_machine *machine)
{
    return htni_region(machine, machine->world_at);
}

static inline uint32_t *htni_frames(const htni_machine *machine)
{
    return htni_region(machine, machine->frames_at);
}

static inline htn_step *htni_steps(const htni_machine *machine)
{
    return htni_region(machine, machine->steps_at);
}

static inline uint16_t *htni_record(const htni_machine *machine)
{
    return htni_region(machine, machine->record_at);
}

static inline htni_record_site *htni_record_sites(const htni_machine *machine)
{
    return htni_region(machine, machine->record_sites_at);
}

static inline htni_registers *htni_choices(const htni_machine *machine)
{
    return htni_region(machine, machine->choices_at);
}

/*
 * Makes a choice point of the registers, word by word: most of them have just been written so. A load that is wider waits until all
 * those stores have left the processor's core, which takes longer than the words do.
 */
static inline void htni_copy_registers(htni_registers *choice, const htni_registers *now)
{
    const uint32_t *from = (const uint32_t *)now;
    uint32_t *to = (uint32_t *)choice;
    HTNI_UNROLL
    for (uint32_t i = 0; i < sizeof *now / sizeof *to; i++)
        to[i] = HTNI_ALONE(from[i]);
}

/* The lists of Eaches lie behind the frames, GUARD's room included: limits.solutions numbers. */
static inline uint32_t htni_solutions_at(const htni_machine *machine)
{
    return machine->frames_at + (machine->limits.frames + HTNI_ANCESTOR_WORDS) * (uint32_t)sizeof(uint32_t);
}

static inline uint32_t *htni_solutions(const htni_machine *machine)
{
    return htni_region(machine, htni_solutions_at(machine));
}

/* The search of an Achieve: only if the domain has one. */
static inline htni_achieve_search *htni_achieve_of(const htn_planner *planner)
{
    return htni_region(&planner->machine, planner->achieving.search_at);
}

/* The plan whose record a replan follows: the running plan, or its first part. */
static inline const htni_kept_plan *htni_followed(const htn_planner *planner)
{
    return planner->search.follows_first_part ? &planner->running.first_part : &planner->running.plan;
}
