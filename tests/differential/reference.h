/*
 * The reference planner: a direct reading of docs/language.md, "What planning means", over the
 * compiler's model, for the tests to compare the machine with. It shares nothing with lowering, blob
 * or VM: it has its own arithmetic (in wide integers), its own recursion test, its own numbering of
 * instances, its own world, and plans by plain recursion. Slow, and meant to be obviously right.
 *
 * A world is reference_cells() numbers: the cells of all properties in declaration order (a table's
 * last index runs fastest), then a number for each slot of the open types, 0 where there is no instance and
 * else one that no other instance ever had, then how many instances there have been.
 */
#pragma once

#include "compiler/names/model.h"

enum {
    REFERENCE_PROPERTIES = 256, /* bounds of what it can hold: beyond them it gives up, and says so */
    REFERENCE_CELLS = 4096,
    REFERENCE_TYPES = 128,
    REFERENCE_INDEXES = 8,
    REFERENCE_TASKS = 512,
    REFERENCE_STEPS = 512,
    REFERENCE_RECORD = 2048,
    REFERENCE_SPANS = 1024,
    REFERENCE_ARGUMENTS = 16, /* of a step, hidden ones included */
    REFERENCE_BINDINGS = 8,   /* of one method */
    REFERENCE_SYMBOLS = 128,
    REFERENCE_STATES = 1000, /* that one Achieve may reach */
    REFERENCE_REST = 48,     /* items that remain behind a split */
    REFERENCE_SCOPE = 16,    /* variables of one, or of a method that a Taken is about */
    REFERENCE_TAKEN = 128,   /* methods with a While or a Cooldown in a plan */
    REFERENCE_OPEN = 16,     /* of them: those that a split leaves open */
    REFERENCE_LISTS = 96,    /* of Eaches in a plan */
    REFERENCE_LISTED = 768   /* numbers in them; also in those that remain behind a split */
};

typedef enum reference_outcome {
    REFERENCE_PLAN,
    REFERENCE_EMPTY_PLAN,
    REFERENCE_PARTIAL_PLAN,
    REFERENCE_NO_PLAN,
    REFERENCE_STANDS,
    REFERENCE_LIMIT_STEPS,
    REFERENCE_LIMIT_DEPTH,
    REFERENCE_GAVE_UP, /* too much work for it: nothing is known */
    REFERENCE_OUTCOMES
} reference_outcome;

enum { REFERENCE_CUT_STEPS = 1, REFERENCE_CUT_DEPTH = 2 };

typedef struct reference_step {
    const htnc_task *task;
    uint32_t argument_count;                /* parameters, then what its preconditions bound */
    int32_t arguments[REFERENCE_ARGUMENTS]; /* a symbol's is its number, see reference_symbol() */
    uint32_t taken;                         /* the innermost of the plan's taken methods that it came from */
} reference_step;

#define REFERENCE_NONE UINT32_MAX /* no such span, method, step */

/* A Background is a member. */
typedef enum reference_span_kind {
    REFERENCE_GROUP,
    REFERENCE_MEMBER,
    REFERENCE_ACHIEVE,
    REFERENCE_BACKGROUND
} reference_span_kind;

/* A parallel group, or a member of one, that has steps, or an Achieve; outer ones before what lies in them. */
typedef struct reference_span {
    reference_span_kind kind;
    uint32_t first, end; /* its steps, `end` is one past the last */
    uint32_t parent;     /* the innermost one that it lies in */
} reference_span;

/* Variables, the latest first, and what they stand for. */
typedef struct reference_scope {
    uint32_t count;
    const htnc_variable *variables[REFERENCE_SCOPE];
    int32_t values[REFERENCE_SCOPE]; /* REFERENCE_GONE: an instance that is gone */
} reference_scope;

enum { REFERENCE_GONE = -2 };

/* A method with a While or a Cooldown that a plan goes through, with all that is in scope in it. */
typedef struct reference_taken {
    const htnc_method *method;
    uint32_t around; /* the next one outwards */
    uint32_t within; /* the innermost Background, a span of the plan, that it was taken in */
    bool open;       /* something of it remains behind the plan's split */
    reference_scope scope;
} reference_taken;

/* A subtask that remains behind a split, and the variables that it may use. Of an Each that has begun: what remains of its list. */
typedef struct reference_item {
    const htnc_subtask *item;
    uint32_t taken; /* the innermost of the rest's taken methods that it stands in */
    uint32_t done;  /* of an AnyOrder: a bit for each member that has had its place */
    reference_scope scope;
    bool begun;             /* an Each that has begun */
    uint32_t first, listed; /* its items, and where their values are in the rest's */
} reference_item;

typedef struct reference_rest {
    uint32_t count, taken_count, listed;
    int32_t values[REFERENCE_LISTED];
    reference_item items[REFERENCE_REST];
    reference_taken taken[REFERENCE_OPEN];
} reference_rest;

/* The list of an Each, with all items: those that have not begun too, where the plan ends before. */
typedef struct reference_list {
    uint32_t entry;        /* of the record, at which it begins */
    uint32_t first, count; /* items, and where their values are */
} reference_list;

/* How a plan came about: from the root, behind the running plan's split, or in place of a continuation. */
typedef enum reference_origin { REFERENCE_FROM_ROOT, REFERENCE_FOLLOWS, REFERENCE_INSTEAD } reference_origin;

typedef struct reference_plan {
    reference_outcome outcome;
    reference_origin origin;
    uint32_t partial; /* 0: whole; 1: it ends at a Split; 2: at the horizon */
    reference_rest rest;
    uint32_t step_count;
    reference_step steps[REFERENCE_STEPS];
    uint32_t span_count;
    reference_span spans[REFERENCE_SPANS];
    uint32_t record_count;
    uint32_t record[REFERENCE_RECORD];
    int32_t bindings[REFERENCE_RECORD][REFERENCE_BINDINGS]; /* what each method of the record bound */
    uint32_t taken_count, taken_before; /* the first ones are from before the split that it goes on behind */
    reference_taken taken[REFERENCE_TAKEN];
    uint32_t list_count, listed;
    reference_list lists[REFERENCE_LISTS];
    int32_t values[REFERENCE_LISTED];
    uint32_t items;                 /* of Eaches, that have begun */
    int32_t world[REFERENCE_CELLS]; /* in which the search began */
    int32_t cost, duration;
    uint32_t cut;
    bool cheapest;        /* the search was for the cheapest plan: all were gone through, and nothing was left out */
    uint64_t plans;       /* then: how many there are */
    uint64_t work;        /* methods taken, steps appended and carried out again in groups, those given up included */
    uint64_t backtracks;  /* methods taken and given up */
    uint64_t passed_over; /* solutions of binders taken and given up */
    uint64_t bodies;      /* of derived conditions evaluated; each is a unit of work, which `work` has not */
    uint64_t passes;      /* behind the first one of an asking */
    uint64_t tried;       /* instances tried, and loops over instances begun */
    uint64_t choices[2];  /* taken in Optionals; places filled in AnyOrders; those given up included */
    uint64_t elses;       /* times that a task which selects came to its Else */
    uint64_t lets, kept_lets; /* values of `let` computed, and those that the running plan has kept */
    uint64_t stale;           /* subtasks that failed since an instance that they mention was gone */
} reference_plan;

/* A plan that runs. While a continuation does, also the first part, and what the continuation began with. */
typedef struct reference_run {
    reference_plan plan, first;
    bool continues;
    reference_rest start;
} reference_run;

/* Uses of constructs that the reference counts, those of branches given up included; see uses.h. */
typedef enum reference_use {
    REFERENCE_GIVEN_TASKS,
    REFERENCE_GIVEN_ARGUMENTS,
    REFERENCE_EACH_LISTS,
    REFERENCE_EACH_EMPTY,
    REFERENCE_EACH_ITEMS,
    REFERENCE_EACH_KEPT, /* by a replan */
    REFERENCE_EACH_LEFT, /* behind a split */
    REFERENCE_OPTIONAL_DONE,
    REFERENCE_OPTIONAL_LEFT,
    REFERENCE_ANY_ORDER,       /* places filled */
    REFERENCE_ANY_ORDER_OTHER, /* with another member than the first one left */
    REFERENCE_ELSE,
    REFERENCE_LETS,
    REFERENCE_LETS_KEPT, /* by a running plan */
    REFERENCE_VALUES,
    REFERENCE_DERIVED, /* tuples asked for from outside their cycle */
    REFERENCE_DERIVED_TRUE,
    REFERENCE_DERIVED_SEVERAL, /* that needed other tuples */
    REFERENCE_DERIVED_PASSES,  /* behind the first one */
    REFERENCE_FIXED_PRODUCT,
    REFERENCE_FIXED_QUOTIENT,
    REFERENCE_FIXED_BY_INT, /* a fixed number divided by an int */
    REFERENCE_FIXED_FROM_INT,
    REFERENCE_FIXED_WHOLE,     /* round, floor, ceil */
    REFERENCE_FIXED_SCALED,    /* `X *= y` where y is fixed */
    REFERENCE_FIXED_ROUNDED,   /* of all: the exact result had more than three decimals */
    REFERENCE_FIXED_BEYOND,    /* of all: the exact result was beyond 32 bits */
    REFERENCE_FIXED_BY_ZERO,   /* divisions */
    REFERENCE_FIXED_UTILITIES, /* candidates ranked by one */
    REFERENCE_FIXED_WEIGHTS,   /* candidates drawn by one */
    REFERENCE_FIXED_COSTS,     /* steps whose cost is one */
    REFERENCE_ALL_PLANS,       /* seen by a visitor */
    REFERENCE_LATE_ANSWERS,    /* counted by the caller */
    REFERENCE_LISTS_BOUND,     /* of candidates */
    REFERENCE_LISTS_QUANTIFIED,
    REFERENCE_PROPOSED,
    REFERENCE_SIFTED,               /* of these: those that are no values of their type, or repeat another */
    REFERENCE_ACHIEVE_STEPS,        /* tried by a search for a goal */
    REFERENCE_ACHIEVE_SIMPLE_STEPS, /* that only test and write constants */
    REFERENCE_ACHIEVE_SIMPLE_KNOWN, /* of these: those that lead to a state which is known */
    REFERENCE_ACHIEVE_SIMPLE_GOALS, /* goals with only such tests, in each state in which they are tested */
    REFERENCE_PROGRESS,             /* tasks entered inside themselves that the compiler has proved to progress */
    REFERENCE_NO_PROGRESS,          /* tasks that the loop guard rejects */
    REFERENCE_USES
} reference_construct_use;

/* How far to go. `effort` bounds the reference's own labour: beyond it the outcome is GAVE_UP. */
typedef struct reference_limits {
    uint32_t steps, depth;
    uint64_t effort;
    uint32_t seed;    /* of draws */
    uint32_t horizon; /* 0: none */
} reference_limits;

typedef struct reference_planner reference_planner;

/* What a query answers about values of its parameters' types; any number, as the reference brings it into range. */
typedef int32_t reference_answerer(void *user, const htnc_query *query, const int32_t *arguments);

/* Made once and used for any number of models. Never NULL: a test without memory ends. */
reference_planner *reference_new(void);
void reference_free(reference_planner *reference);

/* What to plan over from now on. False where the model is larger than the bounds above. */
bool reference_use(reference_planner *reference, const htnc_model *model);

/* What a query with `Max` proposes: at most so many numbers, which the reference sifts. Returns how many. */
typedef uint32_t reference_proposer(void *user, const htnc_query *query, const int32_t *arguments, int32_t *values);

/* Who answers queries; NULL: nobody. Good for all models. */
void reference_answers(reference_planner *reference, reference_answerer *answerer, reference_proposer *proposer,
                       void *user);

/* --- Worlds --- */

/* How many numbers a world is. */
uint32_t reference_cells(const reference_planner *reference);

/* As declared, without instances of open types. */
void reference_initial(reference_planner *reference, int32_t *world);

/* A property's first cell, and how many it has: 1 for one that is no table. */
uint32_t reference_first_cell(const reference_planner *reference, const htnc_property *property);
uint32_t reference_cell_count(const reference_planner *reference, const htnc_property *property);

/* The indexes of a cell (from 0 to the cell count) of a table; how many they are. */
uint32_t reference_indexes(const reference_planner *reference, const htnc_property *property, uint32_t cell,
                           int32_t *indexes);

/* Whether it has facts and nothing writes it, so that the host must not either. */
bool reference_is_static(const reference_planner *reference, const htnc_property *property);

/* The least and greatest value of a property but for `none`, read off its declaration. */
void reference_range(reference_planner *reference, const htnc_property *property, int32_t *low, int32_t *high);
bool reference_may_be_none(const htnc_property *property);

/* Whether the instance of an entity type (or value of an enum) is there. */
bool reference_exists(const reference_planner *reference, const htnc_type *type, int32_t instance,
                      const int32_t *world);

/* The least instance above `after` (-1: the first) that is there; -1: none. */
int32_t reference_next(const reference_planner *reference, const htnc_type *type, int32_t after, const int32_t *world);

/* An instance of just this open type comes into the lowest free slot; -1: there is none. */
int32_t reference_spawn(reference_planner *reference, const htnc_type *type, int32_t *world);

/* Whether the cell (from 0 on) of a table has this instance of an open type, or of one below it, as an index. */
bool reference_is_about(const reference_planner *reference, const htnc_property *property, uint32_t cell,
                        const htnc_type *type, int32_t instance);

/* Whether a value of `of` is this instance of the open type `type`, or of one below it. */
bool reference_refers(const htnc_type *of, int32_t value, const htnc_type *type, int32_t instance);

/* The first and last number that an instance of the type may have. */
void reference_instances(const reference_planner *reference, const htnc_type *type, int32_t *low, int32_t *high);

/* The number that tells the instance in this slot from all others; 0: there is none, or the type has none that come and go. */
int32_t reference_generation(const reference_planner *reference, const htnc_type *type, int32_t instance,
                             const int32_t *world);

/* The property of a cell (from 0 to the cells of all properties); how many those are. */
const htnc_property *reference_property(const reference_planner *reference, uint32_t cell);
uint32_t reference_property_cells(const reference_planner *reference);

/* The instances of this open type that a world noted have been those of none. */
void reference_estrange(const reference_planner *reference, const htnc_type *type, int32_t *world);

/* An instance of this open type (or of one below it) goes, and with it what refers to it. */
void reference_despawn(reference_planner *reference, const htnc_type *type, int32_t instance, int32_t *world);

/* --- Planning --- */

enum { REFERENCE_GIVEN = 8 };

/* A task that is given, with its arguments; a symbol's is its number. */
typedef struct reference_given_task {
    htnc_subtask item;
    htnc_expr arguments[REFERENCE_ARGUMENTS];
    int32_t values[REFERENCE_ARGUMENTS];
} reference_given_task;

/* Tasks that are given. They must last as long as plans that were made for them. */
typedef struct reference_given {
    uint32_t count;
    bool cheapest; /* their cheapest plan is wanted */
    reference_given_task tasks[REFERENCE_GIVEN];
} reference_given;

/* Adds a task to an initialised list; false: there is no room. */
bool reference_give(reference_given *given, const htnc_task *task, const int32_t *values);

/* From now on these tasks are planned in place of any root's; NULL: a root's again. */
void reference_plan_given(reference_planner *reference, const reference_given *given);

/* Whether the instances that are given have not been removed since the world `then`. */
bool reference_given_is_same(const reference_planner *reference, const reference_given *given, const int32_t *then,
                             const int32_t *world);

/* Plans from root `root` in `world`. */
void reference_find(reference_planner *reference, uint32_t root, const int32_t *world, const reference_limits *limits,
                    reference_plan *plan);

/* Sees a plan, which is its until it returns. True: it has seen enough, and the search ends. */
typedef bool reference_visitor(void *user, const reference_plan *plan);

/*
 * The next reference_find() or reference_go_on() goes on behind each plan as if it had failed, and shows it to the visitor, in the
 * order of choices, also where the cheapest one is wanted. Its outcome is that behind the last plan: NO_PLAN or a limit.
 */
void reference_show_all(reference_planner *reference, reference_visitor *visitor, void *user);

/* Whether the root takes the cheapest plan. */
bool reference_is_cheapest(const reference_planner *reference, uint32_t root);

/* Whether the steps that are not `done` (by step) still hold; `*failed` (may be NULL) is the first that does not. */
bool reference_validate(reference_planner *reference, const reference_plan *running, const uint8_t *done,
                        const int32_t *world, uint32_t *failed);

/* Whether all steps of a Background, a span of the plan, hold in `world`, as if none of them had been done. */
bool reference_round_holds(reference_planner *reference, const reference_plan *running, uint32_t background,
                           const int32_t *world);

/*
 * Replans while `running` runs, of which the steps that are `done` have succeeded. Outcome STANDS leaves
 * `plan` without steps and record.
 */
void reference_replan(reference_planner *reference, uint32_t root, reference_run *running, const uint8_t *done,
                      const int32_t *world, const reference_limits *limits, reference_plan *plan);

/* Plans what remains of the running plan, which is partial. */
void reference_go_on(reference_planner *reference, reference_run *running, const int32_t *world,
                     const reference_limits *limits, reference_plan *plan);

/* From now on the plans that are looked at are of this root. */
void reference_of_root(reference_planner *reference, uint32_t root);

/* What a plan reserves (reference_running.c). */
typedef struct reference_reserved {
    const htnc_held *held; /* the family */
    int32_t instance;
} reference_reserved;

enum { REFERENCE_RESERVED = 512 };

/*
 * What a plan reserves that is `done` so far (NULL: nothing is): its steps to do, the methods of these, and those that are open
 * where it ends. Removed instances are left out. How many; at most REFERENCE_RESERVED, with repetitions.
 */
uint32_t reference_plan_reserves(reference_planner *reference, const reference_plan *plan, const uint8_t *done,
                                 const int32_t *world, reference_reserved *reserved);

/* The same for one step and the methods around it. */
uint32_t reference_step_reserves(reference_planner *reference, const reference_plan *plan, uint32_t step,
                                 const int32_t *world, reference_reserved *reserved);

/* Takes a plan that was found up. */
void reference_adopt(reference_run *run, const reference_plan *plan);

/* Whether two steps are of different members of one group, so that neither waits for the other. */
bool reference_side_by_side(const reference_plan *plan, uint32_t a, uint32_t b);

/* Whether two steps, one of each plan, have the same task, the same arguments and the same bound values; instances by generation. */
bool reference_same_step(reference_planner *reference, const reference_plan *plan, uint32_t step,
                         const reference_plan *other, uint32_t other_step);

/* Whether the plan's method with this index in `taken` has a step that is not done. */
bool reference_has_step_left(const reference_plan *plan, uint32_t taken, const uint8_t *done);

/* --- What holds while a plan runs (reference_running.c) --- */

/* An entry of a cell's list of Durings. */
typedef struct reference_during {
    uint32_t step; /* of the running plan; REFERENCE_NONE: the step is another layer's, or is being aborted */
    uint32_t cell;
    int32_t value;
} reference_during;

/* What a validation is told of the steps in progress. */
typedef struct reference_progress {
    const reference_during *during; /* in the order in which they began */
    uint32_t during_count;
    const int32_t *beneath; /* the world without Durings */
    const uint8_t *excused; /* by step: not 0: its instances and preconditions are not asked */
} reference_progress;

/* From now on validations know this; NULL: nothing is in progress. The caller's. */
void reference_in_progress(reference_planner *reference, const reference_progress *progress);

/* Whether an instance that the step was given has been removed since the plan was made. */
bool reference_was_given_removed(reference_planner *reference, const reference_plan *plan, uint32_t step,
                                 const int32_t *world);

/* Whether all conditions of a list hold that stands in no task. */
bool reference_condition_holds(reference_planner *reference, const htnc_expr *conditions, const int32_t *world);

/* Whether a step may start: the While of its methods, its Context and its preconditions; whether its Whiles alone hold. */
bool reference_may_start(reference_planner *reference, const reference_plan *plan, uint32_t step, const int32_t *world);
bool reference_whiles_hold(reference_planner *reference, const reference_plan *plan, uint32_t step,
                           const int32_t *world);

/* A write of an effect: what the cell is set to, or what is added to it. */
typedef struct reference_write {
    uint32_t cell;
    bool adds;
    int64_t value;
    int32_t lasts; /* milliseconds until the value expires; 0: it does not */
} reference_write;

enum { REFERENCE_WRITES = 8192 };

/* In their order, be it that the cell had the value; `count` goes on where there is no more room. */
typedef struct reference_writes {
    uint32_t count;
    reference_write writes[REFERENCE_WRITES];
} reference_writes;

/*
 * A step starts or goes on: whether the Enters hold of its methods of which no step has, `entered` by taken method; notes that they
 * have been asked. Not of methods from before a split.
 */
bool reference_enters(reference_planner *reference, const reference_plan *plan, uint32_t step, bool *entered,
                      const int32_t *world);

/*
 * Makes true what a step has for During; what it was given and is removed reads as none. `written`: what was written; NULL: not
 * asked for.
 */
bool reference_do_during(reference_planner *reference, const reference_plan *plan, uint32_t step, int32_t *world,
                         reference_writes *written);

/*
 * The cell that says whether the method, or the solution with which it was taken, cools down; REFERENCE_NONE: none does, or what the
 * solution names has been removed since `then`.
 */
uint32_t reference_cools(reference_planner *reference, const reference_taken *taken, const int32_t *then,
                         const int32_t *world);

/* Of a method that has one, in milliseconds. */
uint32_t reference_cooldown(reference_planner *reference, const htnc_method *method);

/*
 * The world after a step's Effects (expected ones are not part of the real world). As above; true where a cell has got
 * another value, be it that a later effect put it back.
 */
bool reference_succeed(reference_planner *reference, const reference_plan *plan, uint32_t step, int32_t *world,
                       reference_writes *written);

/* The world after FailEffects or AbortEffects of a step whose plan was made in the world `then`. As above. */
bool reference_end_effects(reference_planner *reference, const htnc_effect *effects, const reference_step *step,
                           const int32_t *then, int32_t *world, reference_writes *written);

/* From now on `Held` is what this root's layer sees. A search looks from its own root. Returns the root so far. */
uint32_t reference_look_from(reference_planner *reference, uint32_t root);

/*
 * The value of an operator's argument in `world`: a number, or a symbol's (`*symbol` true).
 * `index` is below the operator's argument count.
 */
int32_t reference_operator_argument(reference_planner *reference, const reference_step *step, uint32_t index,
                                    const int32_t *world, bool *symbol);

/* The value of the Timeout of a step that starts in `world`, which its task has. */
uint32_t reference_timeout(reference_planner *reference, const reference_step *step, const int32_t *world);

/* The number of a symbol by its text, which must last. */
int32_t reference_symbol_number(reference_planner *reference, const char *text);

/* The text of a symbol by its number. */
const char *reference_symbol(const reference_planner *reference, int32_t number);

/* How often so far, by reference_construct_use. The caller may change it. */
uint64_t *reference_uses(reference_planner *reference);

/* The value of an expression without variables: for the test of arithmetic. */
int32_t reference_evaluate(reference_planner *reference, const htnc_expr *expression, const int32_t *world);

const char *reference_outcome_name(reference_outcome outcome);
