/*
 * Collecting diagnostics: severities as the -W switches leave them, the limit on errors, notes and
 * fix-its, and the search for the nearest name. render.c prints what is collected here.
 */
#include "diagnostic.h"

#include <stdarg.h>
#include <string.h>

enum { DEFAULT_ERROR_LIMIT = 50, LONGEST_COMPARED = 64 };

typedef struct diagnostic_kind {
    const char *name;
    htnc_severity severity;
    const char *meaning;
} diagnostic_kind;

static const diagnostic_kind kinds[HTNC_DIAGNOSTICS] = {
#define HTNC_DIAGNOSTIC(NAME, id, severity, meaning) {id, severity, meaning},
#include "diagnostics.def"
#undef HTNC_DIAGNOSTIC
};

void htnc_diagnostics_init(htnc_diagnostics *diagnostics, htnc_arena *arena, htnc_sources *sources)
{
    *diagnostics = (htnc_diagnostics){.arena = arena, .sources = sources};
    for (size_t i = 0; i < HTNC_DIAGNOSTICS; i++) {
        diagnostics->severity[i] = kinds[i].severity;
    }
}

const char *htnc_diagnostic_name(htnc_diagnostic_id id)
{
    return kinds[id].name;
}

const char *htnc_diagnostic_meaning(htnc_diagnostic_id id)
{
    return kinds[id].meaning;
}

/* --- Switches ----------------------------------------------------------------------------------- */

static bool is_error_by_nature(size_t id)
{
    return kinds[id].severity == HTNC_ERROR;
}

/* Turns every warning that now has severity `from` to `to`. */
static void turn_all(htnc_diagnostics *diagnostics, htnc_severity from, htnc_severity to)
{
    for (size_t i = 0; i < HTNC_DIAGNOSTICS; i++) {
        if (!is_error_by_nature(i) && diagnostics->severity[i] == from) {
            diagnostics->severity[i] = to;
        }
    }
}

static bool turn(htnc_diagnostics *diagnostics, const char *name, htnc_severity to)
{
    for (size_t i = 0; i < HTNC_DIAGNOSTICS; i++) {
        if (strcmp(kinds[i].name, name) == 0 && !is_error_by_nature(i)) {
            diagnostics->severity[i] = to;
            return true;
        }
    }
    return false;
}

bool htnc_diagnostics_switch(htnc_diagnostics *diagnostics, const char *option)
{
    if (strcmp(option, "error") == 0) {
        turn_all(diagnostics, HTNC_WARNING, HTNC_ERROR);
    } else if (strcmp(option, "no-error") == 0) {
        turn_all(diagnostics, HTNC_ERROR, HTNC_WARNING);
    } else if (strcmp(option, "all") == 0) {
        turn_all(diagnostics, HTNC_IGNORED, HTNC_WARNING);
    } else if (strcmp(option, "none") == 0) {
        turn_all(diagnostics, HTNC_WARNING, HTNC_IGNORED);
        turn_all(diagnostics, HTNC_ERROR, HTNC_IGNORED);
    } else if (strncmp(option, "error=", 6) == 0) {
        return turn(diagnostics, option + 6, HTNC_ERROR);
    } else if (strncmp(option, "no-error=", 9) == 0) {
        return turn(diagnostics, option + 9, HTNC_WARNING);
    } else if (strncmp(option, "no-", 3) == 0) {
        return turn(diagnostics, option + 3, HTNC_IGNORED);
    } else {
        return turn(diagnostics, option, HTNC_WARNING);
    }
    return true;
}

/* --- Reporting ---------------------------------------------------------------------------------- */

static bool is_kept(htnc_diagnostics *diagnostics, htnc_severity severity)
{
    uint32_t limit = diagnostics->error_limit == 0 ? DEFAULT_ERROR_LIMIT : diagnostics->error_limit;
    switch (severity) {
    case HTNC_ERROR: return diagnostics->errors++ < limit;
    case HTNC_WARNING: diagnostics->warnings++; return true;
    default: return false;
    }
}

htnc_diagnostic *htnc_report(htnc_diagnostics *diagnostics, htnc_diagnostic_id id, htnc_span span, const char *format,
                             ...)
{
    htnc_diagnostic *made = HTNC_NEW(diagnostics->arena, htnc_diagnostic);
    made->id = id;
    made->severity = diagnostics->severity[id];
    made->span = span;
    if (!is_kept(diagnostics, made->severity)) {
        made->message = "";
        return made;
    }
    va_list arguments;
    va_start(arguments, format);
    made->message = htnc_vformat(diagnostics->arena, format, arguments);
    va_end(arguments);
    if (diagnostics->last == NULL) {
        diagnostics->first = made;
    } else {
        diagnostics->last->next = made;
    }
    diagnostics->last = made;
    return made;
}

void htnc_report_note(htnc_diagnostics *diagnostics, htnc_diagnostic *to, htnc_span span, const char *format, ...)
{
    htnc_note *note = HTNC_NEW(diagnostics->arena, htnc_note);
    va_list arguments;
    va_start(arguments, format);
    note->message = htnc_vformat(diagnostics->arena, format, arguments);
    va_end(arguments);
    note->span = span;
    htnc_note **end = &to->notes;
    while (*end != NULL) {
        end = &(*end)->next;
    }
    *end = note;
}

void htnc_report_fixit(htnc_diagnostics *diagnostics, htnc_diagnostic *to, htnc_span span, const char *text)
{
    htnc_fixit *fixit = HTNC_NEW(diagnostics->arena, htnc_fixit);
    fixit->span = span;
    fixit->text = htnc_copy_text(diagnostics->arena, text, strlen(text));
    htnc_fixit **end = &to->fixits;
    while (*end != NULL) {
        end = &(*end)->next;
    }
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
    for (size_t j = 0; j <= b_length; j++) {
        rows[0][j] = (unsigned)(2 * j);
    }
    for (size_t i = 1; i <= a_length; i++) {
        unsigned *row = rows[i % 3];
        const unsigned *above = rows[(i + 2) % 3];
        const unsigned *two_above = rows[(i + 1) % 3];
        row[0] = (unsigned)(2 * i);
        for (size_t j = 1; j <= b_length; j++) {
            bool same = lower(a[i - 1]) == lower(b[j - 1]);
            unsigned change = a[i - 1] == b[j - 1] ? 0 : same ? 1 : 2;
            row[j] = least(above[j - 1] + change, least(above[j], row[j - 1]) + 2);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = least(row[j], two_above[j - 2] + 2);
            }
        }
    }
    return rows[a_length % 3][b_length];
}

const char *htnc_nearest(const char *name, const char *const *names, size_t count)
{
    size_t length = strlen(name);
    if (length == 0 || length > LONGEST_COMPARED) {
        return NULL;
    }
    /* One edit in three letters is a slip; a name of one or two letters may only differ in case. */
    unsigned best = length < 3 ? 2 : (unsigned)(length / 3) * 2 + 1;
    const char *nearest = NULL;
    for (size_t i = 0; i < count; i++) {
        size_t other = strlen(names[i]);
        size_t gap = other > length ? other - length : length - other;
        if (other > LONGEST_COMPARED || 2 * gap >= best) {
            continue;
        }
        unsigned edits = distance(name, length, names[i], other);
        if (edits < best && edits < 2 * other) {
            best = edits;
            nearest = names[i];
        }
    }
    return nearest;
}
