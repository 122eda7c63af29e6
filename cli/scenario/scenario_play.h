/*
 * Plays scenarios (docs/testing.md): does what their clauses say, and compares what they expect with what the agent does.
 * Neighbours: command_test.c finds the scenarios, coverage_watch.h listens.
 */
#pragma once

#include "cli/scenario/scenario_stage.h"

/* What a file's scenarios are played with, one after the other. */
typedef struct scenario_cast {
    htnc_compilation *compilation;
    htn_domain domain;
    htn_property *properties; /* the domain's, by index in the compiler's model */
    htn_query *queries;       /* likewise */
    htn_agent_options options;
    scenario_audience audience; /* the caller may set it after scenario_cast_open() */
} scenario_cast;

/* `compilation` must have a blob. Returns the status of loading it. Call scenario_cast_close() in either case. */
htn_status scenario_cast_open(scenario_cast *cast, htnc_compilation *compilation, const htn_agent_options *options);
void scenario_cast_close(scenario_cast *cast);

/* Plays a scenario with a new agent. False: it failed, and `failure`, which must be zeroed before, says why. */
bool scenario_play(const scenario_cast *cast, const htnc_scenario *scenario, scenario_failure *failure);
void scenario_failure_free(scenario_failure *failure);
