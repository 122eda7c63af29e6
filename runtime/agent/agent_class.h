/*
 * An agent class: the game's operator and sensor functions, found by name once and by the domain's
 * index from then on. It also knows how much room a step in progress needs at most, so that an
 * agent can set that room aside when it is made.
 */
#pragma once

#include "../blob/opcode_table.h"
#include <htn/agent.h>

/* What a slot keeps of its step beyond htni_step_slot, in domains with a Timeout, a Retry or AbortEffects: step_extra.h. */
typedef struct htni_step_extra {
    uint32_t ends_at;      /* of a task with a Timeout: agent->time when that is over */
    uint32_t knows_values; /* not 0: the step's values, which lie behind this, are known: step_values.h */
    uint32_t attempts;     /* while a plan is adopted: how often the step has failed before */
} htni_step_extra;

/*
 * Followed in memory by one htn_operator_binding per operator and one htn_sensor_binding per
 * sensor. Unbound ones have no name; unbound operators are polled.
 */
struct htn_agent_class {
    const htn_domain *domain;
    htn_answerer *answerer; /* of queries; NULL: none */
    void *context;          /* of the answerer */
    void (*order_ended)(void *user, const htn_order_report *report);
    uint32_t memory;       /* of any operator: most bytes per running step, a multiple of 8 */
    uint32_t extra;        /* bytes for each running step, behind all memories: step_extra.h */
    uint32_t during_cells; /* of any task: most cells that its During writes */
    uint32_t arguments;    /* of any operator: most arguments */
    uint32_t groups;       /* 1: plans may have parallel groups */
};

static inline htn_operator_binding *htni_class_operators(const htn_agent_class *agent_class)
{
    return (htn_operator_binding *)(void *)((uint8_t *)(uintptr_t)agent_class + (sizeof *agent_class + 7) / 8 * 8);
}

static inline htn_sensor_binding *htni_class_sensors(const htn_agent_class *agent_class)
{
    const uint32_t operators = htni_count(agent_class->domain, HTN_SECTION_OPERATORS);
    return (htn_sensor_binding *)(void *)(htni_class_operators(agent_class) + operators);
}

/* The binding of a primitive task's operator. The task must have an operator. */
static inline const htn_operator_binding *htni_class_operator_of(const htn_agent_class *agent_class, uint32_t task)
{
    return &htni_class_operators(agent_class)[HTNI_FIELD(agent_class->domain, TASKS, task, OPERATOR)];
}
