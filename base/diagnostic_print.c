/*
 * Prints diagnostics; see diagnostic_print.h. Columns under the text are what a terminal shows: tabs are copied, a wide
 * character takes two columns, a combining one none. A character that cannot be printed is shown as `?`.
 */
#include "base/diagnostic_print.h"
#include "base/unicode.h"

#include <stdlib.h>
#include <string.h>

enum { WIDEST = 160, BEFORE_SPAN = 60, MARGIN = 5 };

typedef struct output {
    const base_diagnostics *diagnostics;
    FILE *to;
    bool colour;
} output;

typedef enum style { PAINT_PLAIN, PAINT_BOLD, PAINT_ERROR, PAINT_WARNING, PAINT_NOTE, PAINT_CARET, PAINT_FIX } style;

static void set(const output *printer, style paint)
{
    static const char *const codes[] = {"\033[0m",    "\033[1m",    "\033[1;31m", "\033[1;35m",
                                        "\033[1;36m", "\033[1;32m", "\033[32m"};
    if (printer->colour)
        fputs(codes[paint], printer->to);
}

/* --- One source line and what stands under it --------------------------------------------------- */

/* The part of a line that is shown, as byte offsets in it. */
typedef struct excerpt {
    const char *text;
    uint32_t begin, end;
    uint32_t length; /* of the whole line */
} excerpt;

static uint32_t to_character_begin(const char *text, uint32_t at)
{
    while (at > 0 && ((unsigned char)text[at] & 0xC0) == 0x80)
        at--;
    return at;
}

static excerpt make_window(const char *text, uint32_t length, uint32_t focus)
{
    excerpt window = {text, 0, length, length};
    if (length > WIDEST) {
        if (focus > length)
            focus = length;
        window.begin = focus > BEFORE_SPAN ? to_character_begin(text, focus - BEFORE_SPAN) : 0;
        window.end = length - window.begin > WIDEST ? to_character_begin(text, window.begin + WIDEST) : length;
    }
    return window;
}

static void print_margin(const output *printer, uint32_t line)
{
    if (line != 0)
        fprintf(printer->to, "%*u | ", MARGIN, (unsigned)line);
    else
        fprintf(printer->to, "%*s | ", MARGIN, "");
}

static void print_line(const output *printer, uint32_t line, const excerpt *window)
{
    print_margin(printer, line);
    fputs(window->begin > 0 ? "..." : "", printer->to);
    for (uint32_t i = window->begin; i < window->end;) {
        base_character character = base_decode(window->text + i, window->end - i);
        if (character.code == '\t')
            fputc('\t', printer->to);
        else if (base_is_printable(character.code))
            fwrite(window->text + i, 1, character.bytes, printer->to);
        else
            fputc('?', printer->to);
        i += character.bytes;
    }
    fputs(window->end < window->length ? "...\n" : "\n", printer->to);
}

/* Blanks as wide as the line's bytes from `from` to `to`; tabs stay tabs. */
static void print_blanks(const output *printer, const excerpt *window, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to && i < window->end;) {
        base_character character = base_decode(window->text + i, window->end - i);
        unsigned width = character.code == '\t' ? 1 : base_width(character.code);
        for (unsigned column = 0; column < width; column++)
            fputc(character.code == '\t' ? '\t' : ' ', printer->to);
        i += character.bytes;
    }
}

static unsigned columns(const excerpt *window, uint32_t from, uint32_t to)
{
    unsigned sum = 0;
    for (uint32_t i = from; i < to && i < window->end;) {
        base_character character = base_decode(window->text + i, window->end - i);
        sum += character.code == '\t' ? 1 : base_width(character.code);
        i += character.bytes;
    }
    return sum;
}

static uint32_t clip(const excerpt *window, uint32_t at)
{
    return at < window->begin ? window->begin : at > window->end ? window->end : at;
}

static void begin_mark(const output *printer, const excerpt *window, uint32_t at)
{
    print_margin(printer, 0);
    fputs(window->begin > 0 ? "   " : "", printer->to);
    print_blanks(printer, window, window->begin, at);
}

/* The caret line. `first`: the mark for the first column; the others get tildes. */
static void print_mark(const output *printer, const excerpt *window, uint32_t begin, uint32_t end, char first)
{
    begin = clip(window, begin);
    end = clip(window, end);
    begin_mark(printer, window, begin);
    set(printer, PAINT_CARET);
    fputc(first, printer->to);
    for (uint32_t i = begin; i < end;) {
        base_character character = base_decode(window->text + i, window->end - i);
        unsigned width = base_width(character.code);
        for (unsigned column = i == begin ? 1 : 0; column < width; column++)
            fputc('~', printer->to);
        /* A tab under the span widens it; tildes cannot, so a tab follows them. */
        if (character.code == '\t' && i != begin)
            fputc('\t', printer->to);
        i += character.bytes;
    }
    set(printer, PAINT_PLAIN);
    fputc('\n', printer->to);
}

/* --- Fix-its ------------------------------------------------------------------------------------ */

/* Under a line: each fix-it whose place is in it, at its place, as far as they do not run into each other. */
static void print_fixits(const output *printer, const base_fixit *fixits, const excerpt *window, uint32_t line_begin)
{
    uint32_t at = window->begin;
    unsigned beyond = 0; /* columns already written past `at` */
    bool any = false;
    for (; fixits != NULL; fixits = fixits->next) {
        if (fixits->span.begin < line_begin || fixits->span.begin - line_begin > window->length)
            continue;
        uint32_t begin = fixits->span.begin - line_begin;
        uint32_t end = clip(window, fixits->span.end - line_begin);
        if (begin < at || begin > window->end || columns(window, at, begin) < beyond)
            continue;
        if (!any) {
            begin_mark(printer, window, begin);
            set(printer, PAINT_FIX);
        } else {
            fprintf(printer->to, "%*s", (int)(columns(window, at, begin) - beyond), "");
        }
        any = true;
        at = begin;
        if (fixits->text[0] != '\0') {
            beyond = (unsigned)strlen(fixits->text);
            fputs(fixits->text, printer->to);
        } else {
            for (beyond = 0; beyond < columns(window, begin, end); beyond++)
                fputc('-', printer->to);
        }
    }
    if (any) {
        set(printer, PAINT_PLAIN);
        fputc('\n', printer->to);
    }
}

/* --- Snippets ----------------------------------------------------------------------------------- */

static uint32_t first_not_blank(const char *text, uint32_t length)
{
    uint32_t at = 0;
    while (at < length && (text[at] == ' ' || text[at] == '\t'))
        at++;
    return at;
}

/* The lines that a span covers: the first and, where it goes on, the last. */
static void print_snippet(const output *printer, base_span span, const base_fixit *fixits)
{
    base_position begin = base_source_position(printer->diagnostics->sources, span.begin);
    base_position end =
        base_source_position(printer->diagnostics->sources, span.end < span.begin ? span.begin : span.end);
    if (begin.source == NULL)
        return;
    base_source *source = (base_source *)begin.source;
    uint32_t length;
    const char *text = base_source_line(source, begin.line, &length);
    uint32_t from = begin.column - 1;
    bool goes_on = end.source == begin.source && end.line > begin.line;
    uint32_t to = goes_on ? length : end.column - 1;
    excerpt first = make_window(text, length, from);
    print_line(printer, begin.line, &first);
    print_mark(printer, &first, from, to, '^');
    print_fixits(printer, fixits, &first, span.begin - from);
    if (!goes_on || end.column == 1)
        return;
    if (end.line > begin.line + 1) {
        print_margin(printer, 0);
        fputs("...\n", printer->to);
    }
    text = base_source_line(source, end.line, &length);
    excerpt last = make_window(text, length, 0);
    print_line(printer, end.line, &last);
    print_mark(printer, &last, first_not_blank(text, length), end.column - 1, '~');
}

/* The fix-its whose place is on another line than the diagnostic's are shown with that line. */
static void print_distant_fixits(const output *printer, const base_diagnostic *diagnostic)
{
    base_position at = base_source_position(printer->diagnostics->sources, diagnostic->span.begin);
    for (const base_fixit *fixit = diagnostic->fixits; fixit != NULL; fixit = fixit->next) {
        base_position place = base_source_position(printer->diagnostics->sources, fixit->span.begin);
        if (place.source == NULL || (place.source == at.source && place.line == at.line))
            continue;
        uint32_t length;
        const char *text = base_source_line((base_source *)place.source, place.line, &length);
        excerpt window = make_window(text, length, place.column - 1);
        base_fixit alone = *fixit;
        alone.next = NULL;
        print_line(printer, place.line, &window);
        print_fixits(printer, &alone, &window, fixit->span.begin - (place.column - 1));
    }
}

/* --- Headings ----------------------------------------------------------------------------------- */

static void print_heading(const output *printer, base_span span, style paint, const char *kind, const char *message,
                          const char *id)
{
    base_position at = base_source_position(printer->diagnostics->sources, span.begin);
    set(printer, PAINT_BOLD);
    if (at.source != NULL)
        fprintf(printer->to, "%s:%u:%u: ", at.source->path, (unsigned)at.line, (unsigned)at.column);
    set(printer, paint);
    fprintf(printer->to, "%s: ", kind);
    set(printer, PAINT_PLAIN);
    set(printer, paint == PAINT_NOTE ? PAINT_PLAIN : PAINT_BOLD);
    fputs(message, printer->to);
    set(printer, PAINT_PLAIN);
    if (id != NULL)
        fprintf(printer->to, " [%s]", id);
    fputc('\n', printer->to);
}

static void print_diagnostic(const output *printer, const base_diagnostic *diagnostic)
{
    bool error = diagnostic->severity == BASE_ERROR;
    print_heading(printer, diagnostic->span, error ? PAINT_ERROR : PAINT_WARNING, error ? "error" : "warning",
                  diagnostic->message, base_diagnostic_name(diagnostic->id));
    print_snippet(printer, diagnostic->span, diagnostic->fixits);
    print_distant_fixits(printer, diagnostic);
    for (const base_note *note = diagnostic->notes; note != NULL; note = note->next) {
        print_heading(printer, note->span, PAINT_NOTE, "note", note->message, NULL);
        print_snippet(printer, note->span, NULL);
    }
}

/* --- Order -------------------------------------------------------------------------------------- */

typedef struct ordered {
    const base_diagnostic *diagnostic;
    uint32_t place; /* among those reported: what keeps the sort stable */
} ordered;

static int compare(const void *a, const void *b)
{
    const ordered *left = a;
    const ordered *right = b;
    if (left->diagnostic->span.begin != right->diagnostic->span.begin)
        return left->diagnostic->span.begin < right->diagnostic->span.begin ? -1 : 1;
    return left->place < right->place ? -1 : 1;
}

/* `59950 more errors not shown` */
static void print_left_out(const output *printer, uint32_t count, uint32_t shown, const char *what)
{
    if (count > shown) {
        fprintf(printer->to, "%u more %s%s not shown\n", (unsigned)(count - shown), what,
                count - shown == 1 ? "" : "s");
    }
}

void base_diagnostics_print(const base_diagnostics *diagnostics, FILE *to, bool colour)
{
    output printer = {diagnostics, to, colour};
    uint32_t count = 0;
    uint32_t errors = 0;
    for (const base_diagnostic *diagnostic = diagnostics->first; diagnostic != NULL; diagnostic = diagnostic->next) {
        count++;
        errors += diagnostic->severity == BASE_ERROR;
    }
    ordered *order = base_alloc_array(diagnostics->arena, count, sizeof *order);
    uint32_t place = 0;
    for (const base_diagnostic *diagnostic = diagnostics->first; diagnostic != NULL; diagnostic = diagnostic->next) {
        order[place] = (ordered){diagnostic, place};
        place++;
    }
    if (count > 1)
        qsort(order, count, sizeof *order, compare);
    for (uint32_t i = 0; i < count; i++)
        print_diagnostic(&printer, order[i].diagnostic);
    print_left_out(&printer, diagnostics->errors, errors, "error");
    print_left_out(&printer, diagnostics->warnings, count - errors, "warning");
}
