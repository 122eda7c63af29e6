/* `htn graph`: the task network as a picture. Neighbours: graph/graph.h reads it, graph/graph_dot.h writes it. */
#include "cli/commands.h"
#include "cli/common/debug_info.h"
#include "cli/common/exit_status.h"
#include "cli/common/hddl_input.h"
#include "cli/common/option_table.h"
#include "cli/common/options.h"
#include "cli/common/plan_outcome.h"
#include "cli/common/plan_session.h"
#include "cli/common/result_file.h"
#include "cli/common/usage_error.h"
#include "cli/graph/graph_dot.h"
#include "cli/graph/graphviz.h"
#include <stdio.h>

static const char description[] =
    "FILE is a source (.htn) or a compiled blob (.htnb); `-` is standard input. A compound task is a table: its "
    "methods\n"
    "in their order, and beside each its subtasks, from which arrows lead to their tasks. Each task is drawn once.\n"
    "Dashed arrows lead back to a task that they come from, or to the tasks of an Achieve.\n\n"
    "  htn graph domains/troll.htn --svg troll.svg\n"
    "  htn graph domains/troll.htn --plan --set SeesEnemy=true --svg plan.svg\n"
    "  htn graph domains/troll.htn | dot -Tpdf > troll.pdf";

typedef struct graph_options {
    cli_session_options session;
    bool plan, properties;
    const char *svg;
} graph_options;

static int write_svg(const char *path, const cli_subject *subject, const base_text *dot)
{
    base_text svg = {0}, why = {0};
    int status = CLI_EXIT_USAGE;
    if (graphviz_add_svg(&svg, dot, &why))
        status = cli_write_result("graph", "--svg", path, &svg, NULL, subject);
    else
        fprintf(stderr, "htn graph: %s\n", base_text_of(&why));
    base_text_free(&svg);
    base_text_free(&why);
    return status;
}

static int draw(cli_session *session, const graph_options *o, const graph_plan *plan)
{
    const graph_look look = {.plan = plan, .properties = o->properties};
    graph made;
    base_text dot = {0};
    int status = CLI_EXIT_YES;
    graph_make(&made, &session->subject.domain);
    graph_add_dot(&dot, &made, &look);
    if (o->svg != NULL)
        status = write_svg(o->svg, &session->subject, &dot);
    else
        fputs(base_text_of(&dot), stdout);
    base_text_free(&dot);
    graph_free(&made);
    return status;
}

/* Plans, and draws what the plan uses. */
static int draw_plan(cli_session *session, const graph_options *o)
{
    explain_search search;
    htn_plan plan = {0};
    graph_plan used = {0};
    htn_status status = htn_plan_begin(session->planner, &session->world, &session->request);
    if (status != HTN_OK)
        return cli_outcome_report(session, status, &plan);
    explain_search_init(&search, session, false);
    status = explain_search_run(&search, session->planner, &plan);
    if (status == HTN_NO_PLAN)
        fprintf(stderr, "htn graph: there is no plan to show; `htn explain` says why\n");
    int exit_status = cli_outcome_report(session, status, &plan);
    if (status == HTN_OK) {
        graph_plan_make(&used, &search);
        exit_status = draw(session, o, &used);
        graph_plan_free(&used, &session->subject.domain);
    }
    explain_search_free(&search);
    return exit_status;
}

static int graph_file(const cli_call *call, void *options)
{
    graph_options *o = options;
    const char *path = call->operands.items[0];
    static const char *const planning[] = {"set", "spawn", "root", "task", NULL};
    for (const char *const *each = planning; *each != NULL; each++)
        if (!o->plan && cli_option_is_given(call, *each))
            return cli_usage_error("graph", "--%s is for the plan that --plan highlights", *each);
    if (cli_is_hddl(path))
        return cli_usage_error("graph", "'%s' is HDDL; `htn convert` makes a .htn source of a domain and a problem",
                               path);
    cli_session session;
    int status = cli_session_open(&session, "graph", path, &o->session);
    if (status == CLI_EXIT_YES && cli_detail_of(&session.subject.domain) != CLI_DETAIL_FULL) {
        fprintf(stderr,
                "htn graph: '%s' has no debug information, or that of an earlier htn, so its subtasks are not known; "
                "compile it again without --no-debug\n",
                path);
        status = CLI_EXIT_USAGE;
    }
    if (status == CLI_EXIT_YES)
        status = o->plan ? draw_plan(&session, o) : draw(&session, o, NULL);
    cli_session_close(&session);
    return status;
}

int cli_command_graph(int argc, char **argv)
{
    graph_options o = {0};
    const cli_option options[] = {
        {"svg", 0, CLI_OPTION_TEXT, &o.svg, "OUT.svg",
         "write a picture, laid out by Graphviz, which must be installed; `-` is standard output"},
        {"properties", 0, CLI_OPTION_FLAG, &o.properties, NULL,
         "draw the properties, too, with arrows to the tasks that read them and from those that write them"},
        {"plan", 0, CLI_OPTION_FLAG, &o.plan, NULL,
         "highlight the decomposition of the plan, and number its steps; the options below are for it"},
        {"task", 0, CLI_OPTION_LIST, &o.session.tasks, "TASK(ARGS)",
         "plan this task, with its arguments, in place of a root; repeatable: the tasks are done one after the other"},
        CLI_GIVEN_OPTIONS(o.session),
        CLI_WORLD_OPTIONS(o.session),
        {"root", 0, CLI_OPTION_TEXT, &o.session.root, "NAME", "plan from this root (default: the first)"},
        CLI_SEARCH_OPTIONS(o.session),
        CLI_OPTION_COLOUR(&o.session.colour),
        CLI_OPTION_WARNINGS(&o.session.switches),
    };
    const cli_usage usage = {argv[0],     "FILE",  "Draws the task network, as DOT or as SVG.",
                             description, options, sizeof options / sizeof *options,
                             1,           1};
    return cli_options_run(&usage, argc, argv, graph_file, &o);
}
