/*
 * `htn compile`: a source to a blob, and beside it a C header, the domain as C, and a depfile. All outputs are made in memory
 * first and put in place together, so that an error leaves whatever was there. Neighbours: platform.h writes.
 */
#include "commands.h"
#include "depfile.h"
#include "hddl_subject.h"
#include "header.h"
#include "native/native_text.h"
#include "platform.h"
#include "subject.h"
#include "text.h"
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
    htn_list switches;
} compile_options;

enum { OUTPUTS = 4 };

/* `dir/troll.htn` gives `dir/troll.htnb`; any other name gets .htnb behind it. */
static void default_output(htn_text *text, const char *source)
{
    size_t length = strlen(source);
    if (length > 4 && strcmp(source + length - 4, ".htn") == 0)
        length -= 4;
    htn_text_add(text, "%.*s.htnb", (int)length, source);
}

typedef struct clash {
    const char *output;
    const char *source; /* that it would overwrite */
} clash;

static void compare_source(void *user, const char *path)
{
    clash *c = user;
    if (c->source == NULL && htn_same_file(c->output, path))
        c->source = path;
}

/* No output may be a source of the same compilation, or another output. */
static int check_outputs(const char *command, const htnc_compilation *compilation, const htn_output *outputs,
                         size_t count)
{
    for (size_t i = 0; i < count; i++) {
        clash c = {.output = outputs[i].path};
        htnc_dependencies(compilation, compare_source, &c);
        if (c.source != NULL)
            return htn_usage_error(command, "'%s' would be written over the source '%s'", c.output, c.source);
        for (size_t k = 0; k < i; k++)
            if (htn_same_output(outputs[k].path, outputs[i].path))
                return htn_usage_error(command, "two outputs have the same name, '%s'", outputs[i].path);
    }
    return HTN_EXIT_YES;
}

static size_t add_output(htn_output *outputs, size_t count, const char *path, const void *bytes, size_t size)
{
    outputs[count] = (htn_output){.path = path, .bytes = bytes, .size = size};
    return count + 1;
}

static int write_outputs(const char *command, htnc_compilation *compilation, const char *output,
                         const compile_options *o)
{
    htn_output outputs[OUTPUTS];
    const char *failed, *problem;
    size_t native_size = 0;
    const char *header = o->header != NULL ? htnc_header_text(compilation, o->native != NULL) : "";
    const char *native = o->native != NULL ? htnc_native_text(compilation, &native_size) : "";
    const char *depfile = o->depfile != NULL ? htnc_depfile_text(compilation, output) : "";
    size_t count = add_output(outputs, 0, output, compilation->blob, compilation->blob_size);
    if (header == NULL || native == NULL || depfile == NULL) {
        fprintf(stderr, "htn %s: out of memory\n", command);
        return HTN_EXIT_LIMIT;
    }
    if (o->header != NULL)
        count = add_output(outputs, count, o->header, header, strlen(header));
    if (o->native != NULL)
        count = add_output(outputs, count, o->native, native, native_size);
    if (o->depfile != NULL)
        count = add_output(outputs, count, o->depfile, depfile, strlen(depfile));
    int status = check_outputs(command, compilation, outputs, count);
    if (status != HTN_EXIT_YES)
        return status;
    if (htn_write_files(outputs, count, &failed, &problem))
        return HTN_EXIT_YES;
    fprintf(stderr, "htn %s: cannot write '%s': %s\n", command, failed, problem);
    return HTN_EXIT_USAGE;
}

/* What `-` leaves without a name. */
static int check_standard_streams(const char *command, const char *source, const compile_options *o)
{
    if (htn_input_is_standard(source) && o->output == NULL)
        return htn_usage_error(command, "a source from standard input has no name to take the blob's from; give -o");
    if (htn_input_is_standard(source) && o->depfile != NULL)
        return htn_usage_error(command, "--depfile: standard input is no file that a blob could depend on");
    if (o->output != NULL && htn_input_is_standard(o->output) && o->depfile != NULL)
        return htn_usage_error(command, "--depfile: standard output is no file that could depend on a source");
    return HTN_EXIT_YES;
}

static int compile(htn_input *input, const char *command, const char *output, const compile_options *o)
{
    if (htn_input_is_hddl(input))
        return htn_ask_for_problem(command, input->name);
    htnc_compilation compilation;
    htnc_options options = {.no_debug = o->no_debug};
    int status = htn_compile_source(&compilation, command, input, &options, &o->switches, o->colour);
    if (status == HTN_EXIT_YES || status == HTN_EXIT_NO)
        htn_print_summary(compilation.diagnostics.errors, compilation.diagnostics.warnings);
    if (status == HTN_EXIT_YES)
        status = write_outputs(command, &compilation, output, o);
    htnc_free(&compilation);
    return status;
}

/* A domain and a problem in HDDL, by way of .htn. */
static int run_hddl(const char *command, const htn_list *files, const compile_options *o)
{
    htn_hddl hddl;
    hddl_work work = {.loops = (hddl_loops)o->loops, .compiles = true};
    const htnc_options options = {
        .no_debug = o->no_debug, .switches = o->switches.items, .switch_count = o->switches.count};
    if (o->output == NULL)
        return htn_usage_error(command, "a domain and a problem in HDDL make one blob; -o says where it goes");
    if (o->depfile != NULL && (htn_input_is_standard(files->items[0]) || htn_input_is_standard(files->items[1])))
        return htn_usage_error(command, "--depfile: standard input is no file that a blob could depend on");
    int status = htn_hddl_work(&hddl, command, files->items[0], files->items[1], &options, &work, o->colour);
    if (status == HTN_EXIT_YES)
        status = write_outputs(command, &hddl.compilation, o->output, o);
    htn_hddl_close(&hddl);
    return status;
}

static int run_source(const char *command, const char *source, const compile_options *o)
{
    htn_input input = {0};
    htn_text output = {0};
    int status = check_standard_streams(command, source, o);
    if (o->output != NULL)
        htn_text_add(&output, "%s", o->output);
    else
        default_output(&output, source);
    if (status == HTN_EXIT_YES)
        status = htn_input_open(&input, source) ? compile(&input, command, htn_text_of(&output), o)
                                                : htn_report_unreadable(&input, command);
    htn_input_close(&input);
    htn_text_free(&output);
    return status;
}

static int run(const htn_call *call, void *options)
{
    const htn_list *files = &call->operands;
    return files->count > 1 ? run_hddl(call->usage->command, files, options)
                            : run_source(call->usage->command, files->items[0], options);
}

int htn_command_compile(int argc, char **argv)
{
    compile_options o = {0};
    const htn_option options[] = {
        {"output", 'o', HTN_OPTION_TEXT, &o.output, "OUT.htnb", "where the blob goes"},
        {"header", 0, HTN_OPTION_TEXT, &o.header, "FILE.h",
         "a C header as well: properties, values, tasks and operators"},
        {"emit-c", 0, HTN_OPTION_TEXT, &o.native, "FILE.c", "the domain as C as well, to be compiled into a game"},
        {"depfile", 0, HTN_OPTION_TEXT, &o.depfile, "FILE.d", "a rule for make and ninja: what the blob is made from"},
        {"no-debug", 0, HTN_OPTION_FLAG, &o.no_debug, NULL, "leave out what `htn explain` shows of the source"},
        HTN_OPTION_HDDL_LOOPS(&o.loops),
        HTN_OPTION_COLOUR(&o.colour),
        HTN_OPTION_WARNINGS(&o.switches),
    };
    const htn_usage usage = {argv[0],
                             "SRC.htn, or DOMAIN.hddl PROBLEM.hddl",
                             "Compiles a source, or a problem in HDDL, to a blob.",
                             description,
                             options,
                             sizeof options / sizeof *options,
                             1,
                             2};
    return htn_options_run(&usage, argc, argv, run, &o);
}
