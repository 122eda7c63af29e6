/* A result that goes to a file of the user's choice, such as `--svg OUT.svg`. */
#pragma once

#include "base/text.h"

/*
 * Writes `text` to `path`; `-` is standard output. `option`: `--svg`, for messages. Refuses the names of sources and blobs, and the file
 * `source` (may be NULL). Returns the exit status, after printing what is wrong.
 */
int cli_write_result(const char *command, const char *option, const char *path, const base_text *text,
                     const char *source);

/* Whether a result goes to standard output, so that nothing else should. `path` may be NULL: no. */
bool cli_is_standard_output(const char *path);
