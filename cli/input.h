/*
 * FILE as it is read: once, whatever it turns out to be, so that a pipe and standard input (`-`) will do. What it is,
 * a source or a blob, is asked of its bytes. Neighbours: platform.h reads, subject.h goes on from here.
 */
#ifndef HTN_CLI_INPUT_H
#define HTN_CLI_INPUT_H

#include "htnc.h"

typedef struct htn_input {
    const char *name; /* the path; of standard input `<stdin>` */
    char *bytes;      /* NULL: unreadable */
    size_t size;
    const char *problem; /* why it is not to be had */
} htn_input;

typedef enum htn_input_kind {
    HTN_INPUT_SOURCE,
    HTN_INPUT_BLOB,
    HTN_INPUT_CUT_SHORT, /* named as a blob, or without a name that says otherwise, and shorter than a blob's magic */
    HTN_INPUT_BINARY     /* neither text nor a blob */
} htn_input_kind;

/* Whether FILE stands for standard input. */
bool htn_input_is_standard(const char *path);

/* False: `problem` says why. htn_input_close() in either case. */
bool htn_input_open(htn_input *input, const char *path);
void htn_input_close(htn_input *input);

/*
 * Whether the file at `path` is HDDL: by its name, or where that says nothing, by its first bytes. What can be read only once (standard
 * input, a pipe) is not looked at.
 */
typedef enum htn_hddl_guess { HTN_HDDL_NO, HTN_HDDL_UNKNOWN, HTN_HDDL_YES } htn_hddl_guess;
htn_hddl_guess htn_guess_hddl(const char *path);

static inline bool htn_is_hddl(const char *path)
{
    return htn_guess_hddl(path) == HTN_HDDL_YES;
}

/* The same of what was read: the first that is neither blank nor comment is a parenthesis. */
bool htn_input_is_hddl(const htn_input *input);

htn_input_kind htn_input_kind_of(const htn_input *input);

/*
 * Compiles what was read. Imports are read from the file system, those of standard input relative to the folder that
 * the tool runs in. Where it is a blob: HTNC_UNREADABLE, and `problem` of the compilation says so.
 */
htnc_result htn_input_compile(htn_input *input, htnc_compilation *compilation, htnc_options *options);

#endif
