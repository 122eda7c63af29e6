/*
 * The rules of ground_reach.h, made from the schemas when the first demand for them comes.
 *
 * A method with k subtasks becomes k + 1 rules, its stages: the first one joins a demand for the task with
 * the method's condition, each further one what the stage before has bound with a way to do the subtask
 * before it (supplementary magic sets: Beeri and Ramakrishnan, "On the Power of Magic", PODS 1987).
 */
#pragma once

#include "hddl/ground/ground_reach.h"

typedef struct ground_reach_rule {
    ground_rule body; /* the first member: ground_solution gets a pointer to it */
    enum { GROUND_RULE_STAGE, GROUND_RULE_METHOD, GROUND_RULE_ACTION, GROUND_RULE_EFFECT } kind;
    uint32_t schema; /* of the method or action */
    uint32_t effect; /* GROUND_RULE_EFFECT: which of the action's */

    /* GROUND_RULE_STAGE: the condition holds and the first subtasks are done, so the next subtask is demanded. */
    ground_relation *next;         /* what is bound by then */
    const normal_term *columns;    /* the variable of each of its columns */
    const normal_subtask *subtask; /* that is demanded */
    ground_demand *demand;
} ground_reach_rule;

/* Sets up joins and the relations of all schemas. */
void ground_rules_prepare(ground_reach *reach);

/* Makes the rules for a demand that has none yet. */
void ground_rules_expand(ground_reach *reach, const ground_demand *demand);

/* The demand for a task, or a name of actions, with these arguments bound. It is made when it is first asked for. */
ground_demand *ground_rules_demand(ground_reach *reach, ground_target *target, uint64_t mask);
