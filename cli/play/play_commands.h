/*
 * The commands of a play, the same in a script and at the live view's prompt. One table has all of them: for reading, for
 * help and for completion.
 */
#pragma once

#include "base/text.h"
#include "cli/play/play_model.h"

typedef enum play_result {
    PLAY_DONE,
    PLAY_WRONG, /* nothing was done; the answer says why */
    PLAY_QUIT
} play_result;

/*
 * Does what a line says. `answer` gets the answer: lines, each with its line end. What else the command leads to is in the log.
 * Blank lines do nothing; a `#` that begins a word begins a comment.
 */
play_result play_command(play_model *model, const char *line, base_text *answer);

/* The name of the command at `index`; NULL: there are no more. */
const char *play_command_name(uint32_t index);
