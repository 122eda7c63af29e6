/*
 * What the files of lifted*.c share.
 *
 *     lifted.c          the search as solve.c sees it: its phases, its plan
 *     lifted_search.c   the main loop: frames, choice points, backtracking
 *     lifted_loops.c    tasks that are being worked on or have failed; nodes that have been seen
 *     lifted_match.c    a join plan run: one solution of a schema's condition after the other
 *     lifted_join.c     the join plan of a schema, for each set of arguments that are bound
 *     lifted_apply.c    an action's effects
 *     lifted_schema.c   normal_problem's schemas as the search has them
 *     lifted_infer.c    what tasks need before anything can have made it true: pulled up into their methods
 *     lifted_goals.c    what the tasks ahead still have to bring about
 *     lifted_reach.c    which tasks can bring that about, with which arguments
 *     lifted_claims.c   what tasks ahead need and nothing can make true again
 *     lifted_alike.c    objects that nothing tells apart
 *     lifted_hopeless.c tasks that can be done in no state
 *     lifted_facts.c    the state: relations, indexes, the trail's part of them
 *
 * Variables are logic variables as in Warren's abstract machine ("An Abstract Prolog Instruction Set", 1983): a variable that
 * no condition of its method binds stays unbound, and is bound where a condition further down does. A slot of a frame holds an
 * object, a reference to the slot that it is the same as, or says that it is unbound and of which type.
 */
#ifndef HTN_SOLVE_LIFTED_INSIDE_H
#define HTN_SOLVE_LIFTED_INSIDE_H

#include "base/arena.h"
#include "hddl/common/hash.h"
#include "hddl/lifted/lifted.h"

#define LIFTED_NONE UINT32_MAX
enum { LIFTED_MOST_ARGUMENTS = 64 }; /* of a task: one bit each says which are bound */
enum { LIFTED_NO_TERM = INT32_MAX }; /* no variable's number */

typedef struct lifted_search lifted_search;

/* --- The state ------------------------------------------------------------------------------------------------------ */

/* A relation's atoms in doubly linked lists, one for each combination of objects at the places in `mask`. */
typedef struct lifted_index {
    uint32_t mask;
    uint32_t *bucket_of, *next, *previous; /* of each atom; LIFTED_NONE ends a list */
    uint32_t *heads, *samples;             /* of each bucket: its newest atom that holds; any atom */
    uint32_t bucket_count, bucket_capacity;
    uint32_t *slots; /* 1 + bucket, by hash; 0: empty */
    uint32_t slot_mask;
    struct lifted_index *following;
} lifted_index;

/* A predicate's facts. Atoms are numbered as they are first seen, and keep their numbers. */
typedef struct lifted_relation {
    uint32_t number, arity;
    uint32_t count; /* of those that hold */
    uint32_t atom_count, atom_capacity;
    uint32_t *objects; /* arity for each atom */
    uint8_t *holds;    /* of each atom: whether it does, and whether it ever was removed */
    uint32_t *slots;   /* 1 + atom, by hash */
    uint32_t slot_mask;
    bool is_static;
    bool conforms;      /* no fact has an object that is not of the parameter's type */
    uint32_t *distinct; /* of each place: how many objects the initial facts have there */
    lifted_index *indexes;
    uint32_t *goal_of; /* 1 + the goal that an atom is; 0: none */
    uint32_t goal_of_count;
    bool never_added, never_removed; /* actions only remove its facts; only add some */
    uint32_t *claims; /* of each atom, where one of these is set: how many tasks ahead need it as it is */
} lifted_relation;

enum { LIFTED_HOLDS = 1, LIFTED_WAS_REMOVED = 2 };

static inline bool lifted_holds(const lifted_relation *relation, uint32_t atom)
{
    return (relation->holds[atom] & LIFTED_HOLDS) != 0;
}

typedef struct lifted_hash {
    uint64_t low, high;
} lifted_hash;

void lifted_facts_make(lifted_search *search);
void lifted_facts_free(lifted_search *search);
uint32_t lifted_find(const lifted_relation *relation, const uint32_t *objects); /* LIFTED_NONE: never seen */
uint32_t lifted_intern(lifted_search *search, lifted_relation *relation, const uint32_t *objects);
void lifted_add(lifted_search *search, lifted_relation *relation, uint32_t atom); /* which must not hold */
void lifted_remove(lifted_search *search, lifted_relation *relation, uint32_t atom);
lifted_index *lifted_index_of(lifted_search *search, lifted_relation *relation, uint32_t mask);
/* The newest fact with these objects at the index's places; LIFTED_NONE: none. */
uint32_t lifted_first(const lifted_relation *relation, const lifted_index *index, const uint32_t *objects);

/* --- Join plans ----------------------------------------------------------------------------------------------------- */

typedef enum lifted_step_kind {
    LIFTED_FACT,      /* holds; all terms are bound */
    LIFTED_NO_FACT,   /* does not */
    LIFTED_EQUAL,     /* terms[0] and terms[1] */
    LIFTED_DIFFERENT, /* the same */
    LIFTED_IS,        /* `variable` is of its type */
    LIFTED_RESIDUAL,  /* a formula */
    LIFTED_LET,       /* `variable` becomes terms[0] */
    LIFTED_SCAN,      /* facts of an index */
    LIFTED_OBJECTS    /* `variable` becomes each object of its type */
} lifted_step_kind;

/* What a scan does with the object at a place that its index leaves open. */
typedef struct lifted_place {
    uint32_t place, variable;
    bool compared; /* with the variable, which is bound already; else it binds it */
    uint32_t type; /* that the object must be of; LIFTED_NONE: it is */
} lifted_place;

typedef struct lifted_step {
    lifted_step_kind kind;
    lifted_relation *relation;
    lifted_index *index;
    const normal_term *terms;
    uint32_t term_count;
    const lifted_place *places;
    uint32_t place_count;
    uint32_t variable, type;
    uint32_t iterator; /* of a scan and of objects: its place among the plan's */
    const hddl_formula *residual;
    bool of_state;        /* it looks at what actions change */
    const uint8_t *known; /* of each variable: bound before this step. NULL: all solutions are wanted, alike or not */
    uint32_t back;        /* the last step before it that has alternatives; LIFTED_NONE: none */
    uint32_t culprit;     /* the same among those that bind what this step looks at: where to go if it fails at once */
} lifted_step;

typedef struct lifted_plan {
    uint64_t bound; /* the task's arguments that it is for */
    lifted_step *steps;
    uint32_t step_count, iterator_count;
    uint32_t last; /* the last step with alternatives that make a difference; LIFTED_NONE: one solution is enough */
    const uint8_t *binds; /* of each variable: bound when it is through */
    struct lifted_plan *following;
} lifted_plan;

/* --- Schemas -------------------------------------------------------------------------------------------------------- */

typedef struct lifted_effect {
    lifted_relation *relation;
    const normal_term *terms;
    uint32_t term_count;
    bool adds;
    const lifted_plan *when; /* NULL: always, once. Else it happens for each solution */
} lifted_effect;

/* Something that cannot become true again, and that a subtask surely needs, or surely makes false. */
typedef struct lifted_claim {
    uint32_t subtask;
    bool breaks; /* makes it false */
    lifted_relation *relation;
    const normal_term *terms;
    uint32_t term_count;
} lifted_claim;

/* Sets of goals are search->goal_words words long. For one parameter: what some argument leaves possible. */
typedef struct lifted_filter {
    const uint64_t *any; /* the goals for which it may be any object */
    uint32_t count;
    const uint32_t *objects; /* ascending */
    const uint64_t *goals;   /* of each: those for which it has to be that one */
} lifted_filter;

/* Which goals a task or an action can bring about. */
typedef struct lifted_adds {
    const uint64_t *possible;
    const lifted_filter *filters; /* of each parameter */
    uint32_t arity;
} lifted_adds;

typedef struct lifted_subtask {
    bool primitive;
    bool recursive;        /* the task may come to stand among its own subtasks */
    uint32_t first, count; /* schemas */
    uint32_t task;         /* name of actions or task */
    uint32_t term_count;
    const normal_term *terms;
    const lifted_adds *adds; /* NULL: there are no goals */
} lifted_subtask;

enum { LIFTED_BY_EFFECT = 1, LIFTED_BY_SUBTASK = 2 };

typedef struct lifted_schema {
    const normal_schema *source;
    bool primitive;
    bool possible; /* false: it can be no part of any plan */
    uint32_t arity;
    const normal_term *head; /* one for each of the task's arguments */
    const uint32_t *guards;  /* of each argument: the type that it has to be checked for, or LIFTED_NONE */
    const normal_literal *literals;
    uint32_t literal_count;
    const normal_literal *hoisted; /* what subtasks need: of the first one, then of others */
    uint32_t hoisted_count, hoisted_first;
    lifted_subtask *subtasks;
    uint32_t subtask_count;
    lifted_effect *effects;
    uint32_t effect_count;
    const lifted_claim *claims; /* the last subtask's first; of each what it makes false, then what it needs */
    uint32_t claim_count;
    const uint8_t *needed; /* of each variable: by what */
    lifted_plan *plans;    /* made when first asked for */
} lifted_schema;

void lifted_schemas_make(lifted_search *search);
void lifted_infer(lifted_search *search);
const lifted_plan *lifted_plan_of(lifted_search *search, lifted_schema *schema, uint64_t bound);
const lifted_plan *lifted_plan_when(lifted_search *search, const normal_schema *schema, const normal_effect *effect);

/* --- Frames --------------------------------------------------------------------------------------------------------- */

/*
 * One decision. They lie one behind the other in the order that they were taken in, so that a plan is what they hold from the
 * bottom up. A slot's tag: an object has none.
 */
typedef enum lifted_frame {
    LIFTED_SCHEMA, /* index into the search's schemas */
    LIFTED_PARENT, /* the frame that goes on when this one's subtasks are done; LIFTED_NONE: the initial network's */
    LIFTED_RETURN, /* at which subtask */
    LIFTED_KEY,    /* four words: the hash of the task's mark; 0: not marked */
    LIFTED_BELOW = LIFTED_KEY + 4, /* how many tasks are pending behind this one's; LIFTED_OPEN: variables among them */
    LIFTED_AHEAD,                  /* four words: the hash of those tasks; of no use where they are open */
    LIFTED_FLAGS = LIFTED_AHEAD + 4,
    LIFTED_SLOTS /* behind those of a method: the goals that the tasks ahead can bring about, its claims */
} lifted_frame;

#define LIFTED_OPEN 0x80000000u

/* A frame's flags. */
enum {
    LIFTED_IS_BOUND = 1, /* all variables of the method are, from the beginning */
    LIFTED_IS_ONLY = 2   /* no state would have left anything else to choose for its task */
};

#define LIFTED_SAME    0x80000000u /* and the index of a slot in the stack */
#define LIFTED_UNBOUND 0xC0000000u /* and a type */
#define LIFTED_TAG     0xC0000000u

typedef struct lifted_choice {
    uint32_t frame, position; /* the subtask */
    uint32_t first, count;    /* its alternatives: schemas */
    uint32_t schema;          /* the one at hand */
    uint32_t top, trail, iterators;
    uint32_t tried;    /* alternatives before it */
    uint64_t draw;     /* what the order of its alternatives hangs on; 0: that of the files */
    uint32_t opened;   /* the trail behind what the alternative's head has bound */
    uint32_t step;     /* where the alternative's join goes on; LIFTED_NONE: behind its last solution */
    bool begun;        /* the alternative's frame is there */
    bool by_state;     /* in another state an alternative might not have failed */
    bool was_by_state; /* the same, but for the decision at hand */
    lifted_hash key;
    const lifted_plan *plan;
} lifted_choice;

/* What has been changed: a slot's old content, or (tagged) a relation and an atom of it. */
typedef struct lifted_change {
    uint32_t what, old;
} lifted_change;

#define LIFTED_MOVED   0x40000000u /* below it lie where the fact stood in each index, and how many those are */
#define LIFTED_ADDED   0x80000000u
#define LIFTED_REMOVED 0xC0000000u

/* Beside LIFTED_MOVED, which then means none of that: */
#define LIFTED_CLAIMED 0x20000000u /* one more claim to an atom of the relation */
#define LIFTED_FREED   0x10000000u /* one less */
#define LIFTED_USED    0x08000000u /* an object is fresh no more */
#define LIFTED_NOTES   (LIFTED_CLAIMED | LIFTED_FREED | LIFTED_USED)

/* A set of hashes, open addressing; 0 is never one. */
typedef struct lifted_set {
    lifted_hash *slots;
    size_t mask, count;
} lifted_set;

enum { LIFTED_MOST_GOALS = 1024, LIFTED_MOST_CHAINED = 64 };

/* A fact that has to be made true, and which others all that do so need. */
typedef struct lifted_goal {
    lifted_relation *relation;
    uint32_t atom;
    uint64_t needs;
} lifted_goal;

typedef enum lifted_phase {
    LIFTED_STRICT, /* a task with the arguments of one that is being worked on, or failed, is cut */
    LIFTED_STATES, /* the same, but only in the same state */
    LIFTED_EXACT,  /* only a node that has been seen: the same state, the same tasks ahead */
    LIFTED_PHASES
} lifted_phase;

/* Of methods and bindings. */
typedef enum lifted_orders {
    LIFTED_AS_WRITTEN,
    LIFTED_DRAWN_ONCE, /* the methods of each task in an order drawn at the restart, bindings as they come */
    LIFTED_DRAWN_EACH  /* both drawn anew at each node */
} lifted_orders;

struct lifted_search {
    hddl_engine base;
    const normal_problem *problem;
    hddl_budget *budget;
    lifted_options options;
    base_arena arena;
    size_t claimed; /* outside the arena */

    lifted_relation *relations;
    lifted_hash state;
    lifted_schema *schemas; /* actions, then methods */
    uint32_t schema_count;
    lifted_goal *goals;                            /* the problem's goal's, then, if all are few, what those need */
    uint32_t goal_count, goal_words, goals_wanted; /* the first so many are the problem's goal's */
    uint64_t *goals_open;                          /* those that do not hold */
    uint64_t *goals_ahead;                         /* room for a set */
    bool some_alike;
    uint32_t *kind_of; /* of each object: one of those that are alike; LIFTED_NONE: it is like no other */
    uint8_t *used;     /* of each object: it is not fresh */

    uint32_t *stack, *iterators;
    lifted_change *trail;
    lifted_choice *choices;
    uint32_t top, stack_capacity, iterator_top, iterator_capacity;
    uint32_t trail_top, trail_capacity, choice_count, choice_capacity;
    uint32_t *scratch; /* room for the objects of the widest atom */
    uint32_t *pending; /* what conditional effects change: pairs of an effect's index and an atom */
    uint32_t pending_count, pending_capacity;

    lifted_phase phase;
    bool cut;      /* by an incomplete check */
    bool by_state; /* in another state the join that ran last might have found more */
    bool broken;   /* an action has made false what a task ahead needs */
    bool retry;    /* the newest choice point is next; else the task at `position` of `frame` */
    uint32_t frame, position;
    uint64_t work, work_check;
    uint64_t draw;       /* of the choice point whose join runs */
    uint64_t nodes_most; /* a restart is due then; UINT64_MAX: never */
    uint32_t attempt;
    lifted_orders orders;
    lifted_set marks, seen, hopeless;
};

/* Memory that grows by doubling; where there is no more, control goes to the arena's `failed`. */
void *lifted_grow(lifted_search *search, void *memory, size_t old_size, size_t new_size);
void lifted_drop(lifted_search *search, void *memory, size_t size);

/* Whether the time is over; asked often, it looks at the budget rarely. */
bool lifted_is_over(lifted_search *search);

typedef enum lifted_matched { LIFTED_FAILED, LIFTED_FOUND, LIFTED_INTERRUPTED } lifted_matched;

/*
 * The next solution of a plan for the variables at `values`: the first one if `from` is 0, the one behind the last if it is
 * LIFTED_NONE; after an interruption, `from` is what `*step` was.
 */
lifted_matched lifted_match(lifted_search *search, const lifted_schema *schema, const lifted_plan *plan,
                            uint32_t *values, uint32_t *iterators, uint32_t from, uint32_t *step);
bool lifted_has_more(const lifted_search *search, const lifted_plan *plan, const uint32_t *iterators);
void lifted_reserve_iterators(lifted_search *search, uint32_t count); /* behind iterator_top */

void lifted_apply(lifted_search *search, const lifted_schema *schema, uint32_t *values);
void lifted_undo(lifted_search *search, uint32_t trail);
void lifted_record(lifted_search *search, uint32_t what, uint32_t old);
/* The slot that a slot is the same as in the end: an object's or an unbound one. */
uint32_t lifted_follow(const lifted_search *search, uint32_t slot);
/* A term of a frame's schema: an object, or LIFTED_SAME and an unbound slot. */
uint32_t lifted_value(const lifted_search *search, uint32_t frame, normal_term term);

bool lifted_set_add(lifted_search *search, lifted_set *set, lifted_hash hash); /* false: it was there */
bool lifted_set_has(const lifted_set *set, lifted_hash hash);
void lifted_set_remove(lifted_set *set, lifted_hash hash);
void lifted_set_empty(lifted_search *search, lifted_set *set);
/* Of a task and its arguments; `*open` is set where one of those is unbound. */
lifted_hash lifted_hash_of_task(const lifted_search *search, uint32_t frame, const lifted_subtask *subtask, bool *open);
/* Whether the task that stands first may be begun; `*key` is that of its mark, or 0. */
bool lifted_enter(lifted_search *search, const lifted_subtask *subtask, lifted_hash *key);
void lifted_keep_key(uint32_t *frame, lifted_hash key);
void lifted_leave(lifted_search *search, uint32_t frame);
/* Fills LIFTED_BELOW and LIFTED_AHEAD of a frame whose parent and return are there. */
void lifted_look_ahead(lifted_search *search, uint32_t frame);

void lifted_goals_make(lifted_search *search);
/* Whether the effect can add the fact; `values` then says what its variables are, LIFTED_NONE for those that stay open. */
bool lifted_can_add(const lifted_search *search, const lifted_schema *schema, const lifted_effect *effect,
                    const lifted_goal *goal, uint32_t *values);
bool lifted_reach_make(lifted_search *search);
/* Adds to a set what a frame's subtasks from `position` on can bring about, with the arguments that they have by now. */
void lifted_adds_from(const lifted_search *search, uint32_t frame, uint32_t position, uint64_t *set);
void lifted_note_adds(lifted_search *search, uint32_t frame);
/* False: the tasks from the one that stands first on cannot bring about what the goal still needs. */
bool lifted_within_reach(lifted_search *search);

/* Notes what the subtasks of a new frame need. False: what one of them, or a task behind them, needs is false, or surely will be. */
bool lifted_claim_all(lifted_search *search, uint32_t frame);
/* The subtask stands first: it sees for itself what holds. */
void lifted_free_claims(lifted_search *search, uint32_t frame, uint32_t position);

/* Whether it is known that the subtask cannot be done in any state; then lifted_give_up() has been called. */
bool lifted_is_hopeless(lifted_search *search, uint32_t frame, uint32_t position);
/* The subtask has failed, and not for the state: goes back to the decision that had it for a subtask, and on up from there. */
void lifted_give_up(lifted_search *search, uint32_t frame, uint32_t position);

void lifted_alike_make(lifted_search *search);
/* Objects, or what else slots hold: those that decisions or changes are about are fresh no more. */
void lifted_use(lifted_search *search, const uint32_t *objects, uint32_t count);
/* Whether a fact before this one in a scan's list would come to the same. */
bool lifted_like_before(const lifted_search *search, const lifted_schema *schema, const lifted_step *step,
                        const uint32_t *values, uint32_t atom);
/* The same of an object before this one of a type. */
bool lifted_like_before_object(const lifted_search *search, const lifted_schema *schema, const lifted_step *step,
                               const uint32_t *values, uint32_t index);

/* How many words of the stack a frame of the schema takes. */
static inline uint32_t lifted_frame_size(const lifted_search *search, const lifted_schema *schema)
{
    return LIFTED_SLOTS + schema->source->slot_count +
           (schema->primitive ? 0 : search->goal_words * 2 + schema->claim_count);
}

static inline bool lifted_has_bit(const uint64_t *set, uint32_t bit)
{
    return (set[bit / 64] >> bit % 64 & 1) != 0;
}

static inline void lifted_flip_bit(uint64_t *set, uint32_t bit)
{
    set[bit / 64] ^= (uint64_t)1 << bit % 64;
}

static inline uint32_t lifted_lowest_bit(uint64_t bits)
{
#if defined(__GNUC__)
    return (uint32_t)__builtin_ctzll(bits);
#else
    uint32_t bit = 0;
    for (; (bits >> bit & 1) == 0; bit++)
        ;
    return bit;
#endif
}

void lifted_begin(lifted_search *search);
hddl_outcome lifted_go(lifted_search *search);

#endif
