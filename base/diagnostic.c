/*
 * Collecting diagnostics: severities as the -W switches leave them, the limit on errors, notes and
 * fix-its, and the search for the nearest name. diagnostic_print.c prints what is collected here.
 */
#include "base/diagnostic.h"

#include <stdarg.h>
#include <string.h>

enum {
    LONGEST_COMPARED = 64,
    LONGEST_WORD = 200, /* of a message, in bytes: what is longer is shown by its beginning and its end */
    SHOWN_BEGINNING = 80,
    SHOWN_END = 20
};

typedef struct diagnostic_kind {
    const char *name;
    base_severity severity;
} diagnostic_kind;

static const diagnostic_kind kinds[BASE_DIAGNOSTICS] = {
#define BASE_DIAGNOSTIC(NAME, id, severity, meaning) {id, severity},
#include "base/diagnostics.def"
#undef BASE_DIAGNOSTIC
};

void base_diagnostics_init(base_diagnostics *diagnostics, base_arena *arena, base_sources *sources)
{
    *diagnostics = (base_diagnostics){.arena = arena, .sources = sources};
    for (size_t i = 0; i < BASE_DIAGNOSTICS; i++)
        diagnostics->severity[i] = kinds[i].severity;
}

void base_diagnostics_restore(base_diagnostics *diagnostics, const base_diagnostics *before)
{
    *diagnostics = *before;
    if (diagnostics->last != NULL)
        diagnostics->last->next = NULL;
}

const char *base_diagnostic_name(base_diagnostic_id id)
{
    return kinds[id].name;
}

/* --- Switches ----------------------------------------------------------------------------------- */

static bool is_error_by_nature(size_t id)
{
    return kinds[id].severity == BASE_ERROR;
}

bool base_diagnostic_is_warning(base_diagnostic_id id)
{
    return !is_error_by_nature(id);
}

/* Turns every warning that now has severity `from` to `to`. */
static void turn_all(base_diagnostics *diagnostics, base_severity from, base_severity to)
{
    for (size_t i = 0; i < BASE_DIAGNOSTICS; i++)
        if (!is_error_by_nature(i) && diagnostics->severity[i] == from)
            diagnostics->severity[i] = to;
}

static bool turn(base_diagnostics *diagnostics, const char *name, base_severity to)
{
    for (size_t i = 0; i < BASE_DIAGNOSTICS; i++) {
        if (strcmp(kinds[i].name, name) == 0 && !is_error_by_nature(i)) {
            diagnostics->severity[i] = to;
            return true;
        }
    }
    return false;
}

bool base_diagnostics_switch(base_diagnostics *diagnostics, const char *option)
{
    if (strcmp(option, "error") == 0) {
        turn_all(diagnostics, BASE_WARNING, BASE_ERROR);
    } else if (strcmp(option, "no-error") == 0) {
        turn_all(diagnostics, BASE_ERROR, BASE_WARNING);
    } else if (strcmp(option, "all") == 0) {
        turn_all(diagnostics, BASE_IGNORED, BASE_WARNING);
    } else if (strcmp(option, "none") == 0) {
        turn_all(diagnostics, BASE_WARNING, BASE_IGNORED);
        turn_all(diagnostics, BASE_ERROR, BASE_IGNORED);
    } else if (strncmp(option, "error=", 6) == 0) {
        return turn(diagnostics, option + 6, BASE_ERROR);
    } else if (strncmp(option, "no-error=", 9) == 0) {
        return turn(diagnostics, option + 9, BASE_WARNING);
    } else if (strncmp(option, "no-", 3) == 0) {
        return turn(diagnostics, option + 3, BASE_IGNORED);
    } else {
        return turn(diagnostics, option, BASE_WARNING);
    }
    return true;
}

/* --- Reporting ---------------------------------------------------------------------------------- */

static bool is_kept(base_diagnostics *diagnostics, base_severity severity)
{
    uint32_t limit = diagnostics->limit == 0 ? BASE_DEFAULT_LIMIT : diagnostics->limit;
    switch (severity) {
    case BASE_ERROR: return diagnostics->errors++ < limit;
    case BASE_WARNING: return diagnostics->warnings++ < limit;
    default: return false;
    }
}

static size_t to_character_begin(const char *text, size_t at)
{
    while (at > 0 && ((unsigned char)text[at] & 0xC0) == 0x80)
        at--;
    return at;
}

/* Takes the middle out of words that are too long to be read, in place: a name may be a megabyte. */
static char *shorten(char *message)
{
    char *to = message;
    for (const char *from = message; *from != '\0';) {
        size_t length = strcspn(from, " \n") + 1; /* and what ends it */
        length -= from[length - 1] == '\0';
        size_t kept = length;
        if (length > LONGEST_WORD) {
            size_t end = to_character_begin(from, length - SHOWN_END);
            kept = to_character_begin(from, SHOWN_BEGINNING);
            memmove(to, from, kept);
            memcpy(to + kept, "...", 3);
            to += kept + 3;
            from += end;
            kept = length -= end;
        }
        memmove(to, from, kept);
        to += kept;
        from += length;
    }
    *to = '\0';
    return message;
}

base_diagnostic *base_report(base_diagnostics *diagnostics, base_diagnostic_id id, base_span span, const char *format,
                             ...)
{
    base_diagnostic *made = BASE_NEW(diagnostics->arena, base_diagnostic);
    made->id = id;
    made->severity = diagnostics->severity[id];
    made->span = span;
    if (!is_kept(diagnostics, made->severity)) {
        made->message = "";
        return made;
    }
    va_list arguments;
    va_start(arguments, format);
    made->message = shorten(base_vformat(diagnostics->arena, format, arguments));
    va_end(arguments);
    if (diagnostics->last == NULL)
        diagnostics->first = made;
    else
        diagnostics->last->next = made;
    diagnostics->last = made;
    return made;
}

void base_report_note(base_diagnostics *diagnostics, base_diagnostic *to, base_span span, const char *format, ...)
{
    base_note *note = BASE_NEW(diagnostics->arena, base_note);
    va_list arguments;
    va_start(arguments, format);
    note->message = shorten(base_vformat(diagnostics->arena, format, arguments));
    va_end(arguments);
    note->span = span;
    base_note **end = &to->notes;
    while (*end != NULL)
        end = &(*end)->next;
    *end = note;
}

void base_report_fixit(base_diagnostics *diagnostics, base_diagnostic *to, base_span span, const char *text)
{
    base_fixit *fixit = BASE_NEW(diagnostics->arena, base_fixit);
    fixit->span = span;
    fixit->text = base_copy_text(diagnostics->arena, text, strlen(text));
    base_fixit **end = &to->fixits;
    while (*end != NULL)
        end = &(*end)->next;
    *end = fixit;
}

/* --- The nearest name --------------------------------------------------------------------------- */

static unsigned char lower(char character)
{
    return (unsigned char)(character >= 'A' && character <= 'Z' ? character - 'A' + 'a' : character);
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/*
 * Edits from `a` to `b`: insert, delete, replace and swap two neighbours cost 2 each, a change of case
 * 1. Optimal string alignment over three rows (Wagner and Fischer 1974, with the swap of Damerau 1964).
 */
static unsigned distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    unsigned rows[3][LONGEST_COMPARED + 1];
    for (size_t j = 0; j <= b_length; j++)
        rows[0][j] = (unsigned)(2 * j);
    for (size_t i = 1; i <= a_length; i++) {
        unsigned *row = rows[i % 3];
        const unsigned *above = rows[(i + 2) % 3];
        const unsigned *two_above = rows[(i + 1) % 3];
        row[0] = (unsigned)(2 * i);
        for (size_t j = 1; j <= b_length; j++) {
            bool same = lower(a[i - 1]) == lower(b[j - 1]);
            unsigned change = a[i - 1] == b[j - 1] ? 0 : same ? 1 : 2;
            row[j] = least(above[j - 1] + change, least(above[j], row[j - 1]) + 2);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], two_above[j - 2] + 2);
        }
    }
    return rows[a_length % 3][b_length];
}

const char *base_nearest(const char *name, const char *const *names, size_t count)
{
    size_t length = strlen(name);
    if (length == 0 || length > LONGEST_COMPARED)
        return NULL;
    /* One edit in three letters is a slip; a name of one or two letters may only differ in case. */
    unsigned best = length < 3 ? 2 : (unsigned)(length / 3) * 2 + 1;
    const char *nearest = NULL;
    for (size_t i = 0; i < count; i++) {
        size_t other = strlen(names[i]);
        size_t gap = other > length ? other - length : length - other;
        if (other > LONGEST_COMPARED || 2 * gap >= best)
            continue;
        unsigned edits = distance(name, length, names[i], other);
        if (edits < best && edits < 2 * other) {
            best = edits;
            nearest = names[i];
        }
    }
    return nearest;
}
