/*
 * An agent that a person controls. It is polled, so a step runs until somebody says how it ended. Sensors do nothing;
 * queries answer what a person gave (given_answers.h). `htn test` and `htn run` play with it.
 */
#pragma once

#include "cli/common/given_answers.h"
#include <htn/agent.h>
#include <htn/orders.h>

/* A step in progress. */
typedef struct cli_actor_step {
    uint32_t id, layer;
    uint32_t index; /* in the layer's running plan; HTN_NONE while the step is being aborted */
    htn_task task;
    char *text; /* `Herd(Dolly)`; `Herd` if the step was aborted in the tick in which it started */
    bool aborting;
} cli_actor_step;

/* An order that has ended. */
typedef struct cli_order_end {
    uint32_t layer, id;
    htn_task task;
    uint32_t end; /* htn_order_end */
} cli_order_end;

typedef struct cli_actor_host cli_actor_host; /* whom the agent calls */

typedef struct cli_actor cli_actor;

/* Called after each tick of the actor's agent, with the tick's status. */
typedef void cli_actor_ticked(void *user, cli_actor *actor, htn_status status);

struct cli_actor {
    const htn_domain *domain;
    cli_answers *answers;
    cli_actor_host *host;
    htn_agent_class *agent_class;
    htn_agent *agent;
    void *class_memory, *agent_memory;
    bool slow_aborts;      /* true: an aborted step waits for cli_actor_end(). false: it ends at once */
    cli_actor_step *steps; /* in progress, by layer, then by id */
    uint32_t step_count;
    size_t step_capacity;
    size_t agent_size;      /* bytes of agent_memory */
    htn_listener *listener; /* hears the events of searches; NULL: none */
    void *listener_user;
    void (*ticking)(
        void *user,
        cli_actor *actor);    /* called before each tick; its user is that of `ticked`. NULL: nothing is called */
    cli_actor_ticked *ticked; /* NULL: nothing is called */
    void *ticked_user;
    uint64_t events;  /* of searches so far */
    uint32_t reached; /* limits that searches have reached so far, even if they found a plan then: bits HTN_REACHED_* */
};

/* How settling ended; see cli_actor_settle(). */
typedef enum cli_rest {
    CLI_REST_QUIET,   /* nothing more will happen until something changes from outside */
    CLI_REST_VAIN,    /* the same plans are found again and again, and end or fail before one of their steps runs */
    CLI_REST_RESTLESS /* steps start and end, or the world changes, in every tick */
} cli_rest;

/*
 * Makes the agent. `options` may be NULL: all zero; their `user` is ignored. `domain` and `answers` must outlive the actor.
 * OK | BAD_ARGUMENT (the limits are too large for any block of memory). Call cli_actor_close() in either case.
 */
htn_status cli_actor_open(cli_actor *actor, const htn_domain *domain, cli_answers *answers,
                          const htn_agent_options *options);
void cli_actor_close(cli_actor *actor);

/* The agent's htn_listener, whose user is the actor. If an actor is moved in memory, pass it to htn_agent_listen() again. */
void cli_actor_count(void *user, const htn_planner *planner, const htn_event *event);

/* The orders that have ended, the first one first. `*count` gets their number. */
const cli_order_end *cli_actor_order_ends(const cli_actor *actor, uint32_t *count);

/* One tick, like htn_agent_tick(). */
htn_status cli_actor_tick(cli_actor *actor, uint32_t elapsed_ms);

/* Reads the steps in progress again. Call it if something else has changed the agent, such as an undo. */
void cli_actor_look(cli_actor *actor);

/* Ticks without time passing until nothing happens any more. `*trouble`, OK before, becomes the first error of a tick. */
cli_rest cli_actor_settle(cli_actor *actor, htn_status *trouble);

/* The same of several agents of one domain, which may form a group. In each round every one is ticked once, in this order. */
cli_rest cli_actors_settle(cli_actor *const *actors, uint32_t count, htn_status *trouble);

/*
 * The agent takes over what its group has, without time passing and without planning, so that its world has all instances of the group.
 * A running plan is checked.
 */
void cli_actor_notice(cli_actor *actor);

/*
 * Counts the steps in progress that are called `name`, `Herd` or `Herd(Dolly)`, in a layer (HTN_NONE: in all). `*index` (may
 * be NULL) gets the index of the first one. Steps that are being aborted count too.
 */
uint32_t cli_actor_find(const cli_actor *actor, uint32_t layer, const char *name, uint32_t *index);

/* The step ends at the next tick: SUCCEEDED or FAILED. If it is being aborted any outcome ends it. */
void cli_actor_end(cli_actor *actor, uint32_t index, htn_outcome outcome);
