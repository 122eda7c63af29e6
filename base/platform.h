/*
 * What differs between hosts, kept out of the subcommands: terminals, whole files, and outputs that appear
 * complete or not at all.
 */
#ifndef BASE_PLATFORM_H
#define BASE_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Whether a person reads it. */
bool base_is_terminal(FILE *stream);

/* Whether a person asked for colours on the command line. */
enum { BASE_COLOUR_AUTO, BASE_COLOUR_ALWAYS, BASE_COLOUR_NEVER };

/* Whether to colour what goes to `stream`; `choice` is BASE_COLOUR_*. NO_COLOR in the environment is honoured. */
bool base_wants_colour(FILE *stream, uint32_t choice);

/* Whether a person sits at the other end. */
bool base_is_terminal(FILE *stream);

/* Milliseconds since some time or other, which no clock that is set changes. */
uint64_t base_milliseconds(void);

/* Seconds on a clock that nobody sets, and what it showed when this process began, as near as the host can tell. */
double base_seconds(void);
double base_seconds_at_start(void);

/* Seconds of processor time that this process has used, all its threads together. */
double base_processor_seconds(void);

/* Bytes of memory that the machine has; 0: the host does not tell. */
uint64_t base_physical_memory(void);

/*
 * Ends the process with `status` after so many seconds (of processor time, if asked), saying `message` on stderr: the last
 * resort against work that does not look at the clock. 0 seconds: calls it off. False: this host has no such thing.
 */
bool base_end_after(double seconds, bool processor, const char *message, int status);

/* Whether text may be UTF-8, by the locale in the environment. */
bool base_wants_utf8(void);

/* False where something written earlier was lost. A reader that went away (`| head`) is no loss. */
bool base_flush(FILE *stream);

/* The whole of a file in malloc'ed memory with a NUL behind it; NULL: `*problem` says why. */
char *base_read_file(const char *path, size_t *size, const char **problem);

/* The same of what comes on standard input. */
char *base_read_standard_input(size_t *size, const char **problem);

/* Another number whenever a file has been written or replaced; 0: there is none. */
uint64_t base_file_stamp(const char *path);

/* Whether it is a file that may be read twice: no pipe, no device, no folder, and there. */
bool base_is_regular(const char *path);

/* Whether two paths name the same existing file. */
bool base_same_file(const char *a, const char *b);

/* Whether two outputs are one: also where the file is not there yet, and the paths are spelled differently. */
bool base_same_output(const char *a, const char *b);

/* One file of several that are written together. */
typedef struct base_output {
    const char *path; /* `-`: standard output */
    const char *bytes;
    size_t size;
    char *temporary; /* this module's */
} base_output;

/*
 * Writes all of them or none: each to a temporary beside it first, then renamed. False: nothing was changed, `*failed`
 * is the path and `*problem` says why.
 */
bool base_write_files(base_output *outputs, size_t count, const char **failed, const char **problem);

#endif
