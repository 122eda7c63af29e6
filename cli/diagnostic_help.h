/* `htn help ID`: what a diagnostic means, an example that causes it, and the cure. */
#pragma once

#include <stdbool.h>

/* Prints the text about the diagnostic `id` on stdout. False, and nothing printed, where no diagnostic has that id. */
bool cli_diagnostic_help_print(const char *id);
