/*
 * Writes down what was reached (ground_instantiate.h): the instances of schemas become actions and methods,
 * with lists of facts and subtasks. An instance becomes several where its condition has several disjuncts.
 */
#include "hddl/ground/ground_instantiate.h"

#include "hddl/ground/ground_disjuncts.h"

#include <string.h>

static uint32_t done_of(ground_instances *instances, const ground_target *target, const normal_term *terms,
                        const uint32_t *values)
{
    return ground_relation_find(target->done, ground_row(instances->reach, terms, target->arity, values));
}

/* --- Facts ---------------------------------------------------------------------------------------------------------- */

static void number_facts(ground_instances *instances)
{
    ground_reach *reach = instances->reach;
    uint32_t predicates = reach->problem->source->predicate_count;
    size_t count = 0;
    instances->fact_base = hddl_pool_zeroed(instances->pool, predicates, sizeof *instances->fact_base);
    for (uint32_t i = 0; i < predicates; i++) {
        instances->fact_base[i] = hddl_pool_u32(instances->pool, count);
        count += reach->facts[i]->count;
    }
    instances->fact_count = hddl_pool_u32(instances->pool, count);
    instances->facts = hddl_pool_zeroed(instances->pool, count, 1);
    for (uint32_t i = 0; i < predicates; i++) {
        for (uint32_t fact = 0; fact < reach->facts[i]->initial; fact++) {
            bool falls = reach->deleted[i] &&
                         ground_relation_find(reach->deleted[i], ground_tuple(reach->facts[i], fact)) != HDDL_NONE;
            instances->facts[instances->fact_base[i] + fact] = (uint8_t)(GROUND_INITIAL | (falls ? GROUND_DELETED : 0));
        }
    }
}

/* --- Conditions ----------------------------------------------------------------------------------------------------- */

/*
 * The disjuncts of a condition: facts of its literals, and those of its residual formulas. Static literals
 * hold: the joins have checked them. A fact that never holds makes its negation true, and has no number.
 */
static void expand_condition(ground_instances *instances, const normal_schema *schema,
                             const normal_condition *condition, uint32_t *values, ground_disjuncts *disjuncts)
{
    const hddl_predicate *predicates = instances->reach->problem->source->predicates;
    ground_disjuncts_open(instances, disjuncts);
    for (uint32_t i = 0; i < condition->count; i++) {
        const normal_literal *literal = &condition->literals[i];
        if (literal->predicate == NORMAL_EQUAL || predicates[literal->predicate].is_static)
            continue;
        uint32_t fact = ground_fact(instances, literal->predicate, literal->terms, values);
        if (fact != HDDL_NONE)
            ground_disjuncts_need(instances, disjuncts, fact, literal->positive);
    }
    for (uint32_t i = 0; i < condition->residual_count; i++)
        ground_disjuncts_and(instances, disjuncts, schema, condition->residuals[i], values);
}

static void values_of(const ground_schema_instances *schema_instances, uint32_t instance, uint32_t *values)
{
    const uint32_t *tuple = ground_tuple(schema_instances->found, instance);
    for (uint32_t i = 0; i < schema_instances->found->arity; i++)
        values[schema_instances->columns[i]] = tuple[i];
}

/* --- Actions -------------------------------------------------------------------------------------------------------- */

typedef struct action_maker {
    ground_instances *instances;
    const normal_action *action;
    const ground_schema_instances *schema_instances;
    ground_index **by_instance; /* of each effect: its relation's index by the instance's key columns */
    uint32_t *values;
    ground_disjuncts disjuncts, when;
} action_maker;

static void add_effect(action_maker *maker, const normal_effect *effect, ground_growing_literals *effects)
{
    ground_instances *instances = maker->instances;
    uint32_t fact = ground_fact(instances, effect->predicate, effect->terms, maker->values);
    if (fact != HDDL_NONE)
        ground_lists_add(instances->pool, &effects->facts[effect->adds], fact);
}

/*
 * Adds one instance of an effect that has a condition or variables. If it has no condition, it always
 * happens.
 */
static void add_conditional(action_maker *maker, const normal_effect *effect, uint32_t action)
{
    ground_instances *instances = maker->instances;
    if (!effect->when) {
        add_effect(maker, effect, &instances->effects);
        return;
    }
    expand_condition(instances, &maker->action->schema, effect->when, maker->values, &maker->when);
    for (uint32_t i = 0; i < maker->when.count; i++) {
        hddl_numbers_add(instances->pool, &instances->conditional_action, action);
        ground_literals_append(instances->pool, &instances->when, &maker->when.literals, i);
        add_effect(maker, effect, &instances->when_effects);
        ground_literals_end(instances->pool, &instances->when);
        ground_literals_end(instances->pool, &instances->when_effects);
    }
}

static void add_effects(action_maker *maker, uint32_t instance, uint32_t action)
{
    for (uint32_t i = 0; i < maker->action->effect_count; i++) {
        const normal_effect *effect = &maker->action->effects[i];
        const ground_relation *found = maker->schema_instances->effects[i];
        if (!found) {
            add_effect(maker, effect, &maker->instances->effects);
            continue;
        }
        uint32_t key = maker->schema_instances->found->key;
        const ground_index *index = maker->by_instance[i];
        uint32_t tuple = ground_index_first(found, index, ground_tuple(maker->schema_instances->found, instance));
        for (; tuple != HDDL_NONE; tuple = index->next[tuple]) {
            for (uint32_t variable = 0; variable < effect->count; variable++)
                maker->values[effect->first + variable] = ground_tuple(found, tuple)[key + variable];
            add_conditional(maker, effect, action);
        }
    }
}

static void add_action(action_maker *maker, uint32_t schema, uint32_t instance)
{
    ground_instances *instances = maker->instances;
    values_of(maker->schema_instances, instance, maker->values);
    expand_condition(instances, &maker->action->schema, &maker->action->schema.condition, maker->values,
                     &maker->disjuncts);
    for (uint32_t i = 0; i < maker->disjuncts.count; i++) {
        uint32_t action = hddl_pool_u32(instances->pool, instances->actions.schema.count);
        hddl_numbers_add(instances->pool, &instances->actions.schema, schema);
        hddl_numbers_add(instances->pool, &instances->actions.instance, instance);
        ground_literals_append(instances->pool, &instances->needs, &maker->disjuncts.literals, i);
        add_effects(maker, instance, action);
        ground_literals_end(instances->pool, &instances->needs);
        ground_literals_end(instances->pool, &instances->effects);
    }
}

static void index_effects(action_maker *maker)
{
    hddl_pool *pool = maker->instances->pool;
    uint32_t key = maker->schema_instances->found->key;
    uint64_t mask = key == 64 ? UINT64_MAX : ((uint64_t)1 << key) - 1;
    maker->by_instance = hddl_pool_zeroed(pool, maker->action->effect_count, sizeof(ground_index *));
    for (uint32_t i = 0; i < maker->action->effect_count; i++) {
        ground_relation *found = maker->schema_instances->effects[i];
        if (found) {
            maker->by_instance[i] = ground_relation_index(pool, found, mask);
            while (found->visible < found->count)
                ground_relation_reveal(pool, found);
        }
    }
}

static void add_actions(ground_instances *instances, uint32_t *values)
{
    const normal_problem *problem = instances->reach->problem;
    action_maker maker = {.instances = instances, .values = values};
    for (uint32_t i = 0; i < problem->action_count; i++) {
        maker.action = &problem->actions[i];
        maker.schema_instances = &instances->reach->actions[i];
        index_effects(&maker);
        for (uint32_t instance = 0; instance < maker.schema_instances->found->count; instance++) {
            hddl_pool_tick(instances->pool);
            add_action(&maker, i, instance);
        }
        hddl_pool_release(instances->pool, maker.by_instance);
    }
}

/* --- Methods -------------------------------------------------------------------------------------------------------- */

/*
 * The actions that a primitive subtask can become: all actions of a name with the same arguments form a
 * chain.
 */
typedef struct variants {
    uint32_t *name_base; /* of each name: the number of its first tuple of arguments */
    uint32_t *first;     /* of each such tuple: the first action of its chain; HDDL_NONE: there is none */
    uint32_t *next;      /* of each action: the next one of its chain */
} variants;

typedef struct method_maker {
    ground_instances *instances;
    const normal_method *method;
    uint32_t *values;
    ground_disjuncts disjuncts;
    variants variants;
    uint32_t *chosen; /* of each subtask: an action, or the number of actions plus a task */
} method_maker;

static void chain_variants(ground_instances *instances, variants *chains, uint32_t *values)
{
    const normal_problem *problem = instances->reach->problem;
    size_t count = 0;
    uint32_t actions = ground_count(&instances->actions);
    chains->name_base = hddl_pool_zeroed(instances->pool, problem->action_name_count, sizeof *chains->name_base);
    for (uint32_t i = 0; i < problem->action_name_count; i++) {
        chains->name_base[i] = hddl_pool_u32(instances->pool, count);
        count += instances->reach->names[i].done->count;
    }
    chains->first = hddl_pool_resize(instances->pool, NULL, (count + 1) * sizeof *chains->first);
    chains->next = hddl_pool_resize(instances->pool, NULL, ((size_t)actions + 1) * sizeof *chains->next);
    memset(chains->first, 0xFF, count * sizeof *chains->first);
    for (uint32_t i = actions; i-- > 0;) {
        uint32_t schema = instances->actions.schema.items[i];
        const ground_target *name = &instances->reach->names[problem->actions[schema].name];
        values_of(&instances->reach->actions[schema], instances->actions.instance.items[i], values);
        uint32_t tuple = chains->name_base[name->index] + ground_relation_find(name->done, values);
        chains->next[i] = chains->first[tuple];
        chains->first[tuple] = i;
    }
}

static void add_method(method_maker *maker, uint32_t schema, uint32_t instance, uint32_t task)
{
    ground_instances *instances = maker->instances;
    for (uint32_t i = 0; i < maker->disjuncts.count; i++) {
        hddl_numbers_add(instances->pool, &instances->methods.schema, schema);
        hddl_numbers_add(instances->pool, &instances->methods.instance, instance);
        hddl_numbers_add(instances->pool, &instances->method_task, task);
        ground_literals_append(instances->pool, &instances->method_needs, &maker->disjuncts.literals, i);
        for (uint32_t subtask = 0; subtask < maker->method->subtask_count; subtask++)
            ground_lists_add(instances->pool, &instances->subtasks, maker->chosen[subtask]);
        ground_literals_end(instances->pool, &instances->method_needs);
        ground_lists_end(instances->pool, &instances->subtasks);
        hddl_pool_u32(instances->pool, instances->methods.schema.count);
    }
}

/*
 * Chooses the first possible action for each primitive subtask. False: a subtask cannot be done, because a
 * residual formula never holds.
 */
static bool choose_first(method_maker *maker)
{
    ground_reach *reach = maker->instances->reach;
    for (uint32_t i = 0; i < maker->method->subtask_count; i++) {
        const normal_subtask *subtask = &maker->method->subtasks[i];
        const ground_target *target =
            subtask->primitive ? &reach->names[subtask->index] : &reach->tasks[subtask->index];
        uint32_t tuple = done_of(maker->instances, target, subtask->terms, maker->values);
        if (tuple == HDDL_NONE)
            return false;
        maker->chosen[i] = subtask->primitive ? maker->variants.first[maker->variants.name_base[subtask->index] + tuple]
                                              : ground_count(&maker->instances->actions) +
                                                    maker->instances->task_base[subtask->index] + tuple;
        if (maker->chosen[i] == HDDL_NONE)
            return false;
    }
    return true;
}

/* Chooses the next combination of actions, as an odometer does. False: there are no more. */
static bool choose_next(method_maker *maker)
{
    for (uint32_t i = maker->method->subtask_count; i-- > 0;) {
        const normal_subtask *subtask = &maker->method->subtasks[i];
        if (!subtask->primitive)
            continue;
        maker->chosen[i] = maker->variants.next[maker->chosen[i]];
        if (maker->chosen[i] != HDDL_NONE)
            return true;
        const ground_target *target = &maker->instances->reach->names[subtask->index];
        uint32_t tuple = done_of(maker->instances, target, subtask->terms, maker->values);
        maker->chosen[i] = maker->variants.first[maker->variants.name_base[subtask->index] + tuple];
    }
    return false;
}

static void add_instance(method_maker *maker, uint32_t schema, uint32_t instance)
{
    ground_instances *instances = maker->instances;
    const ground_target *head = &instances->reach->tasks[maker->method->task];
    values_of(&instances->reach->methods[schema], instance, maker->values);
    expand_condition(instances, &maker->method->schema, &maker->method->schema.condition, maker->values,
                     &maker->disjuncts);
    if (maker->disjuncts.count == 0 || !choose_first(maker))
        return;
    uint32_t task =
        instances->task_base[maker->method->task] + done_of(instances, head, maker->method->head, maker->values);
    uint32_t choices = 0;
    do {
        if (++choices > GROUND_MOST_DISJUNCTS)
            hddl_pool_stop(instances->pool, HDDL_GAVE_UP);
        add_method(maker, schema, instance, task);
    } while (choose_next(maker));
}

static void add_methods(ground_instances *instances, uint32_t *values)
{
    const normal_problem *problem = instances->reach->problem;
    method_maker maker = {.instances = instances, .values = values};
    chain_variants(instances, &maker.variants, values);
    for (uint32_t i = 0; i < problem->method_count; i++) {
        maker.method = &problem->methods[i];
        maker.chosen = hddl_pool_zeroed(instances->pool, maker.method->subtask_count, sizeof *maker.chosen);
        for (uint32_t instance = 0; instance < instances->reach->methods[i].found->count; instance++) {
            hddl_pool_tick(instances->pool);
            add_instance(&maker, i, instance);
        }
        hddl_pool_release(instances->pool, maker.chosen);
    }
    hddl_pool_release(instances->pool, maker.variants.first);
    hddl_pool_release(instances->pool, maker.variants.next);
}

static void number_tasks(ground_instances *instances)
{
    const normal_problem *problem = instances->reach->problem;
    size_t count = 0;
    instances->task_base = hddl_pool_zeroed(instances->pool, problem->task_count, sizeof *instances->task_base);
    for (uint32_t i = 0; i < problem->task_count; i++) {
        instances->task_base[i] = hddl_pool_u32(instances->pool, count);
        count += instances->reach->tasks[i].done->count;
    }
    instances->task_count = hddl_pool_u32(instances->pool, count);
    instances->root = instances->task_base[problem->root];
    hddl_pool_u32(instances->pool, count + instances->actions.schema.count);
}

static uint8_t *all_alive(hddl_pool *pool, size_t count)
{
    uint8_t *alive = hddl_pool_resize(pool, NULL, count + 1);
    memset(alive, 1, count + 1);
    return alive;
}

void ground_instantiate(ground_instances *instances, ground_reach *reach)
{
    *instances = (ground_instances){.pool = reach->pool, .reach = reach};
    number_facts(instances);
    add_actions(instances, reach->joins.values);
    number_tasks(instances);
    add_methods(instances, reach->joins.values);
    instances->actions.alive = all_alive(instances->pool, instances->actions.schema.count);
    instances->task_alive = all_alive(instances->pool, instances->task_count);
    instances->methods.alive = all_alive(instances->pool, instances->methods.schema.count);
}
