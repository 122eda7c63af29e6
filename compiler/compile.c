/* The compiler for other programs; see compile.h. It turns what htnc.h has into structs and values that stay the same. */
#include "compiler/compile.h"

#include "compiler/htnc.h"
#include <htn/version.h>
#include <stdlib.h>
#include <string.h>

/* --- Texts ---------------------------------------------------------------------------------------- */

/* A base_reader over the job's htnc_find_text. The texts are the caller's, so nothing is released. */
static const char *read_text(void *user, const char *path, char **text, size_t *length)
{
    const htnc_job *job = user;
    const char *found = NULL;
    size_t size = 0;
    if (!job->find(job->user, path, &found, &size) || (found == NULL && size != 0))
        return "there is no such file";
    *text = (char *)(uintptr_t)(found == NULL ? "" : found);
    *length = size;
    return NULL;
}

static void keep_text(void *user, char *text)
{
    (void)user, (void)text;
}

/* --- Messages ------------------------------------------------------------------------------------- */

static void tell(const htnc_job *job, base_sources *sources, htnc_severity severity, const char *id, const char *text,
                 base_span span)
{
    htnc_message message = {.severity = severity, .id = id, .text = text};
    const base_position begin = base_source_position(sources, span.begin);
    base_position end = base_source_position(sources, span.end);
    if (begin.source != NULL && span.end != 0) {
        if (end.source != begin.source)
            end = begin;
        message.path = begin.source->path;
        message.line = begin.line;
        message.column = begin.column;
        message.end_line = end.line;
        message.end_column = end.column;
    }
    job->hear(job->user, &message);
}

static void tell_all(const htnc_job *job, base_workspace *workspace)
{
    base_sources *sources = &workspace->sources;
    for (const base_diagnostic *each = workspace->diagnostics.first; each != NULL; each = each->next) {
        const char *id = base_diagnostic_name(each->id);
        tell(job, sources, each->severity == BASE_ERROR ? HTNC_ERROR : HTNC_WARNING, id, each->message, each->span);
        for (const base_note *note = each->notes; note != NULL; note = note->next)
            tell(job, sources, HTNC_NOTE, id, note->message, note->span);
        for (const base_fixit *fix = each->fixits; fix != NULL; fix = fix->next)
            tell(job, sources, HTNC_FIX, id, fix->text, fix->span);
    }
}

/* Of what is wrong before there are any sources. */
static void tell_problem(const htnc_job *job, const char *id, const char *problem)
{
    const htnc_message message = {.severity = HTNC_ERROR, .id = id, .text = problem};
    if (problem != NULL)
        job->hear(job->user, &message);
}

/* --- Building ------------------------------------------------------------------------------------- */

static htnc_outcome outcome_of(base_result result)
{
    switch (result) {
    case BASE_DONE: return HTNC_BUILT;
    case BASE_REJECTED: return HTNC_REJECTED;
    case BASE_UNREADABLE: return HTNC_UNREADABLE;
    case BASE_BAD_SWITCH: return HTNC_BAD_SWITCH;
    default: return HTNC_NO_MEMORY;
    }
}

static htnc_outcome build(const htnc_job *job, void **blob, size_t *size)
{
    const base_reader reader = {read_text, keep_text, (void *)(uintptr_t)job, NULL};
    htnc_options options = {.no_debug = job->no_debug};
    htnc_compilation compilation;
    options.workspace.reader = job->find != NULL ? &reader : NULL;
    options.workspace.switches = job->switches;
    options.workspace.switch_count = job->switch_count;
    htnc_outcome outcome = outcome_of(htnc_compile(&compilation, job->path, &options));
    if (outcome == HTNC_BUILT && (*blob = malloc(compilation.blob_size)) == NULL)
        outcome = HTNC_NO_MEMORY;
    if (outcome == HTNC_BUILT) {
        *size = compilation.blob_size;
        memcpy(*blob, compilation.blob, *size);
    }
    if (job->hear != NULL && (outcome == HTNC_UNREADABLE || outcome == HTNC_BAD_SWITCH))
        tell_problem(job, outcome == HTNC_UNREADABLE ? base_diagnostic_name(BASE_DIAG_CANNOT_READ) : "bad-switch",
                     compilation.workspace.problem);
    else if (job->hear != NULL && outcome != HTNC_NO_MEMORY)
        tell_all(job, &compilation.workspace);
    htnc_free(&compilation);
    return outcome;
}

htnc_outcome htnc_build(const htnc_job *job, void **blob, size_t *size)
{
    htnc_job whole = {0};
    if (blob == NULL || size == NULL)
        return HTNC_BAD_ARGUMENT;
    *blob = NULL;
    *size = 0;
    if (job == NULL || job->size < offsetof(htnc_job, find) || job->size > sizeof whole)
        return HTNC_BAD_ARGUMENT;
    memcpy(&whole, job, job->size);
    if (whole.path == NULL || (whole.switch_count > 0 && whole.switches == NULL))
        return HTNC_BAD_ARGUMENT;
    return build(&whole, blob, size);
}

void htnc_free_blob(void *blob)
{
    free(blob);
}

uint32_t htnc_version(void)
{
    return htn_version();
}
