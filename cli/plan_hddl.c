/*
 * `htn plan` for a problem in HDDL: reads, solves, prints; see plan_hddl.h. Limits of time and memory count from the start of the
 * process, so reading counts too. Neighbours: solve/solve.h finds the plan.
 */
#include "cli/plan_hddl.h"
#include "base/arena.h"
#include "base/text.h"
#include "cli/common/exit_status.h"
#include "cli/common/hddl_subject.h"
#include "cli/common/option_table.h"
#include "cli/common/resources.h"
#include "cli/common/usage_error.h"
#include "hddl/solve/plan_write.h"
#include "hddl/solve/solve.h"
#include <stdio.h>

/* Seconds after the time limit at which the process ends, if some work has not looked at the clock until then. */
static const double grace = 0.25;

static void print_searches(const solve_statistics *s)
{
    static const char *const outcomes[] = {"a plan", "no plan", "nothing left to try", "out of time", "out of memory"};
    for (uint32_t i = 0; i < s->engine_count; i++) {
        const solve_engine_statistics *turns = &s->engines[i];
        fprintf(stderr, "  %-20s %9.3f s, %llu nodes, %llu backtracks: %s\n", turns->name, turns->seconds,
                (unsigned long long)turns->nodes, (unsigned long long)turns->backtracks, outcomes[turns->outcome]);
    }
}

/* As the plan is printed: without the initial network, and without what the normal form has added. */
static void print_plan_size(const hddl_plan *plan)
{
    size_t steps = 0, methods = 0;
    for (size_t i = 0; i < plan->count; i++)
        if (plan->decisions[i].index != HDDL_NONE)
            *(plan->decisions[i].primitive ? &steps : &methods) += 1;
    fprintf(stderr, "plan: %zu step%s, %zu task%s decomposed\n", steps, steps == 1 ? "" : "s", methods,
            methods == 1 ? "" : "s");
}

/* All times are wall times or, with --cpu-time, processor times. */
static void print_statistics(const solve_statistics *s, const hddl_budget *budget, double parsed)
{
    fprintf(stderr, "parse   %9.3f s\n", parsed);
    fprintf(stderr, "compile %9.3f s (normal form %.3f s, grounding %.3f s)\n", s->normal + s->ground, s->normal,
            s->ground);
    fprintf(stderr, "search  %9.3f s\n", s->search);
    print_searches(s);
    if (s->is_grounded)
        fprintf(stderr, "grounded: %u facts, %u actions, %u tasks, %u methods\n", s->facts, s->actions, s->tasks,
                s->methods);
    if (s->by != NULL)
        fprintf(stderr, "answered by: %s\n", s->by);
    fprintf(stderr, "memory: %.1f MB at most\n", (double)budget->memory_peak / (1 << 20));
    fprintf(stderr, "total   %9.3f s\n", hddl_budget_now(budget));
}

static int report_memory(const char *command, const cli_bytes *given, const hddl_budget *budget)
{
    const double megabytes = (double)budget->memory_limit / (1 << 20);
    if (given->count != 0)
        fprintf(stderr, "htn %s: out of memory, so the answer is not known; --memory allows %.3g MB\n", command,
                megabytes);
    else
        fprintf(
            stderr,
            "htn %s: out of memory, so the answer is not known; without --memory the limit is three quarters of the "
            "machine's memory, %.0f MB\n",
            command, megabytes);
    return CLI_EXIT_LIMIT;
}

static int report_plan(const char *command, const hddl_problem *problem, const hddl_plan *plan)
{
    if (hddl_plan_write(problem, plan, stdout))
        return CLI_EXIT_YES;
    fprintf(stderr, "htn %s: out of memory while printing a plan of %zu decisions\n", command, plan->count);
    return CLI_EXIT_LIMIT;
}

static int answer(const char *command, const hddl_problem *problem, const cli_hddl_plan_options *o, hddl_budget *budget,
                  const base_text *out_of_time)
{
    hddl_plan plan = {0};
    solve_statistics statistics;
    int status;
    const double parsed = hddl_budget_now(budget);
    const hddl_outcome outcome = solve(problem, budget, &plan, &statistics);
    cli_end_after(0, false, NULL, 0); /* from here on the answer is printed, completely */
    switch (outcome) {
    case HDDL_PLAN_FOUND: status = report_plan(command, problem, &plan); break;
    case HDDL_NO_PLAN:
        printf("no plan\n");
        status = CLI_EXIT_NO;
        break;
    case HDDL_OUT_OF_TIME:
        fputs(base_text_of(out_of_time), stderr);
        status = CLI_EXIT_LIMIT;
        break;
    case HDDL_OUT_OF_MEMORY: status = report_memory(command, &o->memory, budget); break;
    default:
        fprintf(stderr,
                "htn %s: no plan was found, and no proof that there is none: no search has anything left to try\n",
                command);
        status = CLI_EXIT_LIMIT;
        break;
    }
    fflush(stdout); /* so that a terminal or a log has stderr's lines after the plan */
    if (o->stats && outcome == HDDL_PLAN_FOUND)
        print_plan_size(&plan);
    if (o->stats)
        print_statistics(&statistics, budget, parsed);
    hddl_plan_free(&plan);
    return status;
}

/* How many bytes may be used; 0: the number is too large. */
static size_t most_memory(const cli_bytes *given)
{
    const uint64_t machine = cli_physical_memory();
    if (given->count == 0)
        return machine != 0 && machine / 4 * 3 < SIZE_MAX ? (size_t)(machine / 4 * 3) : SIZE_MAX;
    if (!given->bare)
        return given->count;
    return given->count <= SIZE_MAX >> 20 ? given->count << 20 : 0;
}

/* `out_of_time` gets the message for the end of the time. */
static void limit_time(hddl_budget *budget, const char *command, const cli_hddl_plan_options *o, base_text *out_of_time)
{
    budget->cpu = o->cpu_time > 0;
    if (o->time <= 0 && o->cpu_time <= 0)
        return;
    budget->end = budget->cpu ? o->cpu_time : o->time;
    const double left = budget->end - hddl_budget_now(budget);
    base_text_add(out_of_time, "htn %s: no answer within %g s%s; --%s allows more\n", command, budget->end,
                  budget->cpu ? " of processor time" : "", budget->cpu ? "cpu-time" : "time");
    cli_end_after((left > 0 ? left : 0) + grace, budget->cpu, base_text_of(out_of_time), CLI_EXIT_LIMIT);
}

int cli_plan_hddl(const char *command, const char *domain, const char *problem, const cli_hddl_plan_options *o)
{
    hddl_budget budget = hddl_budget_make();
    base_text out_of_time = {0};
    cli_hddl hddl = {0};
    if (o->time > 0 && o->cpu_time > 0)
        return cli_usage_error(command, "--time and --cpu-time cannot be used together");
    budget.memory_limit = most_memory(&o->memory);
    if (budget.memory_limit == 0)
        return cli_usage_error(command, "--memory: this is more memory than can be addressed");
    limit_time(&budget, command, o, &out_of_time);
    const base_allocator allocator = hddl_budget_allocator(&budget);
    const htnc_options options = {.workspace.allocator = &allocator,
                                  .workspace.switches = o->switches.items,
                                  .workspace.switch_count = o->switches.count};
    int status = cli_hddl_open(&hddl, command, domain, problem, &options, o->colour);
    if (status == CLI_EXIT_YES)
        status = answer(command, hddl.content, o, &budget, &out_of_time);
    else if (status == CLI_EXIT_LIMIT)
        report_memory(command, &o->memory, &budget);
    cli_hddl_close(&hddl);
    cli_end_after(0, false, NULL, 0);
    base_text_free(&out_of_time);
    return status;
}
