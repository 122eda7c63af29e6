/*
 * DOMAIN.hddl and PROBLEM.hddl as the commands that take them open them: either may be standard input (`-`), what is wrong
 * with them goes to stderr. Neighbours: subject.h, the same for .htn; hddl/read/hddl.h reads.
 */
#ifndef CLI_HDDL_SUBJECT_H
#define CLI_HDDL_SUBJECT_H

#include "hddl/convert/translate.h"
#include "cli/common/input.h"
#include "cli/common/options.h"

typedef struct cli_hddl {
    cli_input domain, problem; /* their bytes are the compilation's once it has asked for them */
    bool is_read;              /* `compilation` is to be freed */
    htnc_compilation compilation;
    const hddl_problem *content; /* NULL unless the result was CLI_EXIT_YES */
} cli_hddl;

/*
 * Reads both, and says nothing. HTNC_UNREADABLE where one of the files is not to be had: its input has `problem`, or else
 * the compilation. A NULL problem_path reads the domain alone. cli_hddl_close() in every case.
 */
htnc_result cli_hddl_read(cli_hddl *hddl, const char *domain_path, const char *problem_path,
                          const htnc_options *options);

/* The --loops option of the commands that translate: an hddl_loops. */
#define CLI_OPTION_HDDL_LOOPS(variable)                                                                \
    {                                                                                                  \
        "loops", 0, CLI_OPTION_CHOICE, (variable), "auto|cut|free",                                    \
            "HDDL: the loop guard where it costs no plans (auto, default), always (cut), never (free)" \
    }

/*
 * Reads both and does the work. Diagnostics are printed, coloured by `colour` (base_colour), with a summary where there are errors. Returns
 * CLI_EXIT_YES, or another exit status, after saying why. Of `options` all but the reader are used. In every case
 * cli_hddl_close() gives everything back.
 */
int cli_hddl_work(cli_hddl *hddl, const char *command, const char *domain_path, const char *problem_path,
                  const htnc_options *options, hddl_work *work, uint32_t colour);

/* The same, without the translation. */
int cli_hddl_open(cli_hddl *hddl, const char *command, const char *domain_path, const char *problem_path,
                  const htnc_options *options, uint32_t colour);
void cli_hddl_close(cli_hddl *hddl);

#endif
