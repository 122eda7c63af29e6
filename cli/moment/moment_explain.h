/* A search in a journal, explained in words: what `htn explain --journal` prints, and `htn attach` of a journal that still grows. */
#pragma once

#include "cli/explain/explain_page.h"
#include "cli/trace/trace_reader.h"

/* What is asked. */
typedef struct moment_question {
    uint32_t layer;
    uint32_t task;    /* why it is in the plan, or why not; HTN_NONE: the whole search */
    uint64_t time_us; /* the latest search by then */
    explain_style style;
    size_t width; /* columns */
} moment_question;

/* How it went. */
typedef struct moment_answer {
    htn_status status;  /* of the search; NOT_BEGUN: none has begun by then */
    bool cut;           /* the journal ends in the middle of this tick */
    const char *reason; /* where the journal is damaged, at reader->offset: why, a sentence; NULL: it is not */
} moment_answer;

/* Appends the explanation; nothing where there is a reason. `reader` is at the run's beginning. */
moment_answer moment_explain(base_text *text, trace_reader *reader, const moment_question *question);
