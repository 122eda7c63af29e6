/*
 * The workspace of a front end: one arena, the sources that were read into it and the diagnostics about them. The
 * .htn compiler and the HDDL reader both work in one. base_workspace_open() is the place where the arena's jump
 * lands, so no work inside tests for NULL: where memory runs out, the result is BASE_OUT_OF_MEMORY.
 */
#pragma once

#include "base/diagnostic.h"
#include "base/reader.h"

typedef enum base_result {
    BASE_DONE,       /* no errors; there may be warnings */
    BASE_REJECTED,   /* errors: see the diagnostics */
    BASE_UNREADABLE, /* a file that the caller named cannot be read; `problem` says why */
    BASE_OUT_OF_MEMORY,
    BASE_BAD_SWITCH /* `problem` is the -W switch that names no warning */
} base_result;

/* The part of the options that every front end has. All zero: the defaults. */
typedef struct base_options {
    const base_reader *reader;       /* NULL: the file system */
    const base_allocator *allocator; /* NULL: malloc and free */
    const char *const *switches;     /* "-W" options without the "-W"; see base_diagnostics_switch() */
    size_t switch_count;
} base_options;

typedef struct base_workspace {
    base_arena arena;
    base_sources sources;         /* in the arena */
    base_diagnostics diagnostics; /* in the arena */
    const char *problem;          /* with BASE_UNREADABLE and BASE_BAD_SWITCH; lives as long as the arena */
} base_workspace;

/* Work in an open workspace. It may allocate, report and read as it likes. */
typedef base_result base_work(base_workspace *workspace, void *user);

/*
 * Sets the workspace up, applies the switches and does the work. NULL options: the defaults. Returns what the work
 * returns, BASE_BAD_SWITCH or BASE_OUT_OF_MEMORY. Whatever the result, base_workspace_close() gives everything back.
 */
base_result base_workspace_open(base_workspace *workspace, const base_options *options, base_work *work, void *user);

/* Does more work in a workspace that is open. Returns what the work returns, or BASE_OUT_OF_MEMORY. */
base_result base_workspace_continue(base_workspace *workspace, base_work *work, void *user);

void base_workspace_close(base_workspace *workspace);
