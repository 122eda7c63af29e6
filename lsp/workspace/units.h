/*
 * Units: what is compiled together, a main file and what it imports, with the unsaved texts of open documents. A unit is compiled when
 * somebody asks for it and what it was made of has changed. The model survives errors (htnc_options.lenient).
 *
 * A file that has a compound task or a scenario is the main file of a unit of its own, as for `htn check`. A file with neither is only
 * imported; it belongs to the units of the files that import it.
 */
#pragma once

#include "compiler/htnc.h"
#include "lsp/protocol/text_lines.h"
#include "lsp/workspace/documents.h"
#include "lsp/workspace/folder_files.h"
#include "lsp/workspace/memory_pool.h"
#include "lsp/workspace/occurrences.h"

/* A file that was read, or that was not there. */
typedef struct lsp_reading {
    char *path;
    uint64_t stamp;
} lsp_reading;

typedef struct lsp_unit {
    struct lsp_unit *next;
    char *path; /* of the main file */
    htnc_compilation compilation;
    base_result result;
    htnc_compilation full; /* the same with its blob; see lsp_unit_complete() */
    base_result full_result;
    bool is_full;
    lsp_lines *lines;             /* by index of the source; made when asked for */
    lsp_occurrences *occurrences; /* made when asked for */
    lsp_reading *readings;
    size_t reading_count, reading_capacity;
    uint64_t checked;  /* the store's revision at which it was known to be fresh */
    uint64_t compiled; /* number of its compilation; another one after each */
    uint64_t asked;    /* for the choice of what is forgotten */
} lsp_unit;

typedef struct lsp_units {
    lsp_unit *first;
    lsp_documents *documents;
    lsp_folders *folders;
    lsp_pool pool;
    const char *const *switches; /* -W, without the -W */
    size_t switch_count;
    uint64_t revision; /* raised where a document or a file may have changed */
    uint64_t compilations, asks;
} lsp_units;

void lsp_units_init(lsp_units *units, lsp_documents *documents, lsp_folders *folders);
void lsp_units_free(lsp_units *units);

/* The unit of a main file, fresh. Never NULL; `compilation.files` is NULL where it cannot be read. Valid until something changes. */
lsp_unit *lsp_unit_of(lsp_units *units, const char *path);

/* The unit in which a file is looked at: its own, or the first one of those that import it. */
lsp_unit *lsp_unit_for(lsp_units *units, const char *path);

/* Calls `visit` with each unit that has the file: its own, and those of main files that nobody imports. All false stops. */
typedef void lsp_visit_unit(void *user, lsp_unit *unit);
void lsp_units_with(lsp_units *units, const char *path, lsp_visit_unit *visit, void *user);

/* Compiles a fresh unit a second time, with its blob, in which `full` is valid then. Some errors are found only there. */
void lsp_unit_complete(lsp_units *units, lsp_unit *unit);

/* What is wrong with it: of the complete compilation where there is one. */
base_diagnostics *lsp_unit_diagnostics(lsp_unit *unit);

/* Another number whenever the diagnostics may be others. */
uint64_t lsp_unit_edition(const lsp_unit *unit);

/* The source of a path in a unit; NULL: the unit does not have it. */
base_source *lsp_source_at(const lsp_unit *unit, const char *path);

/* The source that a span lies in; NULL: none. */
base_source *lsp_source_of(const lsp_unit *unit, base_span span);

const lsp_lines *lsp_lines_in(lsp_unit *unit, const base_source *source);
const lsp_occurrences *lsp_occurrences_in(lsp_unit *unit);
