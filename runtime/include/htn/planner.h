/*
 * The planner: depth-first, total-order, forward decomposition (Humphreys, "Exploring HTN Planners
 * through Example", Game AI Pro ch. 12; docs/language.md, "What planning means"), in one block of
 * the caller's memory. It allocates nothing and keeps no pointer into the block, so that a block can
 * be copied, or saved in mid-search and attached again in another process.
 */
#ifndef HTN_PLANNER_H
#define HTN_PLANNER_H

#include <htn/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How much one planner can hold. 0 takes the default. All bounds are inclusive. */
typedef struct htn_limits {
    uint32_t steps;   /* steps of a plan: a branch with more fails. Default 256 */
    uint32_t depth;   /* recursive tasks nested in one another: a branch with more fails. Default 256 */
    uint32_t work;    /* methods taken, steps appended, instances gone through, and effects carried out at the end of a
                         parallel group, in one search. Default 1,000,000 */
    uint32_t record;  /* entries of the method traversal record. Default 4 * steps */
    uint32_t frames;  /* region in u32 words. Default follows from steps and depth */
    uint32_t choices; /* choice points. Default: as record */
    uint32_t
        nodes; /* states that one Achieve may reach: a branch with more fails; only where the domain has one. Default
                         4096, or as many as 4 MB hold, but at least 64 */
    uint32_t trail; /* changes of the working world. Default 8 * steps; 24 * steps where the domain has spans */
    uint32_t spans; /* of a plan: groups, members, Achieves; only where the domain has them. Default 3 * steps */
    uint32_t rest;  /* what remains behind a split, in u32 words: the frames of the tasks that are not done; only where
                         the domain has a Split or a Duration. Default: depth frames of the largest size */
} htn_limits;

typedef struct htn_planner htn_planner; /* lies in the caller's block */

/* One step of a plan. */
typedef struct htn_step {
    htn_task task;
    uint32_t arguments; /* the step's arguments begin at htn_plan.values[arguments]: its parameters, then what its
                           preconditions bound */
} htn_step;

/* What a run of steps of a plan is. */
typedef enum htn_span_kind {
    HTN_SPAN_PARALLEL, /* a group: its members, spans of their own, run at the same time */
    HTN_SPAN_MEMBER,   /* of a group: its steps run one after the other */
    HTN_SPAN_ACHIEVE,  /* what an Achieve came to */
    HTN_SPAN_WHILE,    /* of a method whose While is to hold for as long as these run */
    HTN_SPAN_KINDS
} htn_span_kind;

/*
 * A run of steps that belong together. A span without steps (first == end) says nothing and may be passed over; groups
 * and members without steps are left out. All steps of a plan, with their spans, are in one order: one in which the
 * effects of a group's steps apply.
 */
typedef struct htn_span {
    uint32_t kind;   /* htn_span_kind */
    uint32_t first;  /* its first step */
    uint32_t end;    /* one past its last one */
    uint32_t parent; /* index of the innermost span that it lies in, which is less than its own; HTN_NONE: in none */
    uint32_t
        entry; /* HTN_SPAN_WHILE: the entry of the record that took the method; HTN_NONE: one before this plan, which
                        goes on behind a split. Others: 0 */
} htn_span;

/* Why a plan is partial. */
typedef enum htn_partial {
    HTN_PARTIAL_NOT,    /* it is whole: nothing remains */
    HTN_PARTIAL_SPLIT,  /* it ends at a Split */
    HTN_PARTIAL_HORIZON /* its duration has come to the request's horizon */
} htn_partial;

/* A plan, as a view into the planner's block: good until the planner is next called or moved. */
typedef struct htn_plan {
    const htn_step *steps;
    uint32_t step_count;
    const int32_t *values;  /* arguments; never NULL while step_count > 0 */
    const uint16_t *record; /* the method traversal record: index of the method of each compound task decomposed */
    uint32_t record_count;
    const htn_span *spans; /* by rising first step, outer ones before what lies in them */
    uint32_t span_count;
    int32_t cost;     /* sum of the steps' Cost, saturating */
    int32_t duration; /* sum of the steps' Duration in ms, saturating */
    uint32_t cut;     /* HTN_CUT_*: limits that cut branches before this plan was found */
    bool proven;      /* there is no better one: none of higher priority, or with Select [cheapest] none that costs
                         less. False while such a search is suspended, and where something was cut */
    bool continues;   /* it begins behind a split: steps, record, cost and duration are those since then */
    uint32_t partial; /* htn_partial: whether something remains to be planned when its steps are done (go_on) */
} htn_plan;

/* What was cut. The last two end a search, and leave a plan only where the root selects the cheapest one. */
enum {
    HTN_CUT_STEPS = 1,
    HTN_CUT_DEPTH = 2,
    HTN_CUT_NODES = 16,
    HTN_CUT_WORK = 4,
    HTN_CUT_ROOM = 8 /* a region of the block ran out */
};

/* What to plan. NULL in place of a request means all zeroes. */
typedef struct htn_request {
    uint32_t root;       /* index into the domain's roots */
    uint32_t work;       /* this search's limit on work; 0: the planner's */
    bool replan;         /* look only for what should replace the running plan, if that still holds: what has
                            priority over it, or for a root with Select [cheapest] what costs less than remains of it */
    bool go_on;          /* the running plan is partial and its steps are done: plan what remains */
    uint32_t horizon;    /* milliseconds: a plan is partial as soon as its steps take as long; 0: no such end. A root
                            with Select [cheapest] has none */
    uint32_t steps_done; /* with replan: the running plan's steps that have succeeded, ... */
    const uint8_t *done; /* ... or this, one byte for each of its steps: not 0 where it has succeeded. For groups, whose
                            members go on side by side. NULL: the first steps_done. Not kept */
    uint32_t seed;       /* of draws (Select [random]): the same seed and world give the same plan */
} htn_request;

/* Size of the block for these limits (NULL: defaults). 0 where domain is NULL or the size overflows. */
size_t htn_planner_bytes(const htn_domain *domain, const htn_limits *limits);

/*
 * Makes a planner in `memory` (the caller's, aligned to 8; it must outlive the planner).
 * OK | BAD_ARGUMENT | BAD_MEMORY | FULL_*: the first region for which `size` has no room.
 */
htn_status htn_planner_init(htn_planner **planner, const htn_domain *domain, const htn_limits *limits, void *memory,
                            size_t size);

/*
 * Takes up a block that was copied or saved and loaded, as this runtime left it (the block is trusted:
 * it is memory, not a file format; agents have one of those). Domain: the same blob.
 * OK | BAD_ARGUMENT | BAD_MEMORY | WRONG_DOMAIN | TOO_SMALL.
 */
htn_status htn_planner_attach(htn_planner **planner, const htn_domain *domain, void *memory, size_t size);

/* The limits that a planner has, defaults filled in; all 0 where `planner` is NULL. */
void htn_planner_limits(const htn_planner *planner, htn_limits *limits);

/*
 * Answers a query about `arguments`, as many as it has parameters, each a value of its parameter's type: of an open type an
 * instance that is there. Must depend on them alone and on what the host keeps as it is for as long as a search lasts, steps in between
 * included. Called in the middle of a search: it may ask the domain and read worlds, and must not use the planner. An
 * answer out of its type's range counts as the nearest end of it, and one that is no instance that is there as none.
 */
typedef int32_t htn_answerer(void *user, htn_query query, const int32_t *arguments);

/*
 * Who answers from now on, in searches and in htn_planner_validate(); NULL: nobody, and each query answers its default. Kept
 * from search to search; a block that is attached has none. OK | BAD_ARGUMENT (planner NULL).
 */
htn_status htn_planner_answer(htn_planner *planner, htn_answerer *answerer, void *user);

/*
 * Begins a search; a search that was suspended is given up. Copies what changed in `world`, which is
 * not needed afterwards. OK | BAD_ARGUMENT (also: replan and go_on) | WRONG_DOMAIN | NO_RUNNING_PLAN | NOT_PARTIAL.
 */
htn_status htn_plan_begin(htn_planner *planner, htn_world *world, const htn_request *request);

/*
 * Goes on with the search for `budget` units of work (htn_limits.work says what they are; 0: to the end).
 *
 * PLAN, EMPTY_PLAN       found; htn_planner_plan() shows it, and whether it is proven to be the best
 * PARTIAL_PLAN           found, up to a Split or the horizon; once adopted and its steps done, go_on plans the rest
 * NO_PLAN                there is none; with go_on, the running plan has failed: plan from the root
 * STANDS                 with replan: nothing of higher priority, or that costs less
 * SUSPENDED              call again; with Select [cheapest] htn_planner_plan() has the best plan so far
 * LIMIT_*                nothing was found, and a limit had a part in it; with replan, the running plan
 *                        stays valid, but whether something better exists is not known
 * FULL_*                 a region of the block ran out; make it larger
 * NOT_BEGUN, BAD_ARGUMENT
 */
htn_status htn_plan_step(htn_planner *planner, uint32_t budget);

/*
 * begin and step in one, to the end. With replan: where the last call came to STANDS for the same request, without `done` and
 * without asking queries, and nothing that it read of the world has another value, that is known and nothing is searched.
 */
htn_status htn_plan_find(htn_planner *planner, htn_world *world, const htn_request *request);

/*
 * The plan last found, or nothing (step_count 0, record_count 0) where the last search found none. While a search for the
 * cheapest plan is suspended: the best one so far, not proven; nothing where there is none yet.
 */
void htn_planner_plan(const htn_planner *planner, htn_plan *plan);

/*
 * Makes the plan last found the running plan; of a suspended search for the cheapest the best one so far, and the search
 * may go on. One that continues the running plan takes its place, while the planner keeps what it needs of the first
 * part; parts between the two are forgotten, so that a plan may go on for ever.
 * OK | BAD_ARGUMENT | NOT_BEGUN (none was found).
 */
htn_status htn_planner_adopt(htn_planner *planner);

/* Forgets the running plan, and what was found or is being searched behind a split of it. */
void htn_planner_drop(htn_planner *planner);

/* The running plan; false where there is none. */
bool htn_planner_running(const htn_planner *planner, htn_plan *plan);

/*
 * Whether the running plan still holds in `world`: the preconditions of the steps that have not succeeded (htn_request
 * says how `steps_done` and `done` tell which), each in the world that the ones before it leave, effects and expected
 * effects included. In a parallel group each member goes on from the world at its start, or, where some of its steps have
 * succeeded, from the world as it is. OK: it holds. NO_PLAN: it does not; `*failed_step` (may be NULL) is the first step
 * whose preconditions fail. BAD_ARGUMENT | WRONG_DOMAIN | NO_RUNNING_PLAN | FULL_*. A search in progress is given up.
 */
htn_status htn_planner_validate(htn_planner *planner, htn_world *world, uint32_t steps_done, const uint8_t *done,
                                uint32_t *failed_step);

/* An operator's argument: a number, or (type HTN_NONE) a symbol's text. */
typedef struct htn_argument {
    uint32_t type; /* index into the domain's types; HTN_NONE: a symbol */
    int32_t value;
    const char *text; /* a symbol's; else NULL */
} htn_argument;

/*
 * Evaluates the operator's arguments of a step in the world as it is. `values` are the step's
 * arguments (htn_plan.values + step.arguments). Queries in them are answered by `answerer` (NULL: by nobody). Writes at most `capacity` to `out` (HTN_MAX_ARGUMENTS is
 * always enough), and their number to `*count`. Which operator it is: htn_task_operator().
 * OK | BAD_ARGUMENT | TOO_SMALL (`*count` says how many there are) | LIMIT_WORK (loops over too many instances)
 * | NO_PLAN (code that fails where arguments cannot: of a blob that no compiler wrote).
 */
htn_status htn_operator_arguments(const htn_world *world, htn_task task, const int32_t *values, htn_answerer *answerer,
                                  void *user, htn_argument *out, uint32_t capacity, uint32_t *count);

#ifdef __cplusplus
}
#endif

#endif
