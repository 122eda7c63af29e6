/*
 * The translation from beginning to end; see translate.h. The tasks are written first, because they decide which types
 * and predicates are used; the text has them last.
 */
#include "hddl/convert/translate.h"
#include "hddl/convert/translate_costs.h"
#include "hddl/convert/translate_initial.h"
#include "hddl/convert/translate_names.h"
#include "hddl/convert/translate_recursion.h"
#include "hddl/convert/translate_reduce.h"
#include "hddl/convert/translate_tasks.h"
#include "hddl/convert/translate_types.h"
#include "hddl/convert/translate_world.h"

enum { MOST_WORK = 1 << 29 };

/* --- Names ------------------------------------------------------------------------------------- */

/* Predicates come first and get the better names, because people read conditions more often than objects. */
static void name_all(translation *tr)
{
    const hddl_problem *problem = tr->problem;
    tr->predicates = base_alloc_array(tr->arena, problem->predicate_count, sizeof *tr->predicates);
    tr->objects = base_alloc_array(tr->arena, problem->object_count, sizeof *tr->objects);
    for (uint32_t p = 0; p < problem->predicate_count; p++)
        tr->predicates[p].name = translate_name(tr, TRANSLATE_VALUES, problem->predicates[p].name);
    for (uint32_t o = 0; o < problem->object_count; o++)
        tr->objects[o] = translate_name(tr, TRANSLATE_VALUES, problem->objects[o].name);
    translate_name_functions(tr);
}

static void name_tasks(translation *tr)
{
    const hddl_problem *problem = tr->problem;
    for (uint32_t a = 0; a < problem->action_count; a++)
        tr->actions[a].name = translate_name(tr, TRANSLATE_TASKS, problem->actions[a].schema.name);
    for (uint32_t t = 0; t < problem->task_count; t++)
        tr->tasks[t].name = translate_name(tr, TRANSLATE_TASKS, problem->tasks[t].schema.name);
}

/* --- Text --------------------------------------------------------------------------------------- */

/* Whether the loop guard is off. Writes a comment that explains why. */
static bool is_loops_free(translation *tr, hddl_loops loops)
{
    const uint32_t method = loops == HDDL_LOOPS_AUTO ? translate_find_recursion(tr) : HDDL_NONE;
    if (method == HDDL_NONE)
        return loops == HDDL_LOOPS_FREE;
    base_buffer_format(
        &tr->text,
        "// %s leads back to its task, and not by its last subtask: so the loop guard might lose plans, and is off.\n"
        "// Searches are far shorter with it: `htn convert --loops cut`.\n",
        tr->problem->methods[method].schema.name);
    return true;
}

static void write_head(translation *tr, hddl_loops loops)
{
    const hddl_problem *problem = tr->problem;
    const char *name = /* of any family: nothing else can have it */
        translate_name(tr, TRANSLATE_METHODS, problem->domain_name);
    base_buffer_format(&tr->text, "// `%s`, a problem of `%s`, from HDDL.\n", problem->problem_name,
                       problem->domain_name);
    const bool is_free = is_loops_free(tr, loops);
    base_buffer_format(&tr->text, "Domain [%s]%s\n", name, is_free ? " Loops [free]" : "");
}

static const char *write_domain(base_workspace *workspace, const hddl_problem *problem, hddl_loops loops)
{
    translation *tr = BASE_NEW(&workspace->arena, translation);
    *tr = (translation){.arena = &workspace->arena, .problem = problem};
    tr->text.arena = tr->arena;
    name_all(tr);
    translate_types(tr);
    translate_reduce(tr);
    name_tasks(tr);
    translate_name_parameters(tr);
    if (translate_initial(tr))
        translate_tasks(tr);
    const base_buffer tasks = tr->text;
    tr->text = (base_buffer){.arena = tr->arena};
    write_head(tr, loops);
    translate_world(tr);
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
