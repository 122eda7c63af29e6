/*
 * Diagnostics: what is wrong, where, and what to do. Kinds are listed once, in diagnostics.def, each
 * with an id that -W switches, JSON and the docs use. Reporting only collects; diagnostic_print.h prints.
 */
#pragma once

#include "base/printf_like.h"
#include "base/source.h"
#include <stdbool.h>
#include <stdio.h>

typedef enum base_severity { BASE_IGNORED, BASE_NOTE, BASE_WARNING, BASE_ERROR } base_severity;

typedef enum base_diagnostic_id {
#define BASE_DIAGNOSTIC(NAME, id, severity, meaning) BASE_DIAG_##NAME,
#include "base/diagnostics.def"
#undef BASE_DIAGNOSTIC
    BASE_DIAGNOSTICS
} base_diagnostic_id;

typedef struct base_note {
    struct base_note *next;
    base_span span; /* 0, 0: a note without a place */
    const char *message;
} base_note;

/* The one obvious mend: replace `span` (which may be empty) by `text`. */
typedef struct base_fixit {
    struct base_fixit *next;
    base_span span;
    const char *text;
} base_fixit;

typedef struct base_diagnostic {
    struct base_diagnostic *next;
    base_diagnostic_id id;
    base_severity severity;
    base_span span;
    const char *message;
    base_note *notes;
    base_fixit *fixits;
} base_diagnostic;

enum { BASE_DEFAULT_LIMIT = 50 };

typedef struct base_diagnostics {
    base_arena *arena;
    base_sources *sources;
    base_diagnostic *first, *last;
    uint32_t errors, warnings;
    uint32_t limit;                           /* further errors are counted, not kept, and so are warnings; 0: 50 */
    base_severity severity[BASE_DIAGNOSTICS]; /* as the -W switches left it */
} base_diagnostics;

void base_diagnostics_init(base_diagnostics *diagnostics, base_arena *arena, base_sources *sources);

/*
 * One switch without its "-W": "unused-task", "no-unused-task", "error", "error=unused-task", "no-error=unused-task",
 * "no-error", "all", "none". Warnings only: an error cannot be turned off. False where no warning has that id.
 */
bool base_diagnostics_switch(base_diagnostics *diagnostics, const char *option);

/* Reports; returns what notes and fix-its are added to (never NULL, even where it is ignored). */
base_diagnostic *base_report(base_diagnostics *diagnostics, base_diagnostic_id id, base_span span, const char *format,
                             ...) BASE_PRINTF(4, 5);
void base_report_note(base_diagnostics *diagnostics, base_diagnostic *to, base_span span, const char *format, ...)
    BASE_PRINTF(4, 5);
void base_report_fixit(base_diagnostics *diagnostics, base_diagnostic *to, base_span span, const char *text);

/* Drops what was reported since `before`, a copy of `diagnostics`. The rest may have got notes in the meantime; it keeps them. */
void base_diagnostics_restore(base_diagnostics *diagnostics, const base_diagnostics *before);

const char *base_diagnostic_name(base_diagnostic_id id); /* "unknown-task" */

bool base_diagnostic_is_warning(base_diagnostic_id id); /* one that -W switches know; else an error */

/* The nearest of `names` to `name` by edit distance, or NULL where none is near. */
const char *base_nearest(const char *name, const char *const *names, size_t count);
