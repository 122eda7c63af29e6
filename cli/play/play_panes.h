/* Draws the live view. */
#pragma once

#include "cli/play/play_screen.h"

void play_draw(play_screen *screen);
