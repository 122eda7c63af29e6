/*
 * What a subcommand works on: FILE, which is a source or a blob, as its content says. A source is
 * compiled in memory, so that both end up as the same thing: a verified domain.
 */
#ifndef HTN_CLI_SUBJECT_H
#define HTN_CLI_SUBJECT_H

#include "input.h"
#include "options.h"
#include "text.h"
#include <htn/domain.h>

typedef struct htn_subject {
    htn_input input; /* holds the bytes of a blob */
    bool is_source;
    htnc_compilation compilation; /* of a source */
    htn_domain domain;
} htn_subject;

/*
 * Opens FILE for `command`. Compiles with the given -W switches; diagnostics go to stderr, coloured by `colour`
 * (HTN_COLOUR_*). Returns HTN_EXIT_YES with a loaded domain, or another exit status, after saying why. Either way
 * htn_subject_close() gives everything back.
 */
int htn_subject_open(htn_subject *subject, const char *command, const char *path, const htn_list *switches,
                     uint32_t colour);
void htn_subject_close(htn_subject *subject);

/*
 * Compiles a source and prints its diagnostics; what compile, check, plan and explain share. The compilation is the
 * caller's to free, whatever the result.
 */
int htn_compile_source(htnc_compilation *compilation, const char *command, htn_input *input, htnc_options *options,
                       const htn_list *switches, uint32_t colour);

/* Says that `command` takes no HDDL, and what to do with it; HTN_EXIT_USAGE. */
int htn_refuse_hddl(const char *command, const char *path);
/* Says that a file in HDDL is only one of two; HTN_EXIT_USAGE. */
int htn_ask_for_problem(const char *command, const char *path);

/* Says on stderr why an input cannot be opened; HTN_EXIT_USAGE. */
int htn_report_unreadable(const htn_input *input, const char *command);

/* What a compilation has said, as on a terminal without colours. */
void htn_text_add_diagnostics(htn_text *text, htnc_diagnostics *diagnostics);

/* The exit status for a result, after saying on stderr what the diagnostics do not. */
int htn_report_result(htnc_result result, const htnc_compilation *compilation, const char *command, const char *path);

/* `2 errors, 1 warning` on stderr; nothing where there are none. */
void htn_print_summary(uint32_t errors, uint32_t warnings);

#endif
