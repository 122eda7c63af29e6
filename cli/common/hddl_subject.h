/*
 * DOMAIN.hddl and PROBLEM.hddl as the commands that take HDDL open them. One of the two may be standard input (`-`).
 * Errors go to stderr. Neighbours: subject.h does the same for .htn; hddl/read parses, hddl/convert translates.
 */
#pragma once

#include "cli/common/hddl_compile.h"
#include "cli/common/input.h"
#include "cli/common/option_table.h"

/* How far a domain and a problem are taken. */
typedef enum cli_hddl_goal {
    CLI_HDDL_READ,      /* to `content` */
    CLI_HDDL_TRANSLATE, /* and on to `text` */
    CLI_HDDL_COMPILE    /* and on to `compilation` */
} cli_hddl_goal;

/* The caller sets `goal` and `loops`. All else is zero before the files are opened. */
typedef struct cli_hddl {
    cli_hddl_goal goal;
    hddl_loops loops;
    cli_input domain, problem; /* the workspace takes their bytes when it reads them */
    bool is_read;              /* `compilation` must be freed: cli_hddl_close() does it */
    htnc_compilation compilation;
    const hddl_problem *content; /* NULL where the files could not be read, or have errors */
    const char *text;            /* in .htn; NULL where it was not made */
} cli_hddl;

/*
 * Reads both files as far as `goal` says, and prints nothing. The result is BASE_UNREADABLE if a file cannot be read;
 * then `problem` of its input, or of the workspace, says why. If problem_path is NULL, only the domain is read. Call
 * cli_hddl_close() in every case.
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
 * Does the same for `command` and prints the diagnostics on stderr, coloured by `colour` (a CLI_COLOUR_*), with a
 * summary if there are errors. Returns CLI_EXIT_YES, or another exit status after printing why. `options` must have no
 * reader. Call cli_hddl_close() in every case.
 */
int cli_hddl_open(cli_hddl *hddl, const char *command, const char *domain_path, const char *problem_path,
                  const htnc_options *options, uint32_t colour);
void cli_hddl_close(cli_hddl *hddl);
