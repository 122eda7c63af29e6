/*
 * `htn plan` for a problem in HDDL: reads, solves, prints; see plan_hddl.h. Limits of time and memory count from the start of the
 * process, so reading counts too. Neighbours: solve/solve.h finds the plan.
 */
#include "cli/plan_hddl.h"
#include "cli/plan_hddl_json.h"
#include "base/arena.h"
#include "base/text.h"
#include "cli/common/diagnostics_json.h"
#include "cli/common/exit_status.h"
#include "cli/common/hddl_subject.h"
#include "cli/common/json.h"
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

/* What remains unknown, and why: `text` without the command's name. On stderr, and with --json on stdout too. */
static int report_limit(const char *command, const cli_hddl_plan_options *o, const char *text)
{
    if (o->json) {
        cJSON *json = cJSON_CreateObject();
        cJSON_AddStringToObject(json, "outcome", "limit");
        cJSON_AddStringToObject(json, "limit", text);
        cli_print_json(json);
    }
    fprintf(stderr, "htn %s: %s\n", command, text);
    return CLI_EXIT_LIMIT;
}

static int report_memory(const char *command, const cli_hddl_plan_options *o, const hddl_budget *budget)
{
    const double megabytes = (double)budget->memory_limit / (1 << 20);
    base_text text = {0};
    base_text_add(&text, "out of memory, so the answer is not known; ");
    if (o->memory.count != 0)
        base_text_add(&text, "--memory allows %.3g MB", megabytes);
    else
        base_text_add(&text, "without --memory the limit is three quarters of the machine's memory, %.0f MB",
                      megabytes);
    const int status = report_limit(command, o, base_text_of(&text));
    base_text_free(&text);
    return status;
}

static int report_plan(const char *command, const hddl_problem *problem, const hddl_plan *plan,
                       const cli_hddl_plan_options *o)
{
    cJSON *json = o->json ? cli_hddl_plan_json(problem, plan) : NULL;
    if (json != NULL)
        cli_print_json(json);
    if (json != NULL || (!o->json && hddl_plan_write(problem, plan, stdout)))
        return CLI_EXIT_YES;
    fprintf(stderr, "htn %s: out of memory while printing a plan of %zu decisions\n", command, plan->count);
    return CLI_EXIT_LIMIT;
}

static int report_none(const cli_hddl_plan_options *o)
{
    if (o->json) {
        cJSON *json = cJSON_CreateObject();
        cJSON_AddStringToObject(json, "outcome", "no plan");
        cli_print_json(json);
    } else {
        printf("no plan\n");
    }
    return CLI_EXIT_NO;
}

static int answer(const char *command, const hddl_problem *problem, const cli_hddl_plan_options *o, hddl_budget *budget,
                  const char *out_of_time)
{
    hddl_plan plan = {0};
    solve_statistics statistics;
    int status;
    const double parsed = hddl_budget_now(budget);
    const hddl_outcome outcome = solve(problem, budget, &plan, &statistics);
    cli_end_after(0, false, NULL, 0); /* from here on the answer is printed, completely */
    switch (outcome) {
    case HDDL_PLAN_FOUND: status = report_plan(command, problem, &plan, o); break;
    case HDDL_NO_PLAN: status = report_none(o); break;
    case HDDL_OUT_OF_TIME: status = report_limit(command, o, out_of_time); break;
    case HDDL_OUT_OF_MEMORY: status = report_memory(command, o, budget); break;
    default:
        status = report_limit(command, o,
                              "no plan was found, and no proof that there is none: no search has anything left to try");
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

/* What is said at the end of the time. */
typedef struct end_of_time {
    base_text text; /* without the command's name */
    base_text line; /* all of it: if the time ends in the middle of something, nothing else is printed */
} end_of_time;

static void limit_time(hddl_budget *budget, const char *command, const cli_hddl_plan_options *o, end_of_time *said)
{
    budget->cpu = o->cpu_time > 0;
    if (o->time <= 0 && o->cpu_time <= 0)
        return;
    budget->end = budget->cpu ? o->cpu_time : o->time;
    const double left = budget->end - hddl_budget_now(budget);
    base_text_add(&said->text, "no answer within %g s%s; --%s allows more", budget->end,
                  budget->cpu ? " of processor time" : "", budget->cpu ? "cpu-time" : "time");
    base_text_add(&said->line, "htn %s: %s\n", command, base_text_of(&said->text));
    cli_end_after((left > 0 ? left : 0) + grace, budget->cpu, base_text_of(&said->line), CLI_EXIT_LIMIT);
}

int cli_plan_hddl(const char *command, const char *domain, const char *problem, const cli_hddl_plan_options *o)
{
    hddl_budget budget = hddl_budget_make();
    end_of_time said = {0};
    cli_hddl hddl = {0};
    if (o->time > 0 && o->cpu_time > 0)
        return cli_usage_error(command, "--time and --cpu-time cannot be used together");
    budget.memory_limit = most_memory(&o->memory);
    if (budget.memory_limit == 0)
        return cli_usage_error(command, "--memory: this is more memory than can be addressed");
    limit_time(&budget, command, o, &said);
    const base_allocator allocator = hddl_budget_allocator(&budget);
    const htnc_options options = {.workspace.allocator = &allocator,
                                  .workspace.switches = o->switches.items,
                                  .workspace.switch_count = o->switches.count};
    int status = cli_hddl_open(&hddl, command, domain, problem, &options, o->colour);
    if (status == CLI_EXIT_YES)
        status = answer(command, hddl.content, o, &budget, base_text_of(&said.text));
    else if (status == CLI_EXIT_LIMIT)
        report_memory(command, o, &budget);
    else if (status == CLI_EXIT_NO && o->json)
        cli_print_refused(&hddl.compilation);
    cli_hddl_close(&hddl);
    cli_end_after(0, false, NULL, 0);
    base_text_free(&said.text);
    base_text_free(&said.line);
    return status;
}
