/* A result that goes to a file of the user's choice, such as `--svg OUT.svg`. */
#pragma once

#include "base/text.h"
#include "cli/common/options.h"
#include "cli/common/subject.h"

/*
 * Refuses the names of sources and blobs as the `path` of a result, and every file that the command reads: `files`, and the sources of
 * `subject` with their imports; both may be NULL. `-` passes. `option`: `--svg`, for messages. Returns the exit status, after printing what
 * is wrong.
 */
int cli_check_result(const char *command, const char *option, const char *path, const cli_list *files,
                     const cli_subject *subject);

/* The same check; then writes `text` to `path`; `-` is standard output. */
int cli_write_result(const char *command, const char *option, const char *path, const base_text *text,
                     const cli_list *files, const cli_subject *subject);

/* Whether a result goes to standard output, so that nothing else should. `path` may be NULL: no. */
bool cli_is_standard_output(const char *path);
