/* The chosen agent as it is now: its journal, as far as it has come, replayed. */
#pragma once

#include "cli/attach/attach_game.h"
#include <htn/replay.h>

typedef struct attach_moment {
    htn_replay_cursor *cursor;
    const htn_world *world;
    htn_world copy; /* that may be changed */
    void *memory, *copy_memory;
} attach_moment;

/* NULL: it is open, and is to be closed; else why it cannot be, a sentence. */
const char *attach_moment_open(attach_moment *now, const attach_game *game);
void attach_moment_close(attach_moment *now);

/* What is asked, and how it is printed. */
typedef struct attach_asked {
    const char *command;
    uint32_t layer, task; /* task: HTN_NONE: the whole search */
    bool ascii;
    uint32_t colour; /* CLI_COLOUR_* */
} attach_asked;

/* Appends the latest search explained, as `htn explain --journal` does. NULL, or why it cannot. */
const char *attach_explain(base_text *out, attach_game *game, const attach_asked *asked);
