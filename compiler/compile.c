/*
 * A compilation from beginning to end: the passes in their order, each only if the one before reported
 * no error. The one place where the arena's jump lands, and where the runtime's own verifier is
 * asked about what was written, so that a fault of lowering is found here and not in a game.
 */
#include "compiler/blob/blob.h"
#include "compiler/passes.h"
#include <htn/domain.h>
#include <string.h>

static htnc_result set_switches(htnc_compilation *compilation, const htnc_options *options)
{
    for (size_t i = 0; i < options->switch_count; i++)
        if (!base_diagnostics_switch(&compilation->diagnostics, options->switches[i])) {
            compilation->problem = options->switches[i];
            return HTNC_BAD_SWITCH;
        }
    return HTNC_DONE;
}

static bool failed(const htnc_compilation *compilation)
{
    return compilation->diagnostics.errors > 0;
}

/* From text to a model that has been checked; false where that was not to be had. */
static bool understand(htnc_compilation *compilation, htnc_file *files, base_interner *interner)
{
    base_arena *arena = &compilation->arena;
    base_diagnostics *diagnostics = &compilation->diagnostics;
    htnc_model *model;
    if (failed(compilation))
        return false;
    model = htnc_resolve(arena, interner, diagnostics, files);
    if (failed(compilation))
        return false;
    compilation->model = model;
    htnc_type_check(arena, diagnostics, model);
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
    base_report(&compilation->diagnostics, BASE_DIAG_BAD_BLOB, nowhere,
                "a fault of the compiler: its verifier refuses the blob: %s, byte %u: %s", fault.section,
                (unsigned)fault.offset, fault.reason);
}

static void translate(htnc_compilation *compilation, bool debug)
{
    base_arena *arena = &compilation->arena;
    htnc_code *code = htnc_lower(arena, &compilation->diagnostics, compilation->model);
    if (failed(compilation))
        return;
    compilation->blob =
        htnc_write_blob(arena, &compilation->sources, compilation->model, code, debug, &compilation->blob_size);
    verify(compilation);
}

/* What is parsed goes through the other passes. */
static htnc_result finish(htnc_compilation *compilation, base_interner *interner, const htnc_options *options)
{
    if (!options->parse_only && understand(compilation, compilation->files, interner) && !options->check_only)
        translate(compilation, !options->no_debug);
    return failed(compilation) ? HTNC_REJECTED : HTNC_DONE;
}

static htnc_result compile_file(htnc_compilation *compilation, const htnc_options *options, void *path)
{
    base_interner interner = {&compilation->arena, NULL};
    htnc_file *files = htnc_load(compilation, &interner, path, options->reader, &compilation->problem);
    compilation->files = files;
    if (files == NULL)
        return HTNC_UNREADABLE;
    return finish(compilation, &interner, options);
}

htnc_result htnc_compile_text(htnc_compilation *compilation, const char *name, const char *text,
                              const htnc_options *options)
{
    base_interner interner = {&compilation->arena, NULL};
    base_source *source = base_source_add(&compilation->sources, name, text, strlen(text));
    if (source == NULL) {
        compilation->problem = "File too large";
        return HTNC_UNREADABLE;
    }
    source->is_made = true;
    base_diagnostics_switch(&compilation->diagnostics, "none");
    compilation->files = htnc_parse(&compilation->arena, &interner, &compilation->diagnostics, source);
    return finish(compilation, &interner, options);
}

/* Where the arena's jump lands. A function of its own: what it is given does not change before or after the jump. */
static htnc_result run_in_arena(htnc_compilation *compilation, const htnc_options *options, htnc_work *work, void *user)
{
    htnc_result result;
    if (setjmp(compilation->arena.failed) != 0)
        return HTNC_OUT_OF_MEMORY;
    result = set_switches(compilation, options);
    return result == HTNC_DONE ? work(compilation, options, user) : result;
}

htnc_result htnc_compile_with(htnc_compilation *compilation, const htnc_options *options, htnc_work *work, void *user)
{
    static const htnc_options defaults;
    htnc_result result;
    memset(compilation, 0, sizeof *compilation);
    options = options != NULL ? options : &defaults;
    base_arena_init(&compilation->arena, options->allocator);
    compilation->sources.arena = &compilation->arena;
    compilation->sources.end = 1;
    base_diagnostics_init(&compilation->diagnostics, &compilation->arena, &compilation->sources);
    result = run_in_arena(compilation, options, work, user);
    if (result != HTNC_DONE) {
        compilation->blob = NULL;
        compilation->blob_size = 0;
    }
    return result;
}

htnc_result htnc_compile(htnc_compilation *compilation, const char *path, const htnc_options *options)
{
    return htnc_compile_with(compilation, options, compile_file, (void *)path);
}

void htnc_free(htnc_compilation *compilation)
{
    base_arena_free(&compilation->arena);
    memset(compilation, 0, sizeof *compilation);
}

void htnc_dependencies(const htnc_compilation *compilation, htnc_visit_path *visit, void *user)
{
    for (const base_source *source = compilation->sources.first; source != NULL; source = source->next)
        if (!source->is_made)
            visit(user, source->path);
}
