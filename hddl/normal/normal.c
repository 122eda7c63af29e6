/*
 * Makes the normal form of a problem. Each action and each method becomes one schema for each disjunct of its
 * condition; the initial network becomes a method, the goal an action. Formulas are simplified
 * (normal_simplify.c), split into disjuncts (normal_dnf.c) and written down for each schema that is made
 * (normal_renumber.c).
 */
#include "hddl/normal/normal.h"

#include "hddl/normal/normal_dnf.h"
#include "hddl/normal/normal_renumber.h"
#include "hddl/normal/normal_scope.h"
#include "hddl/normal/normal_simplify.h"
#include "hddl/normal/normal_static_facts.h"

typedef struct normal_maker {
    hddl_pool *pool;
    const hddl_problem *problem;
    normal_static_facts facts;
    normal_action *actions;
    normal_method *methods;
    uint32_t action_count, method_count;
} normal_maker;

/* An effect whose condition has been split into disjuncts, in terms of its scope's variables. */
typedef struct split_effect {
    const hddl_effect *source;
    uint32_t first; /* of the effect's own variables: source->count of them */
    const hddl_term *terms;
    normal_dnf when;
} split_effect;

static uint32_t arity_of(const normal_maker *maker, uint32_t predicate)
{
    return maker->problem->predicates[predicate].parameters.count;
}

/* --- Effects -------------------------------------------------------------------------------------------------------- */

static void split_one(normal_maker *maker, normal_scope *scope, const hddl_effect *effect, split_effect *split)
{
    split->source = effect;
    split->first = normal_scope_add(scope, effect->first, effect->count, false);
    uint32_t arity = arity_of(maker, effect->atom.predicate);
    hddl_term *terms = hddl_pool_zeroed(maker->pool, arity, sizeof *terms);
    for (uint32_t i = 0; i < arity; i++)
        terms[i] = normal_scope_value(scope, effect->atom.terms[i]);
    split->terms = terms;
    normal_dnf_make(maker->pool, normal_simplify(scope, effect->when, true), &split->when);
}

/*
 * A variable that was under an `exists` of the effect's condition is one more variable for all values of
 * which the effect happens.
 */
static void write_effect(normal_maker *maker, normal_numbering *numbering, const split_effect *split,
                         const normal_disjunct *disjunct, normal_effect *effect)
{
    uint32_t arity = arity_of(maker, split->source->atom.predicate);
    effect->first = (uint32_t)numbering->types.count;
    for (uint32_t i = 0; i < split->source->count; i++)
        normal_number(numbering, split->first + i);
    normal_number_free(numbering, disjunct);
    effect->count = (uint32_t)numbering->types.count - effect->first;
    effect->adds = split->source->adds;
    effect->predicate = split->source->atom.predicate;
    effect->term_count = arity;
    effect->terms = normal_renumber_terms(numbering, split->terms, arity);
    if (disjunct->count == 0)
        return;
    normal_condition *when = hddl_pool_zeroed(maker->pool, 1, sizeof(normal_condition));
    normal_renumber_condition(numbering, disjunct, effect->first, when);
    effect->when = when->count + when->residual_count == 0 ? NULL : when;
}

/* Takes the numbers of the scope's variables from `from` on away. */
static void forget(normal_numbering *numbering, uint32_t from)
{
    for (size_t i = from; i < numbering->scope->types.count; i++)
        numbering->numbers[i] = NORMAL_NO_NUMBER;
}

/*
 * Each disjunct of an effect's condition makes an effect of its own, with numbers of its own for the effect's
 * variables.
 */
static void write_effects(normal_maker *maker, normal_numbering *numbering, const split_effect *splits, uint32_t count,
                          normal_action *action)
{
    uint32_t total = 0;
    for (uint32_t i = 0; i < count; i++)
        total += splits[i].when.count;
    normal_effect *effects = hddl_pool_zeroed(maker->pool, total, sizeof *effects);
    for (int adds = 0; adds < 2; adds++) {
        for (uint32_t i = 0; i < count; i++) {
            if (splits[i].source->adds != (adds == 1))
                continue;
            for (uint32_t disjunct = 0; disjunct < splits[i].when.count; disjunct++) {
                forget(numbering, splits[i].first);
                write_effect(maker, numbering, &splits[i], &splits[i].when.items[disjunct],
                             &effects[action->effect_count++]);
            }
        }
    }
    action->effects = effects;
}

/* --- Schemas -------------------------------------------------------------------------------------------------------- */

static void write_schema(normal_numbering *numbering, const normal_disjunct *disjunct, normal_schema *schema)
{
    schema->parameter_count = numbering->scope->schema->parameter_count;
    normal_number_free(numbering, disjunct);
    schema->variable_count = (uint32_t)numbering->types.count;
    normal_renumber_condition(numbering, disjunct, 0, &schema->condition);
}

/* After all that the schema has is written: its types, with those of effects and quantifiers. */
static void finish_schema(const normal_numbering *numbering, normal_schema *schema)
{
    schema->slot_count = (uint32_t)numbering->types.count;
    schema->types = numbering->types.items;
}

static normal_range make_actions(normal_maker *maker, const hddl_schema *source, uint32_t origin, uint32_t name,
                                 const hddl_formula *condition, const hddl_effect *effects, uint32_t effect_count)
{
    normal_scope scope;
    normal_dnf dnf;
    normal_scope_open(&scope, maker->pool, &maker->facts, source);
    normal_dnf_make(maker->pool, normal_simplify(&scope, condition, true), &dnf);
    split_effect *splits = hddl_pool_zeroed(maker->pool, effect_count, sizeof *splits);
    for (uint32_t i = 0; i < effect_count; i++)
        split_one(maker, &scope, &effects[i], &splits[i]);
    for (uint32_t i = 0; i < dnf.count; i++) {
        normal_numbering numbering;
        normal_action action = {.schema.origin = origin, .name = name};
        normal_numbering_open(&numbering, &scope);
        write_schema(&numbering, &dnf.items[i], &action.schema);
        write_effects(maker, &numbering, splits, effect_count, &action);
        finish_schema(&numbering, &action.schema);
        maker->actions =
            hddl_pool_reserve(maker->pool, maker->actions, maker->action_count + 1, sizeof *maker->actions);
        maker->actions[maker->action_count++] = action;
    }
    return (normal_range){maker->action_count - dnf.count, dnf.count};
}

/* The network's subtasks; behind them the goal's action, if `goal` is set. */
static const normal_subtask *subtasks_of(normal_maker *maker, const hddl_network *network, bool goal, uint32_t *count)
{
    const hddl_problem *problem = maker->problem;
    *count = network->count + goal;
    normal_subtask *subtasks = hddl_pool_zeroed(maker->pool, *count, sizeof *subtasks);
    for (uint32_t i = 0; i < network->count; i++) {
        const hddl_subtask *subtask = &network->subtasks[i];
        const hddl_schema *schema =
            subtask->primitive ? &problem->actions[subtask->index].schema : &problem->tasks[subtask->index].schema;
        subtasks[i] = (normal_subtask){.primitive = subtask->primitive,
                                       .index = subtask->index,
                                       .term_count = schema->parameter_count,
                                       .terms = subtask->terms};
    }
    if (goal)
        subtasks[network->count] = (normal_subtask){.primitive = true, .index = problem->action_count};
    return subtasks;
}

/* Parameters have the same numbers in hddl_problem and here, so heads and subtasks need no translation. */
static normal_range make_methods(normal_maker *maker, const hddl_schema *source, const hddl_formula *precondition,
                                 const hddl_formula *constraints, const normal_method *prototype)
{
    normal_scope scope;
    normal_dnf dnf;
    normal_scope_open(&scope, maker->pool, &maker->facts, source);
    const hddl_formula *condition[2];
    condition[0] = normal_simplify(&scope, precondition, true);
    condition[1] = normal_simplify(&scope, constraints, true);
    normal_dnf_make(maker->pool, normal_join(maker->pool, HDDL_AND, condition, 2), &dnf);
    for (uint32_t i = 0; i < dnf.count; i++) {
        normal_numbering numbering;
        normal_method method = *prototype;
        normal_numbering_open(&numbering, &scope);
        write_schema(&numbering, &dnf.items[i], &method.schema);
        finish_schema(&numbering, &method.schema);
        maker->methods =
            hddl_pool_reserve(maker->pool, maker->methods, maker->method_count + 1, sizeof *maker->methods);
        maker->methods[maker->method_count++] = method;
    }
    return (normal_range){maker->method_count - dnf.count, dnf.count};
}

static void make_all_actions(normal_maker *maker, normal_problem *normal)
{
    const hddl_problem *problem = maker->problem;
    normal_range *names = hddl_pool_zeroed(maker->pool, problem->action_count + 1, sizeof *names);
    for (uint32_t i = 0; i < problem->action_count; i++) {
        const hddl_action *action = &problem->actions[i];
        names[i] =
            make_actions(maker, &action->schema, i, i, action->precondition, action->effects, action->effect_count);
    }
    names[problem->action_count] =
        make_actions(maker, &problem->goal_schema, HDDL_NONE, problem->action_count, problem->goal, NULL, 0);
    normal->action_names = names;
    normal->action_name_count = problem->action_count + 1;
    normal->actions = maker->actions;
    normal->action_count = maker->action_count;
}

static normal_range make_methods_of(normal_maker *maker, uint32_t task)
{
    normal_range range = {maker->method_count, 0};
    for (uint32_t i = 0; i < maker->problem->method_count; i++) {
        const hddl_method *method = &maker->problem->methods[i];
        if (method->task != task)
            continue;
        normal_method prototype = {.schema.origin = i, .task = task, .head = method->terms};
        prototype.subtasks = subtasks_of(maker, &method->network, false, &prototype.subtask_count);
        range.count +=
            make_methods(maker, &method->schema, method->precondition, method->constraints, &prototype).count;
    }
    return range;
}

static void make_all_methods(normal_maker *maker, normal_problem *normal)
{
    const hddl_problem *problem = maker->problem;
    uint32_t count = problem->task_count + 1;
    normal_range *tasks = hddl_pool_zeroed(maker->pool, count, sizeof *tasks);
    const uint32_t **types = hddl_pool_zeroed(maker->pool, count, sizeof(uint32_t *));
    uint32_t *arity = hddl_pool_zeroed(maker->pool, count, sizeof *arity);
    for (uint32_t i = 0; i < problem->task_count; i++) {
        const hddl_schema *schema = &problem->tasks[i].schema;
        uint32_t *own = hddl_pool_zeroed(maker->pool, schema->parameter_count, sizeof *own);
        for (uint32_t parameter = 0; parameter < schema->parameter_count; parameter++)
            own[parameter] = schema->variables.items[parameter].type;
        types[i] = own;
        arity[i] = schema->parameter_count;
        tasks[i] = make_methods_of(maker, i);
    }
    normal_method root = {.schema.origin = HDDL_NONE, .task = problem->task_count};
    root.subtasks = subtasks_of(maker, &problem->initial.network, true, &root.subtask_count);
    tasks[problem->task_count] =
        make_methods(maker, &problem->initial.schema, NULL, problem->initial.constraints, &root);
    normal->root = problem->task_count;
    normal->tasks = tasks;
    normal->task_types = types;
    normal->task_arity = arity;
    normal->task_count = count;
    normal->methods = maker->methods;
    normal->method_count = maker->method_count;
}

const normal_problem *normal_make(hddl_pool *pool, const hddl_problem *problem)
{
    normal_maker maker = {.pool = pool, .problem = problem};
    normal_problem *normal = hddl_pool_zeroed(pool, 1, sizeof(normal_problem));
    normal_static_facts_make(&maker.facts, pool, problem);
    normal->source = problem;
    make_all_actions(&maker, normal);
    make_all_methods(&maker, normal);
    return normal;
}

uint32_t normal_slots_most(const normal_problem *problem)
{
    uint32_t most = 1;
    for (uint32_t i = 0; i < problem->action_count; i++)
        most = problem->actions[i].schema.slot_count > most ? problem->actions[i].schema.slot_count : most;
    for (uint32_t i = 0; i < problem->method_count; i++)
        most = problem->methods[i].schema.slot_count > most ? problem->methods[i].schema.slot_count : most;
    return most;
}
