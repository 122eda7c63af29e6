/* The line that is typed in the live view: it is edited at its end, completed, and earlier lines can be recalled. */
#pragma once

#include "base/text.h"
#include "cli/play/play_model.h"

typedef struct play_prompt {
    bool open;
    base_text text;
    base_text begun; /* the text when completion began */
    uint32_t offers; /* how many completions have been shown */
    bool completing;
    char **past; /* lines that were entered before */
    size_t past_count, past_capacity;
    size_t recalled; /* index of the line that is shown; past_count: none of them */
} play_prompt;

/* Opens the prompt with a text. */
void play_prompt_open(play_prompt *prompt, const char *text);

/* Does what a key says: a byte of a character, or a PLAY_KEY_*. True: the line was entered and is to be carried out. */
bool play_prompt_key(play_prompt *prompt, const play_model *model, int key);

void play_prompt_free(play_prompt *prompt);
