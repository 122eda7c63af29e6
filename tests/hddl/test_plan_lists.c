/*
 * hddl_plan_add() and hddl_plan_write() on lists that are no plans: each decision left out, done twice, or swapped with another. What is printed
 * is a decomposition at least, whatever its steps come to; the rest is refused. TAP on stdout.
 */
#include "hddl/read/hddl.h"
#include "hddl/solve/plan_write.h"
#include "hddl/solve/solve.h"
#include "hddl/check/check_plan.h"
#include <stdlib.h>
#include <string.h>

static int cases, failures;

static void result(bool good, const char *what)
{
    printf("%sok %d - %s\n", good ? "" : "not ", ++cases, what);
    failures += !good;
}

static uint32_t argument_count(const hddl_problem *problem, const hddl_decision *decision)
{
    if (decision->index == HDDL_NONE)
        return decision->primitive ? 0 : problem->initial.schema.parameter_count;
    return decision->primitive ? problem->actions[decision->index].schema.parameter_count
                               : problem->methods[decision->index].schema.parameter_count;
}

/* Adds a decision of the whole plan. */
static void add(hddl_plan *plan, const hddl_problem *problem, const hddl_plan *whole, size_t which)
{
    const hddl_decision *d = &whole->decisions[which];
    const uint32_t *arguments = whole->arguments + d->first_argument;
    if (!hddl_plan_add(plan, d->primitive, d->index, arguments, argument_count(problem, d)))
        abort();
}

/* What is printed; NULL: it was refused, and nothing was. */
static char *text_of(const hddl_problem *problem, const hddl_plan *plan)
{
    FILE *file = tmpfile();
    if (file == NULL)
        abort();
    const bool written = hddl_plan_write(problem, plan, file);
    const size_t length = (size_t)ftell(file);
    char *text = written ? malloc(length + 1) : NULL;
    rewind(file);
    if (written ? text == NULL || fread(text, 1, length, file) != length : length > 0)
        abort();
    if (written)
        text[length] = '\0';
    fclose(file);
    return text;
}

/* Whether a list of decisions that was tampered with is refused, or printed as lines that hang together. */
static bool is_sound(const hddl_problem *problem, const hddl_plan *plan, uint32_t *refused)
{
    base_text said = {0};
    char *text = text_of(problem, plan);
    bool good = true;
    if (text != NULL) {
        check_plan(problem, "plan", text, strlen(text), &said);
        good = strstr(base_text_of(&said), "no line has the number") == NULL &&
               strstr(base_text_of(&said), "not a subtask of any") == NULL &&
               strstr(base_text_of(&said), "already has the number") == NULL &&
               strstr(base_text_of(&said), "already a subtask") == NULL;
        if (!good)
            printf("# %s", base_text_of(&said));
    } else {
        ++*refused;
    }
    free(text);
    base_text_free(&said);
    return good;
}

static void tamper(const hddl_problem *problem, const hddl_plan *whole)
{
    bool good = true, without_refused = true, twice_refused = true;
    uint32_t refused = 0;
    for (size_t i = 0; i < whole->count; i++) {
        for (size_t k = 0; k < whole->count; k++) {
            hddl_plan without = {0}, twice = {0}, swapped = {0};
            for (size_t at = 0; at < whole->count; at++) {
                if (at != i)
                    add(&without, problem, whole, at);
                add(&twice, problem, whole, at);
                if (at == i)
                    add(&twice, problem, whole, k);
                add(&swapped, problem, whole, at == i ? k : at == k ? i : at);
            }
            const bool goal = whole->decisions[i].primitive && whole->decisions[i].index == HDDL_NONE;
            const bool goal_twice = whole->decisions[k].primitive && whole->decisions[k].index == HDDL_NONE;
            uint32_t before = refused;
            good = is_sound(problem, &without, &refused) && good;
            without_refused = without_refused && (goal || refused > before);
            before = refused;
            good = is_sound(problem, &twice, &refused) && good;
            twice_refused = twice_refused && (goal_twice || refused > before || !whole->decisions[k].primitive);
            good = is_sound(problem, &swapped, &refused) && good;
            hddl_plan_free(&without);
            hddl_plan_free(&twice);
            hddl_plan_free(&swapped);
        }
    }
    result(good, "what is printed hangs together");
    result(without_refused, "a list that lacks a decision is refused");
    result(twice_refused, "a list that has a step twice is refused");
}

int main(void)
{
    base_workspace workspace;
    const hddl_problem *problem;
    hddl_budget budget = hddl_budget_make();
    hddl_plan plan = {0}, empty = {0};
    solve_statistics statistics;
    if (hddl_read(&workspace, "tests/hddl/a_courier_delivers_by_bike_and_by_foot.hddl",
                  "tests/hddl/a_courier_delivers_by_bike_and_by_foot.problem.hddl", NULL, &problem) != BASE_DONE)
        return 1;
    result(text_of(problem, &empty) == NULL, "an empty list is refused");
    result(solve(problem, &budget, &plan, &statistics) == HDDL_PLAN_FOUND, "there is a plan");
    tamper(problem, &plan);
    hddl_plan_free(&plan);
    base_workspace_close(&workspace);
    printf("1..%d\n", cases);
    return failures > 0;
}
