/*
 * Completion for shells, made from the option tables of the commands: `htn completion bash`. A script is a head, a part for each command,
 * which the command prints itself (`--help=bash`), and a tail.
 */
#pragma once

#include "cli/common/option_table.h"

/* A command as the overview of `htn help` shows it. */
typedef struct cli_command_line {
    const char *name;
    const char *summary;
} cli_command_line;

/* Whether there is completion for the shell: bash, zsh and fish. */
bool cli_shell_is_known(const char *shell);

/* The parts of a script, on stdout. */
void cli_shell_print_head(const char *shell, const cli_command_line *commands, size_t count);
void cli_shell_print_command(const char *shell, const cli_usage *usage);
void cli_shell_print_tail(const char *shell);
