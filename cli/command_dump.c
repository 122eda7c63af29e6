/* `htn dump`: a blob as text. Neighbours: dump/dump_tables.h prints it. */
#include "cli/commands.h"
#include "cli/common/exit_status.h"
#include "cli/common/option_table.h"
#include "cli/common/options.h"
#include "cli/common/subject.h"
#include "cli/dump/dump_tables.h"

static const char description[] =
    "FILE is a compiled blob (.htnb) or a source (.htn), which is compiled first. Each run of instructions is\n"
    "shown with its source text, unless the blob has no debug information.";

typedef struct dump_options {
    cli_list switches;
    uint32_t colour;
} dump_options;

static int dump_file(const cli_call *call, void *options)
{
    const dump_options *o = options;
    cli_subject subject;
    const int status =
        cli_subject_open(&subject, call->usage->command, call->operands.items[0], &o->switches, o->colour);
    if (status == CLI_EXIT_YES)
        dump_domain(&subject.domain);
    cli_subject_close(&subject);
    return status;
}

int cli_command_dump(int argc, char **argv)
{
    dump_options o = {0};
    const cli_option options[] = {CLI_OPTION_COLOUR(&o.colour), CLI_OPTION_WARNINGS(&o.switches)};
    const cli_usage usage = {argv[0],     "FILE",  "Prints a blob's tables and disassembly.",
                             description, options, sizeof options / sizeof *options,
                             1,           1};
    return cli_options_run(&usage, argc, argv, dump_file, &o);
}
