/*
 * Recognises HDDL, the language of the planning competitions, and refuses it for commands that do not take it.
 * Neighbours: input.h reads files, hddl_subject.h opens a domain and a problem.
 */
#pragma once

#include "cli/common/input.h"

typedef enum cli_hddl_guess { CLI_HDDL_NO, CLI_HDDL_UNKNOWN, CLI_HDDL_YES } cli_hddl_guess;

/*
 * Whether the file at `path` is HDDL, by its name or, where the name does not say, by its first bytes. UNKNOWN for
 * files that can be read only once (standard input, a pipe) and for files that cannot be read.
 */
cli_hddl_guess cli_guess_hddl(const char *path);

static inline bool cli_is_hddl(const char *path)
{
    return cli_guess_hddl(path) == CLI_HDDL_YES;
}

/* The same for an input that has been read: HDDL begins with a parenthesis, after blanks and comments. */
bool cli_input_is_hddl(const cli_input *input);

/* Says on stderr that `command` does not take HDDL, and how to convert it. Returns CLI_EXIT_USAGE. */
int cli_refuse_hddl(const char *command, const char *path);

/* Says on stderr that HDDL needs two files, a domain and a problem. Returns CLI_EXIT_USAGE. */
int cli_ask_for_problem(const char *command, const char *path);
