/* The entry of the front end: two files to a problem. Neighbours: passes.h sets a compilation up and reads files. */
#include "hddl/read/hddl_resolve.h"
#include "compiler/passes.h"

enum { LARGEST_FILE = 64 << 20 };

/* Reads and parses one file. Returns why not, or NULL. */
static const char *read_one(htnc_compilation *compilation, hddl_document *document, const char *path, bool is_problem,
                            const htnc_reader *reader)
{
    base_source *source = NULL;
    const char *problem = htnc_read_source(compilation, path, reader, &source);
    if (problem != NULL)
        return base_format(&compilation->arena, "%s: %s", path, problem);
    if (source->length > LARGEST_FILE)
        base_report(&compilation->diagnostics, BASE_DIAG_TOO_LARGE, (base_span){source->base, source->base},
                    "the file has %u MiB; no more than %d are taken", source->length >> 20, LARGEST_FILE >> 20);
    else
        hddl_parse(document, source, is_problem);
    return NULL;
}

htnc_result hddl_read_both(htnc_compilation *compilation, const char *domain_path, const char *problem_path,
                           const htnc_options *options, const hddl_problem **problem)
{
    hddl_document *document = hddl_document_make(&compilation->arena, &compilation->diagnostics);
    compilation->problem = read_one(compilation, document, domain_path, false, options->reader);
    if (compilation->problem == NULL && problem_path != NULL)
        compilation->problem = read_one(compilation, document, problem_path, true, options->reader);
    if (compilation->problem != NULL)
        return HTNC_UNREADABLE;
    if (compilation->diagnostics.errors == 0)
        *problem = hddl_resolve(document, problem_path != NULL);
    return compilation->diagnostics.errors == 0 ? HTNC_DONE : HTNC_REJECTED;
}

typedef struct hddl_paths {
    const char *domain, *problem;
    const hddl_problem **result;
} hddl_paths;

static htnc_result read_files(htnc_compilation *compilation, const htnc_options *options, void *user)
{
    const hddl_paths *paths = user;
    return hddl_read_both(compilation, paths->domain, paths->problem, options, paths->result);
}

htnc_result hddl_read(htnc_compilation *compilation, const char *domain_path, const char *problem_path,
                      const htnc_options *options, const hddl_problem **problem)
{
    hddl_paths paths = {domain_path, problem_path, problem};
    *problem = NULL;
    htnc_result result = htnc_compile_with(compilation, options, read_files, &paths);
    if (result != HTNC_DONE)
        *problem = NULL;
    return result;
}
