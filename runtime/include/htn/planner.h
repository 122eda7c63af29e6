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

/* How much one planner can hold. 0 takes the default. All limits are inclusive. */
typedef struct htn_limits {
    /* Steps of a plan. A branch with more fails. Default: 256. */
    uint32_t steps;

    /* Recursive tasks nested in one another. A branch with more fails. Default: 256. */
    uint32_t depth;

    /*
     * Units of work of one search: methods taken, steps appended, instances that loops come to, and effects that are applied at
     * the end of a parallel group. Default: 1,000,000.
     */
    uint32_t work;

    /* Entries of the method traversal record. Default: 4 * steps. */
    uint32_t record;

    /* The region of frames, in 32-bit words. The default follows from steps and depth. */
    uint32_t frames;

    /* Choice points. Default: as many as record entries. */
    uint32_t choices;

    /*
     * States that one Achieve may reach. A branch that needs more fails. Only where the domain has an Achieve. Default: 4096, or as
     * many as 4 MB hold, but at least 64.
     */
    uint32_t nodes;

    /* Changes of the working world. Default: 8 * steps; 24 * steps where the domain has spans. */
    uint32_t trail;

    /* Spans of a plan. Only where the domain has any. Default: 3 * steps. */
    uint32_t spans;

    /*
     * The continuation of a partial plan: the frames of the tasks that are not done, in 32-bit words. Only where the domain has a
     * Split or a Duration. Default: depth + 1 frames of the largest size.
     */
    uint32_t continuation;
} htn_limits;

/* A planner. It lies in the caller's block. */
typedef struct htn_planner htn_planner;

/* One step of a plan. */
typedef struct htn_step {
    htn_task task;

    /* The step's arguments begin at htn_plan.values[arguments]: its parameters, then the values that its preconditions bound. */
    uint32_t arguments;
} htn_step;

/* What a run of steps of a plan is. */
typedef enum htn_span_kind {
    HTN_SPAN_PARALLEL, /* a parallel group: its members, which are spans of their own, run at the same time */
    HTN_SPAN_MEMBER,   /* a member of a group: its steps run one after the other */
    HTN_SPAN_ACHIEVE,  /* the steps that an Achieve found */
    HTN_SPAN_WHILE,    /* the steps of a method; its While must hold as long as they run */
    HTN_SPAN_KINDS
} htn_span_kind;

/*
 * A run of steps that belong together. A span without steps (first == end) can be ignored; groups and members without steps
 * are left out. The order of all steps of a plan is one in which the effects of a group's steps apply.
 */
typedef struct htn_span {
    uint32_t kind; /* htn_span_kind */

    /* The first step, and one past the last step. */
    uint32_t first;
    uint32_t end;

    /* Index of the innermost span around it, which is lower than its own; HTN_NONE: there is none. */
    uint32_t parent;

    /*
     * HTN_SPAN_WHILE: the entry of the record at which the method was taken; HTN_NONE: it was taken before a split that this plan
     * continues behind. Other kinds: 0.
     */
    uint32_t entry;
} htn_span;

/* Why a plan is partial. */
typedef enum htn_partial {
    HTN_PARTIAL_NOT,    /* it is whole: nothing remains */
    HTN_PARTIAL_SPLIT,  /* it ends at a Split */
    HTN_PARTIAL_HORIZON /* its duration has reached the request's horizon */
} htn_partial;

/* A plan, as a view into the planner's block. Valid until the planner is next called or moved. */
typedef struct htn_plan {
    const htn_step *steps;
    uint32_t step_count;

    /* The arguments of all steps; never NULL while step_count > 0. */
    const int32_t *values;

    /* The method traversal record (MTR): the index of the method of each compound task that was decomposed, in order. */
    const uint16_t *record;
    uint32_t record_count;

    /* By rising first step; a span comes before the spans inside it. */
    const htn_span *spans;
    uint32_t span_count;

    /* The sums of the steps' Cost and Duration (ms), saturating. */
    int32_t cost;
    int32_t duration;

    /* Limits that branches reached, and so failed, before this plan was found: bits HTN_REACHED_*. */
    uint32_t reached;

    /*
     * There is no better plan: none of higher priority, or with Select [cheapest] none of lower cost. False while such a search is
     * suspended, and where a limit was reached.
     */
    bool proven;

    /* It begins behind a split: steps, record, cost and duration count from there. */
    bool continues;

    /* htn_partial: whether something remains to be planned when its steps are done (htn_request.go_on). */
    uint32_t partial;
} htn_plan;

/*
 * Limits that were reached. Steps, depth and nodes make a branch fail. Work and room end a search; they leave a plan only where the
 * root selects the cheapest one.
 */
enum {
    HTN_REACHED_STEPS = 1,
    HTN_REACHED_DEPTH = 2,
    HTN_REACHED_NODES = 16,
    HTN_REACHED_WORK = 4,
    HTN_REACHED_ROOM = 8 /* a region of the block is full */
};

/* What to plan. NULL in place of a request means all zeroes. */
typedef struct htn_request {
    /* Index into the domain's roots. */
    uint32_t root;

    /* The limit on work of this search; 0: the planner's. */
    uint32_t work;

    /*
     * Find only a plan that should replace the running one, if that still holds: a plan with priority over it, or for a root with
     * Select [cheapest] a plan that costs less than what remains of it.
     */
    bool replan;

    /* The running plan is partial and its steps are done: plan what remains. */
    bool go_on;

    /* Milliseconds: a plan is partial as soon as its steps take so long; 0: no horizon. Ignored for Select [cheapest]. */
    uint32_t horizon;

    /*
     * With replan: which steps of the running plan have succeeded. `done` has one byte for each step, not 0 where it has succeeded;
     * it is for parallel groups, and is not kept. NULL: the first `steps_done` steps.
     */
    uint32_t steps_done;
    const uint8_t *done;

    /* The seed of draws (Select [random]): the same seed and world give the same plan. */
    uint32_t seed;
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
