/* `htn help ID`: what a diagnostic means, an example that causes it, and the cure. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Prints the text about the diagnostic `id` on stdout. False, and nothing printed, where no diagnostic has that id. */
bool cli_diagnostic_help_print(const char *id);

/* The id at an index, in the order of the page; NULL: there are no more. */
const char *cli_diagnostic_id(size_t index);
