/*
 * The data of the lifted search. Variables are logic variables as in Warren's abstract machine ("An Abstract Prolog
 * Instruction Set", 1983): a variable that no condition of its method binds stays unbound, until a later condition
 * binds it. A slot holds an object, or a reference to the slot that it is equal to, or says that it is unbound and of
 * which type.
 *
 * The stack has one frame for each decision, in the order in which they were taken: from the bottom up it is the plan.
 * A choice point is a task of which alternatives are left.
 */
#pragma once

#include "hddl/common/engine.h"
#include "hddl/common/key_set.h"
#include "hddl/lifted/lifted.h"
#include "hddl/lifted/lifted_join_order.h"

/* --- Slots and frames ----------------------------------------------------------------------------------------------- */

#define LIFTED_SAME    0x80000000u /* and the number of a slot in the stack */
#define LIFTED_UNBOUND 0xC0000000u /* and a type */
#define LIFTED_TAG     0xC0000000u /* an object has none of these bits */

/* The words of a frame. */
enum {
    LIFTED_SCHEMA,                 /* index into the search's schemas */
    LIFTED_PARENT,                 /* the frame that this one's task belongs to; HDDL_NONE: the initial network's */
    LIFTED_RETURN,                 /* the number of the parent's subtask that comes next */
    LIFTED_KEY,                    /* four words: the key of the task's mark; 0: not marked */
    LIFTED_BELOW = LIFTED_KEY + 4, /* how many tasks are pending behind this one's; LIFTED_OPEN: variables among them */
    LIFTED_AHEAD,                  /* four words: the hash of those tasks; of no use where they are open */
    LIFTED_FLAGS = LIFTED_AHEAD + 4,
    LIFTED_CHOICES, /* when the task is done, this many choice points stay; HDDL_NONE: all */
    LIFTED_SLOTS    /* then, for a method: the goals that the tasks behind it can bring about; its causal links */
};

#define LIFTED_OPEN 0x80000000u

/* A frame's flags. */
enum {
    LIFTED_IS_BOUND = 1, /* all variables of the method are, from the beginning */
    LIFTED_IS_ONLY = 2   /* its task has no other alternative, in no state */
};

typedef struct lifted_choice {
    uint32_t frame, position; /* the subtask */
    uint32_t first, count;    /* its alternatives: schemas */
    uint32_t schema;          /* the current one */
    uint32_t top, trail, iterators;
    uint32_t tried;    /* alternatives before it */
    uint64_t draw;     /* seed of the order of its bindings; 0: that of the files */
    uint32_t opened;   /* the trail behind what the alternative's head has bound */
    uint32_t step;     /* where the alternative's join goes on; HDDL_NONE: behind its last solution */
    bool begun;        /* the alternative's frame is there */
    bool commits;      /* once the task is done, it is not done in another way */
    bool by_state;     /* in another state an alternative might not have failed */
    bool was_by_state; /* the same before the decision that is being tried */
    hddl_key key;
    const lifted_join *join;
} lifted_choice;

/* --- The trail ------------------------------------------------------------------------------------------------------ */

typedef enum lifted_change_kind {
    LIFTED_SLOT_SET,  /* of the stack: its old content */
    LIFTED_ADDED,     /* relation, atom */
    LIFTED_REMOVED,   /* the same */
    LIFTED_MOVED,     /* the same; below it lie the atom's neighbours in each index, and how many these are */
    LIFTED_PROTECTED, /* relation, atom: one more causal link */
    LIFTED_RELEASED,  /* the same: one less */
    LIFTED_USED       /* -, object: it was unused before */
} lifted_change_kind;

enum { LIFTED_KIND_SHIFT = 29, LIFTED_SLOTS_MOST = 1 << LIFTED_KIND_SHIFT };

typedef struct lifted_change {
    uint32_t what; /* kind << LIFTED_KIND_SHIFT, and a relation or a slot */
    uint32_t old;  /* an atom, an object, or the old content */
} lifted_change;

/* --- The search ----------------------------------------------------------------------------------------------------- */

/* Tasks with more are left to other searches: one bit each says which arguments are bound. */
enum { LIFTED_MOST_ARGUMENTS = 64 };

enum { LIFTED_MOST_GOALS = 1024, LIFTED_MOST_CHAINED = 64 };

/* A fact that has to be made true, and the goals that every action that does so needs. */
typedef struct lifted_goal {
    lifted_relation *relation;
    uint32_t atom;
    uint64_t needs;
} lifted_goal;

typedef enum lifted_phase {
    LIFTED_STRICT, /* no task is decomposed while one with the same arguments is being decomposed, or after it failed */
    LIFTED_STATES, /* the same, but only in the same state */
    LIFTED_EXACT   /* only a node that was met before is pruned: the same state, the same pending tasks */
} lifted_phase;

/* The order of methods and bindings. */
typedef enum lifted_orders {
    LIFTED_AS_WRITTEN,
    LIFTED_DRAWN_ONCE, /* the methods of each task in an order drawn at the restart, bindings as they come */
    LIFTED_DRAWN_EACH  /* both are drawn at each node */
} lifted_orders;

/* Which objects variables can have (lifted_values.h). */
typedef struct lifted_values {
    size_t words;      /* of a set of objects */
    uint64_t **facts;  /* of each predicate: for each argument, objects of facts that may hold */
    uint64_t **absent; /* of each predicate of one argument: objects for which it may not hold */
    uint64_t *row;     /* room for a set */
} lifted_values;

typedef struct lifted_search {
    hddl_engine engine; /* the first member */
    const normal_problem *problem;
    lifted_options options;
    bool begun;
    lifted_relation *relations; /* of each predicate */
    lifted_schema *schemas;     /* actions, then methods */
    uint32_t schema_count;
    hddl_key state;       /* the hash of the facts that hold */
    lifted_values values; /* zeroed where no task has a guide */

    struct {
        lifted_goal *list; /* those of the problem's goal, then, if all are few, what these need */
        uint32_t count, words;
        uint32_t wanted; /* the first so many are those of the problem's goal */
        uint64_t *open;  /* those that do not hold */
        uint64_t *ahead; /* room for a set */
    } goals;
    struct {
        bool any;           /* some objects are symmetric */
        uint32_t *class_of; /* of each object: one of those that are symmetric to it; HDDL_NONE: none is */
        uint8_t *used;      /* of each object: decisions or changes are about it */
    } symmetry;

    uint32_t *stack, *iterators;
    lifted_change *trail;
    lifted_choice *choices;
    uint32_t top, iterator_top, trail_top, choice_count;
    uint32_t *scratch;      /* room for the objects of the widest atom */
    hddl_numbers triggered; /* what conditional effects change: pairs of an effect's index and an atom */

    lifted_phase phase;
    bool incomplete;  /* something was pruned that might have led to a plan */
    bool by_state;    /* in another state the join that ran last might have found more */
    bool link_broken; /* an action has made false what a pending task needs */
    bool retry;       /* the newest choice point is next; else the task at `position` of `frame` */
    uint32_t frame, position;
    uint64_t work, work_check;
    uint64_t draw;       /* of the choice point whose join runs */
    uint64_t nodes_most; /* a restart is due then; UINT64_MAX: never */
    uint32_t attempt;
    lifted_orders orders;
    hddl_key_set marks, met, nogoods; /* lifted_loops.h, lifted_nogoods.h */
} lifted_search;

static inline lifted_schema *lifted_schema_of(const lifted_search *search, uint32_t frame)
{
    return &search->schemas[search->stack[frame + LIFTED_SCHEMA]];
}

/* How many words of the stack a frame of the schema takes. */
static inline uint32_t lifted_frame_size(const lifted_search *search, const lifted_schema *schema)
{
    return LIFTED_SLOTS + schema->source->slot_count +
           (schema->primitive ? 0 : search->goals.words * 2 + schema->link_count);
}

/* Counts a unit of work. Whether the time is over; it is looked at rarely. */
static inline bool lifted_is_over(lifted_search *search)
{
    enum { CHECK_EVERY = 2000 };
    if (++search->work < search->work_check)
        return false;
    search->work_check = search->work + CHECK_EVERY;
    return hddl_budget_is_over(search->engine.pool.budget);
}
