/*
 * The translation from beginning to end: what each file of it makes, in the order in which a designer would write it.
 * Tasks are written first, for they say which types and tables there are.
 */
#include "hddl/convert/translate.h"
#include "hddl/convert/translate_inside.h"

#include <string.h>

enum { MOST_WORK = 1 << 29 };

/* --- The world ---------------------------------------------------------------------------------- */

/* The nearest type above that stands in the text. */
static uint32_t written_parent(const translation *tr, uint32_t type)
{
    uint32_t parent = tr->types[type].parent;
    while (parent != HDDL_NONE && !tr->types[parent].is_used)
        parent = tr->types[parent].parent;
    return parent;
}

static void write_entities(translation *tr, uint32_t type, const tr_list *values)
{
    const uint32_t parent = written_parent(tr, type);
    const char *name = hddl_tr_use_type(tr, type);
    const char *between = parent != HDDL_NONE ? " : " : "";
    hddl_tr_write_list(tr, 0,
                       base_format(tr->arena, "Entities [%s%s%s] Values", name, between,
                                   parent != HDDL_NONE ? tr->types[parent].name : ""),
                       values, true);
}

/* A type that stands in the text, with the highest of those above it that do: parents come before their subtypes. */
static void write_family(translation *tr, uint32_t type, const tr_list *values, bool *is_left)
{
    if (!is_left[type])
        return;
    is_left[type] = false;
    const uint32_t parent = written_parent(tr, type);
    if (parent != HDDL_NONE)
        write_family(tr, parent, values, is_left);
    write_entities(tr, type, &values[type]);
}

/* Types that are used, and what is below them: their objects are theirs. */
static void write_types(translation *tr)
{
    const hddl_problem *problem = tr->problem;
    tr_list *values = base_alloc_array(tr->arena, problem->type_count, sizeof *values);
    bool *below = base_alloc_array(tr->arena, problem->type_count, sizeof *below);
    for (uint32_t t = 0; t < problem->type_count; t++)
        for (uint32_t up = t; up != HDDL_NONE && !below[t]; up = tr->types[up].parent)
            below[t] = problem->types[t].members == NULL && tr->types[t].placed > 0 && tr->types[up].is_used;
    for (uint32_t t = 0; t < problem->type_count; t++)
        if (below[t])
            hddl_tr_use_type(tr, t);
    for (uint32_t o = 0; o < problem->object_count; o++) {
        const size_t begin = tr->text.length;
        base_buffer_text(&tr->text, tr->objects[o]);
        hddl_tr_take_item(tr, &values[tr->places[o]], begin);
    }
    base_buffer_text(&tr->text, "\n");
    for (uint32_t t = 0; t < problem->type_count; t++)
        write_family(tr, t, values, below);
}

static void take_property(translation *tr, tr_list *list, const char *name, const hddl_variables *parameters,
                          bool holds)
{
    const size_t begin = tr->text.length;
    base_buffer_text(&tr->text, name);
    for (uint32_t i = 0; i < parameters->count; i++)
        base_buffer_format(&tr->text, "%s%s", i == 0 ? "(" : ", ",
                           hddl_tr_use_type(tr, tr->types[parameters->items[i].type].cover));
    base_buffer_format(&tr->text, "%s : bool%s", parameters->count > 0 ? ")" : "", holds ? " = true" : "");
    hddl_tr_take_item(tr, list, begin);
}

static void write_properties(translation *tr)
{
    const hddl_problem *problem = tr->problem;
    bool *holds = base_alloc_array(tr->arena, problem->predicate_count, sizeof *holds);
    tr_list list = {0};
    for (uint32_t f = 0; f < problem->fact_count; f++) /* where there are parameters, `Facts` says which hold */
        holds[problem->facts[f].predicate] = problem->predicates[problem->facts[f].predicate].parameters.count == 0;
    for (uint32_t p = 0; p < problem->predicate_count; p++)
        if (tr->predicates[p].is_used)
            take_property(tr, &list, tr->predicates[p].name, &problem->predicates[p].parameters, holds[p]);
    for (uint32_t t = 0; t < problem->type_count; t++) {
        const hddl_variable parameter = {.type = t};
        if (tr->types[t].guard != NULL)
            take_property(tr, &list, tr->types[t].guard, &(hddl_variables){&parameter, 1}, false);
    }
    base_buffer_text(&tr->text, "\n");
    if (list.count > 0)
        hddl_tr_write_list(tr, 0, "World State", &list, false);
}

static void write_facts(translation *tr)
{
    const hddl_problem *problem = tr->problem;
    tr_list list = {0};
    for (uint32_t f = 0; f < problem->fact_count; f++) {
        const hddl_atom *fact = &problem->facts[f];
        const size_t begin = tr->text.length;
        if (!tr->predicates[fact->predicate].is_used || problem->predicates[fact->predicate].parameters.count == 0)
            continue;
        hddl_tr_write_atom(tr, fact, NULL);
        base_buffer_text(&tr->text, " = true");
        hddl_tr_take_item(tr, &list, begin);
    }
    for (uint32_t t = 0; t < problem->type_count; t++)
        for (uint32_t i = 0; tr->types[t].guard != NULL && i < problem->types[t].object_count; i++) {
            const size_t begin = tr->text.length;
            base_buffer_format(&tr->text, "%s(%s) = true", tr->types[t].guard,
                               tr->objects[problem->types[t].objects[i]]);
            hddl_tr_take_item(tr, &list, begin);
        }
    if (list.count > 0)
        hddl_tr_write_list(tr, 0, "Facts", &list, true);
}

/* --- The whole ---------------------------------------------------------------------------------- */

/* Predicates first: conditions are read more often than objects. */
static void name_all(translation *tr)
{
    const hddl_problem *problem = tr->problem;
    tr->predicates = base_alloc_array(tr->arena, problem->predicate_count, sizeof *tr->predicates);
    tr->objects = base_alloc_array(tr->arena, problem->object_count, sizeof *tr->objects);
    for (uint32_t p = 0; p < problem->predicate_count; p++)
        tr->predicates[p].name = hddl_tr_name(tr, TR_VALUES, problem->predicates[p].name, problem->predicates[p].span);
    for (uint32_t o = 0; o < problem->object_count; o++)
        tr->objects[o] = hddl_tr_name(tr, TR_VALUES, problem->objects[o].name, problem->objects[o].span);
}

static void name_tasks(translation *tr)
{
    const hddl_problem *problem = tr->problem;
    for (uint32_t a = 0; a < problem->action_count; a++)
        tr->actions[a].name =
            hddl_tr_name(tr, TR_TASKS, problem->actions[a].schema.name, problem->actions[a].schema.span);
    for (uint32_t t = 0; t < problem->task_count; t++)
        tr->tasks[t].name = hddl_tr_name(tr, TR_TASKS, problem->tasks[t].schema.name, problem->tasks[t].schema.span);
}

/* Whether the loop guard is to be off; says in the text why. */
static bool is_loops_free(translation *tr, hddl_loops loops)
{
    const uint32_t method = loops == HDDL_LOOPS_AUTO ? hddl_tr_find_recursion(tr) : HDDL_NONE;
    if (method == HDDL_NONE)
        return loops == HDDL_LOOPS_FREE;
    base_buffer_format(
        &tr->text,
        "// %s leads back to its task, and not by its last subtask: so the loop guard might lose plans, and is off.\n"
        "// Searches are far shorter with it: `htn convert --loops cut`.\n",
        tr->problem->methods[method].schema.name);
    return true;
}

static const char *write_domain(base_workspace *workspace, const hddl_problem *problem, hddl_loops loops)
{
    translation *tr = BASE_NEW(&workspace->arena, translation);
    *tr = (translation){.arena = &workspace->arena, .sources = &workspace->sources, .problem = problem};
    tr->text.arena = tr->arena;
    name_all(tr);
    hddl_tr_place_types(tr);
    hddl_tr_reduce(tr);
    name_tasks(tr);
    hddl_tr_write_tasks(tr);
    base_buffer tasks = tr->text;
    tr->text = (base_buffer){.arena = tr->arena};
    const char *name =
        hddl_tr_name(tr, TR_METHODS, problem->domain_name, (base_span){0, 0}); /* a family that takes any */
    base_buffer_format(&tr->text, "// `%s`, a problem of `%s`, from HDDL.\n", problem->problem_name,
                       problem->domain_name);
    const bool is_free = is_loops_free(tr, loops);
    base_buffer_format(&tr->text, "Domain [%s]%s\n", name, is_free ? " Loops [free]" : "");
    base_buffer world = tr->text;
    tr->text = (base_buffer){.arena = tr->arena};
    write_properties(tr);
    write_facts(tr);
    base_buffer properties = tr->text;
    tr->text = world;
    write_types(tr); /* last, when all that are used are known */
    base_buffer_add(&tr->text, properties.bytes, properties.length);
    base_buffer_add(&tr->text, tasks.bytes, tasks.length);
    return base_buffer_end_text(&tr->text);
}

/* --- The entry ---------------------------------------------------------------------------------- */

typedef struct translate_job {
    const hddl_problem *problem;
    hddl_loops loops;
    const char **text;
} translate_job;

/* The usable methods are found in several passes over all methods. The limit is far above what people write. */
static bool is_translatable(base_workspace *workspace, const hddl_problem *problem)
{
    const uint64_t methods = problem->method_count;
    if (methods * (methods + problem->task_count) <= MOST_WORK)
        return true;
    base_report(&workspace->diagnostics, BASE_DIAG_TOO_LARGE, problem->methods[0].schema.span,
                "%u methods of %u tasks are too many to be turned into .htn", problem->method_count,
                problem->task_count);
    return false;
}

static base_result translate(base_workspace *workspace, void *user)
{
    const translate_job *job = user;
    if (!is_translatable(workspace, job->problem))
        return BASE_REJECTED;
    *job->text = write_domain(workspace, job->problem, job->loops);
    return BASE_DONE;
}

base_result hddl_translate(base_workspace *workspace, const hddl_problem *problem, hddl_loops loops, const char **text)
{
    translate_job job = {problem, loops, text};
    *text = NULL;
    return base_workspace_continue(workspace, translate, &job);
}
