/*
 * What a scenario is played with: the compiled domain, an agent in a world of its own, the instances that the scenario has
 * named. Types only; scenario_play.h makes a stage for each scenario, and the other files of this room read it.
 */
#pragma once

#include "base/source.h"
#include "base/text.h"
#include "cli/actor/actor.h"
#include "cli/common/given_answers.h"
#include "cli/scenario/scenario_derived.h"
#include "compiler/htnc.h"

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
    void (*begun)(void *user, const cli_actor *actor);        /* a scenario begins, with this agent */
    htn_listener *listener;                                   /* hears the events of the agent's searches */
    void (*ticked)(void *user, htn_status status);            /* after each tick of the agent, with its status */
    void (*ended)(void *user, htn_task task, bool succeeded); /* the scenario ends one of the agent's steps */
    void *user;                                               /* of all four */
} scenario_audience;

typedef struct scenario_stage {
    htnc_compilation *compilation;
    const htn_domain *domain;
    const htn_property *properties; /* the domain's, by index in the compiler's model */
    const htn_query *queries;       /* likewise */
    cli_actor actor;
    cli_answers answers;
    scenario_instance *named;        /* the latest first */
    const scenario_scope *instances; /* the scope of the latest named instance; NULL: none */
    bool at_rest;                    /* the agent has settled, and nothing was given since */
    const htn_agent_options *options;
    const scenario_audience *audience;
    scenario_failure *failure;
    scenario_fixpoint *fixpoint; /* that an expression is evaluated for; NULL: none */
} scenario_stage;
