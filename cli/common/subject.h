/*
 * What a subcommand works on: FILE, which is a source or a blob, as its content says. A source is
 * compiled in memory, so that both end up as the same thing: a verified domain.
 */
#ifndef CLI_SUBJECT_H
#define CLI_SUBJECT_H

#include "cli/common/input.h"
#include "cli/common/options.h"
#include "base/text.h"
#include <htn/domain.h>

typedef struct cli_subject {
    cli_input input; /* holds the bytes of a blob */
    bool is_source;
    htnc_compilation compilation; /* of a source */
    htn_domain domain;
} cli_subject;

/*
 * Opens FILE for `command`. Compiles with the given -W switches; diagnostics go to stderr, coloured by `colour`
 * (base_colour). Returns CLI_EXIT_YES with a loaded domain, or another exit status, after saying why. Either way
 * cli_subject_close() gives everything back.
 */
int cli_subject_open(cli_subject *subject, const char *command, const char *path, const cli_list *switches,
                     uint32_t colour);
void cli_subject_close(cli_subject *subject);

/*
 * Compiles a source and prints its diagnostics; what compile, check, plan and explain share. The compilation is the
 * caller's to free, whatever the result.
 */
int cli_compile_source(htnc_compilation *compilation, const char *command, cli_input *input, htnc_options *options,
                       const cli_list *switches, uint32_t colour);

/* Says that `command` takes no HDDL, and what to do with it; CLI_EXIT_USAGE. */
int cli_refuse_hddl(const char *command, const char *path);
/* Says that a file in HDDL is only one of two; CLI_EXIT_USAGE. */
int cli_ask_for_problem(const char *command, const char *path);

/* Says on stderr why an input cannot be opened; CLI_EXIT_USAGE. */
int cli_report_unreadable(const cli_input *input, const char *command);

/* What a compilation has said, as on a terminal without colours. */
void cli_text_add_diagnostics(base_text *text, base_diagnostics *diagnostics);

/* The exit status for a result, after saying on stderr what the diagnostics do not. */
int cli_report_result(htnc_result result, const htnc_compilation *compilation, const char *command, const char *path);

/* `2 errors, 1 warning` on stderr; nothing where there are none. */
void cli_print_summary(uint32_t errors, uint32_t warnings);

#endif
