/*
 * The planner's block: struct htn_planner, and behind it regions that it names by their offsets, so that the block can be moved.
 * The game has only the pointer. What works on each part is named there.
 */
#ifndef HTNI_PLANNER_BLOCK_H
#define HTNI_PLANNER_BLOCK_H

#include <htn/native.h>
#include <htn/trace.h>

/* An Achieve: how far its search is, and what it has found. */
typedef struct htni_achieving {
    uint32_t searching; /* control is in an action, in the tests of the goal or at EXPLORE, nowhere else */
    uint32_t quiet;     /* searching, or at the tests of the goal behind what was enacted: nothing is told */
    uint32_t number;    /* which of the domain's */
    uint32_t pc;        /* of its ACHIEVE: ENACT and the tests of the goal follow */
    uint32_t explore;   /* of its EXPLORE */
    htni_registers start;
    uint32_t choices;                  /* that there were before; one more: the end of the action that is being tried */
    int32_t cost;                      /* of the plan before */
    uint32_t measured;                 /* the node whose goal is being tested; HTN_NONE: none */
    uint32_t unmet, unmet_items;       /* what those tests say does not hold: anything; which of the first 32 items */
    uint32_t hopeless, hopeless_items; /* likewise, for ever */
    uint64_t lack;                     /* how much is missing at least, in units of 1 / 840 */
    uint32_t met;                      /* which of the first 32 items held in some state */
    uint32_t count, open, buckets;     /* nodes, those in the heap, those of the hash table that are in use */
    uint32_t current;                  /* the node that is being explored; HTN_NONE: none */
    uint32_t action, ordinal;          /* how many of its actions have been tried, how many outcomes there were */
    uint32_t explored;
    uint32_t outcome; /* to be told: an htn_event_kind, plus 1; 0: nothing */
    uint32_t next;    /* node of the next step to enact; HTN_NONE: none */
    uint32_t found_steps;
    uint64_t found_cost;
    uint32_t prepared;                            /* which Achieve the following are about, plus 1; 0: none */
    uint32_t runs, state_bytes, stride, state_at; /* of a node: its size, and where its state is */
} htni_achieving;

/* A plan that was kept: its regions, as offsets in the block, and what it is. */
typedef struct htni_part {
    uint32_t steps_at, record_at, values_at, bindings_at, spans_at;
    uint32_t generations_at; /* u16 per slot of open types: those that it was made for */
    uint32_t methods_at;     /* by record entry, an index into methods; only where some cool down */
    uint32_t steps, records, spans, cut, partial, proven;
    int32_t cost, duration;
} htni_part;

/*
 * What remains behind a split: a region with the frames of the tasks that are not done, the root's first and each
 * behind the one that it returns to, as they are to lie in `frames`; and where to go on. In place of its ancestry a frame has
 * the method taken in it (in methods; HTN_NONE: none that binds), for the types of what its locals hold.
 */
typedef struct htni_rest {
    uint32_t at;
    uint32_t words;       /* used */
    uint32_t pc;          /* where to go on ... */
    uint32_t frame;       /* ... and in which frame; or, for a task without one, the frame where it goes on when done */
    uint32_t continue_pc; /* such a task's */
} htni_rest;

/* Where a search began. */
typedef enum htni_origin {
    HTNI_FROM_ROOT,
    HTNI_FROM_REST, /* of the running plan: what it finds will follow that */
    HTNI_FROM_START /* of the running continuation: what it finds will take its place */
} htni_origin;

typedef enum htni_state { HTNI_IDLE, HTNI_SEARCHING, HTNI_FOUND, HTNI_ENDED } htni_state;

/* An agent's planners have two footprints; a planner by itself has one, of the last time that its running plan stood. */
enum { HTNI_FOOTPRINTS = 2, HTNI_STOOD = HTNI_FOOTPRINTS };

struct htn_planner {
    htni_machine machine;   /* first: C that was made of a domain knows no other part */
    const htn_world *world; /* whose values the working copy has; only compared */
    uint32_t magic;
    uint32_t checksum;       /* of the blob, the very same bytes */
    uint32_t size;           /* of the block */
    uint32_t world_changes;  /* of `world`, when it was last copied */
    uint32_t world_spawns;   /* likewise */
    uint32_t reader;         /* of its readers: which one this is */
    uint32_t most_units;     /* htni_most_units() of them */
    uint32_t spans_at;       /* used only where the domain has spans */
    uint32_t generations_at; /* u16 per slot of open types: when the search began */

    uint32_t runs_at, actions_at, tests_at, buckets_at, heap_at,
        nodes_at; /* of Achieves; only where the domain has one */

    union {
        struct {
            uint32_t cut, first_cut;
            uint32_t against_running; /* the search is a replan against a valid running plan */
            uint32_t partial;         /* htn_partial: how the search ended */
            uint32_t origin;          /* htni_origin */
            uint32_t walks_first;     /* the path followed is the first part's, not the running plan's */
            uint32_t walks_on;        /* replanning a continuation: its own path is still to be followed */
            uint32_t cheapest;        /* the search is for the cheapest plan ... */
            uint32_t has_best;        /* ... and has one */
            uint32_t span_count;      /* of the plan found */
            uint32_t
                stood; /* replan_cache.c: the last request was a replan that came to nothing, and HTNI_STOOD says what it read */
        };
        uint32_t fresh[11]; /* all of these: a search begins with zeroes */
    };
    uint32_t state; /* htni_state */
    uint32_t seed;  /* of draws */
    uint32_t bound; /* of a search for the cheapest plan, which must cost less than this; HTN_NONE: any */
    htni_achieving achieving;

    htni_part best; /* the best so far; its instances are those of the search */
    uint32_t has_running;
    htni_part running;
    htni_rest rest; /* the running plan's, if it is partial */

    uint32_t continues;   /* the running plan begins behind a split ... */
    htni_rest start;      /* ... with this */
    htni_part first_part; /* of a plan whose continuation runs: what came before its first split */

    htn_answerer *answerer; /* of queries; NULL: nobody */
    void *answerer_user;
    const int32_t *question; /* during HTN_EVENT_QUERY only: on the evaluation stack */
    int32_t answer;

    htn_listener *listener; /* during htn_plan_trace() only */
    void *listener_user;

    uint32_t footprints_at[HTNI_FOOTPRINTS + 1]; /* footprint.h; 0: there is none of that kind */
    uint32_t last;                               /* which of them the search under way marks in, or the last one did */
    uint32_t kept; /* which of them says what the search that found the running plan has read */

    uint32_t noting;       /* replan_cache.c: what is read now is marked in HTNI_STOOD */
    htn_request stood_for; /* what `stood` is about */

    const uint8_t *then;         /* during a walk only: the generations that the plan walked was made for */
    struct htni_plan_walk *walk; /* during a walk in one run only: how far it is (plan_walk.h) */
    const struct htni_restore
        *restores; /* an agent's, while it asks for something: what the steps under way will set back */
    uint32_t restore_count;
};

static inline uint8_t *htni_region(const htn_planner *planner, uint32_t offset)
{
    return (uint8_t *)(uintptr_t)planner + offset;
}

static inline uint32_t *htni_frames(const htn_planner *planner)
{
    return (uint32_t *)(void *)htni_region(planner, planner->machine.frames_at);
}

static inline htn_step *htni_steps(const htn_planner *planner)
{
    return (htn_step *)(void *)htni_region(planner, planner->machine.steps_at);
}

static inline uint16_t *htni_record(const htn_planner *planner)
{
    return (uint16_t *)(void *)htni_region(planner, planner->machine.record_at);
}

static inline htni_place *htni_places(const htn_planner *planner)
{
    return (htni_place *)(void *)htni_region(planner, planner->machine.places_at);
}

static inline htni_registers *htni_choices(const htn_planner *planner)
{
    return (htni_registers *)(void *)htni_region(planner, planner->machine.choices_at);
}

/* The plan whose record a replan follows: the running plan, or its first part. */
static inline const htni_part *htni_followed(const htn_planner *planner)
{
    return planner->walks_first ? &planner->first_part : &planner->running;
}

#endif
