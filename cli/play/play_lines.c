/* Draws long lines in several rows; see play_lines.h. */
#include "cli/play/play_lines.h"
#include "base/text.h"
#if defined(HTN_CURSES)
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The margin of the rows in which a long line of a tree goes on: the branches that go on below it, and an indentation. */
static void add_margin(base_text *margin, const char *text)
{
    static const char *const parts[][2] = {{"\xE2\x94\x9C\xE2\x94\x80 ", "\xE2\x94\x82  "},
                                           {"\xE2\x94\x82  ", "\xE2\x94\x82  "},
                                           {"\xE2\x94\x94\xE2\x94\x80 ", "   "},
                                           {"|- ", "|  "},
                                           {"|  ", "|  "},
                                           {"`- ", "   "},
                                           {"   ", "   "}};
    for (bool found = true; found;) {
        found = false;
        for (size_t i = 0; i < sizeof parts / sizeof *parts && !found; i++) {
            found = strncmp(text, parts[i][0], strlen(parts[i][0])) == 0;
            if (!found)
                continue;
            base_text_add(margin, "%s", parts[i][1]);
            text += strlen(parts[i][0]);
        }
    }
    base_text_add(margin, "    ");
}

/* Where to break a text after at most `columns` columns: the index of the next row's first byte. Breaks at a blank if there
   is one after the first quarter. */
static size_t break_at(const char *text, size_t columns)
{
    size_t at = 0, column = 0, blank = 0;
    while (text[at] != '\0' && column < columns) {
        if (text[at] == '\033') {
            at += strcspn(text + at, "m");
            at += text[at] == 'm';
            continue;
        }
        if (text[at] == ' ' && column > columns / 4)
            blank = at;
        do
            at++;
        while (((unsigned char)text[at] & 0xC0) == 0x80);
        column++;
    }
    return text[at] != '\0' && blank > 0 ? blank + 1 : at;
}

/* How a line that is a step of the plan is painted: by the state of that step. */
static unsigned paint_of_step(const play_plan_rows *rows, uint32_t step)
{
    for (size_t i = 0; step != HTN_NONE && i < rows->count; i++) {
        if (rows->rows[i].step != step)
            continue;
        return rows->rows[i].mark == PLAY_MARK_DONE      ? PLAY_DIM
               : rows->rows[i].mark == PLAY_MARK_RUNNING ? PLAY_GREEN
                                                         : PLAY_PLAIN;
    }
    return PLAY_PLAIN;
}

/* `:24` for `troll.htn:24` if that is the file that is played. */
static const char *short_source(const play_screen *screen, const char *source)
{
    const char *colon = source != NULL ? strrchr(source, ':') : NULL;
    const size_t length = colon != NULL ? (size_t)(colon - source) : 0, path = strlen(screen->model->path);
    return length > 0 && length <= path && memcmp(screen->model->path + path - length, source, length) == 0 ? colon
                                                                                                            : source;
}

/* Draws a line in as many rows as it needs. `*skip` rows are above the area: they are counted down and not drawn. Returns the
   number of rows drawn. */
static int draw_tree_line(const play_screen *screen, const play_area *area, int y, const play_tree_line *line,
                          size_t *skip, unsigned paint)
{
    const char *text = line->text, *where = short_source(screen, line->source);
    const int source = where != NULL ? (int)base_columns(where) + 2 : 0;
    base_text margin = {0};
    int used = 0;
    add_margin(&margin, text);
    bool first = true;
    do { /* an empty line takes a row, too */
        const int x = first ? 0 : (int)base_columns(base_text_of(&margin));
        const int room = area->width - 2 - x - (first ? source : 0);
        const size_t length = break_at(text, room > 8 ? (size_t)room : 8);
        if (*skip > 0) {
            --*skip;
        } else if (y + used < area->y + area->height) {
            char *piece = base_duplicate_text(text);
            piece[length] = '\0';
            if (!first)
                play_put(screen, y + used, area->x + 1, area->width - 1, PLAY_PLAIN, base_text_of(&margin));
            play_put(screen, y + used, area->x + 1 + x, area->width - 1 - x, paint, piece);
            if (first && where != NULL)
                play_put(screen, y + used, area->x + area->width - source + 1, source, PLAY_DIM, where);
            free(piece);
            used++;
        }
        text += length;
        first = false;
    } while (*text != '\0');
    base_text_free(&margin);
    return used;
}

/* How many rows the lines need. */
static size_t rows_of(const play_screen *screen, const play_area *area, const play_tree_line *lines, size_t count)
{
    size_t skip = SIZE_MAX;
    for (size_t i = 0; i < count; i++)
        draw_tree_line(screen, area, area->y, &lines[i], &skip, PLAY_PLAIN);
    return SIZE_MAX - skip;
}

int play_draw_lines(const play_screen *screen, const play_area *area, const play_tree_line *lines, size_t count,
                    size_t *top, const play_plan_rows *rows)
{
    int y = area->y;
    if (area->height < 1)
        return 0;
    const size_t all = rows_of(screen, area, lines, count), room = (size_t)area->height;
    const size_t last = all > room ? all - room : 0; /* the last rows stay in sight */
    *top = *top < last ? *top : last;
    size_t skip = *top;
    for (size_t i = 0; i < count && y < area->y + area->height; i++)
        y += draw_tree_line(screen, area, y, &lines[i], &skip, paint_of_step(rows, lines[i].step));
    return y - area->y;
}

void play_draw_message(const play_screen *screen, int bottom, unsigned paint, const char *text)
{
    const play_tree_line line = {(char *)text, NULL, HTN_NONE};
    play_area area = {0, -1, bottom, screen->width + 1}; /* a line begins at the second column of its area */
    const size_t rows = rows_of(screen, &area, &line, 1);
    area.height = rows < (size_t)bottom ? (int)rows : bottom;
    area.y = bottom + 1 - area.height;
    for (int y = area.y; rows > 1 && y <= bottom; y++)
        play_fill(screen, y, 0, screen->width, PLAY_PLAIN, " ");
    size_t skip = 0;
    draw_tree_line(screen, &area, area.y, &line, &skip, paint);
}

#endif
