/*
 * The game of the heist without its guards' minds: a house of cells, 50 guards, 6 thieves and the gold. It knows nothing of
 * planning. heist_guards.c is the AI; heist.c shows the house.
 *
 * All of the state is in one struct without pointers, so a saved game is a copy of it. The same seed and the same frames make
 * the same game on every machine.
 */
#ifndef HEIST_GAME_H
#define HEIST_GAME_H

#include <stdbool.h>
#include <stdint.h>

enum { HEIST_WIDTH = 60, HEIST_HEIGHT = 34, HEIST_GUARDS = 50, HEIST_THIEVES = 6, HEIST_GOLD = 10, HEIST_FAR = 99 };

typedef struct heist_cell {
    uint8_t x, y;
} heist_cell;

/* Somebody who walks. Moves a cell at a time; `moved_us` counts up to the time that a cell takes. */
typedef struct heist_walker {
    heist_cell at, from;
    uint32_t moved_us;
} heist_walker;

/* Where a guard goes. */
typedef enum heist_goal { HEIST_GOAL_BEAT, HEIST_GOAL_HOME, HEIST_GOAL_AROUND } heist_goal;

typedef struct heist_guard {
    heist_walker walker;
    heist_cell home;    /* where it rests */
    heist_cell beat[4]; /* the corners of its patrol */
    heist_cell goal;    /* of its present walk */
    bool runs;          /* to that goal */
    uint8_t corner;     /* which corner comes next */
    uint32_t tired;     /* 0 to 100,000 */
    uint32_t random;    /* its own random numbers, so that guards may be ticked in any order */
} heist_guard;

/* What a thief does: HEIST_AWAY: there is no thief in this slot; one comes when `wait_us` is over. */
typedef enum heist_doing { HEIST_AWAY, HEIST_SNEAKS, HEIST_TAKES, HEIST_FLEES } heist_doing;

typedef struct heist_thief {
    heist_walker walker;
    heist_doing doing;
    uint32_t wait_us;
    uint8_t gold;     /* which gold it is after; HEIST_GOLD: none */
    int32_t instance; /* the AI's number of it; -1: none */
} heist_thief;

typedef struct heist_game {
    heist_guard guards[HEIST_GUARDS];
    heist_thief thieves[HEIST_THIEVES];
    heist_cell gold[HEIST_GOLD];
    bool taken[HEIST_GOLD];
    uint32_t random, frame, arrested, escaped, stolen;
} heist_game;

/* Path lengths from one cell to all others, in cells; HEIST_FAR: that or more. */
typedef struct heist_distances {
    uint8_t of[HEIST_HEIGHT][HEIST_WIDTH];
} heist_distances;

void heist_start(heist_game *game, uint32_t seed);

/* One frame of the thieves. The guards are moved by the AI, with the functions below. */
void heist_move_thieves(heist_game *game, uint32_t elapsed_us);

bool heist_is_wall(uint32_t x, uint32_t y);
bool heist_is_home(uint32_t x, uint32_t y);
void heist_measure(heist_distances *distances, heist_cell from);

/* Whether a wall stands between two cells, and whether they are near enough to see each other. */
bool heist_sees(heist_cell from, heist_cell to);

/* Moves towards a cell for one frame. True: it is there. */
bool heist_walk(heist_walker *walker, heist_cell goal, uint32_t elapsed_us, uint32_t us_per_cell);

/* Chooses the goal of a guard's walk. */
void heist_guard_sets_out(heist_guard *guard, heist_goal goal);

/*
 * A frame of a guard's walk to its goal, of a chase, or of its rest. True: it is there, has caught the thief, or is rested.
 * Walking makes tired.
 */
bool heist_guard_walks(heist_guard *guard, uint32_t elapsed_us);
bool heist_guard_chases(heist_guard *guard, heist_cell thief, uint32_t elapsed_us);
bool heist_guard_rests(heist_guard *guard, uint32_t elapsed_us);

/* The next random number below `bound`. */
uint32_t heist_random(uint32_t *state, uint32_t bound);

/* A free cell within `radius` of another. */
heist_cell heist_cell_near(uint32_t *random, heist_cell cell, uint32_t radius);

/* The thief with this instance; NULL: none. */
const heist_thief *heist_thief_of(const heist_game *game, int32_t instance);

/* A thief is gone, because it was arrested. Its gold lies there again. */
void heist_arrested(heist_game *game, uint32_t thief);

#endif
