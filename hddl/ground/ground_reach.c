/*
 * Evaluates the rules of ground_reach.h semi-naively. Relations with tuples that joins have not seen wait in
 * a queue. Each new tuple is revealed and joined with everything that was revealed before it, once for each
 * literal that it can match; so every solution is found exactly when its last tuple is revealed.
 */
#include "hddl/ground/ground_rules.h"

#include <string.h>

static void enqueue(ground_reach *reach, ground_relation *relation)
{
    if (relation->queued)
        return;
    relation->queued = true;
    relation->next_queued = NULL;
    if (reach->last_queued)
        reach->last_queued->next_queued = relation;
    else
        reach->first_queued = relation;
    reach->last_queued = relation;
}

static void add(ground_reach *reach, ground_relation *relation, const uint32_t *row)
{
    if (ground_relation_add(reach->pool, relation, row))
        enqueue(reach, relation);
}

static const uint32_t *row_of(ground_reach *reach, const normal_term *terms, uint32_t count)
{
    return ground_row(reach, terms, count, reach->joins.values);
}

/*
 * Adds a demand: the arguments of a subtask that are bound. Nothing is demanded if their types are not those
 * of the parameters.
 */
static void demand(ground_reach *reach, const ground_demand *demand, const normal_term *terms)
{
    const ground_target *target = demand->target;
    uint32_t count = 0;
    for (uint32_t i = 0; i < target->arity; i++) {
        if (demand->mask >> i & 1) {
            uint32_t value = ground_value(&reach->joins, terms[i]);
            if (!target->primitive &&
                !hddl_is_of(reach->problem->source, value, reach->problem->task_types[target->index][i]))
                return;
            reach->row[count++] = value;
        }
    }
    add(reach, demand->relation, reach->row);
}

static void found_stage(ground_reach *reach, const ground_reach_rule *rule)
{
    ground_relation *next = rule->next;
    if (ground_relation_add(reach->pool, next, row_of(reach, rule->columns, next->arity))) {
        enqueue(reach, next);
        demand(reach, rule->demand, rule->subtask->terms);
    }
}

/* The solution's row in the relation of the schema's instances. */
static const uint32_t *instance_row(ground_reach *reach, const ground_schema_instances *instances)
{
    for (uint32_t i = 0; i < instances->found->arity; i++) {
        uint32_t variable = instances->columns[i], value = instances->value_of[variable];
        reach->row[i] = value == HDDL_NONE ? reach->joins.values[variable] : value;
    }
    return reach->row;
}

static void found_method(ground_reach *reach, const ground_reach_rule *rule)
{
    const normal_method *method = &reach->problem->methods[rule->schema];
    const uint32_t *types = reach->problem->task_types[method->task];
    uint32_t arity = reach->problem->task_arity[method->task];
    for (uint32_t i = 0; i < arity; i++)
        if (!hddl_is_of(reach->problem->source, ground_value(&reach->joins, method->head[i]), types[i]))
            return;
    const ground_schema_instances *instances = &reach->methods[rule->schema];
    if (ground_relation_add(reach->pool, instances->found, instance_row(reach, instances)))
        add(reach, reach->tasks[method->task].done, row_of(reach, method->head, arity));
}

static void found_effect(ground_reach *reach, const normal_effect *effect)
{
    const uint32_t *row = row_of(reach, effect->terms, effect->term_count);
    ground_relation *facts = reach->facts[effect->predicate];
    if (effect->adds)
        add(reach, facts, row);
    else if (ground_relation_find(facts, row) < facts->initial)
        add(reach, reach->deleted[effect->predicate], row);
}

static void found_action(ground_reach *reach, const ground_reach_rule *rule)
{
    const normal_action *action = &reach->problem->actions[rule->schema];
    const ground_schema_instances *instances = &reach->actions[rule->schema];
    if (!ground_relation_add(reach->pool, instances->found, instance_row(reach, instances)))
        return;
    enqueue(reach, instances->found);
    add(reach, reach->names[action->name].done, reach->joins.values);
    for (uint32_t i = 0; i < action->effect_count; i++)
        if (!instances->effects[i])
            found_effect(reach, &action->effects[i]);
}

static void found_conditional(ground_reach *reach, const ground_reach_rule *rule)
{
    const normal_effect *effect = &reach->problem->actions[rule->schema].effects[rule->effect];
    const ground_schema_instances *instances = &reach->actions[rule->schema];
    uint32_t key = instances->found->key;
    for (uint32_t i = 0; i < key; i++)
        reach->row[i] = reach->joins.values[instances->columns[i]];
    for (uint32_t i = 0; i < effect->count; i++)
        reach->row[key + i] = reach->joins.values[effect->first + i];
    if (ground_relation_add(reach->pool, instances->effects[rule->effect], reach->row))
        found_effect(reach, effect);
}

static void found(void *user, const ground_rule *body)
{
    ground_reach *reach = user;
    const ground_reach_rule *rule = (const ground_reach_rule *)(const void *)body;
    switch (rule->kind) {
    case GROUND_RULE_STAGE: found_stage(reach, rule); break;
    case GROUND_RULE_METHOD: found_method(reach, rule); break;
    case GROUND_RULE_ACTION: found_action(reach, rule); break;
    case GROUND_RULE_EFFECT: found_conditional(reach, rule); break;
    }
}

/* Reveals all tuples of a relation, and finds what follows from them. */
static void process(ground_reach *reach, ground_relation *relation)
{
    if (relation->demand) {
        ground_demand *demand = relation->demand;
        relation->demand = NULL;
        ground_rules_expand(reach, demand);
    }
    while (relation->visible < relation->count) {
        hddl_pool_tick(reach->pool);
        uint32_t tuple = relation->visible;
        ground_relation_reveal(reach->pool, relation);
        for (size_t i = 0; i < relation->triggers.count; i += 2) {
            ground_reach_rule *rule = reach->rules[relation->triggers.items[i]];
            ground_join(&reach->joins, &rule->body, relation->triggers.items[i + 1], tuple, found, reach);
        }
    }
}

static void prepare_facts(ground_reach *reach)
{
    const hddl_problem *source = reach->problem->source;
    reach->facts = hddl_pool_zeroed(reach->pool, source->predicate_count, sizeof *reach->facts);
    reach->deleted = hddl_pool_zeroed(reach->pool, source->predicate_count, sizeof *reach->deleted);
    for (uint32_t i = 0; i < source->predicate_count; i++) {
        uint32_t arity = source->predicates[i].parameters.count;
        reach->facts[i] = ground_relation_new(reach->pool, arity, arity, true);
        reach->facts[i]->is_static = source->predicates[i].is_static;
        if (!source->predicates[i].is_static)
            reach->deleted[i] = ground_relation_new(reach->pool, arity, arity, true);
    }
    for (uint32_t i = 0; i < source->fact_count; i++) {
        ground_relation *facts = reach->facts[source->facts[i].predicate];
        for (uint32_t term = 0; term < facts->arity; term++)
            reach->row[term] = hddl_object_of(source->facts[i].terms[term]);
        ground_relation_add(reach->pool, facts, reach->row);
        facts->initial = facts->visible = facts->count;
    }
}

static ground_target *prepare_targets(ground_reach *reach, bool primitive, uint32_t count)
{
    const normal_problem *problem = reach->problem;
    ground_target *targets = hddl_pool_zeroed(reach->pool, count, sizeof *targets);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t arity = primitive ? 0 : problem->task_arity[i];
        if (primitive && problem->action_names[i].count)
            arity = problem->actions[problem->action_names[i].first].schema.parameter_count;
        else if (primitive && i < problem->source->action_count)
            arity = problem->source->actions[i].schema.parameter_count;
        targets[i] = (ground_target){primitive, i, arity, NULL, ground_relation_new(reach->pool, arity, arity, true)};
    }
    return targets;
}

void ground_reach_begin(ground_reach *reach, hddl_pool *pool, const normal_problem *problem)
{
    *reach = (ground_reach){.pool = pool, .problem = problem};
    reach->row = hddl_pool_zeroed(pool, GROUND_MOST_COLUMNS, sizeof *reach->row);
    prepare_facts(reach);
}

bool ground_reach_make(ground_reach *reach, const normal_problem *problem)
{
    reach->problem = problem;
    reach->tasks = prepare_targets(reach, false, problem->task_count);
    reach->names = prepare_targets(reach, true, problem->action_name_count);
    ground_rules_prepare(reach);
    add(reach, ground_rules_demand(reach, &reach->tasks[problem->root], 0)->relation, reach->row);
    while (reach->first_queued) {
        ground_relation *relation = reach->first_queued;
        reach->first_queued = relation->next_queued;
        if (!reach->first_queued)
            reach->last_queued = NULL;
        relation->queued = false;
        process(reach, relation);
    }
    return reach->tasks[problem->root].done->count > 0;
}
