/*
 * What `htn trace` and `htn replay` share: a journal's events read one after the other, with what is to be known from those before to put
 * each into words. trace.c keeps that, trace_words.c has the words, trace_lines.c tells a story of them, trace_json.c lists them.
 */
#ifndef CLI_TRACE_H
#define CLI_TRACE_H

#include "base/text.h"
#include "cli/common/input.h"
#include "cli/common/subject.h"
#include <htn/journal.h>

/* Who wrote a cell last. */
typedef struct trace_write {
    bool known;
    uint32_t by, id;
    uint64_t at;
    uint32_t value; /* the event's */
} trace_write;

/* A run of a step: from 1 on, as activities count them. */
typedef struct trace_run {
    uint32_t layer;
    htn_task task; /* HTN_NONE: its start is missing */
    char *text;    /* `GoTo("mine")` */
} trace_run;

/* Of a layer. */
typedef struct trace_layer {
    char **steps; /* of the plan last taken up, as texts */
    uint32_t step_count;
    size_t step_capacity;
    bool planned;       /* a plan has been taken up before */
    base_text why;      /* the reasons for the last search */
    htn_property cause; /* what had changed, if that was one; HTN_NONE: nothing */
    uint64_t sought;    /* when that began */
} trace_layer;

typedef struct trace_reader {
    const char *command;
    cli_subject subject;
    const htn_domain *domain;
    cli_input journal;
    size_t offset;           /* of the next event */
    htn_journal_event event; /* the one that is told now */
    uint64_t time;           /* milliseconds since the journal began */
    uint32_t events, ticks;
    uint32_t copy_by, copy_id; /* who gave the world the values that COPY events tell */
    bool lost;                 /* what came before is not known: events were lost, or the journal begins in the midst */
    htn_world world;           /* as it was before the event */
    trace_write *writes;       /* by address */
    uint32_t addresses;
    trace_run *runs;
    uint32_t run_count;
    size_t run_capacity;
    trace_layer *layers;
    uint32_t layer_count;
    htn_journal_kind before; /* the kind of the event before this one */
    uint32_t plan_layer;     /* of the STEP and RECORD events that come */
} trace_reader;

/* CLI_EXIT_YES; or another status, after saying why. trace_close() in either case. */
int trace_open(trace_reader *reader, const char *command, const char *domain, const char *journal);
void trace_close(trace_reader *reader);

/* The next event, into `event`, before it is known. OK | NOT_FOUND | BAD_JOURNAL. */
htn_status trace_next(trace_reader *reader);

/* What is to be known of it for those to come. */
void trace_learn(trace_reader *reader);

/* Says on stderr that the journal is damaged where the reader is; CLI_EXIT_USAGE. */
int trace_report_damage(const trace_reader *reader, const char *reason);

/* The layer that an event is of; HTN_NONE: of none in particular. */
uint32_t trace_layer_of(const trace_reader *reader, const htn_journal_event *event);

/* The property whose cell an event is about; HTN_NONE: none. */
htn_property trace_property_of(const trace_reader *reader, const htn_journal_event *event);

/* --- trace_words.c ------------------------------------------------------------------------------ */

void trace_add_layer(base_text *text, const trace_reader *reader, uint32_t layer);
void trace_add_by(base_text *text, const trace_reader *reader, uint32_t by, uint32_t id); /* `sensor Stomach` */
void trace_add_run(base_text *text, const trace_reader *reader, uint32_t run);            /* `GoTo("mine")` */
void trace_add_method(base_text *text, const trace_reader *reader, uint32_t method);      /* `BeMiner, method 1` */
void trace_add_cell(base_text *text, const trace_reader *reader, uint32_t address);       /* `Distance(Home, Cave)` */
void trace_add_cell_value(base_text *text, const trace_reader *reader, uint32_t address, uint32_t number);
void trace_add_query(base_text *text, const trace_reader *reader, const htn_journal_event *event);
void trace_add_operator(base_text *text, const trace_reader *reader, const htn_journal_event *event); /* of a START */
void trace_add_step(base_text *text, const trace_reader *reader, const htn_journal_event *event);     /* of a STEP */
const char *trace_by_name(uint32_t by);
const char *trace_outcome_name(uint32_t outcome);

/* --- trace_lines.c ------------------------------------------------------------------------------ */

/* What is told. */
typedef struct trace_filter {
    uint32_t layer;        /* HTN_NONE: all */
    htn_property property; /* only who wrote it, and what came of that; HTN_NONE: everything */
    bool steps;            /* only steps */
    bool all;              /* what queries answered as well, and the searches that were not needed */
} trace_filter;

/* The event as a sentence, which may be empty: it belongs to what is told with another. */
void trace_add_event(base_text *text, const trace_reader *reader, const htn_journal_event *event);

/* Why a layer plans, from a REQUEST. */
void trace_add_reasons(base_text *text, const trace_reader *reader, const htn_journal_event *event);

/* Prints the whole journal; how reading it ended. */
htn_status trace_print(trace_reader *reader, const trace_filter *filter);

/* --- trace_json.c ------------------------------------------------------------------------------- */

/* Prints the whole journal as one array, an event on a line; how reading it ended. */
htn_status trace_print_json(trace_reader *reader);

#endif
