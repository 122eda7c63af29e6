/* Draws the live view. */
#ifndef CLI_PLAY_PANES_H
#define CLI_PLAY_PANES_H

#include "cli/play/play_screen.h"

void play_draw(play_screen *screen);

#endif
