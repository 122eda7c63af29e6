/*
 * What the files of the live view share: what is shown and selected, painting, panes, the prompt. Only run_view.c and run_paint.c
 * know curses; the others say what stands where. Everything is clipped, so that a terminal of any size will do.
 */
#ifndef CLI_RUN_SCREEN_H
#define CLI_RUN_SCREEN_H

#include "base/text.h"
#include "cli/play/run_model.h"
#include "cli/play/run_rows.h"

/* How something is painted. One of them, and flags. */
typedef enum run_paint {
    RUN_PLAIN,
    RUN_GREEN,
    RUN_RED,
    RUN_YELLOW,
    RUN_CYAN,
    RUN_BLUE,
    RUN_COLOURS,
    RUN_BOLD = 16,
    RUN_DIM = 32,
    RUN_REVERSE = 64
} run_paint;

/* Signs, in UTF-8 or ASCII. */
typedef struct run_signs {
    const char *done, *running, *todo, *aborting, *changed, *line, *wall, *bar, *rest, *cut;
} run_signs;

/* A rectangle of the screen. */
typedef struct run_area {
    int y, x, height, width;
} run_area;

/* The line that is being typed. */
typedef struct run_prompt {
    bool open;
    base_text text;
    base_text begun; /* what was there when completion began */
    uint32_t offers; /* completions gone through */
    bool completing;
    char **past; /* lines carried out before */
    size_t past_count, past_capacity, recalled;
} run_prompt;

typedef enum run_focus { RUN_FOCUS_WORLD, RUN_FOCUS_PLAN } run_focus;

typedef struct run_screen {
    run_model *model;
    run_signs signs;
    int height, width;
    bool colour;
    bool playing; /* time runs */
    bool tree;    /* it is shown */
    run_focus focus;
    size_t row, row_top; /* of the world: selected, first shown */
    uint32_t step;       /* id of the selected step; 0: none */
    uint32_t layer;      /* whose tree is shown */
    size_t tree_top, log_back;
    bool *unfolded; /* by property: tables of which all cells are shown */
    run_prompt prompt;
    base_text message; /* one line; or several, which are shown as a page */
    bool wrong;        /* it is an error */
    bool page;         /* several lines, over everything else */
    size_t page_top;
    run_world_rows world;
} run_screen;

/* run_paint.c: text at a place, in at most `width` columns; escape sequences for colours count for nothing and are heeded. Its columns. */
int run_put(const run_screen *screen, int y, int x, int width, unsigned paint, const char *text);
void run_fill(const run_screen *screen, int y, int x, int width, unsigned paint, const char *sign);
/* A cursor there. */
void run_cursor(const run_screen *screen, int y, int x);

/* run_panes.c */
void run_draw(run_screen *screen);

/* run_prompt.c: what a key does to the line. `key`: a byte of it, or one of these. True: the line is to be carried out. */
enum { RUN_KEY_ENTER = 0x1000, RUN_KEY_BACK, RUN_KEY_TAB, RUN_KEY_ESCAPE, RUN_KEY_UP, RUN_KEY_DOWN, RUN_KEY_CLEAR };
bool run_prompt_key(run_prompt *prompt, const run_model *model, int key);
void run_prompt_open(run_prompt *prompt, const char *text);
void run_prompt_free(run_prompt *prompt);

/* run_keys.c: what a key means where nothing is typed. `key`: a character, or one of the above or these. */
enum { RUN_KEY_LEFT = 0x1100, RUN_KEY_RIGHT, RUN_KEY_PAGE_UP, RUN_KEY_PAGE_DOWN };
/* False: to be left. */
bool run_key(run_screen *screen, int key);

/* The index of the step in progress that `s` and `f` would end: the selected one, or the first; HTN_NONE: there is none. */
uint32_t run_selected_step(const run_screen *screen);

/* Carries out a line; what it is answered becomes the message. False: to be left. */
bool run_line(run_screen *screen, const char *line);
void run_say(run_screen *screen, bool wrong, const char *text);

#endif
