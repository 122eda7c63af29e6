/*
 * The planner: depth-first, total-order, forward decomposition (Humphreys, "Exploring HTN Planners
 * through Example", Game AI Pro ch. 12; docs/language.md, "What planning means"), in one block of
 * the caller's memory. It allocates nothing and keeps no pointer into the block, so that a block can
 * be copied, or saved in mid-search and attached again in another process.
 */
#ifndef HTN_PLANNER_H
#define HTN_PLANNER_H

#include <htn/api.h>
#include <htn/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How much one planner can hold. 0 takes the default. All limits are inclusive. */
typedef struct htn_limits {
    /*
     * Steps of a plan. A branch with more fails. Default:
     * - where the code bounds it, as many as a plan of a root, or of a task in `Orders`, can have, but at least 64 and at most 4096
     *   (set it if you give long lists of tasks);
     * - 4096 where a recursion goes as deep as the world says;
     * - 256 in domains with Achieve or Each, with a Split in a recursion, with a recursion and a root that takes the cheapest plan,
     *   and in very large ones.
     */
    uint32_t steps;

    /*
     * Recursive tasks nested in one another; a task that the compiler has proved to need no loop guard does not count. A branch with
     * more fails. Default: where `steps` is 0 and has a bound, twice as many as there can be, but at least 32; where a recursion goes
     * as deep as the world says, as many as steps, but at least 256; else 256.
     */
    uint32_t depth;

    /*
     * Units of work of one search: methods taken, steps appended, instances that loops come to, and effects that are applied at
     * the end of a parallel group. Default: 1,000,000.
     */
    uint32_t work;

    /*
     * Entries of the method traversal record. Default: twice as many as a plan of a root can have, but at least 64; where a
     * recursion has no bound 8192; else, and where steps is given, 4 * steps.
     */
    uint32_t record;

    /* The region of frames, in 32-bit words. The default follows from the others, or from what a plan of a root can take. */
    uint32_t frames;

    /* Choice points. Default: twice as many as a plan of a root can have, but at least 64; else as many as record entries. */
    uint32_t choices;

    /*
     * States that one Achieve may reach. A branch that needs more fails. Only where the domain has an Achieve. Default: 4096, or as
     * many as 4 MB hold, but at least 64.
     */
    uint32_t nodes;

    /*
     * Changes of the working world. Default: twice as many as a plan of a root can make, but at least 128, where that is known; else
     * 8 * steps, but at least 2048; 24 * steps, at least 6144, where the domain has spans.
     */
    uint32_t trail;

    /* Spans of a plan. Only where the domain has any. Default: 3 * steps. */
    uint32_t spans;

    /*
     * The continuation of a partial plan: the frames of the tasks that are not done, in 32-bit words. Only where the domain has a
     * Split or a Duration. Default: depth + 1 frames of the largest
     * size, or fewer where no task is recursive.
     */
    uint32_t continuation;

    /*
     * The lists of the Eaches that have not ended: for each item as many numbers as it has variables and keys of Prefer. Only where
     * the domain has an Each. Default: 4096.
     */
    uint32_t solutions;

    /*
     * Tuples of derived conditions that can be known at a time, those in progress included. A branch that needs more for one
     * condition fails. Only where the domain has derived conditions. Default: 4096.
     */
    uint32_t tuples;
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
    HTN_SPAN_PARALLEL = 0, /* a parallel group: its members, which are spans of their own, run at the same time */
    HTN_SPAN_MEMBER = 1,   /* a member of a group: its steps run one after the other */
    HTN_SPAN_ACHIEVE = 2,  /* the steps that an Achieve found */
    HTN_SPAN_WHILE =
        3, /* the steps of a method with a While, which must hold as long as they run, or with a Cooldown */
    HTN_SPAN_BACKGROUND =
        4, /* a member that begins again when it is done; it ends with the other members of its group */
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

/* How far a step of a running plan is, in one byte. */
enum {
    HTN_STEP_TO_DO = 0,
    HTN_STEP_DONE = 1,

    /* Of a Background that has begun again: the step is to be done once more. */
    HTN_STEP_AGAIN = 2,

    /* So much, or more: of a Background that is not over: the step has been done, in this round. */
    HTN_STEP_ROUND_DONE = 3
};

/* Why a plan is partial. */
typedef enum htn_partial {
    HTN_PARTIAL_NOT = 0,    /* it is whole: nothing remains */
    HTN_PARTIAL_SPLIT = 1,  /* it ends at a Split */
    HTN_PARTIAL_HORIZON = 2 /* its duration has reached the request's horizon */
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

    /*
     * The sums of the steps' Cost and Duration (ms), saturating. The cost is in thousandths if htn_domain.flags has
     * HTN_BLOB_FIXED_COSTS.
     */
    int32_t cost;
    int32_t duration;

    /* Limits that branches reached, and so failed, before this plan was found: bits HTN_REACHED_*. */
    uint32_t reached;

    /*
     * There is no better plan: none of higher priority, or with Select [cheapest] none of lower cost; after htn_plan_next(), none but
     * the answers before it. False while such a search is suspended, and where a limit was reached.
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
    HTN_REACHED_TUPLES = 32,
    HTN_REACHED_WORK = 4,
    HTN_REACHED_ROOM = 8 /* a region of the block is full */
};

/* A task that is given to plan, with its arguments. */
typedef struct htn_given_task {
    htn_task task; /* compound or primitive */

    /*
     * One value for each of its parameters, of its type: a bool, a value of an Enum or an instance that exists, or -1
     * (none) for an open type; a number may lie outside its range (a fixed one is thousandths). For a symbol, what htn_symbol_find() gives. NULL if
     * there are none. Read only during the call that begins the search.
     */
    const int32_t *arguments;
    uint32_t argument_count;
} htn_given_task;

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

    /* Keep the search, for htn_plan_next(). Not with replan. */
    bool keep;

    /* Milliseconds: a plan is partial as soon as its steps take so long; 0: no horizon. Ignored for Select [cheapest]. */
    uint32_t horizon;

    /*
     * With replan: which steps of the running plan have succeeded. `done` has one byte for each step, HTN_STEP_*; it is for parallel
     * groups, and is not kept. NULL: the first `steps_done` steps.
     */
    uint32_t steps_done;
    const uint8_t *done;

    /* The seed of draws (Select [random]): the same seed and world give the same plan. */
    uint32_t seed;

    /*
     * Given tasks: planned one after the other, in place of the root's task. `root` then only says for which layer. 0
     * tasks: the root's task is planned. replan and go_on need the list that the running plan was made for, with the same
     * instances; any other list is BAD_ARGUMENT. (Lists are compared by a hash of 64 bits.)
     *
     * The plan is the first one, or with `cheapest` the cheapest. That is refused (BAD_ARGUMENT) where no root of the
     * domain takes the cheapest plan, and for a task that can reach a Split. Without tasks, the root says which plan it is.
     */
    uint32_t task_count;
    const htn_given_task *tasks; /* the caller's; read only during the call that begins the search */
    bool cheapest;
} htn_request;

/* Size of the block for these limits (NULL: defaults). 0 where domain is NULL or the size overflows. */
HTN_API size_t htn_planner_bytes(const htn_domain *domain, const htn_limits *limits);

/*
 * Makes a planner in `memory` (the caller's, aligned to 8; it must outlive the planner).
 * OK | BAD_ARGUMENT | BAD_MEMORY | FULL_*: the first region for which `size` has no room.
 */
HTN_API htn_status htn_planner_init(htn_planner **planner, const htn_domain *domain, const htn_limits *limits,
                                    void *memory, size_t size);

/*
 * Continues with a block that was copied, or saved and loaded. The block is trusted: it is memory as this runtime left it, not a
 * file format (agents have one). `domain`: of the same blob.
 * OK | BAD_ARGUMENT | BAD_MEMORY | WRONG_DOMAIN | TOO_SMALL.
 */
HTN_API htn_status htn_planner_attach(htn_planner **planner, const htn_domain *domain, void *memory, size_t size);

/* The limits of a planner, with the defaults filled in; all 0 if `planner` is NULL. */
HTN_API void htn_planner_limits(const htn_planner *planner, htn_limits *limits);

/* What a query asks. Good until the answerer has returned. */
typedef struct htn_question {
    htn_query query;

    /*
     * One value for each parameter, of its type; of an open type, an instance that is present.
     */
    uint32_t argument_count;
    const int32_t *arguments;

    /* How many answers there is room for: htn_query_candidates(), or 1 where that is 0. */
    uint32_t capacity;

    /* htn_bindings.context; NULL for a planner without an agent. */
    void *context;
} htn_question;

/*
 * The game's function that answers queries. It writes its answer to `answers[0]` and returns OK; or
 * it returns NOT_FOUND, and the query's default counts. `*count` is how many answers it has written:
 * 1 before the call, so a function with one answer need not touch it; 0 is the same as NOT_FOUND.
 *
 * It returns WAITS if its answer is late. Then the search ends its call with WAITS, and asks again when it is called again. The
 * planner keeps no answers: what the same expression has asked before is asked again, too, and must have the same answer. An effect
 * that a running step writes cannot wait: there a late answer counts as NOT_FOUND. Other statuses are reserved; today they count as
 * NOT_FOUND.
 *
 * The answer must depend only on the question, and on values that the game does not change while a
 * search lasts, also between its slices. The function is called in the middle of a search: it may
 * ask the domain and read worlds, but must not use the planner. An answer outside its type's range
 * counts as the nearest end, and an instance that is not present as none.
 */
typedef htn_status htn_answerer(void *user, const htn_question *question, int32_t *answers, uint32_t *count);

/*
 * Sets the function that answers queries, in searches and in htn_planner_validate(). NULL: each query answers its default. It
 * stays until it is set again; after htn_planner_attach() there is none. OK | BAD_ARGUMENT (planner NULL).
 */
HTN_API htn_status htn_planner_answer(htn_planner *planner, htn_answerer *answerer, void *user);

/*
 * Begins a search, and gives up one that is suspended. Copies from `world` what has changed; the search does not need it
 * afterwards. OK | BAD_ARGUMENT (also: replan and go_on; tasks that cannot be given) | FULL_FRAMES (for given tasks) | WRONG_DOMAIN | NO_RUNNING_PLAN | NOT_PARTIAL.
 */
HTN_API htn_status htn_plan_begin(htn_planner *planner, htn_world *world, const htn_request *request);

/*
 * Goes on with the search for `budget` units of work (htn_limits.work; 0: to the end).
 *
 * OK                     a plan was found: htn_planner_plan() shows it, and whether it is proven to be the best. With step_count 0
 *                        there is nothing to do; with `partial`, go_on plans what remains when its steps are done
 * NO_PLAN                there is none; with go_on, the running plan has failed: plan from the root
 * STANDS                 with replan: the running plan is kept, since no plan has priority over it, or costs less
 * SUSPENDED              call again; with Select [cheapest] htn_planner_plan() has the best plan so far
 * WAITS                  the answer of a query is late: call again, best when it may be there. The same question is asked
 *                        first, which takes no work
 * LIMIT_*                nothing was found, but a limit was reached; with replan, the running plan is still valid, and
 *                        it is not known whether there is a better one
 * FULL_*                 a region of the block is full: make it larger
 * NOT_BEGUN, BAD_ARGUMENT
 */
HTN_API htn_status htn_plan_step(htn_planner *planner, uint32_t budget);

/*
 * Goes on with a search whose request has `keep`, for the next plan: the one after the last answer in the order of choices
 * (methods, solutions in the order of Prefer, ranks, draws). With Select [cheapest] plans come by cost, and plans of the same cost
 * in the order of choices. Before the first answer it is htn_plan_step(). Two plans with the same steps are two answers. Neither
 * what remains behind a Split nor the steps of an Achieve are varied. `budget` and answers: see htn_plan_step(). Also:
 *
 * NO_PLAN      there are no more plans; this is a proof
 * LIMIT_*      after the last plan: no more plans were found, but a limit was reached. The limit on work counts all calls together
 * NOT_BEGUN    the request was without `keep`; or the last answer was not a plan; or the planner has done something else since:
 *              htn_planner_validate(), another search, htn_planner_drop() of a plan that the search continues
 *
 * The search sees the world in which it began, which may change or end meanwhile. Queries must keep their answers. Between two
 * plans htn_planner_adopt() may adopt the one last found. With Select [cheapest] each further plan takes a new search, which passes
 * over the plans that have been answers.
 */
HTN_API htn_status htn_plan_next(htn_planner *planner, uint32_t budget);

/*
 * htn_plan_begin() and htn_plan_step() to the end, or until an answer is late: WAITS. Then go on with htn_plan_step(); it is
 * NOT_BEGUN if the search has not begun, because it is not known whether the running plan holds. A replan is answered STANDS without
 * a search if the last call had the same
 * request, without `done`, and was answered STANDS without asking queries, and no cell that it read has changed.
 */
HTN_API htn_status htn_plan_find(htn_planner *planner, htn_world *world, const htn_request *request);

/*
 * The plan that was found last; step_count and record_count are 0 if the last search found none. While a search for the cheapest
 * plan is suspended: the best plan so far, if any; it is not proven.
 */
HTN_API void htn_planner_plan(const htn_planner *planner, htn_plan *plan);

/*
 * Makes the plan that was found last the running plan; for a suspended search for the cheapest plan, the best one so far: the
 * search may go on. A plan that continues the running plan replaces it. The planner keeps what it needs of the first part, and
 * forgets the parts in between, so a plan can continue for ever.
 * OK | BAD_ARGUMENT | NOT_BEGUN (none was found).
 */
HTN_API htn_status htn_planner_adopt(htn_planner *planner);

/* Forgets the running plan, and a plan or search that continues it. */
HTN_API void htn_planner_drop(htn_planner *planner);

/* The running plan. False: there is none. */
HTN_API bool htn_planner_running(const htn_planner *planner, htn_plan *plan);

/*
 * Whether the running plan still holds in `world`: the preconditions of each step that has not succeeded (`steps_done`, `done`: see
 * htn_request) hold in the world that the steps before it leave, with their effects and expected effects. In a parallel group
 * each member begins in the world at the group's start; if some of its steps have succeeded, in the world as it is. Gives up a
 * search in progress. OK: it holds. NO_PLAN: it does not; `*failed_step` (may be NULL) is the first step whose preconditions
 * fail. WAITS: the answer of a query is late; ask again. BAD_ARGUMENT | WRONG_DOMAIN | NO_RUNNING_PLAN | FULL_*.
 */
HTN_API htn_status htn_planner_validate(htn_planner *planner, htn_world *world, uint32_t steps_done,
                                        const uint8_t *done, uint32_t *failed_step);

/* An operator's argument: a number, or (type HTN_NONE) a symbol's text. */
typedef struct htn_argument {
    uint32_t type; /* index into the domain's types; HTN_NONE: a symbol */
    int32_t value;
    const char *text; /* a symbol's; else NULL */
} htn_argument;

/*
 * Evaluates the arguments of a step's operator (htn_task_operator()) in the world as it is. `values`: the step's arguments
 * (htn_plan.values + step.arguments). `Held` is what the first layer sees. `answerer`: answers queries (NULL: their defaults). Writes
 * at most `capacity` arguments to
 * `out` (HTN_MAX_ARGUMENTS are always enough), and their number to `*count`. OK | BAD_ARGUMENT | TOO_SMALL (`*count` says how many
 * there are) | WAITS (the answer of a query is late) | LIMIT_WORK (loops over too many instances) | NO_PLAN (only for a blob that no compiler made).
 */
HTN_API htn_status htn_operator_arguments(const htn_world *world, htn_task task, const int32_t *values,
                                          htn_answerer *answerer, void *user, htn_argument *out, uint32_t capacity,
                                          uint32_t *count);

#ifdef __cplusplus
}
#endif

#endif
