/*
 * FILE as it is read: once, whatever it turns out to be, so that a pipe and standard input (`-`) will do. What it is,
 * a source or a blob, is asked of its bytes. Neighbours: platform.h reads, subject.h goes on from here.
 */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include "compiler/htnc.h"

typedef struct cli_input {
    const char *name; /* the path; of standard input `<stdin>` */
    char *bytes;      /* NULL: unreadable */
    size_t size;
    const char *problem; /* why it is not to be had */
} cli_input;

typedef enum cli_input_kind {
    CLI_INPUT_SOURCE,
    CLI_INPUT_BLOB,
    CLI_INPUT_CUT_SHORT, /* named as a blob, or without a name that says otherwise, and shorter than a blob's magic */
    CLI_INPUT_BINARY     /* neither text nor a blob */
} cli_input_kind;

/* Whether FILE stands for standard input. */
bool cli_input_is_standard(const char *path);

/* False: `problem` says why. cli_input_close() in either case. */
bool cli_input_open(cli_input *input, const char *path);
void cli_input_close(cli_input *input);

/*
 * Whether the file at `path` is HDDL: by its name, or where that says nothing, by its first bytes. What can be read only once (standard
 * input, a pipe) is not looked at.
 */
typedef enum cli_hddl_guess { CLI_HDDL_NO, CLI_HDDL_UNKNOWN, CLI_HDDL_YES } cli_hddl_guess;
cli_hddl_guess cli_guess_hddl(const char *path);

static inline bool cli_is_hddl(const char *path)
{
    return cli_guess_hddl(path) == CLI_HDDL_YES;
}

/* The same of what was read: the first that is neither blank nor comment is a parenthesis. */
bool cli_input_is_hddl(const cli_input *input);

cli_input_kind cli_input_kind_of(const cli_input *input);

/*
 * Compiles what was read. Imports are read from the file system, those of standard input relative to the folder that
 * the tool runs in. Where it is a blob: HTNC_UNREADABLE, and `problem` of the compilation says so.
 */
htnc_result cli_input_compile(cli_input *input, htnc_compilation *compilation, htnc_options *options);

#endif
