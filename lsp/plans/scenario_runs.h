/* Scenarios that were played, and what they exercised. */
#pragma once

#include "cli/scenario/coverage.h"
#include "lsp/workspace/editor_session.h"

typedef struct lsp_run {
    char *path; /* of the file that it stands in */
    char *name;
    bool passed;
    double milliseconds;
    char *message; /* why it failed; NULL: it passed */
} lsp_run;

typedef struct lsp_runs {
    lsp_run *list;
    size_t count, capacity;
    coverage_map coverage;
    uint64_t key;  /* of the units that were played */
    bool complete; /* else the time was up before all were played */
} lsp_runs;

/*
 * Plays the scenarios of open documents and of the files that import them, if something has changed, for at most a second. True: the
 * results are new.
 */
bool lsp_runs_refresh(lsp_session *session);
void lsp_runs_free(lsp_session *session);

/* NULL: it was not played. */
const lsp_run *lsp_run_of(const lsp_session *session, const char *path, const char *name);

/* How often the scenarios took a method, and its plan ran. False: it is not known. */
bool lsp_method_runs(const lsp_session *session, const lsp_unit *unit, const htnc_method *method, uint64_t *taken);
