/*
 * `htn explain`: shows the plan and why it is that one. Runs the same search as `htn plan` with a listener (explain_search.h),
 * and prints what that has noted.
 */
#include "cli/commands.h"
#include "cli/common/exit_status.h"
#include "cli/common/hddl_input.h"
#include "cli/common/json.h"
#include "cli/common/option_table.h"
#include "cli/common/options.h"
#include "cli/common/plan_outcome.h"
#include "cli/common/plan_session.h"
#include "cli/common/result_file.h"
#include "cli/common/terminal.h"
#include "cli/common/usage_error.h"
#include "cli/common/debug_info.h"
#include "cli/explain/explain_html.h"
#include "cli/explain/explain_json.h"
#include "cli/explain/explain_outcome.h"
#include "cli/explain/explain_setters.h"
#include "cli/explain/explain_task.h"
#include "cli/explain/explain_tree.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char description[] =
    "FILE is a source (.htn) or a compiled blob (.htnb); `-` is standard input. The first line shows the result of\n"
    "the search, with the method traversal record (MTR): the number of the method taken at each compound task, from\n"
    "the root on. Then comes the decomposition: under each compound task its methods, in the order in which they were\n"
    "tried. A rejected method is shown with the condition that failed, the values that it read, and where these came\n"
    "from.\n\n"
    "A domain and a problem in HDDL are explained as `htn convert` writes them. The search is that of a game, not the\n"
    "solver of `htn plan`: it takes the first plan, and --max-steps and --max-depth limit it.\n\n"
    "  htn explain domains/troll.htn --set SeesEnemy=true\n"
    "  htn explain domains/troll.htn --task Slam              why the troll did not slam";

typedef struct explain_options {
    cli_session_options session;
    cli_list tasks; /* of --task: names, and given tasks */
    bool all;
    bool ascii;
    const char *html;
    const cli_list *files; /* the operands */
} explain_options;

/* `*task` becomes HTN_NONE if the command line names no task. */
static int choose_task(const cli_session *session, const char *name, uint32_t *task)
{
    const htn_domain *domain = &session->subject.domain;
    uint32_t count = htn_domain_count(domain, HTN_SECTION_TASKS);
    *task = HTN_NONE;
    if (name == NULL)
        return CLI_EXIT_YES;
    *task = htn_task_find(domain, name);
    if (*task != HTN_NONE)
        return CLI_EXIT_YES;
    return cli_usage_error(session->command, "--task %s: the domain has no such task%s", name,
                           cli_did_you_mean_of(domain, name, count, htn_task_name));
}

/* Parts the values of --task: `Travel(Alice)` is a given task; `Travel`, at most one, the task that is asked about. */
static int part_tasks(const char *command, explain_options *o, const char **name)
{
    *name = NULL;
    o->session.tasks.items = base_allocate((o->tasks.count + 1) * sizeof *o->session.tasks.items);
    for (size_t i = 0; i < o->tasks.count; i++) {
        const char *each = o->tasks.items[i];
        if (strchr(each, '(') != NULL)
            o->session.tasks.items[o->session.tasks.count++] = each;
        else if (*name != NULL)
            return cli_usage_error(command,
                                   "--task %s: only one task can be asked about; a task to plan has "
                                   "parentheses: %s()",
                                   each, each);
        else
            *name = each;
    }
    return CLI_EXIT_YES;
}

/* The lines of a page that is not drawn yet. `page` has its search and its style. */
static void fill_page(explain_page *page, uint32_t task, htn_status status, const htn_plan *plan)
{
    page->found = status == HTN_OK;
    explain_show_outcome(page, status, plan);
    if (task != HTN_NONE)
        explain_show_task(page, task, status);
    else
        explain_show_tree(page);
    explain_show_never_set(page);
}

static void show(const explain_search *search, const explain_options *o, uint32_t task, htn_status status,
                 const htn_plan *plan)
{
    explain_style style = explain_style_of(!o->ascii && cli_wants_utf8(), cli_wants_colour(stdout, o->session.colour));
    explain_page page = {.search = search, .style = &style, .width = cli_columns(stdout), .all = o->all};
    base_text text = {0};
    fill_page(&page, task, status, plan);
    explain_page_draw(&page);
    explain_page_add(&text, &page);
    fputs(base_text_of(&text), stdout);
    base_text_free(&text);
    explain_page_free(&page);
}

static void add_settings(explain_about *about, const char **to, const cli_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        to[about->setting_count++] = list->items[i];
}

static int write_html(const explain_search *search, const explain_options *o, uint32_t task, htn_status status,
                      const htn_plan *plan)
{
    const explain_style style = explain_html_style();
    const cli_session_options *given = &o->session;
    explain_page page = {.search = search, .style = &style, .all = o->all};
    const char **settings =
        base_allocate((given->set.count + given->spawn.count + given->tasks.count + 1) * sizeof *settings);
    explain_about about = {.name = search->session->subject.input.name, .settings = settings};
    base_text text = {0};
    add_settings(&about, settings, &given->tasks);
    add_settings(&about, settings, &given->spawn);
    add_settings(&about, settings, &given->set);
    fill_page(&page, task, status, plan);
    explain_add_html(&text, &page, &about);
    const int written = cli_write_result("explain", "--html", o->html, &text, o->files, &search->session->subject);
    base_text_free(&text);
    free((void *)settings);
    explain_page_free(&page);
    return written;
}

/* Says so where the blob's debug information leaves something out. */
static void note_detail(const cli_session *session)
{
    const char *name = session->subject.input.name;
    switch (cli_detail_of(&session->subject.domain)) {
    case CLI_DETAIL_NONE:
        fprintf(stderr,
                "htn %s: note: '%s' has no debug information, so neither conditions nor the values that they read are "
                "known; `htn compile` without --no-debug keeps both\n",
                session->command, name);
        break;
    case CLI_DETAIL_ITEMS:
        fprintf(stderr,
                "htn %s: note: an earlier htn compiled '%s', so the values that conditions read are not known; compile "
                "it again to see them\n",
                session->command, name);
        break;
    case CLI_DETAIL_FULL: break;
    }
}

static int explain_plan(cli_session *session, htn_planner *planner, const explain_options *o, uint32_t task)
{
    explain_search search;
    htn_plan plan = {0};
    note_detail(session);
    explain_search_init(&search, session, o->all && task == HTN_NONE);
    search.focus = task;
    htn_status status = htn_plan_trace(planner, explain_listen, &search);
    htn_planner_plan(planner, &plan);
    explain_search_finish(&search, planner, status);
    const int written = o->html != NULL ? write_html(&search, o, task, status, &plan) : CLI_EXIT_YES;
    if (written == CLI_EXIT_YES && o->session.json)
        cli_print_json(explain_json(&search, status, &plan));
    else if (written == CLI_EXIT_YES && !cli_is_standard_output(o->html))
        show(&search, o, task, status, &plan);
    explain_search_free(&search);
    fflush(stdout);
    if (written != CLI_EXIT_YES)
        return written;
    if (status == HTN_OK || o->session.json)
        return cli_outcome_report(session, status, &plan);
    return status == HTN_NO_PLAN ? CLI_EXIT_NO : CLI_EXIT_LIMIT; /* the first line says which limit */
}

static int explain_files(const cli_call *call, const explain_options *o, const char *name)
{
    const char *command = call->usage->command;
    cli_session session;
    uint32_t task;
    const cli_list *files = &call->operands;
    if (files->count == 1 && cli_is_hddl(files->items[0]))
        return cli_ask_for_problem(command, files->items[0]);
    for (size_t i = 0; files->count == 2 && i < files->count; i++)
        if (cli_guess_hddl(files->items[i]) == CLI_HDDL_NO)
            return cli_usage_error(command, "takes one FILE, or DOMAIN.hddl and PROBLEM.hddl; '%s' is not HDDL",
                                   files->items[i]);
    int status = files->count == 2
                     ? cli_session_open_hddl(&session, command, files->items[0], files->items[1], &o->session)
                     : cli_session_open(&session, command, files->items[0], &o->session);
    if (status == CLI_EXIT_YES)
        status = choose_task(&session, name, &task);
    if (status == CLI_EXIT_YES) {
        const htn_status begun = htn_plan_begin(session.planner, &session.world, &session.request);
        status = begun == HTN_OK ? explain_plan(&session, session.planner, o, task)
                                 : cli_outcome_report(&session, begun, &(htn_plan){0});
    }
    cli_session_close(&session);
    return status;
}

static int explain_file(const cli_call *call, void *options)
{
    explain_options *o = options;
    const char *command = call->usage->command, *name;
    o->files = &call->operands;
    int status = part_tasks(command, o, &name);
    if (status == CLI_EXIT_YES && o->session.json && cli_is_standard_output(o->html))
        status = cli_usage_error(command, "--json and --html - cannot both go to standard output");
    if (status == CLI_EXIT_YES && o->session.json && (name != NULL || o->all))
        status =
            cli_usage_error(command, "--json and --%s cannot be used together: the JSON describes the whole search",
                            name != NULL ? "task" : "all");
    if (status == CLI_EXIT_YES)
        status = explain_files(call, o, name);
    free((void *)o->session.tasks.items);
    return status;
}

int cli_command_explain(int argc, char **argv)
{
    explain_options o = {0};
    const cli_option options[] = {
        {"task", 0, CLI_OPTION_LIST, &o.tasks, "NAME|TASK(ARGS)",
         "NAME: say why that task is in the plan, or why it is not.\nTASK(ARGS): plan this task in place of a root; "
         "repeatable: the tasks are done one after the other"},
        CLI_GIVEN_OPTIONS(o.session),
        {"all", 0, CLI_OPTION_FLAG, &o.all, NULL, "show in full the branches that the search gave up"},
        {"ascii", 0, CLI_OPTION_FLAG, &o.ascii, NULL,
         "draw the tree in ASCII (the default if the locale is not UTF-8)"},
        {"html", 0, CLI_OPTION_TEXT, &o.html, "OUT.html",
         "also write the explanation as a page, with the sources beside it; `-` is standard output"},
        CLI_SESSION_OPTIONS(o.session, ""),
    };
    const cli_usage usage = {argv[0],
                             "FILE, or DOMAIN.hddl PROBLEM.hddl",
                             "Shows the plan for a world state, how it was found, and why other plans were not.",
                             description,
                             options,
                             sizeof options / sizeof *options,
                             1,
                             2};
    return cli_options_run(&usage, argc, argv, explain_file, &o);
}
