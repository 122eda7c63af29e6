/* The standard streams: whether a person reads them, and whether they take colours and UTF-8. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/*
 * To be called first. From then on the standard streams carry bytes as they are, and a console shows UTF-8. On POSIX they always do. On
 * Windows the console gets its code page back at the end of the program.
 */
void cli_prepare_streams(void);

/* Whether a stream is a terminal, so that a person is at its other end. */
bool cli_is_terminal(FILE *stream);

/* What the option --color says. */
enum { CLI_COLOUR_AUTO, CLI_COLOUR_ALWAYS, CLI_COLOUR_NEVER };

/*
 * Whether to colour what goes to `stream`. `choice` is a CLI_COLOUR_*. AUTO: only a terminal that is not dumb, and not if
 * NO_COLOR is set in the environment.
 */
bool cli_wants_colour(FILE *stream, uint32_t choice);

/* Whether text may be UTF-8, by the locale in the environment; on Windows by the console. */
bool cli_wants_utf8(void);

/* Columns of a terminal; 80 where the stream is none, or does not say. */
size_t cli_columns(FILE *stream);

/* Flushes. Returns false if something that was written is lost. A reader that went away (`| head`) is no loss. */
bool cli_flush(FILE *stream);
