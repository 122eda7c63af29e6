/*
 * Makes rules from schemas; see ground_rules.h. A method becomes a chain of rules, one for each subtask and
 * one more. A literal belongs to the first rule of the chain in which all its variables are bound; so a
 * variable that no condition binds is not enumerated before a subtask has bound it, unless nothing else is
 * left to do.
 */
#include "hddl/ground/ground_rules.h"

#include "hddl/normal/normal_terms.h"

#include <string.h>

/* --- Distinguished variables ---------------------------------------------------------------------------------------- */

static void mark(void *marks, normal_term term)
{
    if (!hddl_is_object(term))
        ((bool *)marks)[term] = true;
}

/* Marks the variables of a condition, except of positive static literals: solutions that differ only there are the same. */
static void mark_condition(const hddl_problem *problem, const normal_condition *condition, bool *marks)
{
    for (uint32_t i = 0; i < condition->count; i++) {
        const normal_literal *literal = &condition->literals[i];
        bool is_static = literal->positive && literal->predicate != NORMAL_EQUAL &&
                         problem->predicates[literal->predicate].is_static;
        if (!is_static)
            normal_visit_terms(literal->terms, literal->term_count, mark, marks);
    }
    for (uint32_t i = 0; i < condition->residual_count; i++)
        normal_visit_formula(problem, condition->residuals[i], mark, marks);
}

/* `distinguished` and `occurs` have an entry for each of the schema's slots. */
static void prepare_instances(ground_reach *reach, ground_schema_instances *instances, const normal_schema *schema,
                              const bool *distinguished, const bool *occurs)
{
    uint32_t count = schema->variable_count, column = 0;
    instances->schema = schema;
    instances->distinguished = hddl_pool_zeroed(reach->pool, count, sizeof *instances->distinguished);
    memcpy(instances->distinguished, distinguished, count);
    instances->columns = hddl_pool_zeroed(reach->pool, count, sizeof *instances->columns);
    instances->column_of = hddl_pool_zeroed(reach->pool, count, sizeof *instances->column_of);
    instances->value_of = hddl_pool_zeroed(reach->pool, count, sizeof *instances->value_of);
    uint32_t key = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < count; i++) {
            if (distinguished[i] == (pass == 0)) {
                instances->columns[column] = i;
                instances->column_of[i] = column++;
            }
        }
        key = pass == 0 ? column : key;
    }
    for (uint32_t i = 0; i < count; i++) {
        const hddl_type *type = &reach->problem->source->types[schema->types[i]];
        instances->impossible |= type->object_count == 0;
        instances->value_of[i] = occurs[i] || type->object_count == 0 ? HDDL_NONE : type->objects[0];
    }
    instances->found = ground_relation_new(reach->pool, count, key, true);
}

/* All parameters are distinguished: an action is demanded with them. */
static void prepare_action(ground_reach *reach, uint32_t index, bool *distinguished, bool *occurs)
{
    const hddl_problem *source = reach->problem->source;
    const normal_action *action = &reach->problem->actions[index];
    for (uint32_t i = 0; i < action->schema.parameter_count; i++)
        distinguished[i] = occurs[i] = true;
    normal_visit_effects(source, action, mark, distinguished);
    normal_visit_effects(source, action, mark, occurs);
    mark_condition(source, &action->schema.condition, distinguished);
    normal_visit_condition(source, &action->schema.condition, mark, occurs);
    prepare_instances(reach, &reach->actions[index], &action->schema, distinguished, occurs);
}

static void prepare_method(ground_reach *reach, uint32_t index, bool *distinguished, bool *occurs)
{
    const hddl_problem *source = reach->problem->source;
    const normal_method *method = &reach->problem->methods[index];
    normal_visit_terms(method->head, reach->problem->task_arity[method->task], mark, distinguished);
    normal_visit_subtasks(method, mark, distinguished);
    memcpy(occurs, distinguished, method->schema.variable_count);
    mark_condition(source, &method->schema.condition, distinguished);
    normal_visit_condition(source, &method->schema.condition, mark, occurs);
    prepare_instances(reach, &reach->methods[index], &method->schema, distinguished, occurs);
}

/* --- Making rules --------------------------------------------------------------------------------------------------- */

static ground_reach_rule *new_rule(ground_reach *reach, const normal_schema *schema, uint32_t literals,
                                   uint32_t variables)
{
    ground_reach_rule *rule = hddl_pool_zeroed(reach->pool, 1, sizeof *rule);
    rule->body.types = schema->types;
    rule->body.variable_count = variables;
    rule->body.literals = hddl_pool_zeroed(reach->pool, literals, sizeof *rule->body.literals);
    reach->rules = hddl_pool_reserve(reach->pool, reach->rules, reach->rule_count + 1, sizeof *reach->rules);
    reach->rules[reach->rule_count++] = rule;
    return rule;
}

static void add_in(ground_reach_rule *rule, ground_relation *relation, const normal_term *terms)
{
    rule->body.literals[rule->body.literal_count++] =
        (ground_literal){.kind = GROUND_IN, .relation = relation, .term_count = relation->arity, .terms = terms};
}

static void add_literal(ground_reach *reach, ground_reach_rule *rule, const normal_literal *literal)
{
    ground_literal made = {.term_count = literal->term_count, .terms = literal->terms};
    if (literal->predicate == NORMAL_EQUAL) {
        made.kind = literal->positive ? GROUND_EQUAL : GROUND_DIFFERENT;
    } else {
        made.relation = reach->facts[literal->predicate];
        made.deleted = reach->deleted[literal->predicate];
        made.kind = literal->positive ? GROUND_IN : made.deleted ? GROUND_CAN_BE_FALSE : GROUND_NOT_IN;
    }
    rule->body.literals[rule->body.literal_count++] = made;
}

/* Registers the rule with every relation whose new tuples can match one of its literals. */
static void finish_rule(ground_reach *reach, ground_reach_rule *rule, const bool *must_bind, const bool *distinguished)
{
    rule->body.must_bind = must_bind;
    rule->body.distinguished = distinguished;
    rule->body.orders = hddl_pool_zeroed(reach->pool, rule->body.literal_count, sizeof *rule->body.orders);
    for (uint32_t i = 0; i < rule->body.literal_count; i++) {
        const ground_literal *literal = &rule->body.literals[i];
        ground_relation *relation = literal->kind == GROUND_IN             ? literal->relation
                                    : literal->kind == GROUND_CAN_BE_FALSE ? literal->deleted
                                                                           : NULL;
        if (relation && !relation->is_static) {
            hddl_numbers_add(reach->pool, &relation->triggers, (uint32_t)reach->rule_count - 1);
            hddl_numbers_add(reach->pool, &relation->triggers, i);
        }
    }
}

ground_demand *ground_rules_demand(ground_reach *reach, ground_target *target, uint64_t mask)
{
    for (ground_demand *demand = target->demands; demand; demand = demand->sibling)
        if (demand->mask == mask)
            return demand;
    uint32_t arity = 0;
    for (uint64_t bits = mask; bits; bits &= bits - 1)
        arity++;
    ground_demand *demand = hddl_pool_zeroed(reach->pool, 1, sizeof *demand);
    *demand = (ground_demand){target, mask, ground_relation_new(reach->pool, arity, arity, true), target->demands};
    demand->relation->demand = demand;
    target->demands = demand;
    return demand;
}

/*
 * Adds the literal for the demand: the head's terms that the demand binds. NULL: the parameters themselves.
 */
static void add_demand(ground_reach *reach, ground_reach_rule *rule, const ground_demand *demand,
                       const normal_term *head)
{
    normal_term *terms = hddl_pool_zeroed(reach->pool, demand->relation->arity, sizeof *terms);
    uint32_t count = 0;
    for (uint32_t i = 0; i < demand->target->arity; i++)
        if (demand->mask >> i & 1)
            terms[count++] = head ? head[i] : (normal_term)i;
    add_in(rule, demand->relation, terms);
}

/* --- Methods -------------------------------------------------------------------------------------------------------- */

typedef struct method_maker {
    ground_reach *reach;
    const normal_method *method;
    const ground_schema_instances *instances;
    bool *bound;  /* of each variable: whether the chain has bound it by now */
    bool *placed; /* of each literal: whether it belongs to a rule already */
} method_maker;

static bool all_bound(const method_maker *maker, const normal_literal *literal)
{
    for (uint32_t i = 0; i < literal->term_count; i++)
        if (!hddl_is_object(literal->terms[i]) && !maker->bound[literal->terms[i]])
            return false;
    return true;
}

static bool one_bound(const method_maker *maker, const normal_literal *literal)
{
    for (uint32_t i = 0; i < literal->term_count; i++)
        if (hddl_is_object(literal->terms[i]) || maker->bound[literal->terms[i]])
            return true;
    return false;
}

/*
 * Adds the literals whose turn it is: in the first rule positive ones, which may bind variables; then those
 * whose variables are all bound; in the last rule whatever is left.
 */
static void place_literals(method_maker *maker, ground_reach_rule *rule, bool first, bool last)
{
    const normal_condition *condition = &maker->method->schema.condition;
    for (uint32_t i = 0; i < condition->count; i++) {
        const normal_literal *literal = &condition->literals[i];
        bool equal = literal->predicate == NORMAL_EQUAL;
        bool binds =
            (first && literal->positive && !equal) || (equal && literal->positive && one_bound(maker, literal));
        if (!maker->placed[i] && (binds || last || all_bound(maker, literal))) {
            maker->placed[i] = true;
            add_literal(maker->reach, rule, literal);
            if (binds && !all_bound(maker, literal)) {
                normal_visit_terms(literal->terms, literal->term_count, mark, maker->bound);
                i = UINT32_MAX; /* literals before it may be decidable now */
            }
        }
    }
}

/* Sets up the relation of what is bound by now, and the demand for the next subtask. */
static void demand_subtask(method_maker *maker, ground_reach_rule *rule, uint32_t stage)
{
    ground_reach *reach = maker->reach;
    const ground_schema_instances *instances = maker->instances;
    uint32_t variables = maker->method->schema.variable_count, count = 0, key = 0;
    normal_term *columns = hddl_pool_zeroed(reach->pool, variables, sizeof *columns);
    for (uint32_t i = 0; i < variables; i++) {
        if (maker->bound[instances->columns[i]]) {
            columns[count++] = (normal_term)instances->columns[i];
            key += i < instances->found->key;
        }
    }
    rule->columns = columns;
    rule->next = ground_relation_new(reach->pool, count, key, stage == 0);
    rule->subtask = &maker->method->subtasks[stage];
    ground_target *target =
        rule->subtask->primitive ? &reach->names[rule->subtask->index] : &reach->tasks[rule->subtask->index];
    uint64_t mask = 0;
    for (uint32_t i = 0; i < rule->subtask->term_count; i++) {
        normal_term term = rule->subtask->terms[i];
        mask |= (uint64_t)(hddl_is_object(term) || maker->bound[term]) << i;
    }
    rule->demand = ground_rules_demand(reach, target, mask);
}

static void make_stage(method_maker *maker, const ground_demand *demand, const ground_reach_rule *before,
                       uint32_t stage)
{
    ground_reach *reach = maker->reach;
    const normal_method *method = maker->method;
    uint32_t variables = method->schema.variable_count;
    bool last = stage == method->subtask_count;
    hddl_pool_tick(reach->pool);
    ground_reach_rule *rule = new_rule(reach, &method->schema, method->schema.condition.count + 2, variables);
    rule->kind = last ? GROUND_RULE_METHOD : GROUND_RULE_STAGE;
    rule->schema = (uint32_t)(method - reach->problem->methods);
    if (before) {
        add_in(rule, before->next, before->columns);
        add_in(rule, before->demand->target->done, before->subtask->terms);
        normal_visit_terms(before->subtask->terms, before->subtask->term_count, mark, maker->bound);
    } else {
        add_demand(reach, rule, demand, method->head);
        normal_visit_terms(rule->body.literals[0].terms, demand->relation->arity, mark, maker->bound);
    }
    place_literals(maker, rule, stage == 0, last);
    bool *must_bind = hddl_pool_zeroed(reach->pool, variables, sizeof *must_bind);
    if (last)
        for (uint32_t i = 0; i < variables; i++)
            must_bind[i] = maker->instances->value_of[i] == HDDL_NONE;
    else
        demand_subtask(maker, rule, stage);
    finish_rule(reach, rule, must_bind, maker->instances->distinguished);
}

static void expand_method(ground_reach *reach, uint32_t index, const ground_demand *demand)
{
    const normal_method *method = &reach->problem->methods[index];
    method_maker maker = {.reach = reach, .method = method, .instances = &reach->methods[index]};
    if (maker.instances->impossible)
        return;
    maker.bound = hddl_pool_zeroed(reach->pool, method->schema.variable_count, sizeof *maker.bound);
    maker.placed = hddl_pool_zeroed(reach->pool, method->schema.condition.count, sizeof *maker.placed);
    const ground_reach_rule *before = NULL;
    for (uint32_t stage = 0; stage <= method->subtask_count; stage++) {
        make_stage(&maker, demand, before, stage);
        before = reach->rules[reach->rule_count - 1];
    }
    hddl_pool_release(reach->pool, maker.bound);
    hddl_pool_release(reach->pool, maker.placed);
}

/* --- Actions -------------------------------------------------------------------------------------------------------- */

static void expand_action(ground_reach *reach, uint32_t index, const ground_demand *demand)
{
    const normal_schema *schema = &reach->problem->actions[index].schema;
    const ground_schema_instances *instances = &reach->actions[index];
    if (instances->impossible)
        return;
    ground_reach_rule *rule = new_rule(reach, schema, schema->condition.count + 1, schema->variable_count);
    rule->kind = GROUND_RULE_ACTION;
    rule->schema = index;
    add_demand(reach, rule, demand, NULL);
    for (uint32_t i = 0; i < schema->condition.count; i++)
        add_literal(reach, rule, &schema->condition.literals[i]);
    bool *must_bind = hddl_pool_zeroed(reach->pool, schema->variable_count, sizeof *must_bind);
    for (uint32_t i = 0; i < schema->variable_count; i++)
        must_bind[i] = instances->value_of[i] == HDDL_NONE;
    finish_rule(reach, rule, must_bind, instances->distinguished);
}

/* Makes the rule of an effect that has a condition, or variables of its own. */
static void make_effect(ground_reach *reach, uint32_t index, uint32_t which)
{
    const normal_action *action = &reach->problem->actions[index];
    const normal_effect *effect = &action->effects[which];
    ground_schema_instances *instances = &reach->actions[index];
    uint32_t literals = effect->when ? effect->when->count : 0;
    ground_reach_rule *rule = new_rule(reach, &action->schema, literals + 1, action->schema.slot_count);
    rule->kind = GROUND_RULE_EFFECT;
    rule->schema = index;
    rule->effect = which;
    normal_term *columns = hddl_pool_zeroed(reach->pool, action->schema.variable_count, sizeof *columns);
    for (uint32_t i = 0; i < action->schema.variable_count; i++)
        columns[i] = (normal_term)instances->columns[i];
    add_in(rule, instances->found, columns);
    for (uint32_t i = 0; i < literals; i++)
        add_literal(reach, rule, &effect->when->literals[i]);
    bool *must_bind = hddl_pool_zeroed(reach->pool, action->schema.slot_count, sizeof *must_bind);
    for (uint32_t i = 0; i < effect->count; i++)
        must_bind[effect->first + i] = true;
    uint32_t arity = instances->found->key + effect->count;
    instances->effects[which] = ground_relation_new(reach->pool, arity, arity, true);
    finish_rule(reach, rule, must_bind, NULL);
}

static void make_effects(ground_reach *reach, uint32_t index)
{
    const normal_action *action = &reach->problem->actions[index];
    ground_schema_instances *instances = &reach->actions[index];
    instances->effects = hddl_pool_zeroed(reach->pool, action->effect_count, sizeof(ground_relation *));
    for (uint32_t i = 0; i < action->effect_count && !instances->impossible; i++)
        if (action->effects[i].when || action->effects[i].count)
            make_effect(reach, index, i);
}

/* --- All ------------------------------------------------------------------------------------------------------------ */

void ground_rules_prepare(ground_reach *reach)
{
    const normal_problem *problem = reach->problem;
    uint32_t slots = normal_slots_most(problem);
    ground_joins_init(&reach->joins, reach->pool, problem->source, slots);
    bool *distinguished = hddl_pool_zeroed(reach->pool, 2 * (size_t)slots, sizeof *distinguished);
    reach->actions = hddl_pool_zeroed(reach->pool, problem->action_count, sizeof *reach->actions);
    reach->methods = hddl_pool_zeroed(reach->pool, problem->method_count, sizeof *reach->methods);
    for (uint32_t i = 0; i < problem->action_count; i++) {
        memset(distinguished, 0, 2 * (size_t)slots);
        prepare_action(reach, i, distinguished, distinguished + slots);
        make_effects(reach, i);
    }
    for (uint32_t i = 0; i < problem->method_count; i++) {
        memset(distinguished, 0, 2 * (size_t)slots);
        prepare_method(reach, i, distinguished, distinguished + slots);
    }
    hddl_pool_release(reach->pool, distinguished);
}

void ground_rules_expand(ground_reach *reach, const ground_demand *demand)
{
    const ground_target *target = demand->target;
    const normal_range range =
        target->primitive ? reach->problem->action_names[target->index] : reach->problem->tasks[target->index];
    for (uint32_t i = range.first; i < range.first + range.count; i++)
        if (target->primitive)
            expand_action(reach, i, demand);
        else
            expand_method(reach, i, demand);
}
