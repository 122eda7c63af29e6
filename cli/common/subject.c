/* Opens FILE, a source or a blob; see subject.h. */
#include "cli/common/subject.h"
#include "base/diagnostic_print.h"
#include "base/host_files.h"
#include "cli/common/exit_status.h"
#include "cli/common/hddl_input.h"
#include "cli/common/terminal.h"
#include "cli/common/usage_error.h"
#include <stdio.h>
#include <string.h>

void cli_print_summary(uint32_t errors, uint32_t warnings)
{
    if (errors > 0)
        fprintf(stderr, "%u error%s", errors, errors == 1 ? "" : "s");
    if (warnings > 0)
        fprintf(stderr, "%s%u warning%s", errors > 0 ? ", " : "", warnings, warnings == 1 ? "" : "s");
    if (errors + warnings > 0)
        fprintf(stderr, "\n");
}

/* For `-Wunused-taks`: suggests the most similar warning. */
static int bad_switch(const char *command, const char *text)
{
    static const char *const prefixes[] = {"no-error=", "error=", "no-"};
    const char *names[BASE_DIAGNOSTICS];
    const char *name = text;
    size_t count = 0;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t length = strlen(prefixes[i]);
        if (strncmp(name, prefixes[i], length) == 0) {
            name += length;
            break;
        }
    }
    for (size_t i = 0; i < BASE_DIAGNOSTICS; i++) {
        const char *known = base_diagnostic_name((base_diagnostic_id)i);
        if (base_diagnostic_is_warning((base_diagnostic_id)i))
            names[count++] = known;
        else if (strcmp(known, name) == 0)
            return cli_usage_error(
                command, "-W%s: '%s' is an error; only warnings can be turned on, off or into errors", text, name);
    }
    return cli_usage_error(command, "-W%s: no warning is called '%s'%s", text, name,
                           cli_did_you_mean(name, names, count));
}

int cli_report_result(base_result result, const htnc_compilation *compilation, const char *command, const char *path)
{
    switch (result) {
    case BASE_DONE: return CLI_EXIT_YES;
    case BASE_REJECTED: return CLI_EXIT_NO;
    case BASE_UNREADABLE:
        fprintf(stderr, "htn %s: cannot read '%s': %s\n", command, path, compilation->workspace.problem);
        return CLI_EXIT_USAGE;
    case BASE_BAD_SWITCH:
        return bad_switch(command, compilation->workspace.problem != NULL ? compilation->workspace.problem : "");
    default: fprintf(stderr, "htn %s: out of memory while compiling '%s'\n", command, path); return CLI_EXIT_LIMIT;
    }
}

int cli_compile_source(htnc_compilation *compilation, const char *command, cli_input *input, htnc_options *options,
                       const cli_list *switches, uint32_t colour)
{
    options->workspace.switches = switches->items;
    options->workspace.switch_count = switches->count;
    base_result result = cli_input_compile(input, compilation, options);
    if (result == BASE_DONE || result == BASE_REJECTED)
        base_diagnostics_print(&compilation->workspace.diagnostics, stderr, cli_wants_colour(stderr, colour));
    return cli_report_result(result, compilation, command, input->name);
}

/* By way of a temporary file, since diagnostics can only be printed to a stream. */
void cli_text_add_diagnostics(base_text *text, base_diagnostics *diagnostics)
{
    FILE *file = base_temporary_file();
    if (file == NULL)
        return;
    base_diagnostics_print(diagnostics, file, false);
    base_text_add_file(text, file);
    fclose(file);
}

int cli_report_unreadable(const cli_input *input, const char *command)
{
    fprintf(stderr, "htn %s: cannot read '%s': %s\n", command, input->name, input->problem);
    return CLI_EXIT_USAGE;
}

int cli_subject_load(cli_subject *subject, const char *command, const void *blob, size_t size)
{
    htn_fault fault;
    htn_status status = htn_domain_load(&subject->domain, blob, size, &fault);
    if (status == HTN_OK)
        return CLI_EXIT_YES;
    fprintf(stderr, "htn %s: '%s': %s: %s, byte %u: %s\n", command, subject->input.name, htn_status_text(status),
            fault.section, fault.offset, fault.reason);
    if (!subject->is_source && status == HTN_BAD_BLOB)
        fprintf(stderr, "the file is damaged or cut short; compile it again\n");
    return CLI_EXIT_USAGE;
}

static int compile(cli_subject *subject, const char *command, const cli_list *switches, uint32_t colour)
{
    htnc_options options = {0};
    subject->is_source = true;
    int status = cli_compile_source(&subject->compilation, command, &subject->input, &options, switches, colour);
    const base_diagnostics *diagnostics = &subject->compilation.workspace.diagnostics;
    if (status == CLI_EXIT_NO)
        cli_print_summary(diagnostics->errors, diagnostics->warnings);
    if (status != CLI_EXIT_YES)
        return status;
    return cli_subject_load(subject, command, subject->compilation.blob, subject->compilation.blob_size);
}

int cli_subject_open(cli_subject *subject, const char *command, const char *path, const cli_list *switches,
                     uint32_t colour)
{
    cli_input *input = &subject->input;
    *subject = (cli_subject){0};
    if (!cli_input_open(input, path))
        return cli_report_unreadable(input, command);
    if (cli_input_is_hddl(input))
        return cli_refuse_hddl(command, input->name);
    switch (cli_input_kind_of(input)) {
    case CLI_INPUT_BLOB: return cli_subject_load(subject, command, input->bytes, input->size);
    case CLI_INPUT_SOURCE: return compile(subject, command, switches, colour);
    case CLI_INPUT_CUT_SHORT:
        fprintf(stderr, "htn %s: '%s' is %s, so it is neither a source nor a whole blob; it was cut short\n", command,
                input->name, input->size == 0 ? "empty" : "shorter than a blob's first four bytes");
        return CLI_EXIT_USAGE;
    default:
        fprintf(
            stderr,
            "htn %s: '%s' is neither a source, because it is not text, nor a blob, because it does not begin with %s\n",
            command, input->name, HTN_BLOB_MAGIC);
        return CLI_EXIT_USAGE;
    }
}

void cli_subject_close(cli_subject *subject)
{
    if (subject->is_source)
        htnc_free(&subject->compilation);
    cli_input_close(&subject->input);
    *subject = (cli_subject){0};
}
