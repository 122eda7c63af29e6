/* Opens a domain and a problem in HDDL; see hddl_subject.h. */
#include "cli/common/hddl_subject.h"
#include "base/diagnostic_print.h"
#include "base/diagnostic.h"
#include "base/reader.h"
#include "cli/common/subject.h"
#include "cli/common/terminal.h"
#include "cli/common/usage_error.h"
#include <stdio.h>
#include <stdlib.h>

/* A base_reader. It returns the bytes that were read before: first the domain's, then the problem's. The names cannot
   tell which one is meant, since they may be the same. */
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

base_result cli_hddl_read(cli_hddl *hddl, const char *domain_path, const char *problem_path,
                          const htnc_options *options)
{
    base_workspace *workspace = &hddl->compilation.workspace;
    const base_reader reader = {read_text, release_text, hddl, NULL};
    base_options with_reader = options->workspace;
    with_reader.reader = &reader;
    if (!cli_input_open(&hddl->domain, domain_path) ||
        (problem_path != NULL && !cli_input_open(&hddl->problem, problem_path)))
        return BASE_UNREADABLE;
    hddl->is_read = true;
    const char *problem = problem_path != NULL ? hddl->problem.name : NULL;
    base_result result = hddl_read(workspace, hddl->domain.name, problem, &with_reader, &hddl->content);
    if (result == BASE_DONE && hddl->goal != CLI_HDDL_READ)
        result = hddl_translate(workspace, hddl->content, hddl->loops, &hddl->text);
    if (result == BASE_DONE && hddl->goal == CLI_HDDL_COMPILE)
        result = cli_hddl_compile(&hddl->compilation, problem, hddl->text, options);
    return result;
}

int cli_hddl_open(cli_hddl *hddl, const char *command, const char *domain_path, const char *problem_path,
                  const htnc_options *options, uint32_t colour)
{
    const htnc_compilation *compilation = &hddl->compilation;
    if (cli_input_is_standard(domain_path) && cli_input_is_standard(problem_path))
        return cli_usage_error(command, "standard input cannot be both the domain and the problem");
    const base_result result = cli_hddl_read(hddl, domain_path, problem_path, options);
    if (!hddl->is_read)
        return cli_report_unreadable(hddl->domain.problem != NULL ? &hddl->domain : &hddl->problem, command);
    if (result == BASE_DONE || result == BASE_REJECTED)
        base_diagnostics_print(&compilation->workspace.diagnostics, stderr, cli_wants_colour(stderr, colour));
    if (result == BASE_REJECTED)
        cli_print_summary(compilation->workspace.diagnostics.errors, compilation->workspace.diagnostics.warnings);
    return cli_report_result(result, compilation, command, hddl->domain.name);
}

void cli_hddl_close(cli_hddl *hddl)
{
    if (hddl->is_read)
        htnc_free(&hddl->compilation);
    cli_input_close(&hddl->domain);
    cli_input_close(&hddl->problem);
    *hddl = (cli_hddl){0};
}
