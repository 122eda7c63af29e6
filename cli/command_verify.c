/*
 * `htn verify`: whether a text is a plan of a competition problem, by a checker that has nothing of the planner. Neighbours:
 * verify/verify.h checks, hddl_subject.h reads the problem.
 */
#include "commands.h"
#include "hddl_subject.h"
#include "subject.h"
#include "text.h"
#include "verify/verify.h"
#include <stdio.h>

static const char description[] =
    "PLAN is in the format of the planning competition of 2020, as `htn plan` prints it; `-` is standard input. stdout "
    "says\n"
    "`valid` (exit status 0), or what is wrong and in which line of the plan (1). Decomposition, order, types, "
    "conditions,\n"
    "effects and the goal are checked, by code that shares only the parser with the planner.\n\n"
    "  htn plan domain.hddl p01.hddl | htn verify domain.hddl p01.hddl -";

typedef struct verify_options {
    uint32_t colour;
    htn_list switches;
} verify_options;

static int check(const char *command, const hddl_problem *problem, const char *path)
{
    htn_input plan;
    htn_text said = {0};
    int status = HTN_EXIT_YES;
    if (!htn_input_open(&plan, path)) {
        status = htn_report_unreadable(&plan, command);
        htn_input_close(&plan);
        return status;
    }
    switch (verify_plan(problem, plan.name, plan.bytes, plan.size, &said)) {
    case VERIFY_VALID: printf("valid\n"); break;
    case VERIFY_INVALID:
        fputs(htn_text_of(&said), stdout);
        status = HTN_EXIT_NO;
        break;
    default:
        fprintf(stderr, "htn %s: %s", command, htn_text_of(&said));
        status = HTN_EXIT_LIMIT;
        break;
    }
    htn_text_free(&said);
    htn_input_close(&plan);
    return status;
}

static int run(const htn_call *call, void *options)
{
    const verify_options *o = options;
    const char *command = call->usage->command;
    const htn_list *files = &call->operands;
    const htnc_options compiled = {.switches = o->switches.items, .switch_count = o->switches.count};
    htn_hddl hddl;
    uint32_t from_input = 0;
    for (size_t i = 0; i < files->count; i++)
        from_input += htn_input_is_standard(files->items[i]);
    if (from_input > 1)
        return htn_usage_error(command, "standard input can be one of the three files only");
    int status = htn_hddl_open(&hddl, command, files->items[0], files->items[1], &compiled, o->colour);
    if (status == HTN_EXIT_YES)
        status = check(command, hddl.content, files->items[2]);
    else if (status == HTN_EXIT_NO)
        status = HTN_EXIT_USAGE; /* 1 is said of plans alone */
    htn_hddl_close(&hddl);
    return status;
}

int htn_command_verify(int argc, char **argv)
{
    verify_options o = {0};
    const htn_option options[] = {
        HTN_OPTION_COLOUR(&o.colour),
        HTN_OPTION_WARNINGS(&o.switches),
    };
    const htn_usage usage = {argv[0],
                             "DOMAIN.hddl PROBLEM.hddl PLAN",
                             "Says whether a plan of a problem in HDDL is one.",
                             description,
                             options,
                             sizeof options / sizeof *options,
                             3,
                             3};
    return htn_options_run(&usage, argc, argv, run, &o);
}
