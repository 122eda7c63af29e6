/*
 * Inside the reference planner: what reference.c (planning), evaluate.c (values and effects), solutions.c
 * (conditions) and reference_world.c (instances and cells) share.
 */
#pragma once

#include "reference.h"
#include <stddef.h>

/* A variable's value, and those bound before it. */
typedef struct binding {
    const struct binding *next;
    const htnc_variable *variable;
    int32_t value;
} binding;

/* One way in which a list of conditions holds: what was in scope, and in front of it what the list bound. */
typedef struct solution {
    struct solution *next;
    const binding *scope;
    uint32_t place; /* among the ways found, before they were put in order */
    int32_t *keys;  /* their values, in the order of the keys, if any */
} solution;

/* Where the instances of an entity type are in its root type's numbering; an enum's values likewise. */
typedef struct type_slots {
    bool known;
    int32_t first, count; /* those of the types below it included */
    int32_t own;          /* the first so many are its own */
    uint32_t presence;    /* open: the world's cell for slot 0 */
} type_slots;

/* A method and one way in which its conditions hold, of a task that selects. */
typedef struct candidate {
    struct candidate *next;
    const htnc_method *method;
    const binding *scope;
    int64_t rank; /* the highest first */
} candidate;

/* A compound task on the way from the root, as it was entered. */
typedef struct ancestor {
    const struct ancestor *parent;
    const htnc_task *task;
    const binding *arguments;
    const int32_t *world;
    uint32_t depth; /* recursive tasks from the root to here, this one included */
} ancestor;

/* A parallel group that is being planned, as it is while one of its members is. */
typedef struct parallel {
    const htnc_subtask *left; /* the members behind this one */
    const binding *scope;
    const ancestor *parent;
    uint32_t taken;
    const int32_t *world;      /* in which all members begin */
    int32_t duration, longest; /* of the plan when it began, and when the longest of the members before ended */
    uint32_t first;            /* its first step */
    uint32_t span, member;     /* the plan's spans */
    bool background;           /* the member is a Background */
} parallel;

/* An Each that has begun: its next item is to do, or its end. */
typedef struct items_left {
    const htnc_subtask *subtask;
    const binding *arguments; /* the variables around it */
    const solution *next;     /* NULL: no item is left */
} items_left;

/* What is still to do: a linked list, the next task first. */
typedef struct agenda {
    const struct agenda *rest;
    const items_left *each; /* not NULL: no item, but what remains of an Each */
    const parallel *group;  /* not NULL: no item, but a member of this group ends here */
    const htnc_subtask *item;
    const binding *scope; /* of the method that it stands in */
    const ancestor *parent;
    uint32_t taken; /* the innermost of the plan's taken methods around it */
    uint32_t done;  /* of an AnyOrder: a bit for each member that has had its place */
} agenda;

struct reference_planner {
    reference_answerer *answerer;
    reference_proposer *proposer;
    void *answerer_user;
    const htnc_model *model;
    uint64_t uses[REFERENCE_USES];
    const reference_given *given; /* NULL: roots are planned */
    const htnc_property *properties[REFERENCE_PROPERTIES];
    uint32_t first_cells[REFERENCE_PROPERTIES], cell_counts[REFERENCE_PROPERTIES]; /* by property index */
    /* A world: properties, presence of instances, the last generation (all of that is its state), a stamp for each cycle. */
    uint32_t world_cells, property_cells, state_cells;
    uint16_t properties_of[REFERENCE_CELLS]; /* by cell: the property's index */
    type_slots types[REFERENCE_TYPES];
    bool recursive[REFERENCE_TASKS];
    const char *symbols[REFERENCE_SYMBOLS];
    uint32_t symbol_count;

    /* the search under way */
    uint32_t root; /* which is planned, or whose plan is looked at */
    reference_limits limits;
    reference_plan *plan;
    reference_outcome first_cut; /* meaningful where plan->cut is not 0 */
    uint64_t effort;
    uint64_t tried;                      /* instances, and loops begun */
    struct reference_fixpoint *deriving; /* the fixed point that is being computed; NULL: none */
    struct reference_asking *asking;     /* the asking under way; NULL: none */
    struct reference_tuples *tuples;     /* what the search knows, by cycle; NULL: nothing yet */
    uint32_t tuples_count, stamp;        /* the last one given */
    uint64_t bodies, passes;             /* that it has evaluated; passes behind the first one */
    bool whole; /* a value is computed: all its operands are. Otherwise conditions are decided from left to right */
    bool searching;
    uint64_t lets, kept_lets; /* values of `let` computed, and those that a running plan has kept */
    uint32_t nesting;         /* of the C stack */
    bool gave_up;

    const reference_progress *progress; /* NULL: nothing is in progress */

    reference_writes *written; /* what effects write; NULL: nobody asks */
    uint64_t writes;           /* by effects, that gave a cell another value than it had */

    int32_t rest_cost; /* of the steps that remain of the running plan last validated */

    /* looking for the cheapest plan: all plans are gone through */
    bool cheapest;
    bool has_best;
    int32_t bound; /* it must cost less, where has_bound */
    bool has_bound;
    reference_plan best;

    reference_visitor *visitor; /* sees all plans; NULL: the first one, or the cheapest, ends the search */
    void *visitor_user;
    reference_plan shown;

    unsigned char *memory; /* handed out from the bottom up, taken back on backtracking */
    size_t memory_used;
};

/* A running plan while it is asked whether it still holds. */
typedef struct running_plan {
    const reference_plan *plan;
    const uint8_t *done; /* by step */
    uint32_t *failed;
} running_plan;

enum {
    REFERENCE_MEMORY = 16 << 20,
    REFERENCE_MEMORY_RESERVE = 256 << 10,
    REFERENCE_NESTING = 6000,
    REFERENCE_TRIED = 1000000,
    REFERENCE_CANDIDATES = 64
};

/* What a binder or quantifier goes through: the instances of a type, or what a query proposes. */
typedef struct reference_reach {
    const htnc_type *type;
    int32_t last; /* instance; -1: none yet */
    bool listed;  /* it is a list: */
    int32_t values[REFERENCE_CANDIDATES];
    uint32_t count, next;
} reference_reach;

void reference_begin_range(reference_planner *reference, reference_reach *range, const htnc_expr *binder,
                           const binding *scope, const int32_t *world);
bool reference_next_of_range(const reference_planner *reference, reference_reach *range, const int32_t *world,
                             int32_t *value);

void *reference_allocate(reference_planner *reference, size_t size);
/* Something is asked outside of a search: an earlier one that gave up says nothing about it. */
void reference_begin_asking(reference_planner *reference);

bool reference_is_short_of_memory(const reference_planner *reference);

int32_t reference_value(reference_planner *reference, const htnc_expr *expression, const binding *scope,
                        const int32_t *world);

/* The same of what is no condition, or is a part of such a value. */
int32_t reference_whole_value(reference_planner *reference, const htnc_expr *expression, const binding *scope,
                              const int32_t *world);

/* reference_derived.c: whether a tuple of a derived condition is true. */
int32_t reference_derived(reference_planner *reference, const htnc_condition *condition, const int32_t *arguments,
                          const int32_t *world);

/* reference_asking.c: the same as the machine finds it, counting the bodies; a search begins; effects, or a group, change the world. */
int32_t reference_ask(reference_planner *reference, const htnc_condition *condition, const int32_t *arguments,
                      const int32_t *world);
void reference_forget_all(reference_planner *reference);
void reference_stamp(reference_planner *reference, const htnc_effect *effects, int32_t *world);
void reference_stamp_all(reference_planner *reference, int32_t *world);

/* reference_given.c: the given tasks as an agenda. */
const agenda *reference_given_agenda(reference_planner *reference);

/* A variable's value in front of a scope. */
const binding *reference_bind(reference_planner *reference, const htnc_variable *variable, int32_t value,
                              const binding *scope);

/* reference_rest.c: whether nothing but splits remains; writes down what does (false: no room); the agenda that it is now. */
bool reference_is_nothing(const agenda *todo);
bool reference_keep(reference_plan *plan, const agenda *todo);
const agenda *reference_take_up(reference_planner *reference, reference_rest *rest, const int32_t *then,
                                const int32_t *world);

/*
 * reference_each.c: writes down the list of an Each that begins (false: no room); the one that the running plan has at an entry of its
 * record, NULL in `*found` where it has none.
 */
bool reference_note_list(reference_planner *reference, const solution *items, const binding *arguments);
const solution *reference_own_list(reference_planner *reference, const htnc_method *method, const binding *arguments,
                                   const reference_plan *running, uint32_t entry, bool *found);

/* The items of which no instance is gone, from `item` on. */
const solution *reference_next_item(const solution *item, const binding *arguments);

/* The solution of a list that bound these values. */
solution *reference_item_of(reference_planner *reference, const htnc_method *method, const binding *arguments,
                            const int32_t *values);

/* What remains of an Each, to be done before `rest`. */
const agenda *reference_items_left(reference_planner *reference, const agenda *todo, const htnc_subtask *subtask,
                                   const binding *arguments, const solution *next);

/* Whether the first item mentions an instance that is gone. */
bool reference_is_stale(reference_planner *reference, const agenda *todo);

/* Writes down what is in scope (false: no room); the bindings that it is. */
bool reference_keep_scope(reference_scope *kept, const binding *scope);
const binding *reference_take_scope(reference_planner *reference, const reference_scope *kept);

/* All ways in which a list of conditions holds, in the language's order. `prefer` may be NULL. */
solution *reference_solutions(reference_planner *reference, const htnc_expr *conditions, const htnc_prefer_key *prefer,
                              const binding *scope, const int32_t *world);

/* All ways in which a method may be taken. */
solution *reference_ways(reference_planner *reference, const htnc_method *method, const binding *arguments,
                         const int32_t *world);

/* selection.c: the candidates of a task that selects, in their order; a method's utility. */
candidate *reference_candidates(reference_planner *reference, const htnc_task *task, const binding *arguments,
                                const int32_t *world);
int32_t reference_utility(reference_planner *reference, const htnc_method *method, const binding *scope,
                          const int32_t *world);

/* Whether there is such a way. */
bool reference_holds(reference_planner *reference, const htnc_expr *conditions, const binding *scope,
                     const int32_t *world);

/*
 * The way in which the list bound `values` when the world was `then`: what is in scope behind it; `*holds` says
 * whether it still holds in `world`, with the same instances.
 */
const binding *reference_bound(reference_planner *reference, const htnc_expr *conditions, const int32_t *values,
                               const binding *scope, const int32_t *then, const int32_t *world, bool *holds);

/* What a list bound on top of `below`, as numbers; how many. At most `room`. */
uint32_t reference_bindings(const binding *scope, const binding *below, int32_t *values, uint32_t room);

/* Whether the instance that was in this slot `then` is still there. Values that are no instances of open types always are. */
bool reference_same_instance(const reference_planner *reference, const htnc_type *type, int32_t instance,
                             const int32_t *then, const int32_t *now);

/* A step that an Achieve has found: the task, and what is in scope of it. */
typedef struct found_step {
    struct found_step *next;
    const htnc_task *task;
    const binding *scope;
} found_step;

/*
 * goals.c: the cheapest steps after which the goal holds, of those the fewest, of those the first in order. False where
 * there are none, or the reference gave up.
 */
bool reference_achieve(reference_planner *reference, const htnc_subtask *achieve, const binding *scope,
                       const int32_t *world, bool at_once, const found_step **steps);

/* The cell that says how many layers other than `root` hold an instance; false: none can. */
bool reference_held_cell(const reference_planner *reference, const htnc_held *held, uint32_t root, int32_t instance,
                         uint32_t *cell);

/* The cell that says whether a method, or its solution in `scope`, cools down; REFERENCE_NONE: none does. */
uint32_t reference_cooling_cell(reference_planner *reference, const htnc_method *method, const binding *scope,
                                const int32_t *world);

/* Changes `world` by a list of effects; right-hand sides read the world as it was before the list. */
void reference_apply(reference_planner *reference, const htnc_effect *effects, const binding *scope, int32_t *world);

/* The cell of a table at these indexes; false where one of them is none or no instance of its type. */
bool reference_cell(const reference_planner *reference, const htnc_property *property, const int32_t *indexes,
                    uint32_t *cell);

int32_t *reference_copy_world(reference_planner *reference, const int32_t *world);

/*
 * All that was in scope of a step when it was planned, in the world `then`; `*holds` (may be NULL) says whether its
 * preconditions hold in `world`, and every instance that it is about is still the same. `room`: REFERENCE_ARGUMENTS.
 */
const binding *reference_step_scope(reference_planner *reference, const reference_step *step, binding *room,
                                    const int32_t *then, const int32_t *world, bool *holds);

/* reference_running.c: the During of a step in progress is over. */
void reference_end_during(reference_planner *reference, uint32_t step, int32_t *world);

/* Whether the step is not asked whether it holds. */
bool reference_is_excused(const reference_planner *reference, uint32_t step);

/* The scope of a plan's step; what it was given and is removed in `world` is none. */
const binding *reference_live_scope(reference_planner *reference, const reference_plan *plan, uint32_t step,
                                    binding *room, const int32_t *world);

/* Whether a step that is planned next starts at once: no step with an operator has to be done before it. `rest`: the agenda behind it. */
bool reference_starts_at_once(const reference_planner *reference, const agenda *rest);

/* Carries out the effects of a step of a plan, expected ones too, in `world`. */
void reference_take_effect(reference_planner *reference, const reference_plan *plan, uint32_t step, int32_t *world);

/* reference_parallel.c: whether the first thing to do has to do with a group; what is to do next then, and in which world. */
bool reference_is_group(const agenda *todo);
bool reference_is_in_group(const agenda *rest);

/* The innermost Background whose member is being planned. */
uint32_t reference_background_around(const agenda *rest);
const agenda *reference_go_on_in_group(reference_planner *reference, const agenda *todo, const int32_t **world);
void reference_drop_empty_spans(reference_plan *plan);
uint32_t reference_open_achieve(reference_planner *reference, const agenda *rest);
uint32_t reference_count_achieves(const reference_plan *plan);

/*
 * Whether the steps of a member (REFERENCE_NONE: of the whole plan) that are not done still hold, one after the other from
 * `world`, which they change; whether one does in `world`.
 */
bool reference_steps_hold(reference_planner *reference, const running_plan *running, uint32_t member, int32_t *world);
bool reference_step_holds(reference_planner *reference, const running_plan *running, uint32_t step,
                          const int32_t *world);

/* Makes the layout of the model's worlds. False where one is too large. */
bool reference_lay_out(reference_planner *reference);

/* The number of an enum's value or an instance that the file names. */
int32_t reference_slot(const reference_planner *reference, const htnc_value *value);

/* The least and greatest value of a type as written but for `none`, and whether that is one too. */
void reference_type_range(reference_planner *reference, const htnc_type_ref *written, int32_t *low, int32_t *high);
bool reference_type_has_none(const htnc_type_ref *written);

/* What a property of a type is without an initial value: false, the number nearest to 0, the first one, or none. */
int32_t reference_type_default(reference_planner *reference, const htnc_type_ref *written);

/* What a property is without an initial value, and what a read of a table at `none` gives. */
int32_t reference_first_value(reference_planner *reference, const htnc_property *property);

/* Ends the program: the model says what was to have been refused. */
void reference_impossible(const char *what);

int32_t reference_saturate(int64_t value, int32_t low, int32_t high);
