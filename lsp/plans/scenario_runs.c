/* Plays scenarios; see scenario_runs.h. The units are compiled once more, with their blobs. */
#include "lsp/plans/scenario_runs.h"

#include "base/clock.h"
#include "base/text.h"
#include "cli/scenario/coverage_watch.h"
#include "cli/scenario/scenario_play.h"
#include <stdlib.h>
#include <string.h>

static const double MOST_SECONDS = 1;

/* --- Which units ---------------------------------------------------------------------------------- */

typedef struct choice {
    char **paths; /* of main files with scenarios */
    size_t count, capacity;
    uint64_t key;
} choice;

static void choose(void *user, lsp_unit *unit)
{
    choice *c = user;
    const htnc_model *model = unit->compilation.model;
    if (unit->result != BASE_DONE || model == NULL || model->main->scenarios == NULL)
        return;
    for (size_t i = 0; i < c->count; i++)
        if (strcmp(c->paths[i], unit->path) == 0)
            return;
    c->paths = base_grow_array(c->paths, c->count, &c->capacity, sizeof *c->paths);
    c->paths[c->count++] = base_duplicate_text(unit->path);
    c->key = c->key * 31 + unit->compiled;
}

static choice choose_units(lsp_session *session)
{
    choice c = {.key = 1};
    for (const lsp_document *each = session->documents.first; each != NULL; each = each->next)
        lsp_units_with(&session->units, each->path, choose, &c);
    return c;
}

/* --- Playing -------------------------------------------------------------------------------------- */

static void play_one(lsp_runs *runs, const scenario_cast *cast, const htnc_scenario *scenario, const char *path)
{
    scenario_failure failure = {0};
    const double begun = base_seconds();
    const bool passed = scenario_play(cast, scenario, &failure);
    runs->list = base_grow_array(runs->list, runs->count, &runs->capacity, sizeof *runs->list);
    runs->list[runs->count++] =
        (lsp_run){.path = base_duplicate_text(path),
                  .name = base_duplicate_text(scenario->name.text),
                  .passed = passed,
                  .milliseconds = (base_seconds() - begun) * 1000,
                  .message = passed ? NULL : base_duplicate_text(base_text_of(&failure.message))};
    scenario_failure_free(&failure);
}

static void play_unit(lsp_session *session, const char *path, double until)
{
    lsp_runs *runs = session->runs;
    const htn_agent_options options = {0};
    scenario_cast cast;
    lsp_unit *unit = lsp_unit_of(&session->units, path);
    lsp_unit_complete(&session->units, unit);
    if (unit->full_result != BASE_DONE)
        return;
    if (scenario_cast_open(&cast, &unit->full, &options) == HTN_OK) {
        coverage_begin(&runs->coverage, &cast);
        for (const htnc_scenario *each = unit->full.model->main->scenarios; each != NULL; each = each->next)
            if (base_seconds() < until)
                play_one(runs, &cast, each, path);
            else
                runs->complete = false;
        coverage_end(&runs->coverage);
    }
    scenario_cast_close(&cast);
}

static void clear(lsp_runs *runs)
{
    for (size_t i = 0; i < runs->count; i++) {
        free(runs->list[i].path);
        free(runs->list[i].name);
        free(runs->list[i].message);
    }
    free(runs->list);
    coverage_free(&runs->coverage);
    *runs = (lsp_runs){0};
}

bool lsp_runs_refresh(lsp_session *session)
{
    choice c = choose_units(session);
    const double until = base_seconds() + MOST_SECONDS;
    if (session->runs == NULL) {
        session->runs = base_allocate(sizeof *session->runs);
        *session->runs = (lsp_runs){0};
    }
    const bool changed = session->runs->key != c.key;
    if (changed) {
        clear(session->runs);
        session->runs->key = c.key;
        session->runs->complete = true;
        for (size_t i = 0; i < c.count; i++)
            play_unit(session, c.paths[i], until);
    }
    for (size_t i = 0; i < c.count; i++)
        free(c.paths[i]);
    free(c.paths);
    return changed;
}

void lsp_runs_free(lsp_session *session)
{
    if (session->runs != NULL)
        clear(session->runs);
    free(session->runs);
    session->runs = NULL;
}

/* --- Results -------------------------------------------------------------------------------------- */

const lsp_run *lsp_run_of(const lsp_session *session, const char *path, const char *name)
{
    for (size_t i = 0; session->runs != NULL && i < session->runs->count; i++)
        if (strcmp(session->runs->list[i].path, path) == 0 && strcmp(session->runs->list[i].name, name) == 0)
            return &session->runs->list[i];
    return NULL;
}

bool lsp_method_runs(const lsp_session *session, const lsp_unit *unit, const htnc_method *method, uint64_t *taken)
{
    const base_source *source = lsp_source_of(unit, method->span);
    if (session->runs == NULL || session->runs->count == 0 || !session->runs->complete || source == NULL)
        return false;
    base_sources sources = unit->compilation.workspace.sources;
    const base_position at = base_source_position(&sources, method->span.begin);
    for (const coverage_item *each = session->runs->coverage.items; each != NULL; each = each->hh.next)
        if (each->kind == COVERAGE_METHOD && each->line == at.line && each->column == at.column &&
            strcmp(session->runs->coverage.sources[each->file].path, source->path) == 0) {
            *taken = each->counts.planned;
            return true;
        }
    return false;
}
