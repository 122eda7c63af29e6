/*
 * A search in a journal, explained: what `htn explain --journal` prints, `htn attach` of a journal that still grows, and the desk of a moment
 * that is looked at.
 */
#pragma once

#include "cli/explain/explain_html.h"
#include "cli/trace/trace_reader.h"
#include <cjson/cJSON.h>

/* What an explanation becomes. */
typedef enum moment_form { MOMENT_TEXT, MOMENT_JSON, MOMENT_HTML } moment_form;

/* What is asked. */
typedef struct moment_question {
    uint32_t layer;
    uint32_t task;    /* why it is in the plan, or why not; HTN_NONE: the whole search */
    uint64_t time_us; /* the latest search by then */
    moment_form form;
    bool all; /* all that was tried, as with --all */
    /* TEXT: */
    explain_style style;
    size_t width; /* columns */
    /* HTML: */
    const explain_about *about;
} moment_question;

/* How it went. */
typedef struct moment_answer {
    htn_status status;  /* of the search; NOT_BEGUN: none has begun by then */
    bool cut;           /* the journal ends in the middle of this tick */
    cJSON *json;        /* JSON: the caller frees it; NULL where there is a reason */
    const char *reason; /* where the journal is damaged, at reader->offset: why, a sentence; NULL: it is not */
} moment_answer;

/* Appends the explanation, unless it becomes JSON (then `text` may be NULL); nothing where there is a reason. `reader` is at the run's beginning. */
moment_answer moment_explain(base_text *text, trace_reader *reader, const moment_question *question);
