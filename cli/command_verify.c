/*
 * `htn verify`: checks whether a text is a plan of a problem in HDDL. The checker shares only the reader with the
 * planner. Neighbours: hddl/check/check_plan.h checks, hddl_subject.h reads the problem.
 */
#include "base/text.h"
#include "cli/commands.h"
#include "cli/common/exit_status.h"
#include "cli/common/hddl_subject.h"
#include "cli/common/input.h"
#include "cli/common/option_table.h"
#include "cli/common/options.h"
#include "cli/common/subject.h"
#include "cli/common/usage_error.h"
#include "hddl/check/check_plan.h"
#include <stdio.h>

static const char description[] =
    "PLAN is in the format of the planning competition of 2020, which `htn plan` prints; `-` is standard input. "
    "stdout\n"
    "says `valid` (exit status 0), or what is wrong and in which line of the plan (exit status 1). Decomposition,\n"
    "order, types, conditions, effects and the goal are checked, by code that shares only the parser with the "
    "planner.\n\n"
    "  htn plan domain.hddl p01.hddl | htn verify domain.hddl p01.hddl -";

typedef struct verify_options {
    uint32_t colour;
    cli_list switches;
} verify_options;

static int check(const char *command, const hddl_problem *problem, const char *path)
{
    cli_input plan;
    base_text said = {0};
    int status = CLI_EXIT_YES;
    if (!cli_input_open(&plan, path)) {
        status = cli_report_unreadable(&plan, command);
        cli_input_close(&plan);
        return status;
    }
    switch (check_plan(problem, plan.name, plan.bytes, plan.size, &said)) {
    case CHECK_VALID: printf("valid\n"); break;
    case CHECK_INVALID:
        fputs(base_text_of(&said), stdout);
        status = CLI_EXIT_NO;
        break;
    default:
        fprintf(stderr, "htn %s: %s", command, base_text_of(&said));
        status = CLI_EXIT_LIMIT;
        break;
    }
    base_text_free(&said);
    cli_input_close(&plan);
    return status;
}

static int verify(const cli_call *call, void *options)
{
    const verify_options *o = options;
    const char *command = call->usage->command;
    const cli_list *files = &call->operands;
    const htnc_options compiled = {.workspace.switches = o->switches.items,
                                   .workspace.switch_count = o->switches.count};
    cli_hddl hddl = {0};
    uint32_t from_input = 0;
    for (size_t i = 0; i < files->count; i++)
        from_input += cli_input_is_standard(files->items[i]);
    if (from_input > 1)
        return cli_usage_error(command, "only one of the three files can be standard input");
    int status = cli_hddl_open(&hddl, command, files->items[0], files->items[1], &compiled, o->colour);
    if (status == CLI_EXIT_YES)
        status = check(command, hddl.content, files->items[2]);
    else if (status == CLI_EXIT_NO)
        status = CLI_EXIT_USAGE; /* 1 is only for plans that are not valid */
    cli_hddl_close(&hddl);
    return status;
}

int cli_command_verify(int argc, char **argv)
{
    verify_options o = {0};
    const cli_option options[] = {
        CLI_OPTION_COLOUR(&o.colour),
        CLI_OPTION_WARNINGS(&o.switches),
    };
    const cli_usage usage = {argv[0],
                             "DOMAIN.hddl PROBLEM.hddl PLAN",
                             "Checks a plan of a problem in HDDL.",
                             description,
                             options,
                             sizeof options / sizeof *options,
                             3,
                             3};
    return cli_options_run(&usage, argc, argv, verify, &o);
}
