/*
 * `htn check`: reports errors and warnings of sources. Several sources are checked one by one, all of them even if one has
 * errors. Neighbours: subject.h compiles, hddl_subject.h reads HDDL, diagnostics_json.h writes --json.
 */
#include "base/diagnostic.h"
#include "base/diagnostic_print.h"
#include "base/workspace.h"
#include "cli/commands.h"
#include "cli/common/diagnostics_json.h"
#include "cli/common/exit_status.h"
#include "cli/common/hddl_input.h"
#include "cli/common/hddl_subject.h"
#include "cli/common/input.h"
#include "cli/common/json.h"
#include "cli/common/option_table.h"
#include "cli/common/options.h"
#include "cli/common/subject.h"
#include "cli/common/terminal.h"
#include "cli/common/usage_error.h"
#include "compiler/syntax/dump_ast.h"
#include <stdio.h>

static const char description[] =
    "Diagnostics and a summary go to stderr; stdout is empty, except with --json or --dump-ast.\n"
    "`htn help ID` explains a message that ends with [ID]. SRC may be `-` for standard input.\n"
    "A domain in HDDL is checked alone, or with the problems that follow it (docs/hddl.md).\n\n"
    "  htn check domains/troll.htn -Werror=unused-task\n"
    "  htn check domain.hddl p01.hddl p02.hddl";

typedef struct check_options {
    cli_list switches;
    uint32_t colour;
    bool json;
    bool dump_ast;
} check_options;

/* The results of all sources so far. */
typedef struct tally {
    uint32_t errors, warnings;
    int status;
    cJSON *diagnostics; /* NULL without --json */
    cJSON *unreadable;
} tally;

static bool checked(int status)
{
    return status == CLI_EXIT_YES || status == CLI_EXIT_NO;
}

static void add_unreadable(tally *t, const char *path, const char *problem)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "file", path);
    cJSON_AddStringToObject(json, "message", problem != NULL ? problem : "");
    cJSON_AddItemToArray(t->unreadable, json);
}

/* Prints the syntax tree of a source, without its imports. */
static void dump(const htnc_file *file)
{
    while (file->next != NULL) /* the main file is the last */
        file = file->next;
    htnc_dump_ast(stdout, file);
}

static void take_unreadable(tally *t, const char *command, const cli_input *input, const check_options *o)
{
    if (o->json)
        add_unreadable(t, input->name, input->problem);
    int status = cli_report_unreadable(input, command);
    t->status = status > t->status ? status : t->status;
}

/* Counts and shows the result of a compilation. False: it has no complete list of diagnostics. */
static bool take_result(tally *t, const char *command, const char *name, htnc_compilation *compilation,
                        base_result result, const check_options *o)
{
    int status = cli_report_result(result, compilation, command, name);
    if (checked(status)) {
        t->errors += compilation->workspace.diagnostics.errors;
        t->warnings += compilation->workspace.diagnostics.warnings;
        if (o->json)
            cli_diagnostics_to_json(t->diagnostics, compilation);
        else
            base_diagnostics_print(&compilation->workspace.diagnostics, stderr, cli_wants_colour(stderr, o->colour));
    } else if (o->json && status == CLI_EXIT_USAGE) {
        add_unreadable(t, name, compilation->workspace.problem);
    }
    t->status = status > t->status ? status : t->status;
    return checked(status);
}

static void compile(tally *t, const char *command, const char *path, const check_options *o)
{
    htnc_compilation compilation;
    cli_input input;
    if (!cli_input_open(&input, path)) {
        take_unreadable(t, command, &input, o);
        return;
    }
    htnc_options options = {.no_debug = true, /* the blob is not used, but some errors appear only when it is made */
                            .parse_only = o->dump_ast,
                            .workspace.switches = o->switches.items,
                            .workspace.switch_count = o->switches.count};
    base_result result = cli_input_compile(&input, &compilation, &options);
    if (take_result(t, command, input.name, &compilation, result, o) && o->dump_ast)
        dump(compilation.files);
    htnc_free(&compilation);
    cli_input_close(&input);
}

/* Checks a domain in HDDL, with a problem unless that is NULL. */
static void read_hddl(tally *t, const char *command, const char *domain, const char *problem, const check_options *o)
{
    cli_hddl hddl = {0};
    const htnc_options options = {.workspace.switches = o->switches.items, .workspace.switch_count = o->switches.count};
    const base_result result = cli_hddl_read(&hddl, domain, problem, &options);
    if (hddl.is_read)
        take_result(t, command, hddl.domain.name, &hddl.compilation, result, o);
    else
        take_unreadable(t, command, hddl.domain.problem != NULL ? &hddl.domain : &hddl.problem, o);
    cli_hddl_close(&hddl);
}

/* Checks a run of sources in HDDL: a domain, then its problems. Returns how many sources it had. */
static size_t check_row(tally *t, const char *command, const cli_list *sources, size_t first, const check_options *o)
{
    size_t count = 1;
    while (first + count < sources->count && cli_is_hddl(sources->items[first + count])) {
        read_hddl(t, command, sources->items[first], sources->items[first + count], o);
        count++;
    }
    if (count == 1)
        read_hddl(t, command, sources->items[first], NULL, o);
    return count;
}

static int check_all(const cli_call *call, void *options)
{
    const check_options *o = options;
    const char *command = call->usage->command;
    if (o->json && o->dump_ast)
        return cli_usage_error(command, "--json and --dump-ast cannot be used together");
    tally t = {.status = CLI_EXIT_YES};
    cJSON *json = NULL;
    if (o->json) {
        json = cJSON_CreateObject();
        t.diagnostics = cJSON_AddArrayToObject(json, "diagnostics");
        t.unreadable = cJSON_AddArrayToObject(json, "unreadable");
    }
    for (size_t i = 0; i < call->operands.count;)
        if (!o->dump_ast && cli_is_hddl(call->operands.items[i]))
            i += check_row(&t, command, &call->operands, i, o);
        else
            compile(&t, command, call->operands.items[i++], o);
    if (o->json) {
        cJSON_AddNumberToObject(json, "errors", t.errors);
        cJSON_AddNumberToObject(json, "warnings", t.warnings);
        cli_print_json(json);
    }
    fflush(stdout);
    cli_print_summary(t.errors, t.warnings);
    return t.status;
}

int cli_command_check(int argc, char **argv)
{
    check_options o = {0};
    const cli_option options[] = {
        {"json", 0, CLI_OPTION_FLAG, &o.json, NULL, "print the diagnostics as JSON on stdout (docs/tool.md)"},
        {"dump-ast", 0, CLI_OPTION_FLAG, &o.dump_ast, NULL,
         "print the syntax tree, and report only what the parser finds"},
        CLI_OPTION_COLOUR(&o.colour),
        CLI_OPTION_WARNINGS(&o.switches),
    };
    const cli_usage usage = {argv[0],
                             "SRC.htn..., or DOMAIN.hddl [PROBLEM.hddl...]",
                             "Reports the errors and warnings of sources.",
                             description,
                             options,
                             sizeof options / sizeof *options,
                             1,
                             0};
    return cli_options_run(&usage, argc, argv, check_all, &o);
}
