/*
 * Plays a scenario clause by clause: what is given, what ends, what changes, and whether what is expected is so.
 * Plans and steps are compared as text, which is what a complaint shows too.
 */
#include "stage.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_INSTANCES = 16 };

_Noreturn void complain(stage *on, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(on->complaint, sizeof on->complaint, format, arguments);
    va_end(arguments);
    longjmp(on->curtain, 1);
}

/* --- Texts of what is expected -------------------------------------------------------------------- */

static void add_expected_value(stage *on, char *text, const htnc_type *type, const htnc_expr *value)
{
    if (type->kind == HTNC_TYPE_SYMBOL)
        add_text(text, "\"%s\"", value->ref == HTNC_REF_CONSTANT ? value->to.constant->text : value->name.text);
    else
        add_value(on, text, type, value_of(on, value, on->instances));
}

static void add_expected(stage *on, char *text, const htnc_subtask *item)
{
    const htnc_variable *parameter;
    if (item->kind == HTNC_SUBTASK_SPLIT) {
        add_text(text, "Split");
        return;
    }
    if (item->kind != HTNC_SUBTASK_TASK)
        complain(on, "an item of a plan that is not known on this stage");
    add_text(text, "%s(", item->task->name.text);
    parameter = item->task->parameters;
    for (const htnc_expr *each = item->arguments; each != NULL; each = each->next, parameter = parameter->next) {
        add_text(text, each != item->arguments ? ", " : "");
        add_expected_value(on, text, parameter->type, each);
    }
    add_text(text, ")");
}

static void expect_text(stage *on, const char *what, const char *expected, const char *actual)
{
    if (strcmp(expected, actual) != 0)
        complain(on, "%s\nexpected: [%s]\nactual:   [%s]", what, expected, actual);
}

/* --- Clauses -------------------------------------------------------------------------------------- */

static void expect_plan(stage *on, const htnc_clause *clause)
{
    char expected[STAGE_TEXT] = "";
    for (const htnc_subtask *each = clause->plan; each != NULL; each = each->next) {
        add_text(expected, each != clause->plan ? ", " : "");
        add_expected(on, expected, each);
    }
    if (on->no_plan)
        complain(on, "plan\nexpected: [%s]\nactual:   no plan", expected);
    expect_text(on, "plan", expected, on->plan);
}

static void expect_record(stage *on, const htnc_clause *clause)
{
    char expected[STAGE_TEXT] = "";
    for (const htnc_expr *each = clause->expressions; each != NULL; each = each->next)
        add_text(expected, "%s%d", each != clause->expressions ? ", " : "", (int)each->folded);
    expect_text(on, "record", expected, on->record);
}

/* Whether the running step is this one: by its task, and by its arguments where they are written. */
static bool is_running(stage *on, const htnc_subtask *item, bool with_arguments)
{
    char expected[STAGE_TEXT] = "", actual[STAGE_TEXT] = "";
    if (running_task(on) != item->task)
        return false;
    if (!with_arguments)
        return true;
    add_expected(on, expected, item);
    add_running_step(on, actual);
    return strcmp(expected, actual) == 0;
}

static void require_running(stage *on, const htnc_subtask *item, bool with_arguments)
{
    char expected[STAGE_TEXT] = "", actual[STAGE_TEXT] = "";
    if (is_running(on, item, with_arguments))
        return;
    if (with_arguments)
        add_expected(on, expected, item);
    else
        add_text(expected, "%s", item->task->name.text);
    if (running_task(on) != NULL)
        add_running_step(on, actual);
    expect_text(on, "running step", expected, actual);
}

static void expect_running(stage *on, const htnc_clause *clause)
{
    char actual[STAGE_TEXT] = "";
    if (clause->plan != NULL && clause->plan->next != NULL)
        complain(on, "this stage runs one step at a time");
    if (clause->plan != NULL) {
        require_running(on, clause->plan, clause->plan->arguments != NULL);
    } else if (running_task(on) != NULL) {
        add_running_step(on, actual);
        expect_text(on, "running step", "", actual);
    }
}

static void run(stage *on, const htnc_clause *clause)
{
    for (const htnc_run_item *each = clause->runs; each != NULL; each = each->next) {
        require_running(on, each->task, each->called);
        end_step(on, each->succeeds);
    }
}

static void expect_world(stage *on, const htnc_clause *clause)
{
    for (const htnc_expr *each = clause->expressions; each != NULL; each = each->next)
        if (!value_of(on, each, on->instances))
            complain(on, "a condition on the world does not hold");
}

static void play_clause(stage *on, const htnc_clause *clause)
{
    if (clause->layer.text != NULL)
        complain(on, "layers are not known on this stage");
    switch (clause->kind) {
    case HTNC_EXPECT_PLAN: expect_plan(on, clause); return;
    case HTNC_EXPECT_MTR: expect_record(on, clause); return;
    case HTNC_EXPECT_RUNNING: expect_running(on, clause); return;
    case HTNC_EXPECT_WORLD: expect_world(on, clause); return;
    case HTNC_EXPECT_NO_PLAN:
        if (!on->no_plan)
            complain(on, "plan\nexpected: no plan\nactual:   [%s]", on->plan);
        return;
    case HTNC_RUN: run(on, clause); return;
    case HTNC_SENSE:
        if (change_world(on, clause->changes, on->instances))
            look_again(on);
        return;
    default: complain(on, "a clause that is not known on this stage");
    }
}

/* --- The whole ------------------------------------------------------------------------------------ */

static void set_up(stage *on)
{
    size_t size;
    if (htn_domain_load(&on->domain, on->compilation->blob, on->compilation->blob_size, NULL) != HTN_OK)
        complain(on, "the blob is not sound");
    size = htn_world_bytes(&on->domain);
    on->world_memory = malloc(size);
    if (htn_world_init(&on->world, &on->domain, on->world_memory, size) != HTN_OK)
        complain(on, "there is no memory for a world");
    size = htn_planner_bytes(&on->domain, NULL);
    on->planner_memory = malloc(size);
    if (htn_planner_init(&on->planner, &on->domain, NULL, on->planner_memory, size) != HTN_OK)
        complain(on, "there is no memory for a planner");
}

/* The clauses `Given` in front; the first one behind them. */
static const htnc_clause *given(stage *on, const htnc_clause *clause, scope *instances)
{
    uint32_t count = 0;
    for (; clause != NULL && clause->kind == HTNC_GIVEN; clause = clause->next) {
        on->clause = clause;
        for (const htnc_variable *each = clause->instances; each != NULL; each = each->next) {
            if (count == MOST_INSTANCES)
                complain(on, "too many instances");
            scope *made = &instances[count++];
            *made = (scope){on->instances, each, 0};
            if (htn_world_spawn(&on->world, htn_type_find(&on->domain, each->type->name), &made->value) != HTN_OK)
                complain(on, "there is no room for `%s`", each->name.text);
            on->instances = made;
        }
        change_world(on, clause->changes, on->instances);
    }
    return clause;
}

bool play(stage *on, const htnc_compilation *compilation, const htnc_scenario *scenario)
{
    scope instances[MOST_INSTANCES];
    volatile bool ended_well = false; /* is still known after a longjmp */
    memset(on, 0, sizeof *on);
    on->compilation = compilation;
    on->model = compilation->model;
    on->clause = scenario->clauses;
    if (setjmp(on->curtain) == 0) {
        set_up(on);
        on->clause = given(on, scenario->clauses, instances);
        settle(on);
        for (; on->clause != NULL; on->clause = on->clause->next)
            play_clause(on, on->clause);
        ended_well = true;
    }
    free(on->planner_memory);
    free(on->world_memory);
    return ended_well;
}
