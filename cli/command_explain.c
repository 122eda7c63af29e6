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
#include "cli/explain/explain_text.h"
#include "cli/moment/moment_explain.h"
#include "cli/trace/trace_runs.h"
#include "cli/common/value_read.h"
#include "cli/common/value_text.h"
#include <inttypes.h>
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
    "With --journal the search is one that an agent made: the latest one by the time --at, with the answers that the\n"
    "game gave. --root says of which layer.\n\n"
    "  htn explain domains/troll.htn --set SeesEnemy=true\n"
    "  htn explain domains/troll.htn --journal troll.htnj --at 12.4s --task Slam   why it did not slam then\n"
    "  htn explain domains/troll.htn --task Slam              why the troll did not slam";

typedef struct explain_options {
    cli_session_options session;
    cli_list tasks; /* of --task: names, and given tasks */
    bool all;
    bool ascii;
    const char *html;
    const char *journal, *at; /* NULL: a search now; of the journal its end */
    uint32_t run;             /* of the journal; 0: the only one */
    const cli_list *files;    /* the operands */
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

static explain_style style_of(const explain_options *o)
{
    return explain_style_of(!o->ascii && cli_wants_utf8(), cli_wants_colour(stdout, o->session.colour));
}

static void show(const explain_search *search, const explain_options *o, uint32_t task, htn_status status,
                 const htn_plan *plan)
{
    const explain_style style = style_of(o);
    explain_page page = {.search = search, .style = &style, .width = cli_columns(stdout), .all = o->all};
    base_text text = {0};
    explain_add_text(&text, &page, task, status, plan);
    fputs(base_text_of(&text), stdout);
    base_text_free(&text);
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
    explain_fill_page(&page, task, status, plan);
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
    const htn_status status = explain_search_run(&search, planner, &plan);
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

/* --- A search in a journal ------------------------------------------------------------------------ */

typedef struct explain_past {
    const explain_options *o;
    const char *name; /* of the task that is asked about; NULL: none */
    uint64_t time_us;
} explain_past;

static int find_past_layer(const trace_reader *reader, const char *name, uint32_t *layer)
{
    *layer = name == NULL ? 0 : htn_root_find(reader->domain, name);
    if (*layer != HTN_NONE)
        return CLI_EXIT_YES;
    return cli_usage_error(reader->command, "--root %s: the domain has no such root%s", name,
                           cli_did_you_mean_of(reader->domain, name, reader->layer_count, cli_layer_name));
}

static int find_past_task(const trace_reader *reader, const char *name, uint32_t *task)
{
    *task = name == NULL ? HTN_NONE : htn_task_find(reader->domain, name);
    if (name == NULL || *task != HTN_NONE)
        return CLI_EXIT_YES;
    return cli_usage_error(
        reader->command, "--task %s: the domain has no such task%s", name,
        cli_did_you_mean_of(reader->domain, name, htn_domain_count(reader->domain, HTN_SECTION_TASKS), htn_task_name));
}

/* After the first line, as for a search that is not of a journal. */
static int past_exit(htn_status status)
{
    if (status == HTN_OK || status == HTN_STANDS || status == HTN_SUSPENDED)
        return CLI_EXIT_YES;
    return status == HTN_NO_PLAN || status == HTN_NOT_BEGUN ? CLI_EXIT_NO : CLI_EXIT_LIMIT;
}

/* `--journal troll.htnj`, `--at 12.4s`: what the page says that was asked. */
static void fill_past_about(explain_about *about, const char **settings, const explain_options *o, base_text *words)
{
    base_text_add(words, "--journal %s", o->journal);
    settings[about->setting_count++] = base_text_of(words);
    if (o->at == NULL)
        return;
    base_text_add(words + 1, "--at %s", o->at);
    settings[about->setting_count++] = base_text_of(words + 1);
}

static int write_past(const trace_reader *reader, const explain_options *o, moment_answer *answer,
                      const base_text *text)
{
    int status = CLI_EXIT_YES;
    if (o->html != NULL)
        status = cli_write_result(reader->command, "--html", o->html, text, o->files, reader->subject);
    else if (answer->json != NULL)
        cli_print_json(answer->json);
    else
        fputs(base_text_of(text), stdout);
    return status != CLI_EXIT_YES ? status : past_exit(answer->status);
}

static int explain_moment(trace_reader *reader, const explain_options *o, moment_question question)
{
    const char *settings[2];
    base_text text = {0}, words[2] = {{0}, {0}};
    explain_about about = {.name = reader->subject->input.name, .settings = settings};
    fill_past_about(&about, settings, o, words);
    question.about = &about;
    moment_answer answer = moment_explain(&text, reader, &question);
    int status;
    if (answer.reason != NULL) {
        status = trace_report_damage(reader, answer.reason);
    } else {
        status = write_past(reader, o, &answer, &text);
        if (answer.cut)
            fprintf(stderr, "htn %s: note: the journal ends in the middle of this tick\n", reader->command);
    }
    base_text_free(&text);
    base_text_free(&words[0]);
    base_text_free(&words[1]);
    return status;
}

/* One run of the journal: the one that is asked about, or another. */
static int explain_run(trace_reader *reader, trace_turn *turn, void *user)
{
    const explain_past *past = user;
    const moment_form form = past->o->html != NULL ? MOMENT_HTML : past->o->session.json ? MOMENT_JSON : MOMENT_TEXT;
    moment_question question = {.time_us = past->time_us,
                                .form = form,
                                .all = past->o->all,
                                .style = style_of(past->o),
                                .width = cli_columns(stdout)};
    if (past->o->run > turn->count || (past->o->run == 0 && turn->count > 1))
        return cli_usage_error(reader->command,
                               "the journal has %" PRIu32
                               " run%s, each with its own time; --run says which: 1 to %" PRIu32,
                               turn->count, turn->count == 1 ? "" : "s", turn->count);
    if (past->o->run != 0 && past->o->run != turn->number)
        return CLI_EXIT_YES;
    int status = find_past_layer(reader, past->o->session.root, &question.layer);
    if (status == CLI_EXIT_YES)
        status = find_past_task(reader, past->name, &question.task);
    if (status == CLI_EXIT_YES)
        status = explain_moment(reader, past->o, question);
    fflush(stdout);
    if (turn->other_build)
        fprintf(stderr, "htn %s: note: '%s' is not the build of the domain that the journal was made with\n",
                reader->command, reader->subject->input.name);
    return status;
}

/* What the journal says itself. */
static int check_past(const cli_call *call, const explain_options *o)
{
    static const char *const own[] = {"set",       "spawn",     "cheapest", "seed",      "horizon",
                                      "max-steps", "max-depth", "max-work", "max-nodes", "memory"};
    const char *command = call->usage->command;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (cli_option_is_given(call, own[i]))
            return cli_usage_error(
                command, "--%s and --journal cannot be used together: the journal says what the search saw", own[i]);
    if (o->session.tasks.count > 0)
        return cli_usage_error(
            command, "--task %s: a journal has its own orders; ask about a task by its name, without parentheses",
            o->session.tasks.items[0]);
    return CLI_EXIT_YES;
}

static int explain_journal(const cli_call *call, const explain_options *o, const char *name)
{
    explain_past past = {.o = o, .name = name, .time_us = UINT64_MAX};
    cli_list files = {base_allocate((call->operands.count + 1) * sizeof *files.items), call->operands.count + 1};
    memcpy((void *)files.items, call->operands.items, call->operands.count * sizeof *files.items);
    files.items[call->operands.count] = o->journal;
    int status = check_past(call, o);
    if (status == CLI_EXIT_YES && o->at != NULL && !cli_read_moment(o->at, &past.time_us))
        status = cli_usage_error(
            call->usage->command,
            "--at takes a time since the run began, from 0s to 2147483s, such as 12.4s or 12400ms, not '%s'", o->at);
    if (status == CLI_EXIT_YES)
        status = trace_each_run(call->usage->command, &files, explain_run, &past);
    free((void *)files.items);
    return status;
}

/* --- The command ---------------------------------------------------------------------------------- */

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
    if (status == CLI_EXIT_YES && o->journal == NULL && (o->at != NULL || o->run != 0))
        status =
            cli_usage_error(command, "--%s is for a search in a journal, see --journal", o->at != NULL ? "at" : "run");
    if (status == CLI_EXIT_YES && o->journal == NULL && call->operands.count > 2)
        status =
            cli_usage_error(command, "takes %s; '%s' is one too many", call->usage->operands, call->operands.items[2]);
    if (status == CLI_EXIT_YES)
        status = o->journal != NULL ? explain_journal(call, o, name) : explain_files(call, o, name);
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
        {"journal", 0, CLI_OPTION_TEXT, &o.journal, "FILE",
         "explain a search that this journal of an agent has, as it was found (docs/traces.md);\nFILE... are then all "
         "builds "
         "of the domain that it ran with"},
        {"at", 0, CLI_OPTION_TEXT, &o.at, "TIME",
         "with --journal: the latest search by then, such as 12.4s or 12400ms (default: the end)"},
        {"run", 0, CLI_OPTION_NUMBER, &o.run, "N", "with --journal: of several runs, which (`htn trace` counts them)"},
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
                             0};
    return cli_options_run(&usage, argc, argv, explain_file, &o);
}
