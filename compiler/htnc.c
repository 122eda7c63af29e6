/*
 * A compilation from beginning to end: the passes in their order. A pass runs only if the one before reported no error. At the end the
 * runtime's verifier checks the blob, so that a fault of lowering is found here and not in a game.
 */
#include "compiler/htnc.h"

#include "compiler/blob/write_blob.h"
#include "compiler/lint/lint.h"
#include "compiler/names/names.h"
#include "compiler/lower/lower.h"
#include "compiler/lower/made_tasks.h"
#include "compiler/syntax/load.h"
#include "compiler/syntax/parse.h"
#include "compiler/types/types.h"
#include <htn/domain.h>
#include <string.h>

static bool failed(const htnc_compilation *compilation)
{
    return compilation->workspace.diagnostics.errors > 0;
}

/*
 * From syntax trees to a checked model. Returns false where there are errors. A lenient compilation runs a pass after errors too, but
 * drops what that pass reports, which follows from these errors.
 */
static bool check(htnc_compilation *compilation, base_interner *interner, bool lenient)
{
    base_arena *arena = &compilation->workspace.arena;
    base_diagnostics *diagnostics = &compilation->workspace.diagnostics;
    const bool parsed = !failed(compilation);
    if (!parsed && !lenient)
        return false;
    base_diagnostics before = *diagnostics;
    htnc_model *model = htnc_resolve(arena, interner, diagnostics, compilation->files);
    if (!parsed)
        base_diagnostics_restore(diagnostics, &before);
    const bool resolved = !failed(compilation);
    if (!resolved && !lenient)
        return false;
    compilation->model = model;
    before = *diagnostics;
    htnc_type_check(arena, diagnostics, model);
    if (!resolved)
        base_diagnostics_restore(diagnostics, &before);
    if (failed(compilation))
        return false;
    htnc_lint(arena, diagnostics, model);
    return !failed(compilation);
}

static void verify(htnc_compilation *compilation)
{
    htn_domain domain;
    htn_fault fault;
    base_span nowhere = {0, 0};
    if (htn_domain_load(&domain, compilation->blob, compilation->blob_size, &fault) == HTN_OK)
        return;
    base_report(&compilation->workspace.diagnostics, BASE_DIAG_BAD_BLOB, nowhere,
                "a fault of the compiler: its verifier refuses the blob: %s, byte %u: %s", fault.section,
                (unsigned)fault.offset, fault.reason);
}

static void translate(htnc_compilation *compilation, bool debug)
{
    base_workspace *workspace = &compilation->workspace;
    htnc_model *model = htnc_make_tasks(&workspace->arena, compilation->model);
    htnc_code *code = htnc_lower(&workspace->arena, &workspace->diagnostics, model);
    if (failed(compilation))
        return;
    compilation->blob =
        htnc_write_blob(&workspace->arena, &workspace->sources, model, code, debug, &compilation->blob_size);
    verify(compilation);
}

/* The passes after parsing, as far as the options say. No blob remains where there are errors. */
static base_result finish(htnc_compilation *compilation, base_interner *interner, const htnc_options *options)
{
    if (!options->parse_only && check(compilation, interner, options->lenient) && !options->check_only)
        translate(compilation, !options->no_debug);
    if (!failed(compilation))
        return BASE_DONE;
    compilation->blob = NULL;
    compilation->blob_size = 0;
    return BASE_REJECTED;
}

base_result htnc_compile_text(htnc_compilation *compilation, const char *name, const char *text,
                              const htnc_options *options)
{
    base_workspace *workspace = &compilation->workspace;
    base_interner interner = {&workspace->arena, NULL};
    base_source *source = base_source_add(&workspace->sources, name, text, strlen(text));
    if (source == NULL) {
        workspace->problem = "File too large";
        return BASE_UNREADABLE;
    }
    source->is_made = true;
    base_diagnostics_switch(&workspace->diagnostics, "none");
    compilation->files = htnc_parse(&workspace->arena, &interner, &workspace->diagnostics, source);
    return finish(compilation, &interner, options);
}

typedef struct compile_job {
    htnc_compilation *compilation;
    const htnc_options *options;
    const char *path;
} compile_job;

static base_result compile_file(base_workspace *workspace, void *user)
{
    const compile_job *job = user;
    base_interner interner = {&workspace->arena, NULL};
    job->compilation->files = htnc_load(workspace, &interner, job->path, job->options->workspace.reader);
    if (job->compilation->files == NULL)
        return BASE_UNREADABLE;
    return finish(job->compilation, &interner, job->options);
}

base_result htnc_compile(htnc_compilation *compilation, const char *path, const htnc_options *options)
{
    static const htnc_options defaults;
    memset(compilation, 0, sizeof *compilation);
    compile_job job = {compilation, options != NULL ? options : &defaults, path};
    base_result result = base_workspace_open(&compilation->workspace, &job.options->workspace, compile_file, &job);
    if (result != BASE_DONE) { /* memory may have run out after the blob was written */
        compilation->blob = NULL;
        compilation->blob_size = 0;
    }
    return result;
}

void htnc_free(htnc_compilation *compilation)
{
    base_workspace_close(&compilation->workspace);
    memset(compilation, 0, sizeof *compilation);
}

void htnc_dependencies(const htnc_compilation *compilation, htnc_visit_path *visit, void *user)
{
    for (const base_source *source = compilation->workspace.sources.first; source != NULL; source = source->next)
        if (!source->is_made)
            visit(user, source->path);
}
