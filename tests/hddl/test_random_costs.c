/*
 * Costs of random problems by way of .htn: what the virtual machine says that a plan costs is what the model of the generator says
 * (random_costs.h), step by step. TAP on stdout. `--seed N`: that problem alone, printed. HTN_BRIEF: a tenth; HTN_LONG:
 * ten times as many.
 */
#define _POSIX_C_SOURCE 200809L
#include "base/diagnostic_print.h"
#include "cli/common/hddl_compile.h"
#include "converted_plan.h"
#include "hddl/read/hddl.h"
#include "random_hddl.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROBLEMS = 500, MOST_FAILURES = 10 };

typedef struct tally {
    uint32_t problems, plans, steps, costly, looked_up, absent, below_zero, decimals;
} tally;

static const char *read_text(void *user, const char *path, char **text, size_t *length)
{
    const random_hddl *made = user;

    *text = base_duplicate_text(strcmp(path, "domain") == 0 ? made->domain : made->problem);
    *length = strlen(*text);
    return NULL;
}

static void release_text(void *user, char *text)
{
    (void)user;
    free(text);
}

static bool compile(htnc_compilation *compilation, random_hddl *made, const hddl_problem **problem)
{
    const base_reader reader = {read_text, release_text, made, NULL};
    const base_options options = {.reader = &reader};
    const htnc_options compiler = {0};
    const char *text;

    return hddl_read(&compilation->workspace, "domain", "problem", &options, problem) == BASE_DONE &&
           hddl_translate(&compilation->workspace, *problem, HDDL_LOOPS_AUTO, &text) == BASE_DONE &&
           cli_hddl_compile(compilation, "problem", text, &compiler) == BASE_DONE;
}

static uint32_t object_of(const char *name)
{
    uint32_t object = 0;

    while (strcmp(name, random_object_name(object)) != 0)
        object++;
    return object;
}

/* What the steps cost, by the model. Actions are called p0, p1, ... */
static int64_t cost_of(const random_hddl *made, const hddl_problem *problem, const naive_step *steps, uint32_t count,
                       tally *seen)
{
    int64_t sum = 0;
    uint32_t i, k;

    for (i = 0; i < count; i++) {
        const hddl_schema *schema = &problem->actions[steps[i].action].schema;
        uint32_t objects[RANDOM_PLACES] = {0};
        random_step_cost cost;

        for (k = 0; k < schema->parameter_count; k++)
            objects[k] = object_of(problem->objects[steps[i].arguments[k]].name);
        cost = random_costs_of(&made->costs, (uint32_t)(schema->name[1] - '0'), objects);
        sum += cost.thousandths;
        seen->steps++;
        seen->looked_up += cost.looked_up;
        seen->absent += cost.absent;
        seen->below_zero += cost.below_zero;
    }
    seen->costly += sum > 0;
    seen->decimals += sum % 1000 != 0;
    return sum;
}

static bool one_problem(uint64_t seed, bool shown, tally *seen)
{
    static random_hddl made;
    htnc_compilation compilation = {0};
    const hddl_problem *problem;
    naive_step steps[CONVERTED_STEPS];
    base_text text = {0};
    int64_t says = 0, costs = 0;
    uint32_t count;
    bool good;

    random_hddl_make(&made, seed);
    if (shown)
        printf("# %s%s", made.domain, made.problem);
    good = compile(&compilation, &made, &problem);
    if (!good)
        base_diagnostics_print(&compilation.workspace.diagnostics, stdout, false);
    if (good && converted_plan(&compilation, &text, &says) == HTN_OK) {
        good = converted_steps(problem, base_text_of(&text), steps, &count);
        costs = good ? cost_of(&made, problem, steps, count, seen) : 0;
        good = good && says == costs;
        seen->plans++;
    }
    if (!good)
        printf("# --seed %llu: costs %lld thousandths, and should cost %lld:\n%s", (unsigned long long)seed,
               (long long)says, (long long)costs, base_text_of(&text));
    seen->problems++;
    base_text_free(&text);
    htnc_free(&compilation);
    return good;
}

/* A test proves little if few plans have such costs: of ten problems two have a plan, ... */
static bool is_diverse(const tally *seen)
{
    return seen->plans * 5 >= seen->problems && seen->costly * 3 >= seen->plans &&
           seen->looked_up * 10 >= seen->steps && seen->absent * 10 >= seen->steps &&
           seen->below_zero * 100 >= seen->steps && seen->decimals * 20 >= seen->plans;
}

int main(int count, char **arguments)
{
    const uint64_t problems = getenv("HTN_LONG") ? PROBLEMS * 10 : getenv("HTN_BRIEF") ? PROBLEMS / 10 : PROBLEMS;
    uint32_t failures = 0;
    tally seen = {0};
    uint64_t seed;

    if (count == 3 && strcmp(arguments[1], "--seed") == 0)
        return !one_problem(strtoull(arguments[2], NULL, 10), true, &seen);
    for (seed = 1; seed <= problems && failures < MOST_FAILURES; seed++)
        failures += !one_problem(seed, false, &seen);
    printf("# %u problems, %u with a plan, %u of these cost something, %u not a whole number\n", seen.problems,
           seen.plans, seen.costly, seen.decimals);
    printf("# %u steps; a number of :init that is not 0: %u; one that :init does not give: %u; below zero: %u\n",
           seen.steps, seen.looked_up, seen.absent, seen.below_zero);
    printf("%sok 1 - plans cost what the model says\n", failures > 0 ? "not " : "");
    printf("%sok 2 - the costs are of all kinds\n1..2\n", is_diverse(&seen) ? "" : "not ");
    return failures > 0 || !is_diverse(&seen);
}
