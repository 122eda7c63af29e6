/* Opens a domain and a problem in HDDL; see hddl_subject.h. */
#include "cli/common/hddl_subject.h"
#include "base/diagnostic.h"
#include "base/reader.h"
#include "cli/common/subject.h"
#include "cli/common/terminal.h"
#include "cli/common/usage_error.h"
#include <stdio.h>
#include <stdlib.h>

/* An base_reader: returns the bytes that are here already, first the domain's, then the problem's. It cannot go by the
   names, which may be the same. */
static const char *read_text(void *user, const char *path, char **text, size_t *length)
{
    cli_hddl *hddl = user;
    cli_input *input = hddl->domain.bytes != NULL ? &hddl->domain : &hddl->problem;
    (void)path;
    *text = input->bytes;
    *length = input->size;
    input->bytes = NULL;
    return *text != NULL ? NULL : "it has been read already";
}

static void release_text(void *user, char *text)
{
    (void)user;
    free(text);
}

/* `work` NULL: only reads. */
static base_result process(cli_hddl *hddl, const char *domain_path, const char *problem_path,
                           const htnc_options *options, hddl_work *work)
{
    *hddl = (cli_hddl){0};
    const base_reader reader = {read_text, release_text, hddl};
    htnc_options with_reader = *options;
    with_reader.workspace.reader = &reader;
    if (!cli_input_open(&hddl->domain, domain_path) ||
        (problem_path != NULL && !cli_input_open(&hddl->problem, problem_path)))
        return BASE_UNREADABLE;
    hddl->is_read = true;
    const char *problem = problem_path != NULL ? hddl->problem.name : NULL;
    if (work != NULL)
        return hddl_convert(&hddl->compilation, hddl->domain.name, problem, &with_reader, work);
    return hddl_read(&hddl->compilation, hddl->domain.name, problem, &with_reader, &hddl->content);
}

base_result cli_hddl_read(cli_hddl *hddl, const char *domain_path, const char *problem_path,
                          const htnc_options *options)
{
    return process(hddl, domain_path, problem_path, options, NULL);
}

int cli_hddl_work(cli_hddl *hddl, const char *command, const char *domain_path, const char *problem_path,
                  const htnc_options *options, hddl_work *work, uint32_t colour)
{
    const htnc_compilation *compilation = &hddl->compilation;
    *hddl = (cli_hddl){0};
    if (cli_input_is_standard(domain_path) && cli_input_is_standard(problem_path))
        return cli_usage_error(command, "standard input cannot be both the domain and the problem");
    const base_result result = process(hddl, domain_path, problem_path, options, work);
    if (!hddl->is_read)
        return cli_report_unreadable(hddl->domain.problem != NULL ? &hddl->domain : &hddl->problem, command);
    if (result == BASE_DONE || result == BASE_REJECTED)
        base_diagnostics_print(&compilation->workspace.diagnostics, stderr, cli_wants_colour(stderr, colour));
    if (result == BASE_REJECTED)
        cli_print_summary(compilation->workspace.diagnostics.errors, compilation->workspace.diagnostics.warnings);
    return cli_report_result(result, compilation, command, hddl->domain.name);
}

int cli_hddl_open(cli_hddl *hddl, const char *command, const char *domain_path, const char *problem_path,
                  const htnc_options *options, uint32_t colour)
{
    return cli_hddl_work(hddl, command, domain_path, problem_path, options, NULL, colour);
}

void cli_hddl_close(cli_hddl *hddl)
{
    if (hddl->is_read)
        htnc_free(&hddl->compilation);
    cli_input_close(&hddl->domain);
    cli_input_close(&hddl->problem);
    *hddl = (cli_hddl){0};
}
