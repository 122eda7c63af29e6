/*
 * `htn plan`: prints the plan for a world state of a .htn domain, or for a problem in HDDL. stdout has the plan and nothing else.
 * Neighbours: plan_session.h does the work for .htn, plan_hddl.h for HDDL.
 */
#include "base/text.h"
#include "cli/commands.h"
#include "cli/common/exit_status.h"
#include "cli/common/hddl_input.h"
#include "cli/common/json.h"
#include "cli/common/option_table.h"
#include "cli/common/options.h"
#include "cli/common/plan_json.h"
#include "cli/common/plan_outcome.h"
#include "cli/common/plan_session.h"
#include "cli/common/plan_text.h"
#include "cli/common/usage_error.h"
#include "cli/plan_all.h"
#include "cli/plan_hddl.h"
#include <stdio.h>

static const char description[] =
    "FILE is a source (.htn) or a compiled blob (.htnb); `-` is standard input. stdout has one step per line,\n"
    "`Name(argument, ...)`. Steps that run at the same time are on one line: `Parallel [A(), [B(), C()]]`. The last\n"
    "line is `Split` or `Horizon` if the rest is planned later. If there is no plan, the only line is `no plan`. For\n"
    "an empty plan stdout is empty, and stderr says so.\n\n"
    "  htn plan domains/troll.htn --set SeesEnemy=true --set TrunkHealth=2 --mtr\n"
    "  htn plan domains/troll.htn --task 'Attack()' --task 'Watch()'\n\n"
    "--all and --next print several plans, each with its record and an empty line. The last line is `no more plans`\n"
    "if it is proved that there are no more, or the limit that kept the search from more.\n\n"
    "  htn plan domains/troll.htn --set SeesEnemy=true --next 2\n\n"
    "DOMAIN.hddl and PROBLEM.hddl are a totally ordered problem of the planning competition. stdout has its plan in\n"
    "the competition's format, with the decomposition, or `no plan` if it is proved that there is none. See\n"
    "docs/planning-competition.md.\n\n"
    "  htn plan domain.hddl p01.hddl --time 10 --memory 4000";

static void print_plan(const cli_session *session, const htn_plan *plan, bool mtr)
{
    base_text text = {0};
    cli_add_plan(&text, &session->subject.domain, plan);
    if (cli_partial_name(plan) != NULL)
        base_text_add(&text, "%s\n", cli_partial_name(plan));
    if (mtr) {
        base_text_add(&text, "MTR ");
        cli_add_record(&text, plan);
        base_text_add(&text, "\n");
    }
    fputs(base_text_of(&text), stdout);
    base_text_free(&text);
}

static int plan_world(const char *command, const char *path, const cli_session_options *options, bool mtr)
{
    cli_session session;
    htn_plan plan = {0};
    int exit_status = cli_session_open(&session, command, path, options);
    if (exit_status == CLI_EXIT_YES) {
        htn_status status = htn_plan_find(session.planner, &session.world, &session.request);
        htn_planner_plan(session.planner, &plan);
        if (options->json)
            cli_print_json(cli_plan_json(&session, status, &plan));
        else if (status == HTN_OK)
            print_plan(&session, &plan, mtr);
        else if (status == HTN_NO_PLAN)
            printf("no plan\n");
        fflush(stdout); /* so that a terminal or a log has stderr's lines after the plan */
        if (status == HTN_OK && plan.step_count == 0 && !options->json)
            fprintf(stderr, "empty plan: nothing to do\n");
        exit_status = cli_outcome_report(&session, status, &plan);
    }
    cli_session_close(&session);
    return exit_status;
}

typedef struct plan_options {
    cli_session_options session;
    cli_hddl_plan_options hddl;
    bool mtr, all, distinct;
    uint32_t next; /* further plans to print */
} plan_options;

/* Refuses the first of `names` that is given: it would have no effect. */
static int refuse(const cli_call *call, const char *const *names, const char *why)
{
    for (; *names != NULL; names++)
        if (cli_option_is_given(call, *names))
            return cli_usage_error(call->usage->command, "--%s %s", *names, why);
    return CLI_EXIT_YES;
}

static int plan_hddl(const cli_call *call, plan_options *o)
{
    const char *command = call->usage->command;
    const cli_list *files = &call->operands;
    static const char *const others[] = {"mtr",      "set",       "spawn",    "root",      "seed",
                                         "horizon",  "task",      "cheapest", "max-steps", "max-depth",
                                         "max-work", "max-nodes", NULL};
    static const char *const all[] = {"all", "next", "distinct", NULL};
    int status = refuse(call, others, "is only for .htn domains, not for problems in HDDL");
    if (status == CLI_EXIT_YES)
        status = refuse(call, all, "is only for .htn domains; `htn convert` makes one of a problem in HDDL");
    if (status != CLI_EXIT_YES)
        return status;
    for (size_t i = 0; i < files->count; i++)
        if (cli_guess_hddl(files->items[i]) == CLI_HDDL_NO)
            return cli_usage_error(command, "takes one FILE, or DOMAIN.hddl and PROBLEM.hddl; '%s' is not HDDL",
                                   files->items[i]);
    if (files->count < 2)
        return cli_ask_for_problem(command, files->items[0]);
    o->hddl.memory = o->session.memory;
    o->hddl.colour = o->session.colour;
    o->hddl.json = o->session.json;
    o->hddl.switches = o->session.switches;
    return cli_plan_hddl(command, files->items[0], files->items[1], &o->hddl);
}

static int plan_all(const cli_call *call, const plan_options *o)
{
    const char *command = call->usage->command;
    const bool next = cli_option_is_given(call, "next");
    cli_session session;
    if (o->all && next)
        return cli_usage_error(command, "--all and --next cannot be used together");
    const cli_all_options options = {next ? o->next + 1 : 0, o->distinct, o->session.json};
    int status = cli_session_open(&session, command, call->operands.items[0], &o->session);
    if (status == CLI_EXIT_YES)
        status = cli_plan_all(&session, &options);
    cli_session_close(&session);
    return status;
}

static int plan_files(const cli_call *call, void *options)
{
    static const char *const others[] = {"time", "cpu-time", "stats", NULL};
    plan_options *o = options;
    const char *path = call->operands.items[0];
    if (call->operands.count > 1 || cli_is_hddl(path))
        return plan_hddl(call, o);
    const int status = refuse(call, others, "is only for problems in HDDL; for a .htn domain use --max-work");
    if (status != CLI_EXIT_YES)
        return status;
    if (o->all || cli_option_is_given(call, "next"))
        return plan_all(call, o);
    if (o->distinct)
        return cli_usage_error(call->usage->command, "--distinct is for several plans: with --all or --next");
    return plan_world(call->usage->command, path, &o->session, o->mtr);
}

int cli_command_plan(int argc, char **argv)
{
    plan_options o = {0};
    const cli_option options[] = {
        {"mtr", 0, CLI_OPTION_FLAG, &o.mtr, NULL,
         "add the line `MTR [...]`: the method traversal record, which method each task chose"},
        {"all", 0, CLI_OPTION_FLAG, &o.all, NULL, "print all plans, each with its record"},
        {"next", 0, CLI_OPTION_NUMBER, &o.next, "N", "print the first plan and up to N more"},
        {"distinct", 0, CLI_OPTION_FLAG, &o.distinct, NULL,
         "with --all or --next: leave out plans with the steps of an earlier one"},
        {"task", 0, CLI_OPTION_LIST, &o.session.tasks, "TASK(ARGS)",
         "plan this task, with its arguments, in place of a root: `Travel(Alice, Park)`; repeatable:\nthe tasks are "
         "done "
         "one after the other"},
        CLI_GIVEN_OPTIONS(o.session),
        CLI_SESSION_OPTIONS(
            o.session, ".\nHDDL: all memory; without a letter in megabytes (default: three quarters of the machine's)"),
        {"time", 0, CLI_OPTION_SECONDS, &o.hddl.time, "SECONDS",
         "HDDL: give up so many seconds after the process began (default: never)"},
        {"cpu-time", 0, CLI_OPTION_SECONDS, &o.hddl.cpu_time, "SECONDS",
         "HDDL: the same in processor time, for busy machines"},
        {"stats", 0, CLI_OPTION_FLAG, &o.hddl.stats, NULL,
         "HDDL: print the length of the plan, times, nodes and sizes on stderr"},
    };
    const cli_usage usage = {argv[0],
                             "FILE, or DOMAIN.hddl PROBLEM.hddl",
                             "Prints the plan for a world state, or for a problem in HDDL.",
                             description,
                             options,
                             sizeof options / sizeof *options,
                             1,
                             2};
    return cli_options_run(&usage, argc, argv, plan_files, &o);
}
