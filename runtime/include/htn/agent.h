/*
 * The agent: a world state, and for each root of the domain a layer that plans and runs its plans
 * (docs/running.md). It calls the game's operators and sensors, or is asked what to start and told how
 * it went; both do the same. All of it lies in one block of the caller's memory, and no tick allocates.
 *
 * An agent belongs to one thread at a time. Its class and its domain are immutable and shared.
 */
#ifndef HTN_AGENT_H
#define HTN_AGENT_H

#include <htn/trace.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct htn_agent htn_agent; /* lies in the caller's block, which must not be moved */

/* How a step stands, or how it has ended. A step ends once. */
typedef enum htn_outcome { HTN_RUNNING, HTN_SUCCEEDED, HTN_FAILED, HTN_ABORTED } htn_outcome;

/* A step that runs, as its operator sees it. */
typedef struct htn_activity {
    htn_agent *agent;
    uint32_t id;    /* of this run of the step: unique in the agent, rising from 1 */
    uint32_t layer; /* index of the root */
    uint32_t step;  /* index in the layer's running plan; HTN_NONE once it is being aborted: that plan may be gone */
    htn_task task;
    const htn_argument *arguments; /* the operator's, evaluated when the step started; good until the step has ended */
    uint32_t argument_count;
    void *memory; /* the operator's own, as many bytes as it asked for, zeroed before `start`; aligned to 8 */
    uint32_t
        elapsed_ms; /* since the operator was last called; 0 in `start`, in the first call of `abort`, and in news */
} htn_activity;

/*
 * What carries out an operator; each function is called with the agent's `user`. NULL in place of `start`: the step
 * runs; of `update`: until htn_agent_report(); of `abort`: it ends at once; of `resume`: nothing to do.
 * From inside, the agent's world may be read and written, and htn_agent_ask() be called.
 */
typedef struct htn_operator_binding {
    const char *name;
    htn_outcome (*start)(void *user, const htn_activity *activity); /* RUNNING | SUCCEEDED | FAILED */
    htn_outcome (*update)(void *user,
                          const htn_activity *activity); /* likewise; once a tick, from the tick after its start */
    htn_outcome (*abort)(void *user,
                         const htn_activity *activity);       /* RUNNING: it takes time, and is asked again each tick */
    void (*resume)(void *user, const htn_activity *activity); /* after a load, in the midst of a step */
    uint32_t memory;                                          /* bytes per running step */
} htn_operator_binding;

/* A sensor reads the game and writes the agent's world, with htn_world_set() and the like. */
typedef struct htn_sensor_binding {
    const char *name;
    void (*sense)(void *user, htn_agent *agent, htn_world *world);
} htn_sensor_binding;

/* What agents of one class do: an archer and a gunner bind `Attack` differently. */
typedef struct htn_bindings {
    const htn_operator_binding *operators;
    uint32_t operator_count;
    const htn_sensor_binding *sensors;
    uint32_t sensor_count;
    htn_answerer *answerer; /* of queries, called with the agent's `user`; NULL: nobody */
} htn_bindings;

/* An agent class: bindings by the domain's indexes. Immutable, shared by any number of agents and threads. */
typedef struct htn_agent_class htn_agent_class;

/* Bytes of memory that htn_agent_class_init() needs; 0 where domain is NULL. */
size_t htn_agent_class_bytes(const htn_domain *domain);

/*
 * Looks the names up; of two bindings of one name the last one counts. The tables are copied, but for their names. A
 * binding that the domain has no operator or sensor for is an error (`*wrong`, which may be NULL, is its name), so that
 * a misspelling does not go unnoticed. An operator that nothing is bound to is polled: htn_agent_news(). A sensor
 * that nothing is bound to does nothing. `bindings` may be NULL: none.
 * OK | BAD_ARGUMENT | BAD_MEMORY | TOO_SMALL | NOT_FOUND.
 */
htn_status htn_agent_class_init(htn_agent_class **agent_class, const htn_domain *domain, const htn_bindings *bindings,
                                void *memory, size_t size, const char **wrong);

/* How an agent behaves. NULL in place of it means all zeroes. */
typedef struct htn_agent_options {
    htn_limits limits;    /* of each layer's planner */
    void *user;           /* given to operators and sensors */
    uint32_t budget;      /* work of planning per tick, over all layers; 0: a search is done at once */
    uint32_t interval_ms; /* replan at least so often; 0: only when there is reason to */
    uint32_t
        back_off_ms;     /* wait so long before another attempt, from the second failure in a row without a step done */
    uint32_t horizon_ms; /* of plans; 0: none */
    uint32_t seed;       /* of draws */
    uint32_t stagger;    /* the agent's number in its crowd: sensors of different numbers fall on different ticks */
    uint32_t running;    /* steps in progress at the same time, in each layer, those that are being aborted included.
                             Default: 1, or 8 where the domain has Parallel */
    bool
        replan_always; /* also where the outcome is known beforehand (docs/running.md, "The footprint"): comes to the same,
                            for tests and measurements */
} htn_agent_options;

/* Size of the block; 0 where agent_class is NULL or the size overflows. */
size_t htn_agent_bytes(const htn_agent_class *agent_class, const htn_agent_options *options);

/* Makes an agent in `memory`, aligned to 8, which it must not outlive. OK | BAD_ARGUMENT | BAD_MEMORY | TOO_SMALL. */
htn_status htn_agent_init(htn_agent **agent, const htn_agent_class *agent_class, const htn_agent_options *options,
                          void *memory, size_t size);

/* The agent's world, to read and to write at any time, in callbacks too. What is written counts as a change from outside. */
htn_world *htn_agent_world(htn_agent *agent);

/*
 * Makes the agent one of a group, which has its Shared World State in `group`: a world of the same domain, of which nothing else
 * counts, and which must outlive the agent or its membership. The game writes it once for all, between frames. From then on each
 * tick begins with what has changed there; what the agent changes of it, by effects or in callbacks, is its own world's until
 * htn_agent_share(). NULL: of none. OK | BAD_ARGUMENT | WRONG_DOMAIN | BUSY.
 */
htn_status htn_agent_join(htn_agent *agent, htn_world *group);

/*
 * At the end of a frame, when all agents of the group have been ticked: gives the group what this one has changed since its
 * tick began; where two have written the same, the one that shares later counts. Agents that tick on several threads share on
 * one. OK (also without a group) | BAD_ARGUMENT | BUSY.
 */
htn_status htn_agent_share(htn_agent *agent);

/*
 * One frame: what the group has changed, sensors, then each layer in order: notices what has changed, plans if there is reason to, updates its
 * running steps, starts those whose turn it is. More than 2^31 - 1 ms count as so many.
 * OK | BAD_ARGUMENT | BUSY (called from inside a callback) | LIMIT_*, FULL_*: a search or a check that ended so, though the
 * tick was completed; the layer then goes on as if there were no plan. | NO_PLAN: the same, of a step whose arguments, During or
 * effects fail, as only those of a blob that no compiler wrote do.
 */
htn_status htn_agent_tick(htn_agent *agent, uint32_t elapsed_ms);

/*
 * The same with at most `*work` for planning (in units of htn_limits.work), the options' budget or less; `*work` is what is left of it
 * afterwards. 0: no search begins or goes on in this tick, and those that there is reason for wait; all else is as ever. NULL: no such
 * bound. For many agents that share what a frame can spend: see crowd.h.
 */
htn_status htn_agent_tick_within(htn_agent *agent, uint32_t elapsed_ms, uint32_t *work);

/* Asks a layer (HTN_NONE: all) to replan at the next tick, unless it is known what that comes to. OK | BAD_ARGUMENT. */
htn_status htn_agent_ask(htn_agent *agent, uint32_t layer);

/*
 * A query may have another answer than before: counts as a change from outside. Without it, a search that has asked one may be
 * taken to come to what it came to before. OK | BAD_ARGUMENT.
 */
htn_status htn_agent_answers_changed(htn_agent *agent);

/* Runs a sensor now, whatever its period. OK | BAD_ARGUMENT | NOT_FOUND (nothing is bound to it) | BUSY. */
htn_status htn_agent_sense(htn_agent *agent, uint32_t sensor);

/* How many layers there are: the domain's roots. */
uint32_t htn_agent_layers(const htn_agent *agent);

/*
 * A layer's running plan, good until the agent is next called; `*done` (may be NULL) has a byte for each step, not 0 where it
 * has succeeded. False where no plan runs.
 */
bool htn_agent_plan(const htn_agent *agent, uint32_t layer, htn_plan *plan, const uint8_t **done);

/*
 * A layer's planner, to be told from others in what a listener hears, and to be asked by htn_planner_plan() and the htn_trace_
 * functions; NULL where there is no such layer. For tools.
 */
const htn_planner *htn_agent_planner(const htn_agent *agent, uint32_t layer);

/* The `index`-th step of a layer in progress, by rising id, those that are being aborted included. False: there are no more. */
bool htn_agent_activity(const htn_agent *agent, uint32_t layer, uint32_t index, htn_activity *activity);

/*
 * From now on `listener` is told of everything that the layers' searches try, as by htn_plan_trace(): a search is then done at once,
 * whatever the budget, and comes to the same. For tools. NULL: nobody, which is what an agent begins with. OK | BAD_ARGUMENT.
 */
htn_status htn_agent_listen(htn_agent *agent, htn_listener *listener, void *user);

/* How the last search of a layer ended, or the one that was not made since it was known to end so: HTN_SUSPENDED while one is under way or waits for work, HTN_NOT_BEGUN before the first. */
htn_status htn_agent_result(const htn_agent *agent, uint32_t layer);

/* What an agent has done since it was made. */
typedef struct htn_counts {
    uint64_t searches; /* begun */
    uint64_t skipped;  /* searches that there was reason for, and whose outcome was known beforehand */
    uint64_t work;     /* of searches, in units of htn_limits.work */
} htn_counts;

/* For tools and measurements. All 0 where `agent` is NULL; nothing where `counts` is. */
void htn_agent_counts(const htn_agent *agent, htn_counts *counts);

/* --- Without callbacks ------------------------------------------------------------------------------ */

/* Something that an operator to which nothing is bound must know. */
typedef enum htn_news_kind {
    HTN_NEWS_START,  /* the step has started; report how it went, when it has ended */
    HTN_NEWS_ABORT,  /* it is to end early; report HTN_ABORTED when it has */
    HTN_NEWS_RESUME, /* the agent was loaded in the midst of the step */
    HTN_NEWS_KINDS
} htn_news_kind;

typedef struct htn_news {
    htn_news_kind kind;
    htn_activity activity;
} htn_news;

/* The next piece of news, in the order in which they happened; false: none left. `activity` is good until the next tick. */
bool htn_agent_news(htn_agent *agent, htn_news *news);

/*
 * How step `id` went, or how far it has come: taken up at the next tick, where a callback would be asked. HTN_SUCCEEDED
 * or HTN_FAILED; once it is being aborted, HTN_ABORTED (of the others, any says that it has ended).
 * OK | BAD_ARGUMENT | NOT_FOUND (no such step is in progress).
 */
htn_status htn_agent_report(htn_agent *agent, uint32_t id, htn_outcome outcome);

#ifdef __cplusplus
}
#endif

#endif
