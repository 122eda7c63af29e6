/* The manual page htn(1), made from the option tables of the commands: `htn help --man`. */
#pragma once

#include "cli/common/option_table.h"

/* What stands before the commands and behind them. */
void cli_man_print_head(void);
void cli_man_print_tail(void);

/* One command: its usage, its options and its description. */
void cli_man_print_command(const cli_usage *usage);
