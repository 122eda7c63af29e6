/*
 * The terminal of the live view; see play_view.h. Begins and ends curses, also on a signal; reads keys, lets time run, and looks
 * for changes of the source. play_panes.c draws, and play_keys.c does what keys say. Built without curses, the tool says that
 * it has no view (command_run.c).
 */
#include "cli/play/play_view.h"
#include "base/clock.h"
#include "base/text.h"
#include "cli/common/exit_status.h"
#include "cli/common/terminal.h"
#include "cli/play/play_actions.h"
#include "cli/play/play_key_codes.h"
#include "cli/play/play_keys.h"
#include "cli/play/play_paint.h"
#include "cli/play/play_panes.h"
#include "cli/play/play_prompt.h"
#include "cli/play/play_reload.h"
#include "cli/play/play_rows.h"
#include "cli/play/play_screen.h"
#include "cli/play/play_undo.h"
#if defined(HTN_CURSES)
#include <curses.h>
#include <term.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>

enum {                   /* milliseconds */
       WAIT = 50,        /* for a key, while time runs */
       LATE = 500,       /* the most that time runs at once, after the view was stopped */
       LOOK_EVERY = 300, /* for changes of the source */
};

static volatile sig_atomic_t ended_by; /* the signal that ends the view; 0: none */
static bool begun;                     /* curses has the terminal */

bool play_has_view(void)
{
    return true;
}

static void end_by_signal(int number)
{
    ended_by = number;
}

/* Gives the terminal back. */
static void give_back(void)
{
    if (begun)
        endwin();
    begun = false;
}

/* --- Begin ---------------------------------------------------------------------------------------- */

static play_signs signs_of(bool utf8)
{
    if (utf8)
        return (play_signs){.done = "\xE2\x9C\x93",
                            .running = "\xE2\x96\xB8",
                            .todo = "\xC2\xB7",
                            .aborting = "\xE2\x9C\x97",
                            .changed = "\xE2\x97\x8F",
                            .line = "\xE2\x94\x80",
                            .wall = "\xE2\x94\x82",
                            .bar = "\xE2\x94\x81",
                            .rest = "\xE2\x94\x80",
                            .cut = "\xE2\x80\xA6"};
    return (play_signs){.done = "x",
                        .running = ">",
                        .todo = "-",
                        .aborting = "!",
                        .changed = "*",
                        .line = "-",
                        .wall = "|",
                        .bar = "#",
                        .rest = ".",
                        .cut = "~"};
}

static void begin_colours(void)
{
    static const short colours[PLAY_COLOURS] = {[PLAY_GREEN] = COLOR_GREEN,
                                                [PLAY_RED] = COLOR_RED,
                                                [PLAY_YELLOW] = COLOR_YELLOW,
                                                [PLAY_CYAN] = COLOR_CYAN,
                                                [PLAY_BLUE] = COLOR_BLUE};
    start_color();
    use_default_colors();
    for (int i = 1; i < PLAY_COLOURS; i++)
        init_pair((short)i, colours[i], -1);
}

/* False: curses does not know the terminal. */
static bool begin(play_screen *screen, uint32_t colour)
{
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    int problem;
    setlocale(LC_CTYPE, "");
    if (setupterm(NULL, 1, &problem) != OK) /* tried first, because newterm() leaks memory if it fails */
        return false;
    del_curterm(cur_term);
    if (newterm(NULL, stdout, stdin) == NULL)
        return false;
    begun = true;
    atexit(give_back);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        signal(ends[i], end_by_signal);
    set_escdelay(25);
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    screen->colour = cli_wants_colour(stdout, colour) && has_colors();
    if (screen->colour)
        begin_colours();
    return true;
}

/* --- Keys ----------------------------------------------------------------------------------------- */

static int key_of(int key)
{
    switch (key) {
    case '\r':
    case '\n':
    case KEY_ENTER: return PLAY_KEY_ENTER;
    case '\b':
    case 0x7F:
    case KEY_BACKSPACE: return PLAY_KEY_BACK;
    case '\t': return PLAY_KEY_TAB;
    case 0x1B: return PLAY_KEY_ESCAPE;
    case 0x15: return PLAY_KEY_CLEAR; /* control-U */
    case KEY_UP: return PLAY_KEY_UP;
    case KEY_DOWN: return PLAY_KEY_DOWN;
    case KEY_LEFT: return PLAY_KEY_LEFT;
    case KEY_RIGHT: return PLAY_KEY_RIGHT;
    case KEY_PPAGE: return PLAY_KEY_PAGE_UP;
    case KEY_NPAGE: return PLAY_KEY_PAGE_DOWN;
    default: return key;
    }
}

static void draw(play_screen *screen)
{
    getmaxyx(stdscr, screen->height, screen->width);
    curs_set(screen->prompt.open ? 1 : 0);
    erase();
    play_draw(screen);
    refresh();
}

/* --- Time ----------------------------------------------------------------------------------------- */

/* Lets the time pass that has gone by since `*then`, in whole ticks. A view that was stopped does not catch up. */
static void let_time_run(play_screen *screen, uint64_t *then)
{
    const uint32_t tick = screen->model->options->tick != 0 ? screen->model->options->tick : PLAY_TICK;
    const uint64_t now = base_milliseconds();
    const uint64_t gone = now - *then > LATE ? LATE : now - *then;
    if (!screen->playing) {
        *then = now;
    } else if (gone >= tick) {
        play_pass(screen->model, (uint32_t)(gone / tick * tick), true);
        *then = now - gone % tick;
    }
}

/* After a reload, and after its undo, the properties are other ones. */
static void fold_all(play_screen *screen)
{
    if (screen->unfolded != NULL && screen->session == screen->model->session)
        return;
    screen->session = screen->model->session;
    const size_t count = htn_domain_count(screen->model->now->actor.domain, HTN_SECTION_PROPERTIES);
    free(screen->unfolded);
    screen->unfolded = base_allocate((count + 1) * sizeof *screen->unfolded);
    screen->layer = screen->layer < screen->model->layer_count ? screen->layer : 0;
}

/* Reloads the source if it has changed. If it has errors they are shown, and the play goes on as it was. */
static void look_at_files(play_screen *screen, uint64_t *then)
{
    const uint64_t now = base_milliseconds();
    base_text said = {0};
    if (now - *then < LOOK_EVERY)
        return;
    *then = now;
    if (!play_is_stale(screen->model))
        return;
    const bool done = play_reload(screen->model, NULL, &said);
    play_say(screen, !done,
             !done || said.length == 0 ? base_text_of(&said) : "there are warnings; `:reload` shows them");
    base_text_free(&said);
}

static void play(play_screen *screen)
{
    uint64_t then = base_milliseconds(), looked = then;
    bool going = true;
    while (going && ended_by == 0) {
        fold_all(screen);
        draw(screen);
        timeout(screen->playing ? WAIT : LOOK_EVERY);
        const int key = getch();
        if (key != ERR && key != KEY_RESIZE)
            going = play_key(screen, key_of(key));
        let_time_run(screen, &then);
        play_shorten_log(screen->model);
        look_at_files(screen, &looked);
    }
}

int play_view(play_model *model, uint32_t colour)
{
    play_screen screen = {.model = model, .tree = true};
    screen.signs = signs_of(!model->options->ascii && cli_wants_utf8());
    if (begin(&screen, colour))
        play(&screen);
    else
        fprintf(stderr, "htn run: the kind of terminal is not known (TERM); give commands by --script FILE\n");
    const bool shown = begun;
    give_back();
    play_prompt_free(&screen.prompt);
    base_text_free(&screen.message);
    play_world_rows_free(&screen.world);
    free(screen.unfolded);
    return shown ? CLI_EXIT_YES : CLI_EXIT_USAGE;
}
#else
bool play_has_view(void)
{
    return false;
}

int play_view(play_model *model, uint32_t colour)
{
    (void)model, (void)colour;
    return CLI_EXIT_USAGE;
}
#endif
