/*
 * The parser of command lines, the same for all commands. A table (option_table.h) says which options a command has.
 * Accepted forms: `--name value`, `--name=value`, `-o value`, `-ovalue`. Options and operands may be mixed; `--` ends the
 * options. An error names what is wrong, and the most similar option that exists.
 */
#pragma once

#include "cli/common/option_table.h"

/* A command line that was accepted. The variables that the option table points to have their values. */
typedef struct cli_call {
    const cli_usage *usage;
    int argc;
    char **argv;
    cli_list operands;
} cli_call;

/*
 * Parses a command line and calls `run` with it; `options` is passed on to `run`: the struct that the option table writes to.
 * Prints the help instead where the command line asks for it, or an error where it is wrong. Returns the exit status.
 */
int cli_options_run(const cli_usage *usage, int argc, char **argv, int (*run)(const cli_call *call, void *options),
                    void *options);

/* Whether the option `--name` is on the command line. */
bool cli_option_is_given(const cli_call *call, const char *name);
