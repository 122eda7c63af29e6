/* Opening a domain and a problem in HDDL; see hddl_subject.h. */
#include "hddl_subject.h"
#include "commands.h"
#include "platform.h"
#include "subject.h"
#include <stdio.h>
#include <stdlib.h>

/* Hands over what was read already: the domain's bytes, then the problem's, which may have the same name. */
static const char *read_text(void *user, const char *path, char **text, size_t *length)
{
    htn_hddl *hddl = user;
    htn_input *input = hddl->domain.bytes != NULL ? &hddl->domain : &hddl->problem;
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

/* `work` NULL: reads, and no more. */
static htnc_result process(htn_hddl *hddl, const char *domain_path, const char *problem_path,
                           const htnc_options *options, hddl_work *work)
{
    *hddl = (htn_hddl){0};
    const htnc_reader reader = {read_text, release_text, hddl};
    htnc_options with_reader = *options;
    with_reader.reader = &reader;
    if (!htn_input_open(&hddl->domain, domain_path) ||
        (problem_path != NULL && !htn_input_open(&hddl->problem, problem_path)))
        return HTNC_UNREADABLE;
    hddl->is_read = true;
    const char *problem = problem_path != NULL ? hddl->problem.name : NULL;
    if (work != NULL)
        return hddl_convert(&hddl->compilation, hddl->domain.name, problem, &with_reader, work);
    return hddl_read(&hddl->compilation, hddl->domain.name, problem, &with_reader, &hddl->content);
}

htnc_result htn_hddl_read(htn_hddl *hddl, const char *domain_path, const char *problem_path,
                          const htnc_options *options)
{
    return process(hddl, domain_path, problem_path, options, NULL);
}

int htn_hddl_work(htn_hddl *hddl, const char *command, const char *domain_path, const char *problem_path,
                  const htnc_options *options, hddl_work *work, uint32_t colour)
{
    const htnc_compilation *compilation = &hddl->compilation;
    *hddl = (htn_hddl){0};
    if (htn_input_is_standard(domain_path) && htn_input_is_standard(problem_path))
        return htn_usage_error(command, "standard input cannot be both the domain and the problem");
    const htnc_result result = process(hddl, domain_path, problem_path, options, work);
    if (!hddl->is_read)
        return htn_report_unreadable(hddl->domain.problem != NULL ? &hddl->domain : &hddl->problem, command);
    if (result == HTNC_DONE || result == HTNC_REJECTED)
        htnc_diagnostics_print(&compilation->diagnostics, stderr, htn_wants_colour(stderr, colour));
    if (result == HTNC_REJECTED)
        htn_print_summary(compilation->diagnostics.errors, compilation->diagnostics.warnings);
    return htn_report_result(result, compilation, command, hddl->domain.name);
}

int htn_hddl_open(htn_hddl *hddl, const char *command, const char *domain_path, const char *problem_path,
                  const htnc_options *options, uint32_t colour)
{
    return htn_hddl_work(hddl, command, domain_path, problem_path, options, NULL, colour);
}

void htn_hddl_close(htn_hddl *hddl)
{
    if (hddl->is_read)
        htnc_free(&hddl->compilation);
    htn_input_close(&hddl->domain);
    htn_input_close(&hddl->problem);
    *hddl = (htn_hddl){0};
}
