/*
 * What the files of the live view share: what is shown and selected, painting, panes, the prompt. Only play_view.c and play_paint.c
 * know curses; the others say what stands where. Everything is clipped, so that a terminal of any size will do.
 */
#ifndef CLI_PLAY_SCREEN_H
#define CLI_PLAY_SCREEN_H

#include "base/text.h"
#include "cli/play/play_model.h"
#include "cli/play/play_rows.h"

/* How something is painted. One of them, and flags. */
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

/* Signs, in UTF-8 or ASCII. */
typedef struct play_signs {
    const char *done, *running, *todo, *aborting, *changed, *line, *wall, *bar, *rest, *cut;
} play_signs;

/* A rectangle of the screen. */
typedef struct play_area {
    int y, x, height, width;
} play_area;

/* The line that is being typed. */
typedef struct play_prompt {
    bool open;
    base_text text;
    base_text begun; /* what was there when completion began */
    uint32_t offers; /* completions gone through */
    bool completing;
    char **past; /* lines carried out before */
    size_t past_count, past_capacity, recalled;
} play_prompt;

typedef enum play_focus { PLAY_FOCUS_WORLD, PLAY_FOCUS_PLAN } play_focus;

typedef struct play_screen {
    play_model *model;
    play_signs signs;
    int height, width;
    bool colour;
    bool playing; /* time runs */
    bool tree;    /* it is shown */
    play_focus focus;
    size_t row, row_top; /* of the world: selected, first shown */
    uint32_t step;       /* id of the selected step; 0: none */
    uint32_t layer;      /* whose tree is shown */
    size_t tree_top, log_back;
    bool *unfolded; /* by property: tables of which all cells are shown */
    play_prompt prompt;
    base_text message; /* one line; or several, which are shown as a page */
    bool wrong;        /* it is an error */
    bool page;         /* several lines, over everything else */
    size_t page_top;
    play_world_rows world;
} play_screen;

/* play_paint.c: text at a place, in at most `width` columns; escape sequences for colours count for nothing and are heeded. Its columns. */
int play_put(const play_screen *screen, int y, int x, int width, unsigned paint, const char *text);
void play_fill(const play_screen *screen, int y, int x, int width, unsigned paint, const char *sign);
/* A cursor there. */
void play_cursor(const play_screen *screen, int y, int x);

/* play_panes.c */
void play_draw(play_screen *screen);

/* play_prompt.c: what a key does to the line. `key`: a byte of it, or one of these. True: the line is to be carried out. */
enum {
    PLAY_KEY_ENTER = 0x1000,
    PLAY_KEY_BACK,
    PLAY_KEY_TAB,
    PLAY_KEY_ESCAPE,
    PLAY_KEY_UP,
    PLAY_KEY_DOWN,
    PLAY_KEY_CLEAR
};
bool play_prompt_key(play_prompt *prompt, const play_model *model, int key);
void play_prompt_open(play_prompt *prompt, const char *text);
void play_prompt_free(play_prompt *prompt);

/* play_keys.c: what a key means where nothing is typed. `key`: a character, or one of the above or these. */
enum { PLAY_KEY_LEFT = 0x1100, PLAY_KEY_RIGHT, PLAY_KEY_PAGE_UP, PLAY_KEY_PAGE_DOWN };
/* False: to be left. */
bool play_key(play_screen *screen, int key);

/* The index of the step in progress that `s` and `f` would end: the selected one, or the first; HTN_NONE: there is none. */
uint32_t play_selected_step(const play_screen *screen);

/* Carries out a line; what it is answered becomes the message. False: to be left. */
bool play_line(play_screen *screen, const char *line);
void play_say(play_screen *screen, bool wrong, const char *text);

#endif
