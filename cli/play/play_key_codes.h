/* Keys of the live view that are no characters. A character's key is its byte. */
#pragma once

enum {
    PLAY_KEY_ENTER = 0x1000,
    PLAY_KEY_BACK, /* backspace */
    PLAY_KEY_TAB,
    PLAY_KEY_ESCAPE,
    PLAY_KEY_CLEAR, /* control-U */
    PLAY_KEY_UP,
    PLAY_KEY_DOWN,
    PLAY_KEY_LEFT,
    PLAY_KEY_RIGHT,
    PLAY_KEY_PAGE_UP,
    PLAY_KEY_PAGE_DOWN
};
