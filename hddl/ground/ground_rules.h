/*
 * The rules of ground_reach.h, made from the schemas when the first demand for them comes (ground_rules.c).
 */
#ifndef HTN_SOLVE_GROUND_RULES_H
#define HTN_SOLVE_GROUND_RULES_H

#include "hddl/ground/ground_reach.h"

typedef struct ground_reach_rule {
    ground_rule body; /* the first member: ground_found gets this */
    enum { RULE_STAGE, RULE_METHOD, RULE_ACTION, RULE_EFFECT } kind;
    uint32_t schema; /* of the method or action */
    uint32_t effect; /* RULE_EFFECT */
    /* RULE_STAGE: a method's condition holds and its first subtasks are done, so the one behind them is demanded. */
    ground_relation *next; /* what is bound by then */
    const normal_term *columns;
    const normal_subtask *subtask;
    ground_demand *demand;
} ground_reach_rule;

void ground_rules_prepare(ground_reach *reach);
void ground_rules_expand(ground_reach *reach, const ground_demand *demand);
ground_demand *ground_rules_demand(ground_reach *reach, ground_target *target, uint64_t mask);

#endif
