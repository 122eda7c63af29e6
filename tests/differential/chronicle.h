/*
 * What happened in one tick of a story, as numbers to compare and in words to read: what the game was called for, and how
 * each layer then stands. Agents and the reference runner write it in the same form; a symbol is a hash of its text.
 */
#pragma once

#include "compare.h"
#include "reference_runner.h"

enum { CHRONICLE_NUMBERS = 16384 };

typedef struct chronicle_state {
    uint32_t count;
    bool full; /* there was more: not to be compared */
    int32_t numbers[CHRONICLE_NUMBERS];
} chronicle_state;

typedef enum chronicle_call { CALL_START, CALL_UPDATE, CALL_ABORT, CALL_SENSE } chronicle_call;

/* A call of an operator, as the agent and as the reference make it; of a sensor. */
void chronicle_agent_call(chronicle_state *to, chronicle_call call, const htn_activity *activity);
void chronicle_runner_call(chronicle_state *to, const reference_runner *runner, chronicle_call call, uint32_t layer,
                           const runner_active *active, uint32_t elapsed_us);
void chronicle_sense(chronicle_state *to, uint32_t sensor);

/* How all layers stand: the plans that run, which of their steps are done, which are in progress. */
void chronicle_agent(chronicle_state *to, const htn_domain *domain, const htn_agent *agent);
void chronicle_runner(chronicle_state *to, const reference_runner *runner);

bool chronicle_same(const chronicle_state *expected, const chronicle_state *found);

/* In words: calls; how the layers stand. */
void describe_calls(text_buffer *to, const htn_domain *domain, const chronicle_state *calls);
void describe_layers(text_buffer *to, const htn_domain *domain, const chronicle_state *layers);
