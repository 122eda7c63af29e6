/*
 * The guards' minds: agents of Thumper over heist.htn, one for each guard, in one group. The game gives the compiled domain, and
 * calls one function per frame.
 */
#ifndef HEIST_GUARDS_H
#define HEIST_GUARDS_H

#include "heist_game.h"
#include "heist_tools.h"
#include <htn/htn.h>

typedef struct heist_guards heist_guards;

/*
 * Guards without a domain; `game` must outlive them. `lanes`: how many threads tick them, at most 8. With one, a guard that is
 * ticked later in a frame sees what the others did in it; with more, in the next frame.
 */
heist_guards *heist_guards_new(heist_game *game, uint32_t lanes);
void heist_guards_free(heist_guards *guards);

/*
 * Gives them a domain, or another build of it: what they do goes on. `blob` is copied. NULL, or why it was refused; then
 * nothing has changed.
 */
const char *heist_guards_load(heist_guards *guards, const void *blob, size_t size);

/* One frame, after heist_guards_load(). The status is that of the first agent that had a problem: htn_status_text(). */
htn_status heist_guards_tick(heist_guards *guards, uint64_t elapsed_us);

/*
 * Appends the game and its guards to bytes; and back again, over the build of the domain that there is. NULL, or why the save
 * was refused; then nothing has changed.
 */
void heist_guards_save(const heist_guards *guards, heist_bytes *to);
const char *heist_guards_restore(heist_guards *guards, const heist_bytes *save);

/* A guard's agent, and the journal that it writes to; both of the present build. */
htn_agent *heist_guards_agent(const heist_guards *guards, uint32_t guard, htn_journal **journal);

/* Keeps what the journals hold, and empties them; each tick does it. Everything that a guard's have held, of all builds. */
void heist_guards_read(heist_guards *guards);
const heist_bytes *heist_guards_journal(const heist_guards *guards, uint32_t guard);

/* The group's world. */
const htn_world *heist_guards_home(const heist_guards *guards);

#endif
