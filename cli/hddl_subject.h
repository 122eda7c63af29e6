/*
 * DOMAIN.hddl and PROBLEM.hddl as the commands that take them open them: either may be standard input (`-`), what is wrong
 * with them goes to stderr. Neighbours: subject.h, the same for .htn; compiler/hddl/hddl.h reads.
 */
#ifndef HTN_CLI_HDDL_SUBJECT_H
#define HTN_CLI_HDDL_SUBJECT_H

#include "hddl/translate.h"
#include "input.h"
#include "options.h"

typedef struct htn_hddl {
    htn_input domain, problem; /* their bytes are the compilation's once it has asked for them */
    bool is_read;              /* `compilation` is to be freed */
    htnc_compilation compilation;
    const hddl_problem *content; /* NULL unless the result was HTN_EXIT_YES */
} htn_hddl;

/*
 * Reads both, and says nothing. HTNC_UNREADABLE where one of the files is not to be had: its input has `problem`, or else
 * the compilation. A NULL problem_path reads the domain alone. htn_hddl_close() in every case.
 */
htnc_result htn_hddl_read(htn_hddl *hddl, const char *domain_path, const char *problem_path,
                          const htnc_options *options);

/* The --loops option of the commands that translate: an hddl_loops. */
#define HTN_OPTION_HDDL_LOOPS(variable)                                                                \
    {                                                                                                  \
        "loops", 0, HTN_OPTION_CHOICE, (variable), "auto|cut|free",                                    \
            "HDDL: the loop guard where it costs no plans (auto, default), always (cut), never (free)" \
    }

/*
 * Reads both and does the work. Diagnostics are printed, coloured by `colour` (HTN_COLOUR_*), with a summary where there are errors. Returns
 * HTN_EXIT_YES, or another exit status, after saying why. Of `options` all but the reader are used. In every case
 * htn_hddl_close() gives everything back.
 */
int htn_hddl_work(htn_hddl *hddl, const char *command, const char *domain_path, const char *problem_path,
                  const htnc_options *options, hddl_work *work, uint32_t colour);

/* The same, without the translation. */
int htn_hddl_open(htn_hddl *hddl, const char *command, const char *domain_path, const char *problem_path,
                  const htnc_options *options, uint32_t colour);
void htn_hddl_close(htn_hddl *hddl);

#endif
