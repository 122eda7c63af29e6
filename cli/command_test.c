/*
 * `htn test`: plays the scenarios of sources and reports which of them pass. All scenarios are played, also after one has failed.
 * Neighbours: scenario.h plays, test_report.h shows, coverage.h counts what was exercised.
 */
#include "base/source.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/common/diagnostics_json.h"
#include "cli/common/exit_status.h"
#include "cli/common/file_watch.h"
#include "cli/common/files.h"
#include "cli/common/hddl_input.h"
#include "cli/common/input.h"
#include "cli/common/json.h"
#include "cli/common/option_table.h"
#include "cli/common/options.h"
#include "cli/common/output_files.h"
#include "cli/common/result_file.h"
#include "cli/common/subject.h"
#include "cli/common/terminal.h"
#include "cli/common/usage_error.h"
#include "cli/scenario/coverage.h"
#include "cli/scenario/coverage_html.h"
#include "cli/scenario/coverage_lcov.h"
#include "cli/scenario/coverage_show.h"
#include "cli/scenario/coverage_watch.h"
#include "cli/scenario/scenario_play.h"
#include "cli/scenario/scenario_stage.h"
#include "cli/scenario/test_report.h"
#include "cli/scenario/test_report_json.h"
#include "cli/scenario/test_report_junit.h"
#include "cli/scenario/test_report_lines.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char description[] =
    "SRC has scenarios (docs/testing.md). It is usually a file of its own, such as `troll.test.htn`, which imports\n"
    "`troll.htn`; scenarios in imported files are not played. The exit status is 0 if all pass, and 1 if one fails or\n"
    "there is none.\n\n"
    "  htn test domains/*.test.htn --filter trunk\n"
    "  htn test troll.test.htn --junit build/troll.xml";

typedef struct test_options {
    cli_list switches, filters;
    const char *junit, *html, *lcov;
    htn_limits limits;
    uint32_t colour, seed, horizon;
    bool json, list, coverage, annotate, watch;
} test_options;

typedef struct test_run {
    const char *command;
    const test_options *options;
    test_report report;
    coverage_map coverage;
    cli_watch *watch;        /* gets the files that were read; NULL: not wanted */
    const char *overwriting; /* a result that would overwrite a source that was read; NULL: none */
    int status;
} test_run;

static bool is_wanted(const test_options *o, const char *name)
{
    bool wanted = o->filters.count == 0;
    for (size_t i = 0; i < o->filters.count; i++)
        wanted |= strstr(name, o->filters.items[i]) != NULL;
    return wanted;
}

/* Whether the results are printed: not if something else goes to standard output. */
static bool is_shown(const test_options *o)
{
    return !cli_is_standard_output(o->html) && !cli_is_standard_output(o->lcov) && !cli_is_standard_output(o->junit);
}

static void note_status(test_run *run, int status)
{
    run->status = status > run->status ? status : run->status;
}

/* --- One scenario ------------------------------------------------------------------------------- */

static test_failure failure_of(htnc_compilation *compilation, const scenario_failure *failure)
{
    const base_position at = base_source_position(&compilation->workspace.sources, failure->span.begin);
    base_text line = {0};
    uint32_t length;
    /* the compiler's sources are written to, in that they note where their lines begin */
    const char *text = base_source_line((base_source *)(uintptr_t)at.source, at.line, &length);
    base_text_add_bytes(&line, text, length);
    return (test_failure){.file = base_duplicate_text(at.source->path),
                          .line = at.line,
                          .column = at.column,
                          .source = line.bytes,
                          .message = base_duplicate_text(base_text_of(&failure->message)),
                          .expected = base_duplicate_text(base_text_of(&failure->expected)),
                          .actual = base_duplicate_text(base_text_of(&failure->actual)),
                          .why = base_duplicate_text(base_text_of(&failure->why)),
                          .ordered = failure->ordered};
}

static void play(test_run *run, const scenario_cast *cast, const htnc_scenario *scenario, test_case *played)
{
    scenario_failure failure = {0};
    const clock_t start = clock();
    if (!scenario_play(cast, scenario, &failure)) {
        played->failure = failure_of(cast->compilation, &failure);
        run->report.failed++;
        note_status(run, CLI_EXIT_NO);
    }
    played->seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    scenario_failure_free(&failure);
}

static void play_or_list(test_run *run, const scenario_cast *cast, const htnc_scenario *scenario)
{
    test_report *report = &run->report;
    const test_file *file = &report->files[report->file_count - 1];
    test_case played = {.file = report->file_count - 1,
                        .name = base_duplicate_text(scenario->name.text),
                        .line = base_source_position(&cast->compilation->workspace.sources, scenario->span.begin).line};
    if (run->options->list)
        printf("%s:%u: %s\n", file->name, played.line, played.name);
    else
        play(run, cast, scenario, &played);
    if (!run->options->list && !run->options->json && is_shown(run->options))
        test_print_case(report, &played);
    report->cases = base_grow_array(report->cases, report->case_count, &report->case_capacity, sizeof *report->cases);
    report->cases[report->case_count++] = played;
}

/* --- One file ----------------------------------------------------------------------------------- */

static void play_scenarios(test_run *run, htnc_compilation *compilation, test_file *file)
{
    const htn_agent_options agent = {
        .limits = run->options->limits, .seed = run->options->seed, .horizon_ms = run->options->horizon};
    const htnc_scenario *first = compilation->model->main->scenarios;
    scenario_cast cast;
    bool begun = false;
    if (first == NULL)
        fprintf(stderr, "htn %s: note: '%s' has no scenarios of its own\n", run->command, file->name);
    if (scenario_cast_open(&cast, compilation, &agent) != HTN_OK) {
        file->problem = "the compiled blob does not pass the verifier";
        note_status(run, CLI_EXIT_LIMIT);
    }
    const bool watched = file->problem == NULL && (run->options->coverage || run->options->annotate ||
                                                   run->options->html != NULL || run->options->lcov != NULL);
    if (watched)
        coverage_begin(&run->coverage, &cast);
    for (const htnc_scenario *each = first; each != NULL && file->problem == NULL; each = each->next) {
        file->scenarios++;
        if (!is_wanted(run->options, each->name.text))
            continue;
        if (!begun && !run->options->json && !run->options->list && is_shown(run->options))
            test_print_file(&run->report, file);
        begun = true;
        play_or_list(run, &cast, each);
    }
    if (watched)
        coverage_end(&run->coverage);
    scenario_cast_close(&cast);
}

static test_file *add_file(test_report *report, const char *name)
{
    report->files = base_grow_array(report->files, report->file_count, &report->file_capacity, sizeof *report->files);
    report->files[report->file_count] = (test_file){.name = base_duplicate_text(name)};
    return &report->files[report->file_count++];
}

static void note_errors(test_file *file, htnc_compilation *compilation)
{
    file->problem = "it has errors";
    file->diagnostics = cJSON_CreateArray();
    cli_diagnostics_to_json(file->diagnostics, compilation);
    cli_text_add_diagnostics(&file->errors, &compilation->workspace.diagnostics);
}

static void watch_source(void *user, const char *path)
{
    cli_watch_add(user, path);
}

static void compare_source(void *user, const char *path)
{
    test_run *run = user;
    const char *const results[] = {run->options->junit, run->options->html, run->options->lcov};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (results[i] != NULL && cli_would_replace(results[i], path))
            run->overwriting = results[i];
}

static void play_file(test_run *run, const char *path)
{
    htnc_compilation compilation;
    htnc_options options = {0};
    cli_input input;
    const bool readable = cli_input_open(&input, path);
    test_file *file = add_file(&run->report, input.name);
    compare_source(run, path);
    if (!readable) {
        file->problem = "it cannot be read";
        note_status(run, cli_report_unreadable(&input, run->command));
        return;
    }
    if (cli_input_is_hddl(&input)) {
        file->problem = "it is HDDL";
        note_status(run, cli_refuse_hddl(run->command, input.name));
        cli_input_close(&input);
        return;
    }
    const int status =
        cli_compile_source(&compilation, run->command, &input, &options, &run->options->switches, run->options->colour);
    if (status == CLI_EXIT_YES)
        play_scenarios(run, &compilation, file);
    else if (status == CLI_EXIT_NO)
        note_errors(file, &compilation);
    else
        file->problem = "it cannot be compiled";
    note_status(run, status);
    htnc_dependencies(&compilation, compare_source, run);
    if (run->watch != NULL)
        htnc_dependencies(&compilation, watch_source, run->watch);
    htnc_free(&compilation);
    cli_input_close(&input);
}

/* --- All of them -------------------------------------------------------------------------------- */

/* All files could be read, but nothing was played. That must not look like success. */
static void report_nothing(test_run *run)
{
    uint32_t scenarios = 0;
    for (uint32_t i = 0; i < run->report.file_count; i++)
        scenarios += run->report.files[i].scenarios;
    if (scenarios > 0)
        fprintf(stderr, "htn %s: --filter matches none of %u scenario%s; --list shows their names\n", run->command,
                scenarios, scenarios == 1 ? "" : "s");
    else
        fprintf(stderr, "htn %s: there are no scenarios to play; docs/testing.md says how to write them\n",
                run->command);
    note_status(run, CLI_EXIT_NO);
}

static void write_junit(test_run *run, const char *path)
{
    const char *failed, *problem;
    base_text text = {0};
    test_add_junit(&text, &run->report);
    cli_output output = {.path = path, .bytes = text.bytes, .size = text.length};
    if (!cli_write_files(&output, 1, &failed, &problem)) {
        fprintf(stderr, "htn %s: cannot write '%s': %s\n", run->command, failed, problem);
        note_status(run, CLI_EXIT_USAGE);
    }
    base_text_free(&text);
}

/* What of coverage goes to files. */
static void write_coverage(test_run *run)
{
    const test_options *o = run->options;
    base_text html = {0}, lcov = {0};
    const uint32_t played = (uint32_t)run->report.case_count;
    if (o->html != NULL) {
        coverage_add_html(&html, &run->coverage, played - (uint32_t)run->report.failed, (uint32_t)run->report.failed);
        note_status(run, cli_write_result(run->command, "--html", o->html, &html, NULL, NULL));
    }
    if (o->lcov != NULL) {
        coverage_add_lcov(&lcov, &run->coverage);
        note_status(run, cli_write_result(run->command, "--lcov", o->lcov, &lcov, NULL, NULL));
    }
    base_text_free(&html);
    base_text_free(&lcov);
}

static void write_results(test_run *run)
{
    write_coverage(run);
    if (run->options->junit != NULL)
        write_junit(run, run->options->junit);
}

static void show(const test_run *run)
{
    const test_options *o = run->options;
    const bool colour = run->report.colour;
    if (o->json) {
        cJSON *json = test_report_json(&run->report);
        if (o->coverage)
            cJSON_AddItemToObject(json, "coverage", coverage_json(&run->coverage));
        cli_print_json(json);
    } else if (!o->list) {
        if (o->annotate)
            coverage_print_sources(&run->coverage, colour);
        if (o->coverage)
            coverage_print(&run->coverage, colour);
        test_print_summary(&run->report, cli_is_terminal(stdout));
    }
    fflush(stdout);
}

/* A name of a source after --junit means that OUT.xml was forgotten, and a source would be overwritten. */
static bool is_source_name(const char *path)
{
    const size_t length = path != NULL ? strlen(path) : 0;
    return length >= 4 && strcmp(path + length - 4, ".htn") == 0;
}

/* Refuses two results in one place. */
static int check_results(const char *command, const test_options *o)
{
    const struct {
        const char *option, *path;
    } results[] = {{"--junit", o->junit}, {"--html", o->html}, {"--lcov", o->lcov}};
    const size_t count = sizeof results / sizeof *results;
    for (size_t i = 0; i < count; i++) {
        if (o->json && cli_is_standard_output(results[i].path))
            return cli_usage_error(command, "--json and %s - cannot both go to standard output", results[i].option);
        for (size_t k = i + 1; k < count; k++) {
            if (results[i].path == NULL || results[k].path == NULL ||
                !cli_same_output(results[i].path, results[k].path))
                continue;
            if (cli_is_standard_output(results[i].path))
                return cli_usage_error(command, "%s - and %s - cannot both go to standard output", results[i].option,
                                       results[k].option);
            return cli_usage_error(command, "%s and %s name the same file", results[i].option, results[k].option);
        }
    }
    return CLI_EXIT_YES;
}

static int check(const char *command, const test_options *o)
{
    if ((o->html != NULL || o->lcov != NULL) && o->list)
        return cli_usage_error(command, "--list plays nothing, so there is no coverage for --html or --lcov");
    if (o->list && (o->json || o->junit != NULL || o->coverage || o->annotate))
        return cli_usage_error(
            command, "--list plays nothing, so it cannot be used with --json, --junit, --coverage or --annotate");
    if (o->json && o->annotate)
        return cli_usage_error(command,
                               "--json and --annotate cannot be used together; --json --coverage has the counts");
    if (o->watch && (o->list || o->json))
        return cli_usage_error(command, "--watch is for people, so it cannot be used with --list or --json");
    if (is_source_name(o->junit))
        return cli_usage_error(
            command, "--junit %s: this is the name of a source; --junit takes the name of the XML file to write",
            o->junit);
    return check_results(command, o);
}

/* Plays all sources once. `watch`: gets the files that are read; NULL: not wanted. */
static int test_once(const char *command, const cli_list *sources, const test_options *o, cli_watch *watch)
{
    test_run run = {.command = command, .options = o, .watch = watch, .status = CLI_EXIT_YES};
    run.report.colour = cli_wants_colour(stdout, o->colour);
    for (size_t i = 0; i < sources->count; i++)
        play_file(&run, sources->items[i]);
    if (is_shown(o))
        show(&run);
    if (run.report.case_count == 0 && run.status == CLI_EXIT_YES)
        report_nothing(&run);
    if (run.overwriting != NULL)
        note_status(&run, cli_usage_error(command, "the output '%s' would overwrite a source", run.overwriting));
    else
        write_results(&run);
    test_report_free(&run.report);
    coverage_free(&run.coverage);
    return run.status;
}

/* Plays them again whenever a source has changed, until the program is ended. */
static int watch_sources(const char *command, const cli_list *sources, const test_options *o)
{
    cli_watch watch = {0};
    for (size_t i = 0; i < sources->count; i++) {
        if (!cli_is_regular(sources->items[i]))
            return cli_usage_error(command, "--watch: '%s' is no file that can be read again", sources->items[i]);
        cli_watch_add(&watch, sources->items[i]);
    }
    for (;;) {
        if (cli_is_terminal(stdout))
            printf("\033[H\033[2J\033[3J"); /* a clear screen for each time */
        test_once(command, sources, o, &watch);
        printf("\nwaiting for a change in ");
        if (watch.count == 1)
            printf("%s\n", watch.files[0].path);
        else
            printf("%zu files\n", watch.count);
        fflush(stdout);
        cli_watch_wait(&watch);
    }
}

static int test(const cli_call *call, void *options)
{
    const test_options *o = options;
    const char *command = call->usage->command;
    if (check(command, o) != CLI_EXIT_YES)
        return CLI_EXIT_USAGE;
    return o->watch ? watch_sources(command, &call->operands, o) : test_once(command, &call->operands, o, NULL);
}

int cli_command_test(int argc, char **argv)
{
    test_options o = {0};
    const cli_option options[] = {
        {"filter", 0, CLI_OPTION_LIST, &o.filters, "TEXT",
         "play only scenarios with TEXT in their names; repeatable: any of the texts"},
        {"list", 0, CLI_OPTION_FLAG, &o.list, NULL, "list the scenarios and play none"},
        {"json", 0, CLI_OPTION_FLAG, &o.json, NULL, "print the results as JSON on stdout (docs/tool.md)"},
        {"junit", 0, CLI_OPTION_TEXT, &o.junit, "OUT.xml", "also write the results as JUnit XML, for CI"},
        {"coverage", 0, CLI_OPTION_FLAG, &o.coverage, NULL,
         "say which tasks, methods and conditions no scenario exercises"},
        {"annotate", 0, CLI_OPTION_FLAG, &o.annotate, NULL,
         "print the sources; in front of each line how often it was exercised"},
        {"watch", 0, CLI_OPTION_FLAG, &o.watch, NULL,
         "play them again whenever a source or one of its imports changes, until ctrl-C"},
        {"html", 0, CLI_OPTION_TEXT, &o.html, "OUT.html", "write the coverage as a page; `-` is standard output"},
        {"lcov", 0, CLI_OPTION_TEXT, &o.lcov, "OUT.info",
         "write the coverage in lcov's format, for editors and services; `-` is standard output"},
        {"seed", 0, CLI_OPTION_SEED, &o.seed, "N",
         "seed of the agents' random draws, in tasks with `Select [random]` (default 0)"},
        {"horizon", 0, CLI_OPTION_NUMBER, &o.horizon, "MS",
         "horizon of the agents' plans, in milliseconds (default: none)"},
        {"max-steps", 0, CLI_OPTION_NUMBER, &o.limits.steps, "N",
         "limit: steps of a plan (default: 64 to 4096, by the domain)"},
        {"max-depth", 0, CLI_OPTION_NUMBER, &o.limits.depth, "N",
         "limit: recursive tasks nested in one another\n(default: 32 to 4096, by the domain)"},
        {"max-work", 0, CLI_OPTION_NUMBER, &o.limits.work, "N",
         "limit: methods, steps and instances tried by one search (default 1000000)"},
        {"max-nodes", 0, CLI_OPTION_NUMBER, &o.limits.nodes, "N",
         "limit: states that one Achieve may reach (default 4096)"},
        CLI_OPTION_COLOUR(&o.colour),
        CLI_OPTION_WARNINGS(&o.switches),
    };
    const cli_usage usage = {argv[0],
                             "SRC.htn...",
                             "Plays the scenarios of sources, and reports which of them pass.",
                             description,
                             options,
                             sizeof options / sizeof *options,
                             1,
                             0};
    return cli_options_run(&usage, argc, argv, test, &o);
}
