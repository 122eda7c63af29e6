/* `htn help COMMAND`: prints the help of a command. */
#pragma once

#include "cli/common/option_table.h"

/* Prints usage, options and description of a command on stdout, as `--help` does. */
void cli_help_print(const cli_usage *usage);
