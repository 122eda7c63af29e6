/* What has been reached, written down (ground_draft.h): instances become lists of facts, actions and tasks. */
#include "hddl/ground/ground_draft.h"

#include <string.h>

void ground_lists_end(hddl_pool *pool, ground_lists *lists)
{
    hddl_numbers_add(pool, &lists->begin, hddl_pool_u32(pool, lists->items.count));
}

static void begin_lists(hddl_pool *pool, ground_lists *lists)
{
    hddl_numbers_add(pool, &lists->begin, 0);
}

static void add_view(hddl_pool *pool, ground_lists *to, const ground_lists *from, uint32_t item)
{
    ground_view view = ground_list_at(from, item);
    hddl_numbers_reserve(pool, &to->items, view.count);
    if (view.count) {
        memcpy(to->items.items + to->items.count, view.items, view.count * sizeof *view.items);
    }
    to->items.count += view.count;
}

static uint32_t value_of(normal_term term, const uint32_t *values)
{
    return hddl_is_object(term) ? hddl_object_of(term) : values[term];
}

uint32_t ground_draft_fact(ground_draft *draft, uint32_t predicate, const normal_term *terms, const uint32_t *values)
{
    const ground_relation *facts = draft->reach->facts[predicate];
    for (uint32_t i = 0; i < facts->arity; i++) {
        draft->reach->row[i] = value_of(terms[i], values);
    }
    uint32_t fact = ground_relation_find(facts, draft->reach->row);
    return fact == GROUND_NONE ? GROUND_NONE : draft->fact_base[predicate] + fact;
}

static uint32_t done_of(ground_draft *draft, const ground_target *target, const normal_term *terms,
                        const uint32_t *values)
{
    for (uint32_t i = 0; i < target->arity; i++) {
        draft->reach->row[i] = value_of(terms[i], values);
    }
    return ground_relation_find(target->done, draft->reach->row);
}

/* --- Facts ---------------------------------------------------------------------------------------------------------- */

static void number_facts(ground_draft *draft)
{
    ground_reach *reach = draft->reach;
    uint32_t predicates = reach->problem->source->predicate_count;
    size_t count = 0;
    draft->fact_base = hddl_pool_zeroed(draft->pool, predicates, sizeof *draft->fact_base);
    for (uint32_t i = 0; i < predicates; i++) {
        draft->fact_base[i] = hddl_pool_u32(draft->pool, count);
        count += reach->facts[i]->count;
    }
    draft->fact_count = hddl_pool_u32(draft->pool, count);
    draft->facts = hddl_pool_zeroed(draft->pool, count, 1);
    for (uint32_t i = 0; i < predicates; i++) {
        for (uint32_t fact = 0; fact < reach->facts[i]->initial; fact++) {
            bool falls = reach->fallen[i] &&
                         ground_relation_find(reach->fallen[i], ground_tuple(reach->facts[i], fact)) != GROUND_NONE;
            draft->facts[draft->fact_base[i] + fact] = (uint8_t)(GROUND_AT_FIRST | (falls ? GROUND_FALLEN : 0));
        }
    }
}

/* --- Conditions ----------------------------------------------------------------------------------------------------- */

/*
 * The literals and the residuals of a condition as ways in which it can hold; static literals hold already. A fact that never holds
 * makes its negation true, and has no number.
 */
static void ways_of(ground_draft *draft, const normal_schema *schema, const normal_condition *condition,
                    uint32_t *values, ground_ways *ways)
{
    const hddl_predicate *predicates = draft->reach->problem->source->predicates;
    ways->needs.items.count = ways->needs_not.items.count = 0;
    ways->needs.begin.count = ways->needs_not.begin.count = 0;
    ways->count = 1;
    begin_lists(draft->pool, &ways->needs);
    begin_lists(draft->pool, &ways->needs_not);
    for (uint32_t i = 0; i < condition->count; i++) {
        const normal_literal *literal = &condition->literals[i];
        if (literal->predicate == NORMAL_EQUAL || predicates[literal->predicate].is_static) {
            continue;
        }
        uint32_t fact = ground_draft_fact(draft, literal->predicate, literal->terms, values);
        if (fact != GROUND_NONE) {
            hddl_numbers_add(draft->pool, literal->positive ? &ways->needs.items : &ways->needs_not.items, fact);
        }
    }
    ground_lists_end(draft->pool, &ways->needs);
    ground_lists_end(draft->pool, &ways->needs_not);
    for (uint32_t i = 0; i < condition->residual_count; i++) {
        ground_ways_and(draft, ways, schema, condition->residuals[i], values);
    }
}

static void values_of(const ground_instances *instances, uint32_t instance, uint32_t *values)
{
    const uint32_t *tuple = ground_tuple(instances->found, instance);
    for (uint32_t i = 0; i < instances->found->arity; i++) {
        values[instances->columns[i]] = tuple[i];
    }
}

/* --- Actions -------------------------------------------------------------------------------------------------------- */

typedef struct action_maker {
    ground_draft *draft;
    const normal_action *action;
    const ground_instances *instances;
    ground_index **by_instance; /* of each effect's relation */
    uint32_t *values;
    ground_ways ways, when;
} action_maker;

static void add_effect(action_maker *making, const normal_effect *effect, ground_lists *adds, ground_lists *deletes)
{
    ground_draft *draft = making->draft;
    uint32_t fact = ground_draft_fact(draft, effect->predicate, effect->terms, making->values);
    if (fact != GROUND_NONE) {
        hddl_numbers_add(draft->pool, effect->adds ? &adds->items : &deletes->items, fact);
    }
}

/* One instance of an effect with a condition or variables; for an empty condition it always happens. */
static void add_conditional(action_maker *making, const normal_effect *effect, uint32_t action)
{
    ground_draft *draft = making->draft;
    if (!effect->when) {
        add_effect(making, effect, &draft->adds, &draft->deletes);
        return;
    }
    ways_of(draft, &making->action->schema, effect->when, making->values, &making->when);
    for (uint32_t i = 0; i < making->when.count; i++) {
        hddl_numbers_add(draft->pool, &draft->conditional_action, action);
        add_view(draft->pool, &draft->when, &making->when.needs, i);
        add_view(draft->pool, &draft->when_not, &making->when.needs_not, i);
        add_effect(making, effect, &draft->when_adds, &draft->when_deletes);
        ground_lists_end(draft->pool, &draft->when);
        ground_lists_end(draft->pool, &draft->when_not);
        ground_lists_end(draft->pool, &draft->when_adds);
        ground_lists_end(draft->pool, &draft->when_deletes);
    }
}

static void add_effects(action_maker *making, uint32_t instance, uint32_t action)
{
    for (uint32_t i = 0; i < making->action->effect_count; i++) {
        const normal_effect *effect = &making->action->effects[i];
        const ground_relation *found = making->instances->effects[i];
        if (!found) {
            add_effect(making, effect, &making->draft->adds, &making->draft->deletes);
            continue;
        }
        uint32_t key = making->instances->found->key;
        const ground_index *index = making->by_instance[i];
        uint32_t tuple = ground_index_first(found, index, ground_tuple(making->instances->found, instance));
        for (; tuple != GROUND_NONE; tuple = index->next[tuple]) {
            for (uint32_t variable = 0; variable < effect->count; variable++) {
                making->values[effect->first + variable] = ground_tuple(found, tuple)[key + variable];
            }
            add_conditional(making, effect, action);
        }
    }
}

static void add_action(action_maker *making, uint32_t schema, uint32_t instance)
{
    ground_draft *draft = making->draft;
    values_of(making->instances, instance, making->values);
    ways_of(draft, &making->action->schema, &making->action->schema.condition, making->values, &making->ways);
    for (uint32_t i = 0; i < making->ways.count; i++) {
        uint32_t action = hddl_pool_u32(draft->pool, draft->action_schema.count);
        hddl_numbers_add(draft->pool, &draft->action_schema, schema);
        hddl_numbers_add(draft->pool, &draft->action_instance, instance);
        add_view(draft->pool, &draft->needs, &making->ways.needs, i);
        add_view(draft->pool, &draft->needs_not, &making->ways.needs_not, i);
        add_effects(making, instance, action);
        ground_lists_end(draft->pool, &draft->needs);
        ground_lists_end(draft->pool, &draft->needs_not);
        ground_lists_end(draft->pool, &draft->adds);
        ground_lists_end(draft->pool, &draft->deletes);
    }
}

static void index_effects(action_maker *making)
{
    hddl_pool *pool = making->draft->pool;
    uint32_t key = making->instances->found->key;
    uint64_t mask = key == 64 ? UINT64_MAX : ((uint64_t)1 << key) - 1;
    making->by_instance = hddl_pool_zeroed(pool, making->action->effect_count, sizeof(ground_index *));
    for (uint32_t i = 0; i < making->action->effect_count; i++) {
        ground_relation *found = making->instances->effects[i];
        if (found) {
            making->by_instance[i] = ground_relation_index(pool, found, mask);
            while (found->shown < found->count) {
                ground_relation_show(pool, found);
            }
        }
    }
}

static void add_actions(ground_draft *draft, uint32_t *values)
{
    const normal_problem *problem = draft->reach->problem;
    action_maker making = {.draft = draft, .values = values};
    for (uint32_t i = 0; i < problem->action_count; i++) {
        making.action = &problem->actions[i];
        making.instances = &draft->reach->actions[i];
        index_effects(&making);
        for (uint32_t instance = 0; instance < making.instances->found->count; instance++) {
            hddl_pool_tick(draft->pool);
            add_action(&making, i, instance);
        }
        hddl_pool_release(draft->pool, making.by_instance);
    }
}

/* --- Methods -------------------------------------------------------------------------------------------------------- */

/* The actions that a subtask that names one can be done by: those of one name with the same arguments are a chain. */
typedef struct variants {
    uint32_t *name_base; /* of each name: the number of its first tuple of arguments */
    uint32_t *first;     /* of each such tuple: an action; GROUND_NONE: there is none */
    uint32_t *next;      /* of each action */
} variants;

typedef struct method_maker {
    ground_draft *draft;
    const normal_method *method;
    uint32_t *values;
    ground_ways ways;
    variants variants;
    uint32_t *chosen; /* of each subtask: an action, or the number of actions and that of a task */
} method_maker;

static void chain_variants(ground_draft *draft, variants *chains, uint32_t *values)
{
    const normal_problem *problem = draft->reach->problem;
    size_t count = 0;
    uint32_t actions = ground_draft_actions(draft);
    chains->name_base = hddl_pool_zeroed(draft->pool, problem->action_name_count, sizeof *chains->name_base);
    for (uint32_t i = 0; i < problem->action_name_count; i++) {
        chains->name_base[i] = hddl_pool_u32(draft->pool, count);
        count += draft->reach->names[i].done->count;
    }
    chains->first = hddl_pool_resize(draft->pool, NULL, (count + 1) * sizeof *chains->first);
    chains->next = hddl_pool_resize(draft->pool, NULL, ((size_t)actions + 1) * sizeof *chains->next);
    memset(chains->first, 0xFF, count * sizeof *chains->first);
    for (uint32_t i = actions; i-- > 0;) {
        uint32_t schema = draft->action_schema.items[i];
        const ground_target *name = &draft->reach->names[problem->actions[schema].name];
        values_of(&draft->reach->actions[schema], draft->action_instance.items[i], values);
        uint32_t tuple = chains->name_base[name->index] + ground_relation_find(name->done, values);
        chains->next[i] = chains->first[tuple];
        chains->first[tuple] = i;
    }
}

static void add_method(method_maker *making, uint32_t schema, uint32_t instance, uint32_t task)
{
    ground_draft *draft = making->draft;
    for (uint32_t i = 0; i < making->ways.count; i++) {
        hddl_numbers_add(draft->pool, &draft->method_schema, schema);
        hddl_numbers_add(draft->pool, &draft->method_instance, instance);
        hddl_numbers_add(draft->pool, &draft->method_task, task);
        add_view(draft->pool, &draft->method_needs, &making->ways.needs, i);
        add_view(draft->pool, &draft->method_needs_not, &making->ways.needs_not, i);
        for (uint32_t subtask = 0; subtask < making->method->subtask_count; subtask++) {
            hddl_numbers_add(draft->pool, &draft->subtasks.items, making->chosen[subtask]);
        }
        ground_lists_end(draft->pool, &draft->method_needs);
        ground_lists_end(draft->pool, &draft->method_needs_not);
        ground_lists_end(draft->pool, &draft->subtasks);
        hddl_pool_u32(draft->pool, draft->method_schema.count);
    }
}

/* The first choice of actions for all subtasks. False: a subtask cannot be done, since a residuals never holds. */
static bool choose_first(method_maker *making)
{
    ground_reach *reach = making->draft->reach;
    for (uint32_t i = 0; i < making->method->subtask_count; i++) {
        const normal_subtask *subtask = &making->method->subtasks[i];
        const ground_target *target =
            subtask->primitive ? &reach->names[subtask->index] : &reach->tasks[subtask->index];
        uint32_t tuple = done_of(making->draft, target, subtask->terms, making->values);
        if (tuple == GROUND_NONE) {
            return false;
        }
        making->chosen[i] =
            subtask->primitive ? making->variants.first[making->variants.name_base[subtask->index] + tuple]
                               : ground_draft_actions(making->draft) + making->draft->task_base[subtask->index] + tuple;
        if (making->chosen[i] == GROUND_NONE) {
            return false;
        }
    }
    return true;
}

/* The next choice. False: there is no other. */
static bool choose_next(method_maker *making)
{
    for (uint32_t i = making->method->subtask_count; i-- > 0;) {
        const normal_subtask *subtask = &making->method->subtasks[i];
        if (!subtask->primitive) {
            continue;
        }
        making->chosen[i] = making->variants.next[making->chosen[i]];
        if (making->chosen[i] != GROUND_NONE) {
            return true;
        }
        const ground_target *target = &making->draft->reach->names[subtask->index];
        uint32_t tuple = done_of(making->draft, target, subtask->terms, making->values);
        making->chosen[i] = making->variants.first[making->variants.name_base[subtask->index] + tuple];
    }
    return false;
}

static void add_instance(method_maker *making, uint32_t schema, uint32_t instance)
{
    ground_draft *draft = making->draft;
    const ground_target *head = &draft->reach->tasks[making->method->task];
    values_of(&draft->reach->methods[schema], instance, making->values);
    ways_of(draft, &making->method->schema, &making->method->schema.condition, making->values, &making->ways);
    if (making->ways.count == 0 || !choose_first(making)) {
        return;
    }
    uint32_t task = draft->task_base[making->method->task] + done_of(draft, head, making->method->head, making->values);
    uint32_t choices = 0;
    do {
        if (++choices > GROUND_WAYS_MOST) {
            hddl_pool_stop(draft->pool, HDDL_GAVE_UP);
        }
        add_method(making, schema, instance, task);
    } while (choose_next(making));
}

static void add_methods(ground_draft *draft, uint32_t *values)
{
    const normal_problem *problem = draft->reach->problem;
    method_maker making = {.draft = draft, .values = values};
    chain_variants(draft, &making.variants, values);
    for (uint32_t i = 0; i < problem->method_count; i++) {
        making.method = &problem->methods[i];
        making.chosen = hddl_pool_zeroed(draft->pool, making.method->subtask_count, sizeof *making.chosen);
        for (uint32_t instance = 0; instance < draft->reach->methods[i].found->count; instance++) {
            hddl_pool_tick(draft->pool);
            add_instance(&making, i, instance);
        }
        hddl_pool_release(draft->pool, making.chosen);
    }
    hddl_pool_release(draft->pool, making.variants.first);
    hddl_pool_release(draft->pool, making.variants.next);
}

static void number_tasks(ground_draft *draft)
{
    const normal_problem *problem = draft->reach->problem;
    size_t count = 0;
    draft->task_base = hddl_pool_zeroed(draft->pool, problem->task_count, sizeof *draft->task_base);
    for (uint32_t i = 0; i < problem->task_count; i++) {
        draft->task_base[i] = hddl_pool_u32(draft->pool, count);
        count += draft->reach->tasks[i].done->count;
    }
    draft->task_count = hddl_pool_u32(draft->pool, count);
    draft->root = draft->task_base[problem->root];
    hddl_pool_u32(draft->pool, count + draft->action_schema.count);
}

void ground_draft_list_methods(ground_draft *draft, uint32_t **begin, uint32_t **methods)
{
    uint32_t count = ground_draft_methods(draft);
    *begin = hddl_pool_zeroed(draft->pool, (size_t)draft->task_count + 1, sizeof **begin);
    *methods = hddl_pool_resize(draft->pool, NULL, ((size_t)count + 1) * sizeof **methods);
    for (uint32_t i = 0; i < count; i++) {
        (*begin)[draft->method_task.items[i]]++;
    }
    for (uint32_t i = 0; i < draft->task_count; i++) {
        (*begin)[i + 1] += (*begin)[i];
    }
    for (uint32_t i = count; i-- > 0;) {
        (*methods)[--(*begin)[draft->method_task.items[i]]] = i;
    }
}

static uint8_t *all_alive(hddl_pool *pool, size_t count)
{
    uint8_t *alive = hddl_pool_resize(pool, NULL, count + 1);
    memset(alive, 1, count + 1);
    return alive;
}

void ground_draft_make(ground_draft *draft, ground_reach *reach)
{
    *draft = (ground_draft){.pool = reach->pool, .reach = reach};
    ground_lists *lists[] = {&draft->needs,        &draft->needs_not,        &draft->adds,      &draft->deletes,
                             &draft->when,         &draft->when_not,         &draft->when_adds, &draft->when_deletes,
                             &draft->method_needs, &draft->method_needs_not, &draft->subtasks};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        begin_lists(draft->pool, lists[i]);
    }
    number_facts(draft);
    add_actions(draft, reach->joins.values);
    number_tasks(draft);
    add_methods(draft, reach->joins.values);
    draft->action_alive = all_alive(draft->pool, draft->action_schema.count);
    draft->task_alive = all_alive(draft->pool, draft->task_count);
    draft->method_alive = all_alive(draft->pool, draft->method_schema.count);
}
