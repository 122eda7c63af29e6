/* Paints text on the terminal. Everything is clipped, so a terminal of any size will do. */
#pragma once

#include "cli/play/play_screen.h"

/* How text is painted: one of the colours, and flags. */
typedef enum play_paint {
    PLAY_PLAIN,
    PLAY_GREEN,
    PLAY_RED,
    PLAY_YELLOW,
    PLAY_CYAN,
    PLAY_BLUE,
    PLAY_COLOURS,
    PLAY_BOLD = 16,
    PLAY_DIM = 32,
    PLAY_REVERSE = 64
} play_paint;

/* A rectangle of the screen. */
typedef struct play_area {
    int y, x, height, width;
} play_area;

/*
 * Paints a text in at most `width` columns. Escape sequences for colours in it take no columns and are obeyed. Returns the
 * columns that it took.
 */
int play_put(const play_screen *screen, int y, int x, int width, unsigned paint, const char *text);

/* Paints a sign `width` times. */
void play_fill(const play_screen *screen, int y, int x, int width, unsigned paint, const char *sign);

/* Puts the cursor there. */
void play_cursor(const play_screen *screen, int y, int x);
