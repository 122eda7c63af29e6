/* Makes the schemas of the lifted search; see lifted_schema.h. */
#include "hddl/lifted/lifted_schema.h"

#include "hddl/common/components.h"
#include "hddl/lifted/lifted_join_order.h"
#include "hddl/lifted/lifted_state.h"
#include "hddl/normal/normal_terms.h"
#include "hddl/normal/normal_types.h"

/* --- Types ---------------------------------------------------------------------------------------------------------- */

static bool term_is_within(const lifted_search *search, const normal_schema *schema, normal_term term, uint32_t type)
{
    if (hddl_is_object(term))
        return hddl_is_of(search->problem->source, hddl_object_of(term), type);
    return normal_is_within(search->problem->source, schema->types[term], type);
}

/* The declared type of a parameter of an action's name or of a task. */
static uint32_t parameter_type(const lifted_search *search, bool primitive, uint32_t task, uint32_t parameter)
{
    const normal_problem *problem = search->problem;
    return primitive ? problem->source->actions[task].schema.variables.items[parameter].type
                     : problem->task_types[task][parameter];
}

/* --- Recursion ------------------------------------------------------------------------------------------------------ */

static uint32_t next_subtask(const void *user, uint32_t task, hddl_subtask_cursor *cursor)
{
    const normal_problem *problem = user;
    const normal_range *range = &problem->tasks[task];
    for (; cursor->method < range->count; cursor->method++, cursor->subtask = 0) {
        const normal_method *method = &problem->methods[range->first + cursor->method];
        while (cursor->subtask < method->subtask_count) {
            const normal_subtask *subtask = &method->subtasks[cursor->subtask++];
            if (!subtask->primitive)
                return subtask->index;
        }
    }
    return HDDL_NONE;
}

/* Of each task: whether it can contain itself. */
static const bool *recursive_tasks(lifted_search *search)
{
    hddl_pool *pool = &search->engine.pool;
    const uint32_t count = search->problem->task_count;
    const hddl_task_graph graph = {search->problem, count, next_subtask};
    uint32_t *component = hddl_pool_zeroed(pool, count, sizeof *component);
    bool *recursive = hddl_pool_zeroed(pool, count, sizeof *recursive);
    hddl_components(pool, &graph, component);
    for (uint32_t i = 0; i < count; i++) {
        hddl_subtask_cursor cursor = {0};
        for (uint32_t subtask; (subtask = next_subtask(search->problem, i, &cursor)) != HDDL_NONE;)
            recursive[i] |= component[subtask] == component[i];
    }
    return recursive;
}

/* --- Schemas -------------------------------------------------------------------------------------------------------- */

static void make_subtasks(lifted_search *search, const normal_method *method, const bool *recursive,
                          lifted_schema *schema)
{
    const normal_problem *problem = search->problem;
    schema->subtask_count = method->subtask_count;
    schema->subtasks = hddl_pool_zeroed(&search->engine.pool, method->subtask_count, sizeof *schema->subtasks);
    for (uint32_t i = 0; i < method->subtask_count; i++) {
        const normal_subtask *source = &method->subtasks[i];
        const normal_range *range =
            source->primitive ? &problem->action_names[source->index] : &problem->tasks[source->index];
        schema->subtasks[i] = (lifted_subtask){.source = source, .count = range->count};
        schema->subtasks[i].first = source->primitive ? range->first : problem->action_count + range->first;
        schema->subtasks[i].recursive = !source->primitive && recursive[source->index];
    }
}

static void need_by_effect(void *needed, normal_term term)
{
    if (!hddl_is_object(term))
        ((uint8_t *)needed)[term] |= LIFTED_BY_EFFECT;
}

static void need_by_subtask(void *needed, normal_term term)
{
    if (!hddl_is_object(term))
        ((uint8_t *)needed)[term] |= LIFTED_BY_SUBTASK;
}

static void make_effects(lifted_search *search, const normal_action *action, lifted_schema *schema)
{
    schema->effect_count = action->effect_count;
    schema->effects = hddl_pool_zeroed(&search->engine.pool, action->effect_count, sizeof *schema->effects);
    for (uint32_t i = 0; i < action->effect_count; i++) {
        const normal_effect *source = &action->effects[i];
        schema->effects[i] = (lifted_effect){.source = source, .relation = &search->relations[source->predicate]};
        if (source->count != 0 || source->when != NULL)
            schema->effects[i].when = lifted_join_of_effect(search, &action->schema, source);
    }
    normal_visit_effects(search->problem->source, action, need_by_effect, schema->needed);
}

/* What actions and methods have in common. `task` is the action's name, or the method's task. */
static lifted_schema make_schema(lifted_search *search, const normal_schema *source, bool primitive, uint32_t task,
                                 const normal_term *head, uint32_t arity)
{
    const hddl_problem *problem = search->problem->source;
    lifted_schema schema = {.source = source,
                            .primitive = primitive,
                            .possible = true,
                            .arity = arity,
                            .head = head,
                            .guards = hddl_pool_zeroed(&search->engine.pool, arity, sizeof(uint32_t)),
                            .needed = hddl_pool_zeroed(&search->engine.pool, source->slot_count, 1)};
    for (uint32_t i = 0; i < source->variable_count; i++)
        schema.possible = schema.possible && problem->types[source->types[i]].object_count != 0;
    for (uint32_t i = 0; i < arity; i++) {
        const uint32_t type = hddl_is_object(head[i]) ? 0 : source->types[head[i]];
        const bool fits =
            hddl_is_object(head[i]) || normal_is_within(problem, parameter_type(search, primitive, task, i), type);
        schema.guards[i] = fits ? HDDL_NONE : type;
    }
    return schema;
}

static void make_action(lifted_search *search, const normal_action *action, lifted_schema *schema)
{
    const uint32_t arity = action->schema.parameter_count;
    normal_term *head = hddl_pool_zeroed(&search->engine.pool, arity, sizeof *head);
    for (uint32_t i = 0; i < arity; i++)
        head[i] = (normal_term)i;
    *schema = make_schema(search, &action->schema, true, action->name, head, arity);
    make_effects(search, action, schema);
}

static void make_method(lifted_search *search, const normal_method *method, const bool *recursive,
                        lifted_schema *schema)
{
    const uint32_t arity = search->problem->task_arity[method->task];
    *schema = make_schema(search, &method->schema, false, method->task, method->head, arity);
    make_subtasks(search, method, recursive, schema);
    normal_visit_subtasks(method, need_by_subtask, schema->needed);
}

/* If a subtask's argument may be of another type than the parameter, every schema that can do the subtask checks it. */
static void guard_callees(lifted_search *search, const lifted_schema *caller, const lifted_subtask *subtask)
{
    const normal_subtask *source = subtask->source;
    for (uint32_t k = 0; k < source->term_count; k++) {
        const uint32_t type = parameter_type(search, source->primitive, source->index, k);
        if (term_is_within(search, caller->source, source->terms[k], type))
            continue;
        for (uint32_t i = 0; i < subtask->count; i++) {
            lifted_schema *callee = &search->schemas[subtask->first + i];
            if (!hddl_is_object(callee->head[k]) && callee->guards[k] == HDDL_NONE)
                callee->guards[k] = type;
        }
    }
}

void lifted_schemas_make(lifted_search *search)
{
    const normal_problem *problem = search->problem;
    const bool *recursive = recursive_tasks(search);
    search->schema_count = problem->action_count + problem->method_count;
    search->schemas = hddl_pool_zeroed(&search->engine.pool, search->schema_count, sizeof *search->schemas);
    for (uint32_t i = 0; i < problem->action_count; i++)
        make_action(search, &problem->actions[i], &search->schemas[i]);
    for (uint32_t i = 0; i < problem->method_count; i++)
        make_method(search, &problem->methods[i], recursive, &search->schemas[problem->action_count + i]);
    for (uint32_t i = problem->action_count; i < search->schema_count; i++)
        for (uint32_t subtask = 0; subtask < search->schemas[i].subtask_count; subtask++)
            guard_callees(search, &search->schemas[i], &search->schemas[i].subtasks[subtask]);
}
