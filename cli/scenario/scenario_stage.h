/*
 * What a scenario is played with: the compiled domain, its agents, each in a world of its own, the instances that the scenario has
 * named. Types only; scenario_play.h makes a stage for each scenario, and the other files of this room read it.
 */
#pragma once

#include "base/source.h"
#include "base/text.h"
#include "cli/actor/actor.h"
#include "cli/common/given_answers.h"
#include "cli/scenario/scenario_derived.h"
#include "compiler/htnc.h"
#include <htn/group.h>

/* The value of a name: of a named instance, a parameter, or the variable of a quantifier. Scopes form a list. */
typedef struct scenario_scope {
    const struct scenario_scope *outer;
    const htnc_variable *variable;
    int32_t value;
} scenario_scope;

/* An instance that `Given` has named. Its value is HTNC_NOBODY once it is removed from the world. */
typedef struct scenario_instance {
    scenario_scope scope;
    struct scenario_instance *next;
} scenario_instance;

/* An agent of a scenario. */
typedef struct scenario_agent {
    const char *name; /* NULL: the only one of a scenario that names none */
    cli_actor actor;
    cli_answers answers;             /* that it gets */
    scenario_instance *named;        /* that it knows; the latest first */
    const scenario_scope *instances; /* the scope of the latest named instance; NULL: none */
    bool here;                       /* it has come, and not left */
} scenario_agent;

/* Why a scenario failed. */
typedef struct scenario_failure {
    base_span span;             /* of the clause or of its item */
    base_text message;          /* a sentence without its full stop */
    base_text expected, actual; /* one line each; empty: the failure is no difference between two things */
    base_text why;              /* further lines, each with its line end; may be empty */
    bool ordered;               /* `expected` and `actual` are lists whose order matters */
} scenario_failure;

/* Who watches scenarios being played. Each function may be NULL. */
typedef struct scenario_audience {
    void (*begun)(void *user, const cli_actor *actor);        /* an agent comes */
    htn_listener *listener;                                   /* hears the events of the agents' searches */
    cli_actor_ticked *ticked;                                 /* after each tick of an agent */
    void (*ended)(void *user, htn_task task, bool succeeded); /* the scenario ends one of an agent's steps */
    void (*left)(void *user, const cli_actor *actor); /* an agent leaves, at the latest when the scenario is over */
    void *user;                                       /* of all */
} scenario_audience;

typedef struct scenario_stage {
    htnc_compilation *compilation;
    const htn_domain *domain;
    const htn_property *properties; /* the domain's, by index in the compiler's model */
    const htn_query *queries;       /* likewise */
    scenario_agent *agents;         /* of the whole scenario, in the order in which they come */
    uint32_t agent_count;
    scenario_agent *now; /* the one that a clause is about, or is played with */
    htn_group *group;    /* of all who are here; NULL: the scenario names no agents */
    void *group_memory;
    uint8_t most_orders; /* that a layer may need room for */
    bool at_rest;        /* all agents have settled, and nothing was given since */
    const htn_agent_options *options;
    const scenario_audience *audience;
    scenario_failure *failure;
    scenario_fixpoint *fixpoint; /* that an expression is evaluated for; NULL: none */
} scenario_stage;
