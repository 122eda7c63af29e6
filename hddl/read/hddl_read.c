/* The entry of the front end: two files to a problem. Neighbours: base/workspace.h sets a workspace up, base/reader.h reads files. */
#include "hddl/read/hddl_resolve.h"
#include "base/reader.h"

enum { LARGEST_FILE = 64 << 20 };

/* Reads and parses one file. Returns why not, or NULL. */
static const char *read_one(htnc_compilation *compilation, hddl_document *document, const char *path, bool is_problem,
                            const base_reader *reader)
{
    base_source *source = NULL;
    const char *problem = base_source_read(&compilation->workspace.sources, path, reader, &source);
    if (problem != NULL)
        return base_format(&compilation->workspace.arena, "%s: %s", path, problem);
    if (source->length > LARGEST_FILE)
        base_report(&compilation->workspace.diagnostics, BASE_DIAG_TOO_LARGE, (base_span){source->base, source->base},
                    "the file has %u MiB; no more than %d are taken", source->length >> 20, LARGEST_FILE >> 20);
    else
        hddl_parse(document, source, is_problem);
    return NULL;
}

base_result hddl_read_both(htnc_compilation *compilation, const char *domain_path, const char *problem_path,
                           const htnc_options *options, const hddl_problem **problem)
{
    hddl_document *document = hddl_document_make(&compilation->workspace.arena, &compilation->workspace.diagnostics);
    compilation->workspace.problem = read_one(compilation, document, domain_path, false, options->workspace.reader);
    if (compilation->workspace.problem == NULL && problem_path != NULL)
        compilation->workspace.problem = read_one(compilation, document, problem_path, true, options->workspace.reader);
    if (compilation->workspace.problem != NULL)
        return BASE_UNREADABLE;
    if (compilation->workspace.diagnostics.errors == 0)
        *problem = hddl_resolve(document, problem_path != NULL);
    return compilation->workspace.diagnostics.errors == 0 ? BASE_DONE : BASE_REJECTED;
}

typedef struct hddl_paths {
    htnc_compilation *compilation;
    const htnc_options *options;
    const char *domain, *problem;
    const hddl_problem **result;
} hddl_paths;

static base_result read_files(base_workspace *workspace, void *user)
{
    const hddl_paths *paths = user;
    (void)workspace;
    return hddl_read_both(paths->compilation, paths->domain, paths->problem, paths->options, paths->result);
}

base_result hddl_read(htnc_compilation *compilation, const char *domain_path, const char *problem_path,
                      const htnc_options *options, const hddl_problem **problem)
{
    static const htnc_options defaults;
    options = options != NULL ? options : &defaults;
    hddl_paths paths = {compilation, options, domain_path, problem_path, problem};
    *problem = NULL;
    *compilation = (htnc_compilation){0};
    base_result result = base_workspace_open(&compilation->workspace, &options->workspace, read_files, &paths);
    if (result != BASE_DONE)
        *problem = NULL;
    return result;
}
