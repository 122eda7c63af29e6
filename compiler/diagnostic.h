/*
 * Diagnostics: what is wrong, where, and what to do. Kinds are listed once, in diagnostics.def, each
 * with an id that -W switches, JSON and the docs use. Reporting only collects; rendering is apart.
 */
#ifndef HTNC_DIAGNOSTIC_H
#define HTNC_DIAGNOSTIC_H

#include "source.h"
#include <stdbool.h>
#include <stdio.h>

typedef enum htnc_severity { HTNC_IGNORED, HTNC_NOTE, HTNC_WARNING, HTNC_ERROR } htnc_severity;

typedef enum htnc_diagnostic_id {
#define HTNC_DIAGNOSTIC(NAME, id, severity, meaning) HTNC_DIAG_##NAME,
#include "diagnostics.def"
#undef HTNC_DIAGNOSTIC
    HTNC_DIAGNOSTICS
} htnc_diagnostic_id;

typedef struct htnc_note {
    struct htnc_note *next;
    htnc_span span; /* 0, 0: a note without a place */
    const char *message;
} htnc_note;

/* The one obvious mend: replace `span` (which may be empty) by `text`. */
typedef struct htnc_fixit {
    struct htnc_fixit *next;
    htnc_span span;
    const char *text;
} htnc_fixit;

typedef struct htnc_diagnostic {
    struct htnc_diagnostic *next;
    htnc_diagnostic_id id;
    htnc_severity severity;
    htnc_span span;
    const char *message;
    htnc_note *notes;
    htnc_fixit *fixits;
} htnc_diagnostic;

typedef struct htnc_diagnostics {
    htnc_arena *arena;
    htnc_sources *sources;
    htnc_diagnostic *first, *last;
    uint32_t errors, warnings;
    uint32_t error_limit;                     /* further errors are counted, not kept; 0: 50 */
    htnc_severity severity[HTNC_DIAGNOSTICS]; /* as the -W switches left it */
} htnc_diagnostics;

void htnc_diagnostics_init(htnc_diagnostics *diagnostics, htnc_arena *arena, htnc_sources *sources);

/*
 * One switch without its "-W": "unused-task", "no-unused-task", "error", "error=unused-task", "no-error=unused-task",
 * "no-error", "all", "none". Warnings only: an error cannot be turned off. False where no warning has that id.
 */
bool htnc_diagnostics_switch(htnc_diagnostics *diagnostics, const char *option);

/* Reports; returns what notes and fix-its are added to (never NULL, even where it is ignored). */
htnc_diagnostic *htnc_report(htnc_diagnostics *diagnostics, htnc_diagnostic_id id, htnc_span span, const char *format,
                             ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 4, 5)))
#endif
    ;
void htnc_report_note(htnc_diagnostics *diagnostics, htnc_diagnostic *to, htnc_span span, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 4, 5)))
#endif
    ;
void htnc_report_fixit(htnc_diagnostics *diagnostics, htnc_diagnostic *to, htnc_span span, const char *text);

const char *htnc_diagnostic_name(htnc_diagnostic_id id);    /* "unknown-task" */
const char *htnc_diagnostic_meaning(htnc_diagnostic_id id); /* one sentence, for the docs */

/* Prints all, in the order of their places, as `file:line:column: error: message [id]`, source line, caret, notes. */
void htnc_diagnostics_print(const htnc_diagnostics *diagnostics, FILE *to, bool colour);

/* The nearest of `names` to `name` by edit distance, or NULL where none is near. */
const char *htnc_nearest(const char *name, const char *const *names, size_t count);

#endif
