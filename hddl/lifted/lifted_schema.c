/*
 * normal_problem's schemas as the lifted search has them: a head for each, what arguments are to be checked for, which
 * variables effects and subtasks need, which subtasks are recursive.
 */
#include "hddl/lifted/lifted_inside.h"
#include "hddl/normal/normal_types.h"

#include <string.h>

/* --- Types ---------------------------------------------------------------------------------------------------------- */

static bool term_is_within(const lifted_search *search, const normal_schema *schema, normal_term term, uint32_t type)
{
    if (hddl_is_object(term))
        return hddl_is_of(search->problem->source, hddl_object_of(term), type);
    return normal_is_within(search->problem->source, schema->types[term], type);
}

static uint32_t parameter_type(const lifted_search *search, const lifted_subtask *subtask, uint32_t place)
{
    const normal_problem *problem = search->problem;
    if (!subtask->primitive)
        return problem->task_types[subtask->task][place];
    return problem->source->actions[subtask->task].schema.variables.items[place].type;
}

/* --- Recursion ------------------------------------------------------------------------------------------------------ */

/* Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972, over the tasks, with a stack of its own. */
typedef struct components {
    const normal_problem *problem;
    uint32_t *number, *lowest, *component, *open, *path, *at_method, *at_subtask;
    uint32_t numbered, open_count, depth;
} components;

static void visit(components *c, uint32_t task)
{
    c->number[task] = c->lowest[task] = ++c->numbered;
    c->open[c->open_count++] = task;
    c->path[c->depth++] = task;
}

/* The next task among the subtasks of the one on top; LIFTED_NONE: no more. */
static uint32_t next_below(components *c, uint32_t task)
{
    const normal_range *range = &c->problem->tasks[task];
    for (; c->at_method[task] < range->count; c->at_method[task]++, c->at_subtask[task] = 0) {
        const normal_method *method = &c->problem->methods[range->first + c->at_method[task]];
        while (c->at_subtask[task] < method->subtask_count) {
            const normal_subtask *subtask = &method->subtasks[c->at_subtask[task]++];
            if (!subtask->primitive)
                return subtask->index;
        }
    }
    return LIFTED_NONE;
}

static void close_task(components *c, uint32_t task)
{
    c->depth--;
    if (c->depth > 0 && c->lowest[task] < c->lowest[c->path[c->depth - 1]])
        c->lowest[c->path[c->depth - 1]] = c->lowest[task];
    if (c->lowest[task] != c->number[task])
        return;
    uint32_t closed;
    do {
        closed = c->open[--c->open_count];
        c->component[closed] = task + 1;
    } while (closed != task);
}

static void find_components(components *c, uint32_t first)
{
    visit(c, first);
    while (c->depth > 0) {
        uint32_t task = c->path[c->depth - 1], below = next_below(c, task);
        if (below == LIFTED_NONE)
            close_task(c, task);
        else if (c->number[below] == 0)
            visit(c, below);
        else if (c->component[below] == 0 && c->number[below] < c->lowest[task])
            c->lowest[task] = c->number[below];
    }
}

/* Of each task: whether it may come to stand among its own subtasks. */
static const uint32_t *recursive_tasks(lifted_search *search)
{
    components c = {.problem = search->problem};
    uint32_t count = search->problem->task_count,
             **all[] = {&c.number, &c.lowest, &c.component, &c.open, &c.path, &c.at_method, &c.at_subtask};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        *all[i] = base_alloc_array(&search->arena, count, sizeof(uint32_t));
    for (uint32_t i = 0; i < count; i++)
        if (c.number[i] == 0)
            find_components(&c, i);
    uint32_t *recursive = c.number;
    for (uint32_t i = 0; i < count; i++) {
        recursive[i] = 0;
        c.at_method[i] = c.at_subtask[i] = 0;
        for (uint32_t below = next_below(&c, i); below != LIFTED_NONE; below = next_below(&c, i))
            recursive[i] |= c.component[below] == c.component[i];
    }
    return recursive;
}

/* --- Schemas -------------------------------------------------------------------------------------------------------- */

static void make_subtasks(lifted_search *search, const normal_method *method, const uint32_t *recursive,
                          lifted_schema *schema)
{
    const normal_problem *problem = search->problem;
    schema->subtask_count = method->subtask_count;
    schema->subtasks = base_alloc_array(&search->arena, method->subtask_count, sizeof *schema->subtasks);
    for (uint32_t i = 0; i < method->subtask_count; i++) {
        const normal_subtask *source = &method->subtasks[i];
        const normal_range *range =
            source->primitive ? &problem->action_names[source->index] : &problem->tasks[source->index];
        lifted_subtask *subtask = &schema->subtasks[i];
        subtask->primitive = source->primitive;
        subtask->task = source->index;
        subtask->first = source->primitive ? range->first : problem->action_count + range->first;
        subtask->count = range->count;
        subtask->terms = source->terms;
        subtask->term_count = source->term_count;
        subtask->recursive = !source->primitive && recursive[source->index] != 0;
    }
}

static void make_common(lifted_search *search, lifted_schema *schema, const normal_schema *source)
{
    const hddl_problem *problem = search->problem->source;
    schema->source = source;
    schema->literals = source->condition.literals;
    schema->literal_count = source->condition.count;
    schema->possible = true;
    for (uint32_t i = 0; i < source->variable_count; i++)
        schema->possible = schema->possible && problem->types[source->types[i]].object_count != 0;
}

static void need(uint8_t *needed, const normal_term *terms, uint32_t count, uint8_t by)
{
    for (uint32_t i = 0; i < count; i++)
        if (!hddl_is_object(terms[i]))
            needed[terms[i]] |= by;
}

static void need_formula(const lifted_search *search, uint8_t *needed, const hddl_formula *formula)
{
    if (formula->kind == HDDL_ATOM) {
        need(needed, formula->atom.terms, search->relations[formula->atom.predicate].arity, LIFTED_BY_EFFECT);
    } else if (formula->kind == HDDL_EQUAL || formula->kind == HDDL_SORT) {
        need(needed, &formula->left, 1, LIFTED_BY_EFFECT);
        need(needed, &formula->right, formula->kind == HDDL_EQUAL, LIFTED_BY_EFFECT);
    }
    for (uint32_t i = 0; i < formula->part_count; i++)
        need_formula(search, needed, formula->parts[i]);
}

static void make_effects(lifted_search *search, const normal_action *action, lifted_schema *schema)
{
    uint8_t *needed = base_alloc(&search->arena, action->schema.slot_count + 1);
    schema->needed = needed;
    schema->effect_count = action->effect_count;
    schema->effects = base_alloc_array(&search->arena, action->effect_count, sizeof *schema->effects);
    for (uint32_t i = 0; i < action->effect_count; i++) {
        const normal_effect *source = &action->effects[i];
        schema->effects[i] = (lifted_effect){.relation = &search->relations[source->predicate],
                                             .terms = source->terms,
                                             .term_count = source->term_count,
                                             .adds = source->adds};
        if (source->count != 0 || source->when != NULL)
            schema->effects[i].when = lifted_plan_when(search, &action->schema, source);
        need(needed, source->terms, source->term_count, LIFTED_BY_EFFECT);
        for (uint32_t literal = 0; source->when != NULL && literal < source->when->count; literal++)
            need(needed, source->when->literals[literal].terms, source->when->literals[literal].term_count,
                 LIFTED_BY_EFFECT);
        for (uint32_t residuals = 0; source->when != NULL && residuals < source->when->residual_count; residuals++)
            need_formula(search, needed, source->when->residuals[residuals]);
    }
}

static void make_action(lifted_search *search, const normal_action *action, lifted_schema *schema)
{
    uint32_t arity = action->schema.parameter_count;
    normal_term *head = base_alloc_array(&search->arena, arity, sizeof *head);
    uint32_t *guards = base_alloc_array(&search->arena, arity, sizeof *guards);
    for (uint32_t i = 0; i < arity; i++) {
        uint32_t named = action->name < search->problem->source->action_count
                             ? search->problem->source->actions[action->name].schema.variables.items[i].type
                             : 0;
        head[i] = (normal_term)i;
        guards[i] = normal_is_within(search->problem->source, named, action->schema.types[i]) ? LIFTED_NONE
                                                                                              : action->schema.types[i];
    }
    make_common(search, schema, &action->schema);
    schema->primitive = true;
    schema->arity = arity;
    schema->head = head;
    schema->guards = guards;
    make_effects(search, action, schema);
}

static void make_method(lifted_search *search, const normal_method *method, const uint32_t *recursive,
                        lifted_schema *schema)
{
    uint32_t arity = search->problem->task_arity[method->task];
    uint32_t *guards = base_alloc_array(&search->arena, arity, sizeof *guards);
    uint8_t *needed = base_alloc(&search->arena, method->schema.slot_count + 1);
    make_common(search, schema, &method->schema);
    schema->arity = arity;
    schema->head = method->head;
    for (uint32_t i = 0; i < arity; i++) {
        normal_term term = method->head[i];
        uint32_t named = search->problem->task_types[method->task][i];
        bool fits =
            hddl_is_object(term) || normal_is_within(search->problem->source, named, method->schema.types[term]);
        guards[i] = fits ? LIFTED_NONE : method->schema.types[term];
    }
    schema->guards = guards;
    make_subtasks(search, method, recursive, schema);
    for (uint32_t i = 0; i < schema->subtask_count; i++)
        need(needed, schema->subtasks[i].terms, schema->subtasks[i].term_count, LIFTED_BY_SUBTASK);
    schema->needed = needed;
}

/* Where a subtask's argument need not be of the parameter's type, every schema that it may become checks it. */
static void guard_callees(lifted_search *search, const lifted_schema *caller, const lifted_subtask *subtask)
{
    for (uint32_t place = 0; place < subtask->term_count; place++) {
        if (term_is_within(search, caller->source, subtask->terms[place], parameter_type(search, subtask, place)))
            continue;
        for (uint32_t i = 0; i < subtask->count; i++) {
            lifted_schema *callee = &search->schemas[subtask->first + i];
            normal_term term = callee->head[place];
            uint32_t *guards = (uint32_t *)(uintptr_t)callee->guards;
            if (!hddl_is_object(term) && guards[place] == LIFTED_NONE)
                guards[place] = parameter_type(search, subtask, place);
        }
    }
}

void lifted_schemas_make(lifted_search *search)
{
    const normal_problem *problem = search->problem;
    const uint32_t *recursive = recursive_tasks(search);
    search->schema_count = problem->action_count + problem->method_count;
    search->schemas = base_alloc_array(&search->arena, search->schema_count, sizeof *search->schemas);
    for (uint32_t i = 0; i < problem->action_count; i++)
        make_action(search, &problem->actions[i], &search->schemas[i]);
    for (uint32_t i = 0; i < problem->method_count; i++)
        make_method(search, &problem->methods[i], recursive, &search->schemas[problem->action_count + i]);
    for (uint32_t i = problem->action_count; i < search->schema_count; i++)
        for (uint32_t subtask = 0; subtask < search->schemas[i].subtask_count; subtask++)
            guard_callees(search, &search->schemas[i], &search->schemas[i].subtasks[subtask]);
}
