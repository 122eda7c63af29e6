/*
 * An agent that a person has in hand: a domain's agent in blocks of its own, polled, so that each step goes on until somebody
 * says how it has ended. `htn test` and `htn run` play with it. Sensors do nothing, queries answer what was said (answers.h).
 */
#ifndef CLI_ACTOR_H
#define CLI_ACTOR_H

#include "cli/common/answers.h"
#include "base/text.h"
#include <htn/agent.h>

/* A step in progress. */
typedef struct cli_actor_step {
    uint32_t id, layer;
    uint32_t index; /* in the layer's running plan; HTN_NONE while it is being aborted */
    htn_task task;
    char *text; /* `Herd(Dolly)`; `Herd` where it was aborted in the tick in which it started */
    bool aborting;
} cli_actor_step;

typedef struct cli_actor {
    const htn_domain *domain;
    cli_answers *answers;
    htn_kind *kind;
    htn_agent *agent;
    void *kind_memory, *agent_memory;
    bool slow_aborts;      /* a step that is to be aborted waits for cli_actor_end(); else it ends at once */
    cli_actor_step *steps; /* by layer, by rising id */
    uint32_t step_count;
    size_t step_capacity;
    size_t agent_size;
    htn_listener *listener; /* of searches; NULL: nobody */
    void *listener_user;
    void (*ticked)(void *user, htn_status status); /* after each tick, with what it came to; NULL: nobody */
    void *ticked_user;
    uint64_t events; /* of searches, so far */
} cli_actor;

/* What a tick, or several, came to. */
typedef enum cli_rest {
    CLI_REST_QUIET,   /* nothing will happen until something changes from outside */
    CLI_REST_VAIN,    /* nothing but plans that are found again in each tick, and end or fail before a step runs */
    CLI_REST_RESTLESS /* steps start and end, or the world changes, tick after tick */
} cli_rest;

/*
 * Makes the agent; of `options` (NULL: all zeroes) the `user` is the actor's. Domain and answers must outlive it.
 * OK | BAD_ARGUMENT (no block is large enough for such limits). cli_actor_close() in either case.
 */
htn_status cli_actor_open(cli_actor *actor, const htn_domain *domain, cli_answers *answers,
                          const htn_agent_options *options);
/* What listens to its searches, with the actor as its user: to be told again where the actor has been moved. */
void cli_actor_count(void *user, const htn_planner *planner, const htn_event *event);
void cli_actor_close(cli_actor *actor);

/* One frame. As htn_agent_tick(). */
htn_status cli_actor_tick(cli_actor *actor, uint32_t elapsed_ms);

/* The agent's block has been put back to what it was: steps in progress are looked at anew. */
void cli_actor_look(cli_actor *actor);

/* Frames in which no time passes, until nothing happens. `*trouble`, OK before: the first limit that was hit. */
cli_rest cli_actor_settle(cli_actor *actor, htn_status *trouble);

/*
 * How many steps in progress are called so, `Herd` or `Herd(Dolly)`, in a layer (HTN_NONE: in any); `*index` (may be NULL) is
 * the first one's. Those that are being aborted count as well.
 */
uint32_t cli_actor_find(const cli_actor *actor, uint32_t layer, const char *name, uint32_t *index);

/* A step ends at the next tick: SUCCEEDED or FAILED; any outcome ends one that is being aborted. */
void cli_actor_end(cli_actor *actor, uint32_t index, htn_outcome outcome);

/* A layer's name: its root task's. */
const char *cli_layer_name(const htn_domain *domain, uint32_t layer);

#endif
