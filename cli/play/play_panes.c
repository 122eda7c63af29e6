/*
 * What the live view shows where: the world on the left, plans and the decomposition on the right, below them the log, the
 * prompt and the keys. Where there is too little room, the decomposition is left out first, then the world. See play_panes.h.
 */
#include "cli/play/play_panes.h"
#include "base/text.h"
#include "cli/actor/actor.h"
#include "cli/common/plan_text.h"
#include "cli/common/value_text.h"
#include "cli/play/play_lines.h"
#include "cli/play/play_model.h"
#include "cli/play/play_paint.h"
#include "cli/play/play_rows.h"
#include "cli/play/play_trees.h"
#if defined(HTN_CURSES)
#include <stdlib.h>
#include <string.h>

enum { NARROW = 64, WIDE = 78, LEAST_WORLD = 22, LEAST_HEIGHT = 8, BAR = 10, MOST_PINNED = 3 };

static void add_time(base_text *text, uint32_t milliseconds)
{
    base_text_add(text, "%u.%u", milliseconds / 1000, milliseconds % 1000 / 100);
}

/* `- Title ------ note -`; the note only if there is room for it. */
static void draw_heading(const play_screen *screen, const play_area *area, bool focused, const char *title,
                         const char *note)
{
    play_fill(screen, area->y, area->x, area->width, PLAY_DIM, screen->signs.line);
    base_text text = {0};
    base_text_add(&text, " %s ", title);
    const int used = play_put(screen, area->y, area->x + 1, area->width - 2,
                              focused ? PLAY_BOLD | PLAY_CYAN : PLAY_BOLD, base_text_of(&text));
    const int columns = (int)base_columns(note) + 2;
    if (note[0] != '\0' && used + columns + 3 < area->width) {
        base_text_clear(&text);
        base_text_add(&text, " %s ", note);
        play_put(screen, area->y, area->x + area->width - columns - 1, columns, PLAY_DIM, base_text_of(&text));
    }
    base_text_free(&text);
}

/* --- The title ------------------------------------------------------------------------------------ */

static void draw_title(const play_screen *screen)
{
    const play_model *model = screen->model;
    base_text left = {0}, right = {0};
    base_text_add(&left, " htn run  %s", model->path);
    if (model->group != NULL)
        base_text_add(&left, "  %s", model->now->name);
    add_time(&right, model->now->state->time);
    base_text_add(&right, " s  %s  ", screen->playing ? "runs" : "paused");
    base_text_add_count(&right, model->now->state->searches, "search", "searches");
    if (screen->width >= WIDE)
        base_text_add(&right, ", %u skipped", model->now->state->skips);
    base_text_add(&right, " ");
    play_fill(screen, 0, 0, screen->width, PLAY_REVERSE, " ");
    play_put(screen, 0, 0, screen->width, PLAY_REVERSE | PLAY_BOLD, base_text_of(&left));
    const int columns = (int)base_columns(base_text_of(&right));
    if ((int)left.length + columns + 1 < screen->width)
        play_put(screen, 0, screen->width - columns, columns, PLAY_REVERSE | (screen->playing ? PLAY_BOLD : 0),
                 base_text_of(&right));
    base_text_free(&left);
    base_text_free(&right);
}

/* --- The world ------------------------------------------------------------------------------------ */

static void draw_world_row(const play_screen *screen, const play_area *area, int y, size_t index)
{
    const play_world_row *row = &screen->world.rows[index];
    const bool chosen = screen->focus == PLAY_FOCUS_WORLD && index == screen->row;
    const bool held = strcmp(row->value, "false") == 0 || strcmp(row->value, "none") == 0;
    unsigned paint = row->changed                         ? PLAY_BOLD | PLAY_YELLOW
                     : row->kind != PLAY_ROW_CELL || held ? PLAY_DIM
                                                          : PLAY_PLAIN;
    int value = (int)base_columns(row->value);
    if (value > area->width / 2)
        value = area->width / 2;
    if (chosen)
        play_fill(screen, y, area->x, area->width, PLAY_REVERSE, " ");
    paint = chosen ? (paint & ~(unsigned)PLAY_DIM) | PLAY_REVERSE : paint;
    play_put(screen, y, area->x, 1, paint, row->changed ? screen->signs.changed : " ");
    play_put(screen, y, area->x + 2, area->width - value - 4, paint, row->name);
    play_put(screen, y, area->x + area->width - value - 1, value, paint, row->value);
}

/* Shows rows that have just changed and are scrolled out of sight: they replace the last rows. */
static void draw_changed_elsewhere(const play_screen *screen, const play_area *area)
{
    const size_t rows = (size_t)area->height - 1, most = rows / 4 < MOST_PINNED ? rows / 4 : MOST_PINNED;
    size_t pinned = 0;
    for (size_t i = screen->world.count; i-- > 0 && pinned < most;) {
        const size_t hidden = rows - pinned; /* the rows that pinned ones cover are out of sight too */
        if (!screen->world.rows[i].changed || (i >= screen->row_top && i < screen->row_top + hidden))
            continue;
        const int y = area->y + (int)(rows - pinned++);
        play_fill(screen, y, area->x, area->width, PLAY_PLAIN, " ");
        draw_world_row(screen, area, y, i);
    }
}

static void draw_world(play_screen *screen, const play_area *area)
{
    const int rows = area->height - 1;
    base_text note = {0};
    if (rows < 1)
        return;
    if (screen->row >= screen->world.count)
        screen->row = screen->world.count > 0 ? screen->world.count - 1 : 0;
    if (screen->row < screen->row_top)
        screen->row_top = screen->row;
    if (screen->row >= screen->row_top + (size_t)rows)
        screen->row_top = screen->row - (size_t)rows + 1;
    if (screen->world.count > (size_t)rows)
        base_text_add(&note, "%zu of %zu", screen->row + 1, screen->world.count);
    draw_heading(screen, area, screen->focus == PLAY_FOCUS_WORLD, "World", base_text_of(&note));
    for (int i = 0; i < rows && screen->row_top + (size_t)i < screen->world.count; i++)
        draw_world_row(screen, area, area->y + 1 + i, screen->row_top + (size_t)i);
    draw_changed_elsewhere(screen, area);
    base_text_free(&note);
}

/* --- Plans ---------------------------------------------------------------------------------------- */

/* How much of a running step's duration is over. */
static void draw_bar(const play_screen *screen, const play_area *area, int y, int x, const play_plan_row *row)
{
    const uint32_t part = row->elapsed < row->duration ? row->elapsed : row->duration;
    const int full = (int)((uint64_t)part * BAR / row->duration);
    base_text text = {0};
    add_time(&text, row->elapsed);
    base_text_add(&text, " s");
    const int columns = BAR + 1 + (int)text.length;
    if (x + 1 + columns < area->x + area->width) {
        x = area->x + area->width - columns - 1;
        play_fill(screen, y, x, full, PLAY_GREEN, screen->signs.bar);
        play_fill(screen, y, x + full, BAR - full, PLAY_DIM, screen->signs.rest);
        play_put(screen, y, x + BAR + 1, (int)text.length, PLAY_DIM, base_text_of(&text));
    }
    base_text_free(&text);
}

static void draw_plan_row(const play_screen *screen, const play_area *area, int y, const play_plan_row *row)
{
    static const unsigned paints[] = {[PLAY_MARK_NONE] = PLAY_DIM,
                                      [PLAY_MARK_TODO] = PLAY_PLAIN,
                                      [PLAY_MARK_RUNNING] = PLAY_BOLD | PLAY_GREEN,
                                      [PLAY_MARK_DONE] = PLAY_DIM,
                                      [PLAY_MARK_ABORTING] = PLAY_RED};
    const char *const marks[] = {[PLAY_MARK_NONE] = " ",
                                 [PLAY_MARK_TODO] = screen->signs.todo,
                                 [PLAY_MARK_RUNNING] = screen->signs.running,
                                 [PLAY_MARK_DONE] = screen->signs.done,
                                 [PLAY_MARK_ABORTING] = screen->signs.aborting};
    const cli_actor *actor = &screen->model->now->actor;
    const uint32_t selected = play_selected_step(screen);
    const bool chosen = row->id != 0 && selected != HTN_NONE && actor->steps[selected].id == row->id;
    const unsigned paint = paints[row->mark] | (chosen && screen->focus == PLAY_FOCUS_PLAN ? PLAY_REVERSE : 0);
    int x = area->x + 1;
    play_put(screen, y, x, 1, paint, marks[row->mark]);
    x += 2 + (int)row->depth * 2;
    x += play_put(screen, y, x, area->x + area->width - x, paint, row->text);
    if (chosen && actor->step_count > 1)
        x += play_put(screen, y, x, area->x + area->width - x, PLAY_DIM, "  s f");
    if (row->mark == PLAY_MARK_RUNNING && row->duration > 0)
        draw_bar(screen, area, y, x, row);
}

/* The first row to show if not all fit: the running step is in the upper half. */
static size_t first_row(const play_plan_rows *rows, size_t room)
{
    size_t running = 0;
    while (running < rows->count && rows->rows[running].mark == PLAY_MARK_DONE)
        running++;
    if (rows->count <= room || running < room / 2)
        return 0;
    const size_t first = running - room / 2;
    return first + room > rows->count ? rows->count - room : first;
}

/* Draws a layer's plan. Returns how many rows it took, at most the height of the area. */
static int draw_plan(const play_screen *screen, const play_area *area, uint32_t layer)
{
    const play_model *model = screen->model;
    play_plan_rows rows = play_rows_of_plan(model, layer);
    base_text note = {0}, status = {0};
    htn_plan plan;
    if (htn_agent_plan(model->now->actor.agent, layer, &plan, NULL))
        cli_add_record(&note, &plan);
    draw_heading(screen, area, screen->focus == PLAY_FOCUS_PLAN && layer == screen->layer,
                 cli_layer_name(model->now->actor.domain, layer), base_text_of(&note));
    const size_t room = area->height > 1 ? (size_t)area->height - 1 : 0;
    const size_t first = first_row(&rows, room);
    int y = area->y + 1;
    for (size_t i = first; i < rows.count && i - first < room; i++)
        draw_plan_row(screen, area, y++, &rows.rows[i]);
    play_add_status(&status, model, layer);
    if (rows.count == 0 && room > 0)
        play_put(screen, y++, area->x + 3, area->width - 3, PLAY_DIM, base_text_of(&status));
    play_plan_rows_free(&rows);
    base_text_free(&note);
    base_text_free(&status);
    return y - area->y;
}

/* How many rows a layer's plan needs. */
static int wanted(const play_screen *screen, uint32_t layer)
{
    play_plan_rows rows = play_rows_of_plan(screen->model, layer);
    const int count = rows.count > 0 ? (int)rows.count : 1;
    play_plan_rows_free(&rows);
    return count + 1;
}

/* Draws all layers, one below the other. Returns how many rows they took. */
static int draw_plans(const play_screen *screen, const play_area *area)
{
    const uint32_t layers = screen->model->layer_count;
    int y = area->y;
    for (uint32_t i = 0; i < layers && y < area->y + area->height; i++) {
        const int left = area->y + area->height - y, others = (int)(layers - i - 1);
        const int most = left - others * 2 > 2 ? left - others * 2 : 2;
        const int height = wanted(screen, i) < most ? wanted(screen, i) : most;
        const play_area own = {y, area->x, height < left ? height : left, area->width};
        y += draw_plan(screen, &own, i);
    }
    return y - area->y;
}

/* --- The decomposition ---------------------------------------------------------------------------- */

static void draw_tree(play_screen *screen, const play_area *area)
{
    const play_tree *tree = play_tree_of(screen->model, screen->layer);
    play_area below = {area->y + 1, area->x, area->height - 1, area->width};
    base_text lapsed = {0};
    play_plan_rows rows = play_rows_of_plan(screen->model, screen->layer);
    draw_heading(screen, area, false, "Why",
                 screen->model->layer_count > 1 ? cli_layer_name(screen->model->now->actor.domain, screen->layer) : "");
    play_add_lapsed(&lapsed, screen->model, screen->layer);
    if (lapsed.length > 0) {
        const play_tree_line line = {lapsed.bytes, NULL, HTN_NONE};
        size_t top = 0;
        const int rows_used = play_draw_lines(screen, &below, &line, 1, &top, &rows);
        below.y += rows_used;
        below.height -= rows_used;
    }
    base_text_free(&lapsed);
    if (tree == NULL || tree->count == 0)
        play_put(screen, below.y, area->x + 1, area->width - 1, PLAY_DIM, play_without_tree(tree));
    else
        play_draw_lines(screen, &below, tree->lines, tree->count, &screen->tree_top, &rows);
    play_plan_rows_free(&rows);
}

/* --- What has happened ---------------------------------------------------------------------------- */

static void draw_log(const play_screen *screen, const play_area *area)
{
    static const unsigned paints[] = {
        [PLAY_WORLD] = PLAY_CYAN,  [PLAY_PLAN] = PLAY_BOLD,
        [PLAY_START] = PLAY_PLAIN, [PLAY_SUCCESS] = PLAY_GREEN,
        [PLAY_FAILURE] = PLAY_RED, [PLAY_ABORT] = PLAY_RED,
        [PLAY_NOTE] = PLAY_DIM,    [PLAY_PROBLEM] = PLAY_RED | PLAY_BOLD,
    };
    const play_model *model = screen->model;
    const size_t rows = area->height > 1 ? (size_t)area->height - 1 : 0;
    const size_t end = model->log_count > screen->log_back ? model->log_count - screen->log_back : 0;
    const size_t first = end > rows ? end - rows : 0;
    int y = area->y + 1;
    draw_heading(screen, area, false, "What happened", screen->log_back > 0 ? "scrolled back" : "");
    for (size_t i = first; i < end; i++, y++) {
        const play_entry *entry = &model->log[i];
        base_text time = {0};
        if (i == first || entry->time != entry[-1].time)
            add_time(&time, entry->time);
        play_put(screen, y, area->x + 7 - (int)time.length, 7, PLAY_DIM, base_text_of(&time));
        play_put(screen, y, area->x + 9, area->width - 9, paints[entry->kind], entry->text);
        base_text_free(&time);
    }
}

/* --- Prompt and keys ---------------------------------------------------------------------------------------- */

static void draw_prompt(const play_screen *screen)
{
    const int y = screen->height - 2;
    if (screen->prompt.open) {
        const char *text = base_text_of(&screen->prompt.text);
        const int columns = (int)base_columns(text);
        const int room = screen->width > 3 ? screen->width - 3 : 0; /* without the sign and the cursor */
        const int over = columns > room ? columns - room : 0;
        for (int i = 0; i < over; i++) /* the end of the text must be visible, as that is where one types */
            do
                text++;
            while (((unsigned char)*text & 0xC0) == 0x80);
        play_put(screen, y, 0, 2, PLAY_BOLD, "> ");
        play_put(screen, y, 2, screen->width - 2, PLAY_PLAIN, text);
        play_cursor(screen, y, 2 + columns - over);
    } else if (!screen->page) {
        play_draw_message(screen, y, screen->wrong ? PLAY_RED : PLAY_PLAIN, base_text_of(&screen->message));
    }
}

static void draw_keys(const play_screen *screen)
{
    static const char *const keys[] = {"space", "tick", "r",    "run", "s",    "done",   "f",   "fail", "u",
                                       "undo",  "?",    "help", "q",   "quit", "arrows", "set", ":",    "type"};
    static const char *const typing[] = {"enter", "do it", "tab", "complete", "up", "again", "esc", "leave"};
    static const char *const reading[] = {"arrows", "scroll", "any other key", "back", ":", "type"};
    const bool prompt = screen->prompt.open, page = screen->page && !prompt;
    const char *const *shown = prompt ? typing : page ? reading : keys;
    const size_t count = prompt ? sizeof typing / sizeof *typing
                         : page ? sizeof reading / sizeof *reading
                                : sizeof keys / sizeof *keys;
    int x = 0;
    for (size_t i = 0; i + 1 < count; i += 2) {
        if (x + (int)strlen(shown[i]) + (int)strlen(shown[i + 1]) + 3 > screen->width)
            break;
        x += play_put(screen, screen->height - 1, x, screen->width - x, PLAY_BOLD, shown[i]) + 1;
        x += play_put(screen, screen->height - 1, x, screen->width - x, PLAY_DIM, shown[i + 1]) + 2;
    }
}

/* An answer of several lines, in place of everything else. */
static void draw_page(play_screen *screen, const play_area *area)
{
    const play_plan_rows none = {0};
    char *text = base_duplicate_text(base_text_of(&screen->message));
    play_tree_line *lines = NULL;
    size_t count = 0, capacity = 0;
    for (char *at = text; at != NULL; count++) {
        char *end = strchr(at, '\n');
        if (end != NULL)
            *end = '\0';
        lines = base_grow_array(lines, count, &capacity, sizeof *lines);
        lines[count] = (play_tree_line){at, NULL, HTN_NONE};
        at = end != NULL ? end + 1 : NULL;
    }
    play_draw_lines(screen, area, lines, count, &screen->page_top, &none);
    free(lines);
    free(text);
}

/* --- All of it ------------------------------------------------------------------------------------ */

/* As wide as its rows need, within limits. */
static int width_of_world(const play_screen *screen)
{
    size_t widest = 0;
    for (size_t i = 0; i < screen->world.count; i++) {
        const size_t columns = base_columns(screen->world.rows[i].name) + base_columns(screen->world.rows[i].value) + 6;
        widest = columns > widest ? columns : widest;
    }
    const int most = screen->width * 2 / 5;
    return widest > (size_t)most ? most : widest < LEAST_WORLD ? LEAST_WORLD : (int)widest;
}

static void draw_right(play_screen *screen, const play_area *area)
{
    play_area plans = *area, tree = *area;
    if (screen->tree && area->height > 8)
        plans.height = area->height / 2;
    const int used = draw_plans(screen, &plans);
    tree.y += used;
    tree.height -= used;
    if (screen->tree && tree.height > 2)
        draw_tree(screen, &tree);
}

/* The world beside the plans, or above them if the terminal is narrow. */
static void draw_body(play_screen *screen, const play_area *area)
{
    play_area world = *area, right = *area;
    if (screen->width >= NARROW) {
        world.width = width_of_world(screen);
        right.x = world.width + 1;
        right.width = area->width - right.x;
        for (int y = area->y; y < area->y + area->height; y++)
            play_put(screen, y, world.width, 1, PLAY_DIM, screen->signs.wall);
    } else {
        world.height = area->height > LEAST_HEIGHT ? area->height / 3 : 0;
        right.y += world.height;
        right.height -= world.height;
    }
    draw_world(screen, &world);
    draw_right(screen, &right);
}

void play_draw(play_screen *screen)
{
    const int log = screen->height / 4 < 4 ? 4 : screen->height / 4;
    play_area body = {1, 0, screen->height - 3, screen->width};
    play_world_rows_free(&screen->world);
    screen->world = play_rows_of_world(screen->model, screen->unfolded);
    draw_title(screen);
    if (screen->page) {
        draw_page(screen, &body);
    } else {
        if (body.height - log >= 4) {
            const play_area below = {1 + body.height - log, 0, log, screen->width};
            body.height -= log;
            draw_log(screen, &below);
        }
        draw_body(screen, &body);
    }
    draw_keys(screen);
    draw_prompt(screen);
}
#endif
