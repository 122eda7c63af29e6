/*
 * The domain that a command works on: FILE, a source or a blob. A source is compiled in memory, so that both become the
 * same thing: a verified domain. Neighbours: input.h reads FILE; hddl_subject.h does the same for HDDL.
 */
#pragma once

#include "base/diagnostic.h"
#include "base/text.h"
#include "base/workspace.h"
#include "cli/common/input.h"
#include "cli/common/option_table.h"
#include <htn/domain.h>

typedef struct cli_subject {
    cli_input input; /* holds a blob's bytes */
    bool is_source;
    htnc_compilation compilation; /* only where `is_source` */
    htn_domain domain;
} cli_subject;

/*
 * Opens FILE for `command`. A source is compiled with the given -W switches; its diagnostics go to stderr, coloured by
 * `colour` (a CLI_COLOUR_*). Returns CLI_EXIT_YES and a loaded domain, or another exit status after printing why. Call
 * cli_subject_close() in either case.
 */
int cli_subject_open(cli_subject *subject, const char *command, const char *path, const cli_list *switches,
                     uint32_t colour);
void cli_subject_close(cli_subject *subject);

/* Loads a blob as the subject's domain; input.name names it in messages. Returns the exit status. */
int cli_subject_load(cli_subject *subject, const char *command, const void *blob, size_t size);

/*
 * Compiles a source and prints its diagnostics on stderr. Returns the exit status. The caller frees the compilation,
 * whatever the result is.
 */
int cli_compile_source(htnc_compilation *compilation, const char *command, cli_input *input, htnc_options *options,
                       const cli_list *switches, uint32_t colour);

/* Says on stderr why an input cannot be read. Returns CLI_EXIT_USAGE. */
int cli_report_unreadable(const cli_input *input, const char *command);

/* Returns the exit status for a result of the compiler. Prints on stderr what the diagnostics do not say. */
int cli_report_result(base_result result, const htnc_compilation *compilation, const char *command, const char *path);

/* Appends diagnostics as text without colours. */
void cli_text_add_diagnostics(base_text *text, base_diagnostics *diagnostics);

/* Prints `2 errors, 1 warning` on stderr; nothing where there are none. */
void cli_print_summary(uint32_t errors, uint32_t warnings);
