/*
 * The words that a play is played by: the same at the live view's prompt and in a script. One table has every command, for
 * reading it, for help and for completion.
 */
#ifndef CLI_PLAY_COMMANDS_H
#define CLI_PLAY_COMMANDS_H

#include "base/text.h"
#include "cli/play/play_model.h"

typedef enum play_result {
    PLAY_DONE,
    PLAY_WRONG, /* nothing has been done, and the answer says why */
    PLAY_QUIT
} play_result;

/*
 * Carries out a line. `answer` gets what it is to be answered by (lines, each with its end), beside what is in the log then.
 * Blank lines, and what follows a `#` that begins a word, count for nothing.
 */
play_result play_command(play_model *model, const char *line, base_text *answer);

/*
 * What could stand in place of the last word of `line`: the `index`-th completion, as the whole line; false: there are no more.
 * Commands, properties, values, steps, types, tasks.
 */
bool play_complete(const play_model *model, const char *line, uint32_t index, base_text *completed);

/* The `index`-th command's name; NULL: there are no more. */
const char *play_command_name(uint32_t index);

#endif
