/* `htn sweep`: plans in many worlds, and shows which method wins where. Neighbours: sweep/sweep.h does the work. */
#include "cli/commands.h"
#include "cli/common/debug_info.h"
#include "cli/common/exit_status.h"
#include "cli/common/files.h"
#include "cli/common/hddl_input.h"
#include "cli/common/option_table.h"
#include "cli/common/options.h"
#include "cli/common/plan_session.h"
#include "cli/common/result_file.h"
#include "cli/common/usage_error.h"
#include "cli/sweep/sweep.h"
#include "cli/sweep/sweep_csv.h"
#include "cli/sweep/sweep_svg.h"
#include "cli/sweep/sweep_text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_IN_STRIP = 1001,  /* samples of a range without a step: of one property */
    MOST_IN_MAP = 101,     /* and of each of two */
    MOST_WORLDS = 1000000, /* of a sweep */
    MOST_WORK = 100000000  /* of all its searches, unless --max-total says another limit */
};

static const char description[] =
    "Plans in a world for each value of PROP, or for each pair of values of two properties, and shows which method "
    "the\n"
    "root's task takes where: as a strip or a map, with the exact values of the borders. VALUES is a range of "
    "numbers,\n"
    "with a step if it shall not be 1, or a list. A name alone means all values. PROP is what --set takes: a "
    "property,\n"
    "a cell of a table, or a query.\n\n"
    "  htn sweep domains/weapon-choice.htn Distance=0..60\n"
    "  htn sweep domains/weapon-choice.htn Health Distance=0..100:5 --set Enemy=Ghost --svg health.svg\n"
    "  htn sweep domains/weapon-choice.htn Enemy Mana=0,10,20 --by step\n\n"
    "A range without a step that has very many values gets a step. Borders in the first property are exact all the "
    "same.";

typedef struct sweep_options {
    cli_session_options session;
    cli_list tasks; /* of --task: a name, and given tasks */
    uint32_t by, most_work;
    const char *csv, *svg;
} sweep_options;

/* --- What is asked -------------------------------------------------------------------------------- */

/* Parts the values of --task, like `htn explain` does: `Travel(Alice)` is planned, `Travel` is asked about. */
static int part_tasks(sweep_options *o, const char **name)
{
    *name = NULL;
    o->session.tasks.items = base_allocate((o->tasks.count + 1) * sizeof *o->session.tasks.items);
    for (size_t i = 0; i < o->tasks.count; i++) {
        const char *each = o->tasks.items[i];
        if (strchr(each, '(') != NULL)
            o->session.tasks.items[o->session.tasks.count++] = each;
        else if (*name != NULL)
            return cli_usage_error("sweep", "--task %s: only one task's methods can be shown", each);
        else
            *name = each;
    }
    return CLI_EXIT_YES;
}

static bool has_methods(const htn_domain *domain, uint32_t task)
{
    return CLI_FIELD(domain, TASKS, task, KIND) == HTN_TASK_COMPOUND;
}

/* The task whose method is shown: `name`, else the one that is planned. */
static int choose_task(sweep_result *sweep, const char *name)
{
    const htn_request *request = &sweep->session->request;
    const htn_domain *domain = &sweep->session->subject.domain;
    sweep->task = name != NULL              ? htn_task_find(domain, name)
                  : request->task_count > 0 ? request->tasks[0].task
                                            : CLI_FIELD(domain, ROOTS, request->root, TASK);
    if (name != NULL && sweep->by != SWEEP_BY_METHOD)
        return cli_usage_error("sweep", "--task %s says whose method is shown, which --by step and --by plan do not",
                               name);
    if (sweep->task == HTN_NONE)
        return cli_usage_error(
            "sweep", "--task %s: the domain has no such task%s", name,
            cli_did_you_mean_of(domain, name, htn_domain_count(domain, HTN_SECTION_TASKS), htn_task_name));
    if (sweep->by != SWEEP_BY_METHOD)
        sweep->task = HTN_NONE;
    else if (!has_methods(domain, sweep->task))
        return cli_usage_error("sweep", "%s is a primitive task, so it has no methods; --by step shows first steps",
                               htn_task_name(domain, sweep->task));
    return CLI_EXIT_YES;
}

/* --set is of no use where the property is varied. */
static int check_settings(const sweep_result *sweep, const cli_list *set)
{
    base_text problem = {0};
    int status = CLI_EXIT_YES;
    for (size_t i = 0; i < set->count && status == CLI_EXIT_YES; i++) {
        cli_settings_set(&sweep->settings, set->items[i], &problem);
        for (uint32_t k = 0; k < sweep->axis_count && status == CLI_EXIT_YES; k++)
            if (memcmp(sweep->settings.place, &sweep->axes[k].place, sizeof *sweep->settings.place) == 0)
                status = cli_usage_error("sweep", "--set %s: the sweep varies %s; leave one of them out", set->items[i],
                                         sweep->axes[k].name);
    }
    base_text_free(&problem);
    return status;
}

static int read_axes(sweep_result *sweep, const cli_list *operands)
{
    const uint32_t count = (uint32_t)operands->count - 1;
    base_text problem = {0};
    int status = CLI_EXIT_YES;
    for (uint32_t i = 0; i < count && status == CLI_EXIT_YES; i++) {
        sweep->axis_count++;
        if (!sweep_axis_read(&sweep->axes[i], &sweep->settings, operands->items[i + 1],
                             count > 1 ? MOST_IN_MAP : MOST_IN_STRIP, &problem))
            status = cli_usage_error("sweep", "%s: %s", operands->items[i + 1], base_text_of(&problem));
    }
    base_text_free(&problem);
    if (status != CLI_EXIT_YES)
        return status;
    if (count > 1 && memcmp(&sweep->axes[0].place, &sweep->axes[1].place, sizeof sweep->axes[0].place) == 0)
        return cli_usage_error("sweep", "%s is there twice", sweep->axes[0].name);
    const uint64_t worlds = (uint64_t)sweep->axes[0].count * sweep_row_count(sweep);
    if (worlds > MOST_WORLDS)
        return cli_usage_error("sweep",
                               "%llu worlds are too many, at most %d are possible; write larger steps, as in %s",
                               (unsigned long long)worlds, MOST_WORLDS, "Hunger=0..1000:10");
    return CLI_EXIT_YES;
}

/* --- What is shown -------------------------------------------------------------------------------- */

static int write_outputs(const sweep_result *sweep, const sweep_options *o)
{
    base_text csv = {0}, svg = {0};
    const cli_subject *subject = &sweep->session->subject;
    int status = o->svg != NULL ? cli_check_result("sweep", "--svg", o->svg, NULL, subject) : CLI_EXIT_YES;
    if (o->csv != NULL && status == CLI_EXIT_YES) {
        sweep_add_csv(&csv, sweep);
        status = cli_write_result("sweep", "--csv", o->csv, &csv, NULL, subject);
    }
    if (o->svg != NULL && status == CLI_EXIT_YES) {
        sweep_add_svg(&svg, sweep);
        status = cli_write_result("sweep", "--svg", o->svg, &svg, NULL, subject);
    }
    base_text_free(&csv);
    base_text_free(&svg);
    return status;
}

/* What to try next where the answer says little. */
static void add_hints(const sweep_result *sweep)
{
    uint32_t outcomes = 0;
    for (uint32_t i = 0; i < sweep->outcome_count; i++)
        outcomes += sweep->outcomes[i].count > 0;
    if (outcomes == 1 && sweep->by == SWEEP_BY_METHOD)
        fprintf(stderr, "htn sweep: note: it is the same everywhere; --by plan shows whether plans differ, --task NAME "
                        "the methods of another task\n");
}

static int show(const sweep_result *sweep, const sweep_options *o)
{
    base_text text = {0};
    const int status = write_outputs(sweep, o);
    if (status == CLI_EXIT_YES && !cli_is_standard_output(o->csv) && !cli_is_standard_output(o->svg)) {
        sweep_add_text(&text, sweep);
        fputs(base_text_of(&text), stdout);
        fflush(stdout);
        add_hints(sweep);
    }
    base_text_free(&text);
    if (sweep->ended)
        fprintf(stderr,
                "htn sweep: ended after %u of %u rows: the searches have tried more than %llu methods and steps; write "
                "larger steps, or raise --max-total\n",
                sweep->rows_done, sweep_row_count(sweep), (unsigned long long)sweep->most_work);
    return status != CLI_EXIT_YES ? status : sweep->ended ? CLI_EXIT_LIMIT : CLI_EXIT_YES;
}

static int sweep_world(cli_session *session, const cli_call *call, const sweep_options *o, const char *name)
{
    cli_place place = {.property = HTN_NONE, .query = HTN_NONE};
    sweep_result sweep = {
        .session = session,
        .settings = {&session->subject.domain, &session->world, &session->answers, session->set, "--spawn ", &place},
        .by = o->by,
        .most_work = o->most_work != 0 ? o->most_work : MOST_WORK};
    int status = choose_task(&sweep, name);
    if (status == CLI_EXIT_YES)
        status = read_axes(&sweep, &call->operands);
    if (status == CLI_EXIT_YES)
        status = check_settings(&sweep, &o->session.set);
    if (status == CLI_EXIT_YES) {
        sweep_run_all(&sweep);
        status = show(&sweep, o);
    }
    sweep_free(&sweep);
    return status;
}

static int sweep_file(const cli_call *call, void *options)
{
    sweep_options *o = options;
    const char *name, *path = call->operands.items[0];
    cli_session session = {0};
    int status = part_tasks(o, &name);
    if (status == CLI_EXIT_YES && cli_is_standard_output(o->csv) && cli_is_standard_output(o->svg))
        status = cli_usage_error("sweep", "--csv - and --svg - cannot both go to standard output");
    if (status == CLI_EXIT_YES && o->csv != NULL && o->svg != NULL && cli_same_output(o->csv, o->svg))
        status = cli_usage_error("sweep", "--csv and --svg name the same file");
    if (status == CLI_EXIT_YES && cli_is_hddl(path))
        status =
            cli_usage_error("sweep", "'%s' is HDDL; `htn convert` makes a .htn source of a domain and a problem", path);
    if (status == CLI_EXIT_YES)
        status = cli_session_open(&session, "sweep", path, &o->session);
    if (status == CLI_EXIT_YES)
        status = sweep_world(&session, call, o, name);
    cli_session_close(&session);
    free((void *)o->session.tasks.items);
    return status;
}

int cli_command_sweep(int argc, char **argv)
{
    sweep_options o = {0};
    const cli_option options[] = {
        {"by", 0, CLI_OPTION_CHOICE, &o.by, "method|step|plan",
         "what is shown: the method (the default), the first step, or the whole plan"},
        {"task", 0, CLI_OPTION_LIST, &o.tasks, "NAME|TASK(ARGS)",
         "NAME: the method of that task, where the plan has it first, in place of the root's.\nTASK(ARGS): plan this "
         "task in place of a root; repeatable: the tasks are done one after the other"},
        {"csv", 0, CLI_OPTION_TEXT, &o.csv, "OUT.csv", "write a line for each world; `-` is standard output"},
        {"svg", 0, CLI_OPTION_TEXT, &o.svg, "OUT.svg", "write a picture; `-` is standard output"},
        CLI_GIVEN_OPTIONS(o.session),
        CLI_WORLD_OPTIONS(o.session),
        {"root", 0, CLI_OPTION_TEXT, &o.session.root, "NAME", "plan from this root (default: the first)"},
        CLI_SEARCH_OPTIONS(o.session),
        {"max-total", 0, CLI_OPTION_NUMBER, &o.most_work, "N",
         "limit: methods, steps and instances tried by all searches (default 100000000)"},
        CLI_OPTION_COLOUR(&o.session.colour),
        CLI_OPTION_WARNINGS(&o.session.switches),
    };
    const cli_usage usage = {argv[0],
                             "FILE PROP[=VALUES] [PROP[=VALUES]]",
                             "Varies one or two properties, and shows which method wins where.",
                             description,
                             options,
                             sizeof options / sizeof *options,
                             2,
                             3};
    return cli_options_run(&usage, argc, argv, sweep_file, &o);
}
