/*
 * The live view without a terminal: what is shown, what is selected, the message and the prompt. play_keys.h changes it and
 * play_panes.h draws it. Only play_view.c and play_paint.c call curses.
 */
#pragma once

#include "base/text.h"
#include "cli/play/play_model.h"
#include "cli/play/play_prompt.h"
#include "cli/play/play_rows.h"

/* Signs, in UTF-8 or ASCII. */
typedef struct play_signs {
    const char *done, *running, *todo, *aborting; /* of steps */
    const char *changed;                          /* of a cell */
    const char *line, *wall;                      /* between panes */
    const char *bar, *rest;                       /* of a step's duration: over, and left */
    const char *cut;                              /* where a text is cut off */
} play_signs;

typedef enum play_focus { PLAY_FOCUS_WORLD, PLAY_FOCUS_PLAN } play_focus;

typedef struct play_screen {
    play_model *model;
    play_signs signs;
    int height, width;
    bool colour;
    bool playing; /* time runs */
    bool tree;    /* the decomposition is shown */
    play_focus focus;
    size_t row, row_top;        /* of the world: the selected row, the first one that is shown */
    uint32_t step;              /* id of the selected step; 0: none */
    uint32_t layer;             /* whose decomposition is shown */
    size_t tree_top, log_back;  /* how far the decomposition and the log are scrolled */
    bool *unfolded;             /* by property: all cells of the table are shown */
    const cli_session *session; /* whose properties these are */
    play_prompt prompt;
    base_text message; /* one line; or several lines, shown as a page */
    bool wrong;        /* the message is an error */
    bool page;         /* the message covers everything else */
    size_t page_top;
    play_world_rows world;
} play_screen;

/* Shows a message. `wrong`: it is an error. */
void play_say(play_screen *screen, bool wrong, const char *text);

/* The step in progress that the keys `s` and `f` end, as an index: the selected one, or the first; HTN_NONE: there is none. */
uint32_t play_selected_step(const play_screen *screen);
