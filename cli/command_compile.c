/*
 * `htn compile`: a source to a blob, and beside it a C header, the domain as C, and a depfile. All outputs are made in memory
 * first and put in place together, so that an error leaves whatever was there. Neighbours: output_files.h writes.
 */
#include "base/text.h"
#include "cli/commands.h"
#include "cli/common/exit_status.h"
#include "cli/common/files.h"
#include "cli/common/hddl_input.h"
#include "cli/common/hddl_subject.h"
#include "cli/common/input.h"
#include "cli/common/option_table.h"
#include "cli/common/options.h"
#include "cli/common/output_files.h"
#include "cli/common/subject.h"
#include "cli/common/usage_error.h"
#include "compiler/c_header.h"
#include "compiler/depfile.h"
#include "compiler/native/native_text.h"
#include <stdio.h>
#include <string.h>

static const char description[] =
    "OUT is by default SRC with .htnb in place of .htn. Nothing is written where the source has errors.\n"
    "SRC may be `-`, standard input; then -o says where the blob goes. `-o -` is standard output.\n\n"
    "  htn compile troll.htn -o build/troll.htnb --header build/troll.h --depfile build/troll.d";

typedef struct compile_options {
    const char *output, *header, *native, *depfile;
    bool no_debug;
    uint32_t colour, loops;
    cli_list switches;
} compile_options;

enum { OUTPUTS = 4 };

/* `dir/troll.htn` gives `dir/troll.htnb`; any other name gets .htnb behind it. */
static void default_output(base_text *text, const char *source)
{
    size_t length = strlen(source);
    if (length > 4 && strcmp(source + length - 4, ".htn") == 0)
        length -= 4;
    base_text_add(text, "%.*s.htnb", (int)length, source);
}

typedef struct clash {
    const char *output;
    const char *source; /* that it would overwrite */
} clash;

static void compare_source(void *user, const char *path)
{
    clash *c = user;
    if (c->source == NULL && cli_same_file(c->output, path))
        c->source = path;
}

/* No output may be a source of the same compilation, or another output. */
static int check_outputs(const char *command, const htnc_compilation *compilation, const cli_output *outputs,
                         size_t count)
{
    for (size_t i = 0; i < count; i++) {
        clash c = {.output = outputs[i].path};
        htnc_dependencies(compilation, compare_source, &c);
        if (c.source != NULL)
            return cli_usage_error(command, "'%s' would be written over the source '%s'", c.output, c.source);
        for (size_t k = 0; k < i; k++)
            if (cli_same_output(outputs[k].path, outputs[i].path))
                return cli_usage_error(command, "two outputs have the same name, '%s'", outputs[i].path);
    }
    return CLI_EXIT_YES;
}

static size_t add_output(cli_output *outputs, size_t count, const char *path, const void *bytes, size_t size)
{
    outputs[count] = (cli_output){.path = path, .bytes = bytes, .size = size};
    return count + 1;
}

static int write_outputs(const char *command, htnc_compilation *compilation, const char *output,
                         const compile_options *o)
{
    cli_output outputs[OUTPUTS];
    const char *failed, *problem;
    size_t native_size = 0;
    const char *header = o->header != NULL ? htnc_header_text(compilation, o->native != NULL) : "";
    const char *native = o->native != NULL ? htnc_native_text(compilation, &native_size) : "";
    const char *depfile = o->depfile != NULL ? htnc_depfile_text(compilation, output) : "";
    size_t count = add_output(outputs, 0, output, compilation->blob, compilation->blob_size);
    if (header == NULL || native == NULL || depfile == NULL) {
        fprintf(stderr, "htn %s: out of memory\n", command);
        return CLI_EXIT_LIMIT;
    }
    if (o->header != NULL)
        count = add_output(outputs, count, o->header, header, strlen(header));
    if (o->native != NULL)
        count = add_output(outputs, count, o->native, native, native_size);
    if (o->depfile != NULL)
        count = add_output(outputs, count, o->depfile, depfile, strlen(depfile));
    int status = check_outputs(command, compilation, outputs, count);
    if (status != CLI_EXIT_YES)
        return status;
    if (cli_write_files(outputs, count, &failed, &problem))
        return CLI_EXIT_YES;
    fprintf(stderr, "htn %s: cannot write '%s': %s\n", command, failed, problem);
    return CLI_EXIT_USAGE;
}

/* What `-` leaves without a name. */
static int check_standard_streams(const char *command, const char *source, const compile_options *o)
{
    if (cli_input_is_standard(source) && o->output == NULL)
        return cli_usage_error(command, "a source from standard input has no name to take the blob's from; give -o");
    if (cli_input_is_standard(source) && o->depfile != NULL)
        return cli_usage_error(command, "--depfile: standard input is no file that a blob could depend on");
    if (o->output != NULL && cli_input_is_standard(o->output) && o->depfile != NULL)
        return cli_usage_error(command, "--depfile: standard output is no file that could depend on a source");
    return CLI_EXIT_YES;
}

static int compile(cli_input *input, const char *command, const char *output, const compile_options *o)
{
    if (cli_input_is_hddl(input))
        return cli_ask_for_problem(command, input->name);
    htnc_compilation compilation;
    htnc_options options = {.no_debug = o->no_debug};
    int status = cli_compile_source(&compilation, command, input, &options, &o->switches, o->colour);
    if (status == CLI_EXIT_YES || status == CLI_EXIT_NO)
        cli_print_summary(compilation.workspace.diagnostics.errors, compilation.workspace.diagnostics.warnings);
    if (status == CLI_EXIT_YES)
        status = write_outputs(command, &compilation, output, o);
    htnc_free(&compilation);
    return status;
}

/* A domain and a problem in HDDL, by way of .htn. */
static int run_hddl(const char *command, const cli_list *files, const compile_options *o)
{
    cli_hddl hddl;
    hddl_work work = {.loops = (hddl_loops)o->loops, .compiles = true};
    const htnc_options options = {
        .no_debug = o->no_debug, .workspace.switches = o->switches.items, .workspace.switch_count = o->switches.count};
    if (o->output == NULL)
        return cli_usage_error(command, "a domain and a problem in HDDL make one blob; -o says where it goes");
    if (o->depfile != NULL && (cli_input_is_standard(files->items[0]) || cli_input_is_standard(files->items[1])))
        return cli_usage_error(command, "--depfile: standard input is no file that a blob could depend on");
    int status = cli_hddl_work(&hddl, command, files->items[0], files->items[1], &options, &work, o->colour);
    if (status == CLI_EXIT_YES)
        status = write_outputs(command, &hddl.compilation, o->output, o);
    cli_hddl_close(&hddl);
    return status;
}

static int run_source(const char *command, const char *source, const compile_options *o)
{
    cli_input input = {0};
    base_text output = {0};
    int status = check_standard_streams(command, source, o);
    if (o->output != NULL)
        base_text_add(&output, "%s", o->output);
    else
        default_output(&output, source);
    if (status == CLI_EXIT_YES)
        status = cli_input_open(&input, source) ? compile(&input, command, base_text_of(&output), o)
                                                : cli_report_unreadable(&input, command);
    cli_input_close(&input);
    base_text_free(&output);
    return status;
}

static int run(const cli_call *call, void *options)
{
    const cli_list *files = &call->operands;
    return files->count > 1 ? run_hddl(call->usage->command, files, options)
                            : run_source(call->usage->command, files->items[0], options);
}

int cli_command_compile(int argc, char **argv)
{
    compile_options o = {0};
    const cli_option options[] = {
        {"output", 'o', CLI_OPTION_TEXT, &o.output, "OUT.htnb", "where the blob goes"},
        {"header", 0, CLI_OPTION_TEXT, &o.header, "FILE.h",
         "a C header as well: properties, values, tasks and operators"},
        {"emit-c", 0, CLI_OPTION_TEXT, &o.native, "FILE.c", "the domain as C as well, to be compiled into a game"},
        {"depfile", 0, CLI_OPTION_TEXT, &o.depfile, "FILE.d", "a rule for make and ninja: what the blob is made from"},
        {"no-debug", 0, CLI_OPTION_FLAG, &o.no_debug, NULL, "leave out what `htn explain` shows of the source"},
        CLI_OPTION_HDDL_LOOPS(&o.loops),
        CLI_OPTION_COLOUR(&o.colour),
        CLI_OPTION_WARNINGS(&o.switches),
    };
    const cli_usage usage = {argv[0],
                             "SRC.htn, or DOMAIN.hddl PROBLEM.hddl",
                             "Compiles a source, or a problem in HDDL, to a blob.",
                             description,
                             options,
                             sizeof options / sizeof *options,
                             1,
                             2};
    return cli_options_run(&usage, argc, argv, run, &o);
}
