/* What the keys of the live view do. */
#pragma once

#include "cli/play/play_screen.h"

/* Does what a key says: a character, or a PLAY_KEY_*. False: the person leaves. */
bool play_key(play_screen *screen, int key);
