/* Paints text on the terminal, by curses; see play_paint.h. */
#include "cli/play/play_paint.h"
#include "base/text.h"
#include "base/unicode.h"
#if defined(HTN_CURSES)
#include <curses.h>
#include <stdlib.h>
#include <string.h>

static attr_t attributes(unsigned paint)
{
    attr_t all = 0;
    if (paint & PLAY_BOLD)
        all |= A_BOLD;
    if (paint & PLAY_DIM)
        all |= A_DIM;
    if (paint & PLAY_REVERSE)
        all |= A_REVERSE;
    return all;
}

static void use(const play_screen *screen, unsigned paint)
{
    (void)attr_set(attributes(paint), screen->colour ? (short)(paint % PLAY_BOLD) : 0, NULL);
}

/* Applies the escape sequence at `*text` to `paint`, and moves `*text` behind it. */
static unsigned escape(const char **text, unsigned base, unsigned paint)
{
    const long code = (*text)[1] == '[' ? strtol(*text + 2, NULL, 10) : 0;
    *text += strcspn(*text, "m");
    *text += **text == 'm';
    switch (code) {
    case 1: return paint | PLAY_BOLD;
    case 2: return paint | PLAY_DIM;
    case 31: return (paint & ~(PLAY_BOLD - 1u)) | PLAY_RED;
    case 32: return (paint & ~(PLAY_BOLD - 1u)) | PLAY_GREEN;
    default: return base;
    }
}

/* The number of bytes of the character at `text`, with the marks on it that take no column of their own. */
static size_t character(const char *text, int *columns)
{
    const size_t left = strlen(text);
    const base_character first = base_decode(text, left);
    size_t length = first.bytes;
    *columns = (int)base_width(first.code);
    while (length < left) {
        const base_character next = base_decode(text + length, left - length);
        if (base_width(next.code) > 0)
            break;
        length += next.bytes;
    }
    return length;
}

int play_put(const play_screen *screen, int y, int x, int width, unsigned paint, const char *text)
{
    const unsigned base = paint;
    int column = 0;
    if (y < 0 || y >= screen->height || x < 0)
        return 0;
    if (width > screen->width - x)
        width = screen->width - x;
    int left = (int)base_columns(text);
    while (*text != '\0' && column < width) {
        if (*text == '\033') {
            paint = escape(&text, base, paint);
            continue;
        }
        int columns;
        const size_t length = character(text, &columns);
        const int end = column + columns;
        const bool cut = end > width || (end == width && left > columns);
        use(screen, paint);
        if (cut)
            mvaddstr(y, x + column, screen->signs.cut);
        else if ((unsigned char)*text < ' ' || *text == 0x7F)
            mvaddch(y, x + column, '?');
        else
            mvaddnstr(y, x + column, text, (int)length);
        text += length;
        left -= columns;
        column = cut ? width : end;
    }
    use(screen, PLAY_PLAIN);
    return column;
}

void play_fill(const play_screen *screen, int y, int x, int width, unsigned paint, const char *sign)
{
    for (int i = 0; i < width; i++)
        play_put(screen, y, x + i, 1, paint, sign);
}

void play_cursor(const play_screen *screen, int y, int x)
{
    if (y >= 0 && y < screen->height)
        move(y, x < screen->width ? x : screen->width - 1);
}
#endif
