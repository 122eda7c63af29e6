/*
 * The door for HDDL: a domain, and behind it, from `(define (problem` on, a problem. What can be read is solved, in little time and memory, and
 * the plan printed and checked as `htn verify` does: the solver and the checker must agree.
 */
#include "hddl/read/hddl.h"
#include "base/diagnostic_print.h"
#include "hddl/solve/plan_write.h"
#include "hddl/solve/solve.h"
#include "hddl/check/check_plan.h"
#include "fuzz.h"
#include "hddl_texts.h"
#include <stdlib.h>
#include <string.h>

static const double most_seconds = 0.1;
enum { MOST_MEMORY = 1 << 26 };

static void expect_plan(const hddl_problem *problem, const hddl_plan *plan)
{
    static FILE *file;
    base_text said = {0};
    if (file == NULL)
        file = tmpfile();
    rewind(file);
    fuzz_expect(hddl_plan_write(problem, plan, file), "decisions that are no decomposition");
    const long length = ftell(file);
    char *text = must_allocate((size_t)length + 1);
    rewind(file);
    fuzz_expect(fread(text, 1, (size_t)length, file) == (size_t)length, "a plan that cannot be read again");
    text[length] = '\0';
    const check_answer answer = check_plan(problem, "plan", text, (size_t)length, &said);
    if (answer == CHECK_INVALID)
        fputs(base_text_of(&said), stderr);
    fuzz_expect(answer != CHECK_INVALID, "a plan that is none");
    base_text_free(&said);
    free(text);
}

static void solve_briefly(const hddl_problem *problem)
{
    hddl_budget budget = hddl_budget_make();
    solve_statistics statistics;
    hddl_plan plan = {0};
    budget.cpu = true;
    budget.end = hddl_budget_now(&budget) + most_seconds;
    budget.memory_limit = MOST_MEMORY;
    if (solve(problem, &budget, &plan, &statistics) == HDDL_PLAN_FOUND)
        expect_plan(problem, &plan);
    hddl_plan_free(&plan);
    fuzz_expect(budget.memory_used == 0, "memory that is claimed and not given back");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FILE *nowhere;
    char *text = must_allocate(size + 1);
    if (nowhere == NULL)
        nowhere = tmpfile();
    memcpy(text, data, size);
    text[size] = '\0';
    const char *cut = strstr(text, "(define (problem");
    hddl_texts files = {text, cut != NULL ? cut : text + size, text + size};
    const base_reader reader = hddl_texts_reader(&files);
    const base_options options = {.reader = &reader};
    const hddl_problem *problem;
    base_workspace workspace;
    const base_result result = hddl_read(&workspace, "domain.hddl", "problem.hddl", &options, &problem);
    fuzz_expect(result == BASE_DONE || (result == BASE_REJECTED && workspace.diagnostics.errors > 0),
                "a text that is neither read nor refused");
    rewind(nowhere);
    base_diagnostics_print(&workspace.diagnostics, nowhere, true);
    if (result == BASE_DONE)
        solve_briefly(problem);
    base_workspace_close(&workspace);
    free(text);
    return 0;
}
