/*
 * What is known of a game that the tool is attached to: its agents' names, the chosen agent's domain, and its journal since it was
 * chosen, or since events were lost, from which everything else is replayed. Neighbours: attach_frames.h gives the messages; attach_commands.h asks.
 */
#pragma once

#include "cli/attach/attach_frames.h"
#include "cli/common/subject.h"

typedef struct attach_game {
    bool greeted, paused;
    uint32_t stopped_by; /* the break that stopped time, from 1; 0: none did */
    char **names;        /* by number */
    uint32_t count;
    size_t capacity;
    bool listed; /* all names are known */

    uint32_t chosen; /* HTN_NONE: none */
    uint8_t *blob;
    size_t blob_size, blob_got;
    uint32_t build;
    bool loaded;         /* `subject.domain` is that blob */
    cli_subject subject; /* its domain alone */

    base_text journal;   /* begins with a BEGIN; snapshots that go on with its run lie in it */
    uint32_t generation; /* another one for each journal: a new one begins where the old one does not go on */
    uint32_t ticks;      /* in it */
    uint32_t searches;   /* that have ended in it */

    uint32_t done; /* the ticket of the last answer */
    bool good;
    base_text said; /* lines for the person: what was refused, lost or noted */
} attach_game;

void attach_game_begin(attach_game *game);
void attach_game_end(attach_game *game);

/* The connection is gone. Which agent was chosen is kept, and its domain and journal until they come again. */
void attach_game_lost(attach_game *game);

/* Another agent, or the same again, is about to be chosen: domain and journal come anew. */
void attach_game_forget(attach_game *game);

/* Takes a message: an attach_hear. */
void attach_game_hear(void *game, const uint8_t *message, size_t size);
