/* Output files that appear complete or not at all. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* One file of several that are written together. */
typedef struct cli_output {
    const char *path; /* `-`: standard output */
    const char *bytes;
    size_t size;
    bool keeps_equal; /* a file that has these bytes already is not written again */
    char *temporary;  /* NULL; used by cli_write_files() */
    bool kept;        /* false; used by cli_write_files() */
} cli_output;

/*
 * Writes all files or none: each to a temporary file beside it first, then all are renamed. Returns false if that fails:
 * then `*failed` is the path, `*problem` says why, and no file was changed. Standard output, pipes, devices and links are written as
 * they are, behind the files. A file that is replaced keeps its mode; one that nobody may write is not replaced. Signals that end the program wait until no temporary file is left.
 */
bool cli_write_files(cli_output *outputs, size_t count, const char **failed, const char **problem);

/*
 * Whether cli_write_files() could write the path now, as far as can be told before; what is there stays as it is. False: `*problem` says
 * why not.
 */
bool cli_can_write(const char *path, const char **problem);
