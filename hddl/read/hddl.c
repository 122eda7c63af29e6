/* The way through the reader: files, syntax trees, problem; see hddl.h. */
#include "hddl/read/hddl.h"
#include "hddl/read/hddl_make.h"
#include "hddl/read/hddl_parse.h"
#include "hddl/read/hddl_resolve.h"

enum { LARGEST_FILE = 64 << 20 };

/* Reads and parses one file. Returns NULL, or why the file cannot be read. */
static const char *read_one(base_workspace *workspace, hddl_document *document, const char *path, bool is_problem,
                            const base_reader *reader)
{
    base_source *source = NULL;
    const char *failure = base_source_read(&workspace->sources, path, reader, &source);
    if (failure != NULL)
        return base_format(&workspace->arena, "%s: %s", path, failure);
    if (source->length > LARGEST_FILE)
        base_report(&workspace->diagnostics, BASE_DIAG_TOO_LARGE, (base_span){source->base, source->base},
                    "the file has %u MiB; the limit is %d", source->length >> 20, LARGEST_FILE >> 20);
    else
        hddl_parse(document, source, is_problem);
    return NULL;
}

typedef struct read_job {
    const char *domain, *problem;
    const base_reader *reader;
    const hddl_problem **result;
} read_job;

static base_result read_both(base_workspace *workspace, void *user)
{
    const read_job *job = user;
    hddl_document *document = hddl_document_make(&workspace->arena, &workspace->diagnostics);
    document->sources = &workspace->sources;
    workspace->problem = read_one(workspace, document, job->domain, false, job->reader);
    if (workspace->problem == NULL && job->problem != NULL)
        workspace->problem = read_one(workspace, document, job->problem, true, job->reader);
    if (workspace->problem != NULL)
        return BASE_UNREADABLE;
    if (workspace->diagnostics.errors == 0)
        *job->result = hddl_resolve(document, job->problem != NULL);
    return workspace->diagnostics.errors == 0 ? BASE_DONE : BASE_REJECTED;
}

base_result hddl_read(base_workspace *workspace, const char *domain_path, const char *problem_path,
                      const base_options *options, const hddl_problem **problem)
{
    read_job job = {domain_path, problem_path, options != NULL ? options->reader : NULL, problem};
    *problem = NULL;
    const base_result result = base_workspace_open(workspace, options, read_both, &job);
    if (result != BASE_DONE)
        *problem = NULL;
    return result;
}
