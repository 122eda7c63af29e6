/* The difference of two texts, for people and for `patch`. */
#pragma once

#include <stddef.h>
#include <stdio.h>

/* Prints a unified diff with three lines of context. `name`: the file, for the head of the diff. */
void cli_print_text_diff(FILE *to, const char *name, const char *before, size_t before_size, const char *after,
                         size_t after_size);
