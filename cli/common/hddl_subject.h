/*
 * DOMAIN.hddl and PROBLEM.hddl as the commands that take HDDL open them. One of the two may be standard input (`-`).
 * Errors go to stderr. Neighbours: subject.h does the same for .htn; hddl/read parses, hddl/convert translates.
 */
#ifndef CLI_HDDL_SUBJECT_H
#define CLI_HDDL_SUBJECT_H

#include "base/workspace.h"
#include "cli/common/input.h"
#include "cli/common/option_table.h"
#include "hddl/convert/translate.h"

typedef struct cli_hddl {
    cli_input domain, problem; /* the compilation takes their bytes when it reads them */
    bool is_read;              /* `compilation` must be freed: cli_hddl_close() does it */
    htnc_compilation compilation;
    const hddl_problem *content; /* NULL unless the result was CLI_EXIT_YES */
} cli_hddl;

/*
 * Reads both files and prints nothing. The result is BASE_UNREADABLE where a file cannot be read; then `problem` of its
 * input, or of the compilation, says why. If problem_path is NULL only the domain is read. Call cli_hddl_close() in every
 * case.
 */
base_result cli_hddl_read(cli_hddl *hddl, const char *domain_path, const char *problem_path,
                          const htnc_options *options);

/* The --loops option of the commands that translate HDDL. `variable`: a uint32_t, which gets an hddl_loops. */
#define CLI_OPTION_HDDL_LOOPS(variable)                                                                     \
    {                                                                                                       \
        "loops", 0, CLI_OPTION_CHOICE, (variable), "auto|cut|free",                                         \
            "HDDL: the loop guard: auto (where it costs no plans; the default), cut (always), free (never)" \
    }

/*
 * Reads both files and does `work`: translates them. Diagnostics are printed on stderr, coloured by `colour` (a
 * CLI_COLOUR_*), with a summary where there are errors. Returns CLI_EXIT_YES, or another exit status after printing why.
 * `options` must have no reader. Call cli_hddl_close() in every case.
 */
int cli_hddl_work(cli_hddl *hddl, const char *command, const char *domain_path, const char *problem_path,
                  const htnc_options *options, hddl_work *work, uint32_t colour);

/* The same without a translation: `content` is what was read. */
int cli_hddl_open(cli_hddl *hddl, const char *command, const char *domain_path, const char *problem_path,
                  const htnc_options *options, uint32_t colour);
void cli_hddl_close(cli_hddl *hddl);

#endif
