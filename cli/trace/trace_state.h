/*
 * What is known at a point of a journal: the event itself, and what the events before it tell about the world, the steps and
 * the layers. trace_reader.h reads the events and keeps this state; trace_words.h and trace_sentences.h put an event into words.
 */
#pragma once

#include "base/text.h"
#include "cli/common/subject.h"
#include <htn/agent.h>

/* The last write to a cell. */
typedef struct trace_write {
    bool known;      /* false: no write has been read */
    uint32_t by, id; /* who wrote it: an HTN_BY_*, and which one of them */
    uint64_t at;     /* milliseconds since the journal began */
    uint32_t value;  /* as the event has it */
} trace_write;

/* A run of a step. Runs are numbered from 1, like activities. */
typedef struct trace_run {
    uint32_t layer;
    htn_task task; /* HTN_NONE: the event of its start is missing */
    char *text;    /* `GoTo("mine")` */
} trace_run;

typedef struct trace_layer {
    char **steps; /* of the latest plan, as texts */
    uint32_t step_count;
    size_t step_capacity;
    bool planned;       /* the layer has had a plan */
    base_text why;      /* the reasons for the latest search */
    htn_property cause; /* the property whose change led to that search; HTN_NONE: none did */
    uint64_t sought;    /* when that search began: milliseconds since the journal began */
} trace_layer;

/* A run's part of a journal. */
typedef struct trace_bytes {
    const char *name; /* of the journal's file */
    const uint8_t *bytes;
    size_t size;
    size_t at; /* where it begins in the file */
} trace_bytes;

typedef struct trace_reader {
    const char *command; /* for messages */
    const cli_subject *subject;
    const htn_domain *domain;
    trace_bytes journal;
    size_t offset;             /* of the next event, in `journal` */
    htn_journal_event event;   /* the current event */
    uint64_t time;             /* milliseconds since the journal began */
    uint64_t time_us;          /* the same in microseconds */
    uint32_t events, ticks;    /* how many so far */
    uint32_t copy_by, copy_id; /* who gave the world the values in the COPY events that follow */
    bool in_snapshot; /* the event tells what the agent is anyway: it is part of a snapshot in the middle of the run */
    bool lost;        /* the world is not known: events are missing, or the journal begins in the middle of a run */
    htn_world world;  /* before the current event */
    trace_write *writes; /* by address in the world */
    uint32_t addresses;
    trace_run *runs; /* by number, from 1 */
    uint32_t run_count;
    size_t run_capacity;
    trace_layer *layers;
    uint32_t layer_count;
    htn_journal_kind before; /* the kind of the previous event */
    uint32_t plan_layer;     /* the layer of the STEP and RECORD events that follow */
} trace_reader;
