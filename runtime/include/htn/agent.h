/*
 * Agents: they plan, run their plans, and replan when the world changes (docs/running.md).
 *
 * An agent has a world state, and one layer for each root of its domain. A layer plans for its root
 * and runs its plan, one step after the other. The game ticks the agent once per frame. A tick
 * calls the game's functions: sensors, which write the world state, and operators, which carry out
 * steps. A game that would rather not be called back reads news and reports on steps instead; both
 * do the same.
 *
 * An agent lies in one block of the game's memory, and no tick allocates. It belongs to one thread
 * at a time. Its domain and its agent class never change and may be shared by any number of agents
 * and threads.
 *
 * The time that passes is in microseconds (`_us`). Durations, periods and options are in
 * milliseconds (`_ms`). Functions that return an htn_status return HTN_OK when all went well; the
 * comment above each one lists the others, without their prefix HTN_.
 *
 * From inside an operator or sensor function the game may read and write the agent's world, and
 * call htn_agent_ask(), htn_agent_answers_changed(), htn_agent_report() and the functions that only
 * read. The consequences follow after it has returned. Functions that list BUSY refuse to be called
 * there. A query's answerer may only read.
 */
#ifndef HTN_AGENT_H
#define HTN_AGENT_H

#include <htn/api.h>
#include <htn/journal.h>
#include <htn/trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Lies in the caller's block, which must not be moved: it holds pointers into itself. */
typedef struct htn_agent htn_agent;

/* --- Operators and sensors ---------------------------------------------------------------------- */

/* How a step is doing, or how it has ended. A step ends once. */
typedef enum htn_outcome { HTN_RUNNING = 0, HTN_SUCCEEDED = 1, HTN_FAILED = 2, HTN_ABORTED = 3 } htn_outcome;

/* A step in progress, as its operator sees it. */
typedef struct htn_activity {
    htn_agent *agent;

    /* htn_agent_options.user. */
    void *user;

    /* htn_operator_binding.context; NULL if the operator has no binding. */
    void *context;

    /* Index of the operator: htn_operator_find(), htn_operator_name(). */
    uint32_t operator_index;

    /* Which run of a step this is: unique in the agent, counted from 1 to 2^32 - 2, and again. */
    uint32_t id;

    /* Index of the layer, which is that of its root. */
    uint32_t layer;

    /*
     * Index of the step in the layer's running plan; HTN_NONE while it is being aborted: that plan
     * may be gone.
     */
    uint32_t step;

    /* The primitive task that the step carries out. */
    htn_task task;

    /* The operator's arguments, evaluated when the step started. Good until the step has ended. */
    const htn_argument *arguments;
    uint32_t argument_count;

    /* The operator's own memory for this step, of htn_operator_binding.memory bytes: aligned to 8,
       zeroed before `start`. Good until the step has ended. */
    void *memory;

    /*
     * Microseconds since the operator was last called: those of this tick; 0 in `start`, in the
     * first call of `abort`, and in news.
     */
    uint64_t elapsed_us;
} htn_activity;

/*
 * The game's functions for an operator. `user` is htn_agent_options.user. Any function may be NULL.
 * Without `start` a step simply runs; without `update` it runs until htn_agent_report(); without
 * `abort` it ends at once when it is aborted.
 */
typedef struct htn_operator_binding {
    /* As in the domain. The text must outlive the agent class. */
    const char *name;

    /* A step starts. Returns RUNNING, or SUCCEEDED or FAILED if it has ended already. */
    htn_outcome (*start)(void *user, const htn_activity *activity);

    /* Called once per tick, from the tick after `start`. Returns the same. */
    htn_outcome (*update)(void *user, const htn_activity *activity);

    /*
     * The step is to end early. Returns ABORTED; or RUNNING if that takes time: `abort` is then
     * called again in each tick.
     */
    htn_outcome (*abort)(void *user, const htn_activity *activity);

    /* The agent has been loaded in the middle of this step: htn_agent_load(). */
    void (*resume)(void *user, const htn_activity *activity);

    /* Bytes of htn_activity.memory for each running step. */
    uint32_t memory;

    /*
     * The operator is polled, as without a binding (htn_agent_news()), but its steps have memory,
     * which is saved and loaded. All functions must be NULL.
     */
    bool polled;

    /* Whatever the game likes: htn_activity.context. For a function that serves several operators. */
    void *context;
} htn_operator_binding;

/* What a sensor's function is given. Good until it has returned. */
typedef struct htn_sensing {
    htn_agent *agent;

    /* The agent's world, which the function writes with htn_world_set() and the like. */
    htn_world *world;

    /* Index of the sensor: htn_sensor_find(), htn_sensor_name(). */
    uint32_t sensor;

    /* htn_sensor_binding.context. */
    void *context;
} htn_sensing;

/* The game's function for a sensor. It reads the game and writes the agent's world. */
typedef struct htn_sensor_binding {
    const char *name;
    void (*sense)(void *user, const htn_sensing *sensing);

    /* Whatever the game likes: htn_sensing.context. */
    void *context;
} htn_sensor_binding;

/* --- Orders ------------------------------------------------------------------------------------- */

/* How an order has ended (orders.h). */
typedef enum htn_order_end {
    HTN_ORDER_DONE = 0,     /* all of its plan is done */
    HTN_ORDER_NO_PLAN = 1,  /* its search found no plan */
    HTN_ORDER_LIMIT = 2,    /* its search reached a limit, or a region is full */
    HTN_ORDER_FAILED = 3,   /* options.order_tries plans in a row failed without a step done */
    HTN_ORDER_GONE = 4,     /* an instance among its arguments was removed */
    HTN_ORDER_REPLACED = 5, /* the game has replaced it */
    HTN_ORDER_TAKEN = 6,    /* the game has taken it back */
    HTN_ORDER_DROPPED = 7,  /* a load or a reload lacks its task, its arguments or room for it */
    HTN_ORDER_ENDS
} htn_order_end;

/* The end of an order. Good until the function that gets it has returned. */
typedef struct htn_order_report {
    uint32_t id;
    uint32_t layer;
    htn_task task; /* HTN_NONE: of a build that has another one */
    htn_order_end end;

    /* LIMIT: LIMIT_* or FULL_*. Else OK. */
    htn_status status;
} htn_order_report;

/* --- Agent classes ------------------------------------------------------------------------------ */

/*
 * What the agents of one class do: an archer and a gunner bind the operator `Attack` to different
 * functions.
 */
typedef struct htn_bindings {
    const htn_operator_binding *operators;
    uint32_t operator_count;
    const htn_sensor_binding *sensors;
    uint32_t sensor_count;

    /*
     * Answers queries; its `user` is htn_agent_options.user. NULL: each query answers its default.
     */
    htn_answerer *answerer;

    /* Whatever the game likes: htn_question.context. */
    void *context;

    /*
     * An order has ended, and so has its last step. `user` is htn_agent_options.user. Called in ticks, and inside
     * htn_agent_order() and htn_agent_take_back() for orders without steps. It may order something else. May be NULL.
     */
    void (*order_ended)(void *user, const htn_order_report *report);
} htn_bindings;

/*
 * Bindings, found by name. Lies in the caller's memory. Immutable: any number of agents and threads
 * may share it.
 */
typedef struct htn_agent_class htn_agent_class;

/* Bytes of memory that htn_agent_class_init() needs; 0 if `domain` is NULL or not loaded. */
HTN_API size_t htn_agent_class_bytes(const htn_domain *domain);

/*
 * Makes an agent class in `memory`: the caller's, aligned to 8; it and `domain` must outlive the
 * class. `bindings` is copied, except for the names; NULL: none. If an operator or sensor is bound
 * twice, the last binding counts. An operator without a binding is polled: htn_agent_news(). A
 * sensor without one does nothing.
 *
 * A binding whose name is not in the domain is an error, so that a misspelled name is noticed:
 * NOT_FOUND, and `*wrong` is the name (`wrong` may be NULL). BAD_ARGUMENT (also: a polled operator
 * with a function) | BAD_MEMORY (not
 * aligned) | TOO_SMALL | NOT_FOUND.
 */
HTN_API htn_status htn_agent_class_init(htn_agent_class **agent_class, const htn_domain *domain,
                                        const htn_bindings *bindings, void *memory, size_t size, const char **wrong);

/* --- Agents ------------------------------------------------------------------------------------- */

/* How an agent behaves. 0 takes the default; NULL instead of the struct takes all defaults. */
typedef struct htn_agent_options {
    /* Of each layer's planner. They decide how large the agent is. */
    htn_limits limits;

    /* Passed to all of the game's functions. */
    void *user;

    /* What all layers together may spend on searches in a tick, in units of htn_limits.work. 0: a
       search ends in the tick in which it begins. */
    uint32_t budget;

    /* Replan at least this often. At most 2^31 - 1; more counts as that. 0: only when there is another reason. */
    uint32_t interval_ms;

    /*
     * After two or more failures in a row, without a step done, wait this long before planning
     * again. At most 2^31 - 1; more counts as that. 0: do not wait.
     */
    uint32_t back_off_ms;

    /* A plan ends early, as a partial plan, when its steps take this long. 0: no horizon. */
    uint32_t horizon_ms;

    /*
     * Of random choices (Select [random]). The same seed and the same inputs make the agent do the
     * same.
     */
    uint32_t seed;

    /*
     * The agent's number in its crowd: spreads the sensors of different agents over different
     * ticks.
     */
    uint32_t stagger;

    /* How many steps each layer can have in progress, those that are being aborted included. At
       most HTN_MAX_INSTANCES. Default: 8 if the domain has Parallel, else 1. */
    uint32_t running;

    /* Search even when the result is known in advance (docs/running.md, "The footprint"). The agent
       does the same, but more slowly: for tests and measurements. */
    bool replan_always;

    /* Room for what a member of a LATER group writes until it shares: up to 5 bytes for each byte of the world's shared part. */
    bool defer;

    /* How many orders that have not ended each layer can have (orders.h). 0: none. */
    uint8_t orders;

    /* An order ends as FAILED after so many failed plans in a row without a step done. Default: 3. */
    uint8_t order_tries;
} htn_agent_options;

/*
 * Bytes of memory that htn_agent_init() needs; 0 if `agent_class` is NULL, or if the options ask
 * for too much.
 */
HTN_API size_t htn_agent_bytes(const htn_agent_class *agent_class, const htn_agent_options *options);

/*
 * Makes an agent in `memory`: the caller's, aligned to 8. The memory and the agent class must
 * outlive the agent. An agent needs no clean-up; one in a crowd must leave it before its memory is
 * used for something else. BAD_ARGUMENT | BAD_MEMORY (not aligned) | TOO_SMALL.
 */
HTN_API htn_status htn_agent_init(htn_agent **agent, const htn_agent_class *agent_class,
                                  const htn_agent_options *options, void *memory, size_t size);

/*
 * The agent's world state. The game may read and write it between ticks and in callbacks; what it
 * writes counts as a change from outside, which is a reason to plan. NULL if `agent` is NULL.
 */
HTN_API htn_world *htn_agent_world(htn_agent *agent);

/* options.user, which all of the game's functions get. NULL if `agent` is NULL. */
HTN_API void *htn_agent_user(const htn_agent *agent);

/* The agent's domain. NULL if `agent` is NULL. */
HTN_API const htn_domain *htn_agent_domain(const htn_agent *agent);

/* --- Ticks -------------------------------------------------------------------------------------- */

/* The most that one tick can take, in microseconds: 2^31 - 1 milliseconds, 24 days. */
#define HTN_MAX_ELAPSED_US UINT64_C(2147483647000)

/*
 * One frame of `elapsed_us` microseconds, 0 to HTN_MAX_ELAPSED_US; more counts as that. The agent's
 * clock counts whole milliseconds and carries the remainder to the next tick, so at 144 frames a
 * second (6944 microseconds) it does not fall behind. Takes over what has changed in the agent's
 * group, runs the sensors that are due, then each layer in turn: the layer checks its running plan
 * if the world has changed, plans if there is reason to, updates its running steps, and starts
 * those whose turn it is.
 *
 * BAD_ARGUMENT | BUSY (called from inside a callback). Any other status is a warning: the tick was
 * completed, but a search or check ended with it, and the layer goes on as if there were no plan.
 * LIMIT_* | FULL_*: raise that limit. Every tick returns it, until a search of that layer ends otherwise. NO_PLAN: a step's arguments, During or effects failed, which
 * happens only with a blob that the compiler has not written.
 */
HTN_API htn_status htn_agent_tick(htn_agent *agent, uint64_t elapsed_us);

/*
 * The same with at most `*work` for searches, in units of htn_limits.work, or options.budget if
 * that is less. Afterwards `*work` is what remains of it. With 0 no search begins or goes on in
 * this tick, and everything else happens as usual. NULL: no bound but options.budget. To share a
 * frame's work among many agents, use a crowd: crowd.h.
 */
HTN_API htn_status htn_agent_tick_within(htn_agent *agent, uint64_t elapsed_us, uint32_t *work);

/*
 * Asks a layer (HTN_NONE: all layers) to replan in the next tick, unless the result is known.
 * BAD_ARGUMENT.
 */
HTN_API htn_status htn_agent_ask(htn_agent *agent, uint32_t layer);

/*
 * Answers of queries may be different from now on. Counts as a change from outside. Call it
 * whenever that is so: otherwise a search that would ask a query may be skipped, because nothing
 * else that it reads has changed. BAD_ARGUMENT.
 */
HTN_API htn_status htn_agent_answers_changed(htn_agent *agent);

/*
 * Runs a sensor now, whatever its period. BAD_ARGUMENT | NOT_FOUND (the sensor has no binding) |
 * BUSY.
 */
HTN_API htn_status htn_agent_sense(htn_agent *agent, uint32_t sensor);

/*
 * Repairs an agent after a callback that did not return, because it threw an exception through the
 * tick or called longjmp(). Do not use the agent before that, nor its crowd, except to read
 * htn_agent_activity(): all steps in progress end as aborted, without a call, and their memory is
 * gone. The agent forgets its plans and searches, and plans afresh in the next tick; its world,
 * cooldowns and timers stay. Agents of a crowd that were not ticked yet in that frame miss it.
 * Never call this from inside a callback. BAD_ARGUMENT.
 */
HTN_API htn_status htn_agent_recover(htn_agent *agent);

/* --- What an agent is doing --------------------------------------------------------------------- */

/* How many layers there are: one per root of the domain, in that order. 0 if `agent` is NULL. */
HTN_API uint32_t htn_agent_layers(const htn_agent *agent);

/*
 * A layer's running plan, good until the agent is called again. `*done` (may be NULL) gets one byte
 * per step, HTN_STEP_*. False: no plan is running.
 */
HTN_API bool htn_agent_plan(const htn_agent *agent, uint32_t layer, htn_plan *plan, const uint8_t **done);

/*
 * Step number `index` of those that the layer has in progress, by rising id, steps that are being
 * aborted included. False: there are not so many.
 */
HTN_API bool htn_agent_activity(const htn_agent *agent, uint32_t layer, uint32_t index, htn_activity *activity);

/*
 * From inside an operator's function: a copy of the activity that it was given, for languages in which a pointer that C passes costs
 * memory. False: no operator of this agent is being called.
 */
HTN_API bool htn_agent_calling(const htn_agent *agent, htn_activity *activity);

/* An instance that a layer holds, because its plan or a step in progress reserves it (`Reserve`). */
typedef struct htn_hold {
    uint32_t layer;
    uint32_t type; /* the outermost type of the instance */
    int32_t instance;
    htn_task task; /* whose Reserve it is, or whose method's; HTN_NONE: of a plan from another build of the domain */
    bool lost;     /* it does not hold it any more, and its plan is about to fail */
} htn_hold;

/* Hold number `index` of the agent, by rising layer, type and instance. False: there are not so many. */
HTN_API bool htn_agent_hold(const htn_agent *agent, uint32_t index, htn_hold *hold);

/* How many holds the agent has; 0 for NULL. */
HTN_API uint32_t htn_agent_holds(const htn_agent *agent);

/*
 * How a layer's last search ended, or would have ended if it had not been skipped: OK (a plan was
 * found), or another status of htn_plan_step(). SUSPENDED: a search is under way, waits for
 * budget, or has found a plan that waits for what it reserves (in a LATER group). NOT_BEGUN: there
 * has been none yet. WAITS: the layer waits for the answer of a query that is late.
 * BAD_ARGUMENT: there is no such layer.
 */
HTN_API htn_status htn_agent_result(const htn_agent *agent, uint32_t layer);

/*
 * Whether there is nothing to do: the layer's last search has found an empty plan. False for a layer
 * that does not exist.
 */
HTN_API bool htn_agent_idle(const htn_agent *agent, uint32_t layer);

/* What an agent has done since it was made. */
typedef struct htn_counts {
    /* Searches that have begun. */
    uint64_t searches;

    /*
     * Searches that there was a reason for, but that were skipped because their result was known.
     */
    uint64_t skipped;

    /* What all searches have spent, in units of htn_limits.work. */
    uint64_t work;
} htn_counts;

/* All 0 if `agent` is NULL. Does nothing if `counts` is NULL. */
HTN_API void htn_agent_counts(const htn_agent *agent, htn_counts *counts);

/*
 * The most that a layer's searches have used since the agent was made, in the units of htn_limits.
 * With these as options.limits, the same searches would have had room; add what other situations may
 * need. `work` is that of the costliest search that has ended. `depth` takes no memory of its
 * own. BAD_ARGUMENT (also: there is no such layer).
 */
HTN_API htn_status htn_agent_peaks(const htn_agent *agent, uint32_t layer, htn_limits *peaks);

/* --- For tools ---------------------------------------------------------------------------------- */

/*
 * From now on the agent writes to this journal, which must outlive it or be taken away again; NULL:
 * to none, as at first. The first event is a BEGIN. Give an agent its journal before its first
 * tick, so that the journal can be replayed. BAD_ARGUMENT | BUSY.
 */
HTN_API htn_status htn_agent_journal(htn_agent *agent, htn_journal *journal);

/*
 * From now on `listener` is called for everything that the layers' searches try, as by
 * htn_plan_trace(). Each search then ends in the tick in which it begins, whatever the budget.
 * NULL: no listener, as at first. BAD_ARGUMENT.
 */
HTN_API htn_status htn_agent_listen(htn_agent *agent, htn_listener *listener, void *user);

/*
 * A layer's planner, so that a listener can tell the layers apart and use htn_planner_plan() and
 * the htn_trace_ functions. NULL: there is no such layer.
 */
HTN_API const htn_planner *htn_agent_planner(const htn_agent *agent, uint32_t layer);

/* --- Without callbacks -------------------------------------------------------------------------- */

/* Something that happened to a step whose operator is polled. */
typedef enum htn_news_kind {
    HTN_NEWS_START = 0,  /* the step has started; report how it ends */
    HTN_NEWS_ABORT = 1,  /* the step is to end early; report HTN_ABORTED when it has ended */
    HTN_NEWS_RESUME = 2, /* the agent has been loaded in the middle of the step */
    HTN_NEWS_KINDS
} htn_news_kind;

typedef struct htn_news {
    htn_news_kind kind;
    htn_activity activity;
} htn_news;

/*
 * Takes the oldest piece of news that has not been read. `activity` is good until the next tick.
 * False: there is none.
 */
HTN_API bool htn_agent_news(htn_agent *agent, htn_news *news);

/*
 * Reports how step `id` (htn_activity.id) is doing. The next tick uses the report instead of
 * calling the operator. Report SUCCEEDED or FAILED for a running step. For one that is being
 * aborted report ABORTED; SUCCEEDED and FAILED also say that it has ended. BAD_ARGUMENT (also:
 * ABORTED for a step that is not being aborted) | NOT_FOUND (no such step is in progress).
 */
HTN_API htn_status htn_agent_report(htn_agent *agent, uint32_t id, htn_outcome outcome);

#ifdef __cplusplus
}
#endif

#endif
