/*
 * Scenarios (docs/testing.md), played over an agent: scenario_values.c evaluates what they say, scenario_texts.c words it,
 * scenario_play.c does what their clauses say. What a scenario leaves behind is a verdict. Neighbours: actor.h is the agent,
 * command_test.c finds the scenarios, coverage.h listens.
 */
#ifndef CLI_SCENARIO_H
#define CLI_SCENARIO_H

#include "base/source.h"
#include "base/text.h"
#include "cli/actor/actor.h"
#include "cli/common/answers.h"
#include "compiler/htnc.h"

/* What a name stands for: a named instance, a parameter, what a quantifier goes through. */
typedef struct scenario_scope {
    const struct scenario_scope *outer;
    const htnc_variable *variable;
    int32_t value;
} scenario_scope;

/* An instance that `Given` has named; HTNC_NOBODY when it is gone. */
typedef struct scenario_instance {
    scenario_scope scope;
    struct scenario_instance *next;
} scenario_instance;

/* Why a scenario failed. */
typedef struct scenario_failure {
    base_span span;             /* of the clause or of its item */
    base_text message;          /* a sentence without its full stop */
    base_text expected, actual; /* of one line each; empty: it is not about a difference */
    base_text why;              /* further lines, each ended; may be empty */
    bool ordered;               /* the two are lists in which each thing has its place */
} scenario_failure;

typedef struct scenario_stage {
    htnc_compilation *compilation;
    const htn_domain *domain;
    const htn_property *properties; /* the domain's, by the model's indexes */
    const htn_query *queries;       /* likewise */
    cli_actor actor;
    cli_answers answers;
    scenario_instance *named;        /* the latest first */
    const scenario_scope *instances; /* the latest one's scope; NULL: none */
    bool at_rest;                    /* nothing has been given since it last was */
    const htn_agent_options *options;
    const struct scenario_audience *audience;
    scenario_failure *failure;
} scenario_stage;

/* Who watches; each may be NULL. */
typedef struct scenario_audience {
    void (*begun)(void *user, const cli_actor *actor);        /* a scenario, with this agent */
    htn_listener *listener;                                   /* of his searches */
    void (*ticked)(void *user, htn_status status);            /* he has been, and his tick has come to that */
    void (*ended)(void *user, htn_task task, bool succeeded); /* the scenario ends one of his steps */
    void *user;                                               /* of all four */
} scenario_audience;

/* What plays a file's scenarios, one after the other. */
typedef struct scenario_cast {
    htnc_compilation *compilation;
    htn_domain domain;
    htn_property *properties;
    htn_query *queries;
    htn_agent_options options;
    scenario_audience audience;
} scenario_cast;

/* The compilation has a blob. OK | BAD_BLOB and the like. */
htn_status scenario_cast_open(scenario_cast *cast, htnc_compilation *compilation, const htn_agent_options *options);
void scenario_cast_close(scenario_cast *cast);

/* Plays a scenario from its beginning, with an agent of its own. False: `failure`, zeroed before, says why. */
bool scenario_play(const scenario_cast *cast, const htnc_scenario *scenario, scenario_failure *failure);
void scenario_failure_free(scenario_failure *failure);

/* --- scenario_values.c --- */

/* In the agent's world as it is. */
int32_t scenario_value(const scenario_stage *stage, const htnc_expr *expression, const scenario_scope *known);
/* Whether all of a list of conditions do; a binder among them is a question whether there is one. */
bool scenario_holds(const scenario_stage *stage, const htnc_expr *conditions, const scenario_scope *known);

/* Changes the world and the answers of queries; what is written reads them as they were before. False: nothing has been changed. */
bool scenario_change(scenario_stage *stage, const htnc_effect *changes);

/* --- scenario_texts.c --- */

/* `Herd(Dolly)`, a value, as they are written in a scenario: instances by the names that it gave them. */
void scenario_add_call(base_text *text, const scenario_stage *stage, const htnc_subtask *call);
/* A list of steps as it would be printed on one line: `A(), Parallel [B(), [C(), D()]], Split`. */
void scenario_add_steps(base_text *text, const scenario_stage *stage, const htnc_subtask *steps);
/* The same of a plan. */
void scenario_add_plan(base_text *text, const scenario_stage *stage, const htn_plan *plan);
/* An expression as it stands in the source, white space folded. */
void scenario_add_source(base_text *text, const scenario_stage *stage, base_span span);
/* What a condition read: `State is Patrolling, Distance(orc) is 5`. */
void scenario_add_reads(base_text *text, const scenario_stage *stage, const htnc_expr *condition);
/* A line that says what keeps the first step of a plan from starting; nothing where that is not known. */
void scenario_add_hindrance(base_text *text, const scenario_stage *stage, const htn_plan *plan);
/* Adds a text in which instances stand as `Food#0`, with their names in their place. */
void scenario_add_named(base_text *text, const scenario_stage *stage, const char *from);

/* --- scenario_why.c --- */

/* Lines that say why the first of these tasks that is not in the layer's plan is not, or why that plan does not run. */
void scenario_add_reason(base_text *why, const scenario_stage *stage, uint32_t layer, const htnc_subtask *expected);

#endif
