/*
 * FILE as a command reads it: once and whole, whatever it contains, so that a pipe and standard input (`-`) also work.
 * Its bytes, not its name alone, say whether it is a source or a blob. Neighbours: files.h reads the file;
 * subject.h turns the input into a domain; hddl_input.h recognises HDDL.
 */
#pragma once

#include "base/workspace.h"
#include "compiler/htnc.h"

typedef struct cli_input {
    const char *name; /* the path; `<stdin>` for standard input */
    char *bytes;      /* NULL: the file could not be read */
    size_t size;
    const char *problem; /* why it could not be read */
} cli_input;

typedef enum cli_input_kind {
    CLI_INPUT_SOURCE,
    CLI_INPUT_BLOB,
    CLI_INPUT_CUT_SHORT, /* shorter than a blob's magic number, and not named as a source */
    CLI_INPUT_BINARY     /* neither text nor a blob */
} cli_input_kind;

/* Whether FILE is `-`, standard input. */
bool cli_input_is_standard(const char *path);

/* Whether a path or a name ends with `end`. */
bool cli_name_ends_with(const char *name, const char *end);

/* Reads the whole file. False: `problem` says why it could not be read. Call cli_input_close() in either case. */
bool cli_input_open(cli_input *input, const char *path);
void cli_input_close(cli_input *input);

cli_input_kind cli_input_kind_of(const cli_input *input);

/*
 * Compiles the input. The compiler takes its bytes. Imports are read from the file system: for standard input relative to
 * the current folder. If the input is a blob the result is BASE_UNREADABLE, and `problem` of the compilation says so.
 */
base_result cli_input_compile(cli_input *input, htnc_compilation *compilation, htnc_options *options);
