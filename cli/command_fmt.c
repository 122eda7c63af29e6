/*
 * `htn fmt`: lays out sources. Neighbours: compiler/format does the work; text_diff.h shows what would change.
 */
#include "cli/commands.h"
#include "cli/common/exit_status.h"
#include "cli/common/input.h"
#include "cli/common/option_table.h"
#include "cli/common/options.h"
#include "cli/common/output_files.h"
#include "cli/common/text_diff.h"
#include "cli/common/usage_error.h"
#include "compiler/format/format.h"
#include <stdio.h>
#include <string.h>

static const char description[] =
    "Each source is written again where its layout changes. SRC may be `-` for standard input; then the\n"
    "layout goes to standard output. Only blanks, line ends and the place of comments change. A source need\n"
    "not compile: a part with a syntax error stays as it is, the others are laid out.\n"
    "With --check or --diff nothing is written; the exit status is 1 if a layout would change.\n\n"
    "  htn fmt domains/*.htn\n"
    "  htn fmt --check domains/*.htn";

typedef struct fmt_options {
    bool check, diff;
} fmt_options;

static int refuse(const char *command, const char *name, const char *problem)
{
    fprintf(stderr, "htn %s: cannot lay out '%s': %s\n", command, name, problem);
    return CLI_EXIT_USAGE;
}

static int write_layout(const char *command, const char *path, const htnc_formatted *f)
{
    cli_output output = {.path = path, .bytes = f->text, .size = f->length};
    const char *failed, *problem;
    if (!f->changed && !cli_input_is_standard(path))
        return CLI_EXIT_YES;
    if (cli_write_files(&output, 1, &failed, &problem))
        return CLI_EXIT_YES;
    fprintf(stderr, "htn %s: cannot write '%s': %s\n", command, failed, problem);
    return CLI_EXIT_USAGE;
}

/* What --check and --diff say about one source. */
static int show_change(const cli_input *input, const htnc_formatted *f, const fmt_options *o)
{
    if (!f->changed)
        return CLI_EXIT_YES;
    if (o->diff)
        cli_print_text_diff(stdout, input->name, input->bytes, input->size, f->text, f->length);
    else
        printf("%s\n", input->name);
    return CLI_EXIT_NO;
}

static int lay_out(const char *command, const char *path, const cli_input *input, const fmt_options *o)
{
    const cli_input_kind kind = cli_input_kind_of(input);
    if (kind == CLI_INPUT_BLOB || kind == CLI_INPUT_BINARY)
        return refuse(command, input->name,
                      kind == CLI_INPUT_BLOB ? "it is a compiled blob, not a source" : "it is not a source");
    htnc_formatted f;
    int status = CLI_EXIT_LIMIT;
    if (htnc_format(&f, input->bytes, input->size, NULL) == BASE_OUT_OF_MEMORY)
        fprintf(stderr, "htn %s: out of memory\n", command);
    else if (f.refused)
        status = refuse(command, input->name, "its tokens would change, which is a fault of htn; it stays as it is");
    else
        status = o->check || o->diff ? show_change(input, &f, o) : write_layout(command, path, &f);
    if (f.kept > 0)
        fprintf(stderr, "%s:%u: %u part%s with syntax errors stay%s as %s; `htn check` shows them\n", input->name,
                f.kept_at, f.kept, f.kept == 1 ? "" : "s", f.kept == 1 ? "s" : "", f.kept == 1 ? "it is" : "they are");
    htnc_formatted_free(&f);
    return status;
}

static int lay_out_all(const cli_call *call, void *options)
{
    const char *command = call->usage->command;
    int status = CLI_EXIT_YES;
    for (size_t i = 0; i < call->operands.count; i++) {
        const char *path = call->operands.items[i];
        cli_input input;
        int one;
        if (!cli_input_open(&input, path)) {
            fprintf(stderr, "htn %s: cannot read '%s': %s\n", command, input.name, input.problem);
            one = CLI_EXIT_USAGE;
        } else {
            one = lay_out(command, path, &input, options);
            cli_input_close(&input);
        }
        status = one > status ? one : status;
    }
    return status;
}

int cli_command_fmt(int argc, char **argv)
{
    fmt_options o = {0};
    const cli_option options[] = {
        {"check", 0, CLI_OPTION_FLAG, &o.check, NULL, "write nothing; name the sources whose layout would change"},
        {"diff", 0, CLI_OPTION_FLAG, &o.diff, NULL, "write nothing; print what would change, as a unified diff"},
    };
    const cli_usage usage = {argv[0],
                             "SRC.htn...",
                             "Lays out sources: the same layout for all, without options.",
                             description,
                             options,
                             sizeof options / sizeof *options,
                             1,
                             0};
    return cli_options_run(&usage, argc, argv, lay_out_all, &o);
}
