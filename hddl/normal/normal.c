/*
 * hddl_problem -> normal_problem: each action and method becomes one schema for each disjunct of its condition; the initial
 * network becomes a method, the goal an action. The formulas' part of it: normal_formula.c (simplified), normal_split.c
 * (disjuncts), normal_place.c (written down for one schema).
 */
#include "hddl/normal/normal_inside.h"

typedef struct normal_maker {
    base_arena *arena;
    const hddl_problem *problem;
    normal_facts facts;
    base_buffer actions, methods; /* normal_action, normal_method */
} normal_maker;

/* An effect whose condition has been split, in its scope's variables. */
typedef struct split_effect {
    const hddl_effect *source;
    uint32_t first; /* of its own variables, source->count of them */
    const hddl_term *terms;
    normal_disjuncts when;
} split_effect;

static uint32_t arity_of(const normal_maker *making, uint32_t predicate)
{
    return making->problem->predicates[predicate].parameters.count;
}

static uint32_t length_of(const base_buffer *buffer, size_t item)
{
    return (uint32_t)(buffer->length / item);
}

static const hddl_formula *conjunction(normal_maker *making, const hddl_formula *left, const hddl_formula *right)
{
    const hddl_formula *parts[2] = {left, right};
    return normal_join(making->arena, HDDL_AND, parts, 2);
}

/* --- Effects -------------------------------------------------------------------------------------------------------- */

static void split_one(normal_maker *making, normal_scope *scope, const hddl_effect *effect, split_effect *split)
{
    split->source = effect;
    split->first = normal_scope_add(scope, effect->first, effect->count, false);
    uint32_t arity = arity_of(making, effect->atom.predicate);
    hddl_term *terms = base_alloc_array(making->arena, arity, sizeof *terms);
    for (uint32_t i = 0; i < arity; i++)
        terms[i] = hddl_is_object(effect->atom.terms[i]) ? effect->atom.terms[i] : scope->values[effect->atom.terms[i]];
    split->terms = terms;
    normal_split(making->arena, normal_simplify(scope, effect->when, true), &split->when);
}

/* What stood under an `exists` of the `when` is one more variable that the effect happens for all values of. */
static void place_effect(normal_maker *making, normal_placing *placing, const split_effect *split,
                         const normal_disjunct *disjunct, normal_effect *effect)
{
    uint32_t arity = arity_of(making, split->source->atom.predicate);
    effect->first = normal_placing_count(placing);
    for (uint32_t i = 0; i < split->source->count; i++)
        normal_place(placing, split->first + i);
    normal_place_free(placing, disjunct);
    effect->count = normal_placing_count(placing) - effect->first;
    effect->adds = split->source->adds;
    effect->predicate = split->source->atom.predicate;
    effect->term_count = arity;
    effect->terms = normal_place_terms(placing, split->terms, arity);
    if (disjunct->count == 0)
        return;
    normal_condition *when = BASE_NEW(making->arena, normal_condition);
    normal_place_condition(placing, disjunct, effect->first, when);
    effect->when = when->count + when->rest_count == 0 ? NULL : when;
}

/* Each disjunct of an effect numbers the effect's variables anew. */
static void forget(const normal_scope *scope, normal_placing *placing, uint32_t from)
{
    for (uint32_t i = from; i < normal_scope_count(scope); i++)
        placing->places[i] = NORMAL_NO_PLACE;
}

static void place_effects(normal_maker *making, normal_placing *placing, const split_effect *splits, uint32_t count,
                          normal_action *action)
{
    uint32_t total = 0;
    for (uint32_t i = 0; i < count; i++)
        total += splits[i].when.count;
    normal_effect *effects = base_alloc_array(making->arena, total, sizeof *effects);
    for (int adds = 0; adds < 2; adds++) {
        for (uint32_t i = 0; i < count; i++) {
            if (splits[i].source->adds != (adds == 1))
                continue;
            for (uint32_t disjunct = 0; disjunct < splits[i].when.count; disjunct++) {
                forget(placing->scope, placing, splits[i].first);
                place_effect(making, placing, &splits[i], &splits[i].when.items[disjunct],
                             &effects[action->effect_count++]);
            }
        }
    }
    action->effects = effects;
}

/* --- Schemas -------------------------------------------------------------------------------------------------------- */

static void place_schema(normal_placing *placing, const normal_disjunct *disjunct, normal_schema *schema)
{
    schema->parameter_count = placing->scope->schema->parameter_count;
    normal_place_free(placing, disjunct);
    schema->variable_count = normal_placing_count(placing);
    normal_place_condition(placing, disjunct, 0, &schema->condition);
}

static void finish_schema(normal_placing *placing, normal_schema *schema)
{
    schema->slot_count = normal_placing_count(placing);
    schema->types = (const uint32_t *)(const void *)placing->types.bytes;
}

static normal_range make_actions(normal_maker *making, const hddl_schema *source, uint32_t origin, uint32_t name,
                                 const hddl_formula *condition, const hddl_effect *effects, uint32_t effect_count)
{
    normal_scope scope;
    normal_disjuncts disjuncts;
    normal_scope_open(&scope, making->arena, &making->facts, source);
    normal_split(making->arena, normal_simplify(&scope, condition, true), &disjuncts);
    split_effect *splits = base_alloc_array(making->arena, effect_count, sizeof *splits);
    for (uint32_t i = 0; i < effect_count; i++)
        split_one(making, &scope, &effects[i], &splits[i]);
    for (uint32_t i = 0; i < disjuncts.count; i++) {
        normal_placing placing;
        normal_action action = {.schema.origin = origin, .name = name};
        normal_placing_open(&placing, &scope);
        place_schema(&placing, &disjuncts.items[i], &action.schema);
        place_effects(making, &placing, splits, effect_count, &action);
        finish_schema(&placing, &action.schema);
        base_buffer_add(&making->actions, &action, sizeof action);
    }
    return (normal_range){length_of(&making->actions, sizeof(normal_action)) - disjuncts.count, disjuncts.count};
}

/* The network's subtasks, and behind them the goal's action where `goal` says so. */
static const normal_subtask *subtasks_of(normal_maker *making, const hddl_network *network, bool goal, uint32_t *count)
{
    const hddl_problem *problem = making->problem;
    *count = network->count + goal;
    normal_subtask *subtasks = base_alloc_array(making->arena, *count, sizeof *subtasks);
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

/* Parameters are numbered alike in hddl_problem and here, so heads and subtasks are taken over as they stand. */
static normal_range make_methods(normal_maker *making, const hddl_schema *source, const hddl_formula *precondition,
                                 const hddl_formula *constraints, const normal_method *like)
{
    normal_scope scope;
    normal_disjuncts disjuncts;
    normal_scope_open(&scope, making->arena, &making->facts, source);
    const hddl_formula *asked = normal_simplify(&scope, precondition, true);
    normal_split(making->arena, conjunction(making, asked, normal_simplify(&scope, constraints, true)), &disjuncts);
    for (uint32_t i = 0; i < disjuncts.count; i++) {
        normal_placing placing;
        normal_method method = *like;
        normal_placing_open(&placing, &scope);
        place_schema(&placing, &disjuncts.items[i], &method.schema);
        finish_schema(&placing, &method.schema);
        base_buffer_add(&making->methods, &method, sizeof method);
    }
    return (normal_range){length_of(&making->methods, sizeof(normal_method)) - disjuncts.count, disjuncts.count};
}

static void make_all_actions(normal_maker *making, normal_problem *normal)
{
    const hddl_problem *problem = making->problem;
    normal_range *names = base_alloc_array(making->arena, problem->action_count + 1, sizeof *names);
    for (uint32_t i = 0; i < problem->action_count; i++) {
        const hddl_action *action = &problem->actions[i];
        names[i] =
            make_actions(making, &action->schema, i, i, action->precondition, action->effects, action->effect_count);
    }
    names[problem->action_count] =
        make_actions(making, &problem->goal_schema, HDDL_NONE, problem->action_count, problem->goal, NULL, 0);
    normal->action_names = names;
    normal->action_name_count = problem->action_count + 1;
    normal->actions = (const normal_action *)(const void *)making->actions.bytes;
    normal->action_count = length_of(&making->actions, sizeof(normal_action));
}

static normal_range make_methods_of(normal_maker *making, uint32_t task)
{
    normal_range range = {length_of(&making->methods, sizeof(normal_method)), 0};
    for (uint32_t i = 0; i < making->problem->method_count; i++) {
        const hddl_method *method = &making->problem->methods[i];
        if (method->task != task)
            continue;
        normal_method like = {.schema.origin = i, .task = task, .head = method->terms};
        like.subtasks = subtasks_of(making, &method->network, false, &like.subtask_count);
        range.count += make_methods(making, &method->schema, method->precondition, method->constraints, &like).count;
    }
    return range;
}

static void make_all_methods(normal_maker *making, normal_problem *normal)
{
    const hddl_problem *problem = making->problem;
    uint32_t count = problem->task_count + 1;
    normal_range *tasks = base_alloc_array(making->arena, count, sizeof *tasks);
    const uint32_t **types = base_alloc_array(making->arena, count, sizeof(uint32_t *));
    uint32_t *arity = base_alloc_array(making->arena, count, sizeof *arity);
    for (uint32_t i = 0; i < problem->task_count; i++) {
        const hddl_schema *schema = &problem->tasks[i].schema;
        uint32_t *own = base_alloc_array(making->arena, schema->parameter_count, sizeof *own);
        for (uint32_t parameter = 0; parameter < schema->parameter_count; parameter++)
            own[parameter] = schema->variables.items[parameter].type;
        types[i] = own;
        arity[i] = schema->parameter_count;
        tasks[i] = make_methods_of(making, i);
    }
    normal_method root = {.schema.origin = HDDL_NONE, .task = problem->task_count};
    root.subtasks = subtasks_of(making, &problem->initial.network, true, &root.subtask_count);
    tasks[problem->task_count] =
        make_methods(making, &problem->initial.schema, NULL, problem->initial.constraints, &root);
    normal->root = problem->task_count;
    normal->tasks = tasks;
    normal->task_types = types;
    normal->task_arity = arity;
    normal->task_count = count;
    normal->methods = (const normal_method *)(const void *)making->methods.bytes;
    normal->method_count = length_of(&making->methods, sizeof(normal_method));
}

const normal_problem *normal_make(base_arena *arena, const hddl_problem *problem)
{
    normal_maker making = {
        .arena = arena, .problem = problem, .actions = {.arena = arena}, .methods = {.arena = arena}};
    normal_problem *normal = BASE_NEW(arena, normal_problem);
    normal_facts_make(&making.facts, arena, problem);
    normal->source = problem;
    make_all_actions(&making, normal);
    make_all_methods(&making, normal);
    return normal;
}
