/* `htn plan`: prints the plan for a world state, and nothing else, on stdout. Neighbours: session.h does the work. */
#include "commands.h"
#include "session.h"
#include <stdio.h>

static const char description[] =
    "FILE is a source (.htn) or a compiled blob (.htnb); `-` is standard input. stdout has "
    "one step per line,\n`Name(argument, ...)`, or steps that run at the same time, `Parallel [A(), [B(), C()]]`; a "
    "last line\n`Split` or `Horizon` where the rest is planned later; the line `no plan` where there is none; nothing "
    "for an\nempty plan, which stderr says.\n\n"
    "  htn plan troll.htn --set WsCanSeeEnemy=true --set WsTrunkHealth=2 --mtr";

static void print_plan(const htn_session *session, const htn_plan *plan, bool mtr)
{
    htn_text text = {0};
    htn_add_plan(&text, &session->subject.domain, plan);
    if (htn_partial_name(plan) != NULL)
        htn_text_add(&text, "%s\n", htn_partial_name(plan));
    if (mtr) {
        htn_text_add(&text, "MTR ");
        htn_add_record(&text, plan);
        htn_text_add(&text, "\n");
    }
    fputs(htn_text_of(&text), stdout);
    htn_text_free(&text);
}

static int run(const char *command, const char *path, const htn_session_options *options, bool mtr)
{
    htn_session session;
    htn_plan plan = {0};
    int exit_status = htn_session_open(&session, command, path, options);
    if (exit_status == HTN_EXIT_YES) {
        htn_status status = htn_plan_find(session.planner, &session.world, &session.request);
        htn_planner_plan(session.planner, &plan);
        if (options->json)
            htn_print_json(htn_plan_json(&session, status, &plan));
        else if (htn_is_found(status))
            print_plan(&session, &plan, mtr);
        else if (status == HTN_NO_PLAN)
            printf("no plan\n");
        fflush(stdout); /* so that a terminal or a log has stderr's line behind the plan */
        if (status == HTN_EMPTY_PLAN && !options->json)
            fprintf(stderr, "empty plan: nothing to do\n");
        exit_status = htn_session_report(&session, status, &plan);
    }
    htn_session_close(&session);
    return exit_status;
}

int htn_command_plan(int argc, char **argv)
{
    htn_session_options o = {0};
    bool mtr = false;
    const htn_option options[] = {
        {"mtr", 0, HTN_OPTION_FLAG, &mtr, NULL, "add the line `MTR [...]`, the method traversal record"},
        HTN_SESSION_OPTIONS(o),
    };
    const htn_usage usage = {argv[0],     "FILE",  "Prints the plan for a world state.",
                             description, options, sizeof options / sizeof *options,
                             1,           1};
    htn_list operands;
    int status = htn_options_parse(&usage, argc, argv, &operands);
    if (status == HTN_OPTIONS_PARSED)
        status = run(argv[0], operands.items[0], &o, mtr);
    htn_options_free(&usage, &operands);
    return status;
}
