/*
 * `htn compile`: compiles a source to a blob and, if asked, writes its constants for C and other languages, the domain as C, and a depfile. All outputs are
 * made in memory and written together, so an error leaves the old files as they are. Neighbours: output_files.h writes.
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
#include "compiler/constants.h"
#include "compiler/depfile.h"
#include "compiler/native/native_text.h"
#include <stdio.h>
#include <string.h>

static const char description[] =
    "By default OUT is SRC with .htnb instead of .htn. If the source has errors, nothing is written.\n"
    "SRC may be `-` for standard input; then -o is needed. `-o -` is standard output.\n\n"
    "  htn compile domains/troll.htn -o build/troll.htnb --header build/troll.h --depfile build/troll.d";

typedef struct compile_options {
    const char *output, *native, *depfile;
    const char *constants[HTNC_CONSTANT_LANGUAGES]; /* a file for each language; NULL: none */
    bool no_debug;
    uint32_t colour, loops;
    cli_list switches, hot;
} compile_options;

enum { OUTPUTS = 3 + HTNC_CONSTANT_LANGUAGES };

/* `dir/troll.htn` gives `dir/troll.htnb`; .htnb is appended to any other name. */
static void default_output(base_text *text, const char *source)
{
    size_t length = strlen(source);
    if (length > 4 && strcmp(source + length - 4, ".htn") == 0)
        length -= 4;
    base_text_add(text, "%.*s.htnb", (int)length, source);
}

typedef struct clash {
    const char *output;
    const char *source; /* that the output would overwrite; NULL: none */
} clash;

static void compare_source(void *user, const char *path)
{
    clash *c = user;
    if (c->source == NULL && cli_would_replace(c->output, path))
        c->source = path;
}

static bool is_named_as_source(const char *path)
{
    return cli_name_ends_with(path, ".htn") || cli_name_ends_with(path, ".hddl");
}

/* Refuses an output that is a source of the same compilation, or is named as a source is, or is another output. */
static int check_outputs(const char *command, const htnc_compilation *compilation, const cli_output *outputs,
                         size_t count)
{
    for (size_t i = 0; i < count; i++) {
        clash c = {.output = outputs[i].path};
        htnc_dependencies(compilation, compare_source, &c);
        if (c.source != NULL)
            return cli_usage_error(command, "the output '%s' would overwrite the source '%s'", c.output, c.source);
        if (is_named_as_source(c.output))
            return cli_usage_error(command, "the output '%s' has the name of a source; name it otherwise", c.output);
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

/* One that is not written if nothing in it changes: what includes it need not be compiled. */
static size_t add_kept_output(cli_output *outputs, size_t count, const char *path, const void *bytes, size_t size)
{
    add_output(outputs, count, path, bytes, size);
    outputs[count].keeps_equal = true;
    return count + 1;
}

/* The depfile of these outputs, which are its targets. NULL: memory ran out. */
static const char *depfile_of(htnc_compilation *compilation, const cli_output *outputs, size_t count)
{
    const char *targets[OUTPUTS];
    for (size_t i = 0; i < count; i++)
        targets[i] = outputs[i].path;
    return htnc_depfile_text(compilation, targets, count);
}

/* The constants in each language that was asked for. False: memory ran out. */
static bool add_constants(cli_output *outputs, size_t *count, htnc_compilation *compilation, const compile_options *o)
{
    for (size_t i = 0; i < HTNC_CONSTANT_LANGUAGES; i++) {
        const htnc_constant_language *language = &htnc_constant_languages()[i];
        if (o->constants[i] == NULL)
            continue;
        const char *text = htnc_constants_text(compilation, language, i == 0 && o->native != NULL);
        if (text == NULL)
            return false;
        *count = add_kept_output(outputs, *count, o->constants[i], text, strlen(text));
    }
    return true;
}

/* Refuses a hot task that the domain has not, and hot tasks without C. */
static int check_hot(const char *command, const htnc_compilation *compilation, const compile_options *o)
{
    htn_domain domain;
    if (o->hot.count > 0 && o->native == NULL)
        return cli_usage_error(command, "--hot says which tasks --emit-c writes; name its file");
    if (o->hot.count == 0 || htn_domain_load(&domain, compilation->blob, compilation->blob_size, NULL) != HTN_OK)
        return CLI_EXIT_YES;
    for (size_t i = 0; i < o->hot.count; i++)
        if (htn_task_find(&domain, o->hot.items[i]) == HTN_NONE)
            return cli_usage_error(command, "--hot: the domain has no task '%s'%s", o->hot.items[i],
                                   cli_did_you_mean_of(&domain, o->hot.items[i],
                                                       htn_domain_count(&domain, HTN_SECTION_TASKS), htn_task_name));
    return CLI_EXIT_YES;
}

static int write_outputs(const char *command, htnc_compilation *compilation, const char *output,
                         const compile_options *o)
{
    cli_output outputs[OUTPUTS];
    const char *failed, *problem;
    int status = check_hot(command, compilation, o);
    if (status != CLI_EXIT_YES)
        return status;
    size_t native_size = 0;
    const htnc_native_hot hot = {o->hot.items, o->hot.count};
    const char *native = o->native != NULL ? htnc_native_text(compilation, &hot, &native_size) : "";
    size_t count = add_output(outputs, 0, output, compilation->blob, compilation->blob_size);
    const bool has_constants = add_constants(outputs, &count, compilation, o);
    if (o->native != NULL && native != NULL)
        count = add_kept_output(outputs, count, o->native, native, native_size);
    const char *depfile = o->depfile != NULL ? depfile_of(compilation, outputs, count) : "";
    if (!has_constants || native == NULL || depfile == NULL) {
        fprintf(stderr, "htn %s: out of memory\n", command);
        return CLI_EXIT_LIMIT;
    }
    if (o->depfile != NULL)
        count = add_output(outputs, count, o->depfile, depfile, strlen(depfile));
    status = check_outputs(command, compilation, outputs, count);
    if (status != CLI_EXIT_YES)
        return status;
    if (cli_write_files(outputs, count, &failed, &problem))
        return CLI_EXIT_YES;
    fprintf(stderr, "htn %s: cannot write '%s': %s\n", command, failed, problem);
    return CLI_EXIT_USAGE;
}

/* Refuses `-` where a name is needed. */
static int check_standard_streams(const char *command, const char *source, const compile_options *o)
{
    if (cli_input_is_standard(source) && o->output == NULL)
        return cli_usage_error(command, "a source from standard input has no name; say with -o where the blob goes");
    if (cli_input_is_standard(source) && o->depfile != NULL)
        return cli_usage_error(command, "--depfile: a blob cannot depend on standard input; give the source as a file");
    if (o->output != NULL && cli_input_is_standard(o->output) && o->depfile != NULL)
        return cli_usage_error(command,
                               "--depfile: standard output cannot depend on a source; give the blob a file with -o");
    return CLI_EXIT_YES;
}

static int compile_input(cli_input *input, const char *command, const char *output, const compile_options *o)
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

/* Compiles a domain and a problem in HDDL, by way of .htn. */
static int compile_hddl(const char *command, const cli_list *files, const compile_options *o)
{
    cli_hddl hddl = {.goal = CLI_HDDL_COMPILE, .loops = (hddl_loops)o->loops};
    const htnc_options options = {
        .no_debug = o->no_debug, .workspace.switches = o->switches.items, .workspace.switch_count = o->switches.count};
    if (o->output == NULL)
        return cli_usage_error(command,
                               "a blob of a domain and a problem has no default name; say with -o where it goes");
    if (o->depfile != NULL && (cli_input_is_standard(files->items[0]) || cli_input_is_standard(files->items[1])))
        return cli_usage_error(command, "--depfile: a blob cannot depend on standard input; give the source as a file");
    int status = cli_hddl_open(&hddl, command, files->items[0], files->items[1], &options, o->colour);
    if (status == CLI_EXIT_YES)
        status = write_outputs(command, &hddl.compilation, o->output, o);
    cli_hddl_close(&hddl);
    return status;
}

static int compile_source(const char *command, const char *source, const compile_options *o)
{
    cli_input input = {0};
    base_text output = {0};
    int status = check_standard_streams(command, source, o);
    if (o->output != NULL)
        base_text_add(&output, "%s", o->output);
    else
        default_output(&output, source);
    if (status == CLI_EXIT_YES)
        status = cli_input_open(&input, source) ? compile_input(&input, command, base_text_of(&output), o)
                                                : cli_report_unreadable(&input, command);
    cli_input_close(&input);
    base_text_free(&output);
    return status;
}

static int compile_files(const cli_call *call, void *options)
{
    const cli_list *files = &call->operands;
    return files->count > 1 ? compile_hddl(call->usage->command, files, options)
                            : compile_source(call->usage->command, files->items[0], options);
}

/* An option for each language of constants. */
static void add_constant_options(cli_option *options, compile_options *o)
{
    for (size_t i = 0; i < HTNC_CONSTANT_LANGUAGES; i++) {
        const htnc_constant_language *language = &htnc_constant_languages()[i];
        options[i] =
            (cli_option){language->option, 0, CLI_OPTION_TEXT, &o->constants[i], language->file, language->help};
    }
}

int cli_command_compile(int argc, char **argv)
{
    compile_options o = {0};
    const cli_option before[] = {{"output", 'o', CLI_OPTION_TEXT, &o.output, "OUT.htnb", "where the blob goes"}};
    const cli_option behind[] = {
        {"emit-c", 0, CLI_OPTION_TEXT, &o.native, "FILE.c", "also write the domain as C, to compile into a game"},
        {"hot", 0, CLI_OPTION_LIST, &o.hot, "TASK", "--emit-c writes this task only; may be given several times"},
        {"depfile", 0, CLI_OPTION_TEXT, &o.depfile, "FILE.d",
         "also write a rule for make and ninja: the files that the blob depends on"},
        {"no-debug", 0, CLI_OPTION_FLAG, &o.no_debug, NULL,
         "leave out debug information: source lines and conditions for `htn explain`"},
        CLI_OPTION_HDDL_LOOPS(&o.loops),
        CLI_OPTION_COLOUR(&o.colour),
        CLI_OPTION_WARNINGS(&o.switches),
    };
    enum { BEFORE = sizeof before / sizeof *before, BEHIND = sizeof behind / sizeof *behind };
    cli_option options[BEFORE + HTNC_CONSTANT_LANGUAGES + BEHIND];
    memcpy(options, before, sizeof before);
    add_constant_options(options + BEFORE, &o);
    memcpy(options + BEFORE + HTNC_CONSTANT_LANGUAGES, behind, sizeof behind);
    const cli_usage usage = {argv[0],
                             "SRC.htn, or DOMAIN.hddl PROBLEM.hddl",
                             "Compiles a source, or a problem in HDDL, to a blob.",
                             description,
                             options,
                             sizeof options / sizeof *options,
                             1,
                             2};
    return cli_options_run(&usage, argc, argv, compile_files, &o);
}
