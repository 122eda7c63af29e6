/* What the keys of the live view do. */
#ifndef CLI_PLAY_KEYS_H
#define CLI_PLAY_KEYS_H

#include "cli/play/play_screen.h"

/* Does what a key says: a character, or a PLAY_KEY_*. False: the person leaves. */
bool play_key(play_screen *screen, int key);

#endif
