/* Files that the user names: reading them whole, and whether two paths mean one file. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * fopen() for a binary file. Where `path` is a pipe with nobody at its other end, stderr says after a second what is waited for.
 * `writes`: opened to be written, else to be read. NULL: errno says why.
 */
FILE *cli_open_file(const char *path, bool writes);

/*
 * Reads a whole file into malloc'ed memory, which the caller frees; a NUL follows the last byte and is not counted in `*size`.
 * Returns NULL where it cannot be read; then `*problem` says why.
 */
char *cli_read_file(const char *path, size_t *size, const char **problem);

/* The same for standard input. */
char *cli_read_standard_input(size_t *size, const char **problem);

/* A number that changes whenever the file is written or replaced. Returns 0 if there is no such file. */
uint64_t cli_file_stamp(const char *path);

/* Whether the path is an existing regular file, which can be read twice: no pipe, device or folder. */
bool cli_is_regular(const char *path);

/* Whether two paths name the same existing file. */
bool cli_same_file(const char *a, const char *b);

/*
 * Whether an output would replace a file that is read. `input`: a path; `-` and `<stdin>` are what standard input comes from. No output
 * replaces anything if it is standard output.
 */
bool cli_would_replace(const char *output, const char *input);

/* Whether two outputs are the same file, also if it does not exist yet and the paths are spelled differently. */
bool cli_same_output(const char *a, const char *b);
