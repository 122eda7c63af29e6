/* Prints diagnostics for a person: the message, the source line, a caret and tildes under the span, fix-its, notes. */
#pragma once

#include "base/diagnostic.h"
#include <stdio.h>

/*
 * Prints all diagnostics, ordered by their places in the sources: `file:line:column: error: message [id]`, then the source
 * line, the caret and the notes. `colour`: with escape sequences of a terminal.
 */
void base_diagnostics_print(const base_diagnostics *diagnostics, FILE *to, bool colour);
