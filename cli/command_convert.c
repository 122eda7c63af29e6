/*
 * `htn convert`: translates a problem in HDDL to a .htn source, which can be read, changed and compiled. Neighbours:
 * hddl/convert/translate.h makes the text, hddl_subject.h opens the files, command_compile.c makes a blob of HDDL.
 */
#include "cli/commands.h"
#include "cli/common/exit_status.h"
#include "cli/common/files.h"
#include "cli/common/hddl_subject.h"
#include "cli/common/option_table.h"
#include "cli/common/options.h"
#include "cli/common/output_files.h"
#include "cli/common/usage_error.h"
#include <stdio.h>
#include <string.h>

static const char description[] = "The source goes to stdout, or to OUT. It compiles to the same blob as\n"
                                  "`htn compile DOMAIN.hddl PROBLEM.hddl`. What no plan can use is left out.\n"
                                  "docs/hddl.md says how each construct is translated.\n\n"
                                  "  htn convert domain.hddl p01.hddl -o p01.htn && htn plan p01.htn";

typedef struct convert_options {
    const char *output;
    uint32_t loops, colour;
    cli_list switches;
} convert_options;

/* `output`: NULL or `-` is stdout. */
static int write_text(const char *command, const char *text, const char *output)
{
    cli_output outputs[] = {{.path = output != NULL ? output : "-", .bytes = text, .size = strlen(text)}};
    const char *failed, *problem;
    if (cli_write_files(outputs, 1, &failed, &problem))
        return CLI_EXIT_YES;
    fprintf(stderr, "htn %s: cannot write '%s': %s\n", command, failed, problem);
    return CLI_EXIT_USAGE;
}

static int convert(const cli_call *call, void *options)
{
    const convert_options *o = options;
    const char *command = call->usage->command;
    const cli_list *files = &call->operands;
    cli_hddl hddl = {.goal = CLI_HDDL_TRANSLATE, .loops = (hddl_loops)o->loops};
    const htnc_options compiled = {.workspace.switches = o->switches.items,
                                   .workspace.switch_count = o->switches.count};
    for (size_t i = 0; i < files->count; i++)
        if (o->output != NULL && cli_would_replace(o->output, files->items[i]))
            return cli_usage_error(command, "the output '%s' would overwrite the source '%s'", o->output,
                                   files->items[i]);
    int status = cli_hddl_open(&hddl, command, files->items[0], files->items[1], &compiled, o->colour);
    if (status == CLI_EXIT_YES)
        status = write_text(command, hddl.text, o->output);
    cli_hddl_close(&hddl);
    return status;
}

int cli_command_convert(int argc, char **argv)
{
    convert_options o = {0};
    const cli_option options[] = {
        {"output", 'o', CLI_OPTION_TEXT, &o.output, "OUT.htn", "where the source goes (default: stdout)"},
        CLI_OPTION_HDDL_LOOPS(&o.loops),
        CLI_OPTION_COLOUR(&o.colour),
        CLI_OPTION_WARNINGS(&o.switches),
    };
    const cli_usage usage = {argv[0],
                             "DOMAIN.hddl PROBLEM.hddl",
                             "Translates a problem in HDDL to a .htn source.",
                             description,
                             options,
                             sizeof options / sizeof *options,
                             2,
                             2};
    return cli_options_run(&usage, argc, argv, convert, &o);
}
