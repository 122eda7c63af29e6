/*
 * What the runtime's files share and a game does not see: reading the blob, the planner's block and
 * the machine's registers. Everything in the block is found by offset, so that it can be moved.
 */
#ifndef HTNI_INTERNAL_H
#define HTNI_INTERNAL_H

#include "blob/achieve_layout.h"
#include "blob/arithmetic.h"
#include "blob/attributes.h"
#include "blob/blob_reader.h"
#include "blob/storage.h"
#include "blob/task_code.h"
#include "blob/utility_curve.h"
#include "blob/verify.h"
#include "world/cell_address.h"
#include "world/cells.h"
#include "world/query.h"
#include "world/world_write.h"
#include <htn/htn.h>
#include <htn/native.h>
#include <string.h>

/* --- The machine -------------------------------------------------------------------------------- */

/* No change: an htni_mark in place of the address, made when the plan had `old` steps. */
enum { HTNI_WIDTH_MARK = HTNI_WIDTHS };

typedef enum htni_mark {
    HTNI_MARK_STEP,   /* step `old` begins (traced searches only), or takes effect once more at the end of its group */
    HTNI_MARK_GROUP,  /* a parallel group begins, and its first member */
    HTNI_MARK_MEMBER, /* a member has ended and been undone; the next one begins unless the group ends */
    HTNI_MARK_GROUP_END,
    HTNI_MARK_ACHIEVE, /* an Achieve begins */
    HTNI_MARK_ACHIEVE_END,
    HTNI_MARK_WHILE, /* the subtasks of a method with a While begin */
    HTNI_MARK_WHILE_END
} htni_mark;

/* Sums behind the working world, i32 each and trailed like it: offsets. */
enum {
    HTNI_SUM_COST = 0,
    HTNI_SUM_DURATION = 4,
    HTNI_SUM_GROUPS = 8,    /* parallel groups that are open */
    HTNI_SUM_ACHIEVES = 12, /* how many Achieves have been met */
    HTNI_SUM_LEAST = 16,    /* looking for the cheapest plan: what any plan from here on costs at least */
    HTNI_SUMS = 20
};

/*
 * What an Achieve searches (achieve.c). A node is a state of the world, as far as the tasks that the Achieve uses can
 * change it, and the best way to it that is known. Behind it lie the arguments of that way's last step, then the state.
 */
typedef struct htni_node {
    uint64_t cost;    /* of the way, exact */
    uint32_t steps;   /* of it */
    uint32_t least;   /* what is still to come costs at least this; HTN_NONE: the goal cannot be reached from here */
    uint32_t parent;  /* where the last step was taken; once the goal is found, on the way to it: the next node */
    uint32_t ordinal; /* of that step among all that were found there, in order */
    uint32_t use;     /* which task it is: a record of USES */
    uint32_t chain;   /* the next node of the same bucket */
    uint32_t hash;
    uint32_t place; /* in the heap of open nodes; HTN_NONE: it is not there, or no more */
    uint32_t goal;  /* the goal holds */
} htni_node;

/* An open node: those of the least total first, among equals those of the fewest steps. */
typedef struct htni_open {
    uint64_t total; /* cost of the way and least of what is to come */
    uint32_t steps;
    uint32_t node;
} htni_open;

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

/* In a local that was kept over a split: an instance that was gone when planning went on. No instance, and not `none`. */
enum { HTNI_GONE = -2 };

/* Where a search began. */
typedef enum htni_origin {
    HTNI_FROM_ROOT,
    HTNI_FROM_REST, /* of the running plan: what it finds will follow that */
    HTNI_FROM_START /* of the running continuation: what it finds will take its place */
} htni_origin;

typedef enum htni_state { HTNI_IDLE, HTNI_SEARCHING, HTNI_FOUND, HTNI_ENDED } htni_state;

/* A cell that the During of a step has written: it is set back at the step's end, if it still holds what was written. */
typedef struct htni_restore {
    uint32_t slot; /* which of the layer's steps under way ... */
    uint32_t step; /* ... of the running plan; HTN_NONE: it is of no plan any more */
    uint32_t cell; /* address | width << 30 */
    int32_t old, written;
    uint32_t property;
    uint32_t generation; /* of the instance that `old` is, and ... */
    uint32_t about;      /* ... the sum of those that the cell is about: restores.c */
} htni_restore;

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
                stood; /* stood.c: the last request was a replan that came to nothing, and HTNI_STOOD says what it read */
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

    uint32_t noting;       /* stood.c: what is read now is marked in HTNI_STOOD */
    htn_request stood_for; /* what `stood` is about */

    const uint8_t *then;          /* during a walk only: the generations that the plan walked was made for */
    struct htni_walk *walk;       /* during a walk in one run only: how far it is (validate.c) */
    const htni_restore *restores; /* an agent's, while it asks for something: what the steps under way will set back */
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

static inline htni_change *htni_trail(const htn_planner *planner)
{
    return (htni_change *)(void *)htni_region(planner,
                                              sizeof *planner); /* always the first region: that is the quickest */
}

/* One of the sums behind the working world. */
static inline int32_t htni_sum(const htn_planner *planner, uint32_t offset)
{
    return htni_load(htni_region(planner, planner->machine.world_at), planner->machine.domain->world_bytes + offset,
                     HTN_STORAGE_S32);
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

/* Puts one cell back to what it was. */
void htni_put_back(uint8_t *world, const htni_change *change);

/* machine.c: undoes the changes behind `mark` of those up to `top`. */
void htni_undo_all(uint8_t *world, const htni_change *top, const htni_change *mark);

/* The same. Most cells are bytes. */
static inline void htni_undo_from(uint8_t *world, const htni_change *top, const htni_change *mark)
{
    for (; top > mark; top--) {
        const uint32_t cell = top[-1].cell;
        if (!htni_is_byte(cell)) {
            htni_undo_all(world, top, mark);
            break;
        }
        world[cell] = (uint8_t)top[-1].old;
    }
}

/* Puts the working world back to what it was when the trail's top was `mark`. */
static inline void htni_undo(const htn_planner *planner, uint32_t top, uint32_t mark)
{
    const htni_change *const trail = htni_trail(planner);
    htni_undo_from(htni_region(planner, planner->machine.world_at), trail + top, trail + mark);
}

static inline const htni_part *htni_followed(const htn_planner *planner)
{
    return planner->walks_first ? &planner->first_part : &planner->running;
}

/* --- rest.c: behind a split ----------------------------------------------------------------------- */

/*
 * At a SPLIT or HORIZON (`why`) in front of `pc`: OK: the search goes on; PLAN: nothing remains; PARTIAL_PLAN: the search
 * ends, and the registers say where planning is to go on; FULL_REST.
 */
htn_status htni_split(htn_planner *planner, htni_registers *now, uint32_t pc, htn_partial why);

/* Whether the code at `pc` is of a task that has a frame; there are addresses of none. */
bool htni_is_framed(const htn_domain *domain, uint32_t pc);

/* Copies what remains of the plan found, which is partial, to planner->rest. Its frames that were there before are start's. */
void htni_keep_rest(htn_planner *planner);

/*
 * Of the methods that remain, those whose While is to hold, number `which` from the innermost: the method, and where its task's
 * locals lie in the rest's region, in words (its frame's; where it has none, anywhere). False: there are not so many.
 */
bool htni_rest_while(const htn_planner *planner, const htni_rest *rest, uint32_t which, uint32_t *method,
                     uint32_t *locals);

/* Marks the instances that are gone since `then`, the generations of its plan, and makes ready to go on from it. */
void htni_take_up(htn_planner *planner, const htni_rest *rest, uint32_t then_at);

/* The limits with the defaults filled in. */
htn_limits htni_fill_in(const htn_domain *domain, const htn_limits *given);

/* Whether the world is one of the planner's domain. */
bool htni_fits(const htn_planner *planner, const htn_world *world);

/* htn_planner_bytes() and htn_planner_init() of a planner with footprints, or without. */
size_t htni_planner_bytes(const htn_domain *domain, const htn_limits *limits, bool footprints);
htn_status htni_planner_init(htn_planner **planner, const htn_domain *domain, const htn_limits *limits, bool footprints,
                             void *memory, size_t size);

/*
 * stood.c: replans by htn_plan_find(). Whether nothing has changed of what the last one has read, which came to STANDS; what the
 * next one reads is noted from here on, if it can be; what it came to.
 */
bool htni_still_stands(htn_planner *planner, htn_world *world, const htn_request *request);
void htni_note_reads(htn_planner *planner, const htn_request *request);
void htni_note_outcome(htn_planner *planner, const htn_request *request, htn_status status);

/* htn_plan_step() of a search under way, by a planner with footprints: what it reads is marked. */
htn_status htni_plan_step_marked(htn_planner *planner, uint32_t budget);

/* Takes back what the last search did to the working world: that is then the one in which it began. */
void htni_take_back(htn_planner *planner);

/* Brings the working world, as it was when the last search began, up to date. */
void htni_follow_world(htn_planner *planner, htn_world *world);

/*
 * Whether the world's log says all that has changed since the working world was last brought up to date. Only a planner that the
 * world knows as a reader may trust it: another world could have been made in the same memory since.
 */
bool htni_can_follow(const htn_planner *planner, const htn_world *world);

/* Gives up what the last search left, and makes the machine ready to run from `pc`. */
void htni_rewind(htn_planner *planner, htn_world *world, uint32_t pc);

/* --- validate.c: plans and steps in the world as it is ------------------------------------- */

/* A plan, whosever it is, and how far it has been done. */
typedef struct htni_walked {
    const htn_plan *plan;
    const uint8_t *generations; /* u16 per slot of open types: those that it was made for */
    const uint8_t *done;        /* one byte per step; NULL: the first steps_done */
    uint32_t steps_done;
    const htni_restore *restores;
    uint32_t restore_count;
} htni_walked;

/* Whether the steps that are not done hold: htn_planner_validate() for any plan. What `planner` searched is given up. */
htn_status htni_walk(htn_planner *planner, htn_world *world, const htni_walked *of, uint32_t *failed_step);

/* Runs a step's code from `pc`, one of its task's blocks, in the working world. OK: it came to its end. NO_PLAN: it failed. */
htn_status htni_run_step(htn_planner *planner, const htn_plan *plan, uint32_t step, uint32_t pc);

/* Runs a step from its preconditions on, in the working world. */
htn_status htni_check_step(htn_planner *planner, const htn_plan *plan, uint32_t step);

/* Whether the preconditions of a step hold in the world as it is, and its instances are those that it was given. OK | NO_PLAN | FULL_* */
htn_status htni_step_holds(htn_planner *planner, htn_world *world, const htni_walked *of, uint32_t step);

/* groups.c: the trail's mark of the innermost parallel group that is open; HTN_NONE: none is. */
uint32_t htni_group_mark(const htni_change *trail, uint32_t top);

/* spans.c: the spans of the plan found, from the trail's marks into their region. False: no room. */
bool htni_read_spans(htn_planner *planner);

/* The same, in any domain: most have none. */
static inline bool htni_collect_spans(htn_planner *planner)
{
    return !(planner->machine.domain->flags & HTN_BLOB_SPANS) || htni_read_spans(planner);
}

/* The plan that the machine has come to, its spans having been collected: htn_trace_plan() with these. */
void htni_found_plan(const htn_planner *planner, htn_plan *plan);

/* Whether the instances that a step was given are still those that the running plan was made for. */
bool htni_same_instances(const htn_planner *planner, uint32_t task, const int32_t *arguments);

/* A node's size but for the state. */
static inline uint32_t htni_node_head(uint32_t arguments)
{
    return (uint32_t)((sizeof(htni_node) + arguments * sizeof(int32_t) + 7) & ~(size_t)7);
}

/* Ends an Achieve's search that is under way: the working world is what it was when that began. */
void htni_achieve_give_up(htn_planner *planner);

/*
 * kept.c: keeps a copy of a plan; which methods the plan just found took, and what they have bound; the same of a plan
 * that was kept; the plan that was kept.
 */
void htni_keep_plan(const htn_planner *planner, const htn_plan *plan, htni_part *to);
void htni_keep_choices(const htn_planner *planner, htni_part *to);
void htni_copy_choices(const htn_planner *planner, const htni_part *from, htni_part *to);
void htni_kept_plan(const htn_planner *planner, const htni_part *part, htn_plan *plan);

/* best.c: the plan that the machine has come to is the best so far: keeps it. False: there is no room for its spans. */
bool htni_keep_best(htn_planner *planner);

/* Begins a search for a plan of `task` that costs less than `bound` (HTN_NONE: for any), the machine having been rewound. */
void htni_begin_cheapest(htn_planner *planner, uint32_t task, uint32_t bound);

/* Runs until the search ends or `budget` (0: none) is spent; `now` says where it stands. */
htn_status htni_run(htn_planner *planner, uint32_t budget);
htn_status htni_run_marked(htn_planner *planner, uint32_t budget); /* of a planner that has footprints */
htn_status htni_run_traced(htn_planner *planner, uint32_t budget);

/* --- What a running plan asks of the world ------------------------------------------------------ */

/*
 * Runs a block of code by itself, without a planner (blocks.c): an operator's arguments, whose values are left on
 * `stack`; conditions; effects. Writes go to `write`, in order, which carries them out before it returns, as the block
 * goes on with the world as it then is; those that are put off wait in `pending`.
 */
typedef void htni_writer(void *user, uint32_t property, uint32_t cell, int32_t value); /* saturating */
typedef struct htni_block {
    const htn_domain *domain;
    const uint8_t *bytes;   /* the world's */
    htn_answerer *answerer; /* of queries; may be NULL */
    void *answerer_user;
    uint32_t end;          /* an address to stop in front of; HTN_NONE: none */
    uint32_t *locals;      /* HTN_MAX_LOCALS */
    int32_t *stack;        /* HTN_MAX_STACK */
    htni_writer *write;    /* NULL: a block that writes is refused as one that fails */
    void *user;            /* for `write` */
    htni_change *pending;  /* two for each write that is put off; may be NULL */
    uint32_t pending_room; /* of those */
} htni_block;

/* OK: it came to its end. NO_PLAN: it failed. LIMIT_WORK: loops over too many instances. FULL_TRAIL: `pending` is. */
htn_status htni_run_block(const htni_block *block, uint32_t pc);

/* An operator's argument, of a type (HTN_NONE: a symbol, by the offset of its text). */
htn_argument htni_argument(const htn_domain *domain, uint32_t type, int32_t value);

/* Whether a step's Context holds in `world`. `values` are its arguments. OK | NO_PLAN | LIMIT_WORK. */
htn_status htni_context_holds(const htn_planner *planner, const htn_world *world, htn_task task, const int32_t *values);

/*
 * Whether what is to hold while step `step` of the running plan runs does: the While of each method that it came from,
 * also of those taken before a split. OK. NO_PLAN: `*failed` (may be NULL) is the method's index in the domain's
 * methods. NO_RUNNING_PLAN | BAD_ARGUMENT (no such step) | LIMIT_WORK.
 */
htn_status htni_whiles_hold(const htn_planner *planner, const htn_world *world, uint32_t step, uint32_t *failed);

/* The writes of a step's Effects, or of its During, in `world`, through `write`. OK | LIMIT_WORK | FULL_TRAIL. */
typedef enum htni_effects { HTNI_EFFECTS, HTNI_DURING } htni_effects;
htn_status htni_do_effects(const htn_planner *planner, const htn_world *world, htn_task task, const int32_t *values,
                           htni_effects which, const htni_block *how);

/* What a pending write makes of the value held. */
int32_t htni_combine(uint32_t how, int32_t held, int32_t value);

#endif
