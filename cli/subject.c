/* Opening FILE, a source or a blob; see subject.h. */
#include "subject.h"
#include "commands.h"
#include "platform.h"
#include <stdio.h>
#include <string.h>

void htn_print_summary(uint32_t errors, uint32_t warnings)
{
    if (errors > 0)
        fprintf(stderr, "%u error%s", errors, errors == 1 ? "" : "s");
    if (warnings > 0)
        fprintf(stderr, "%s%u warning%s", errors > 0 ? ", " : "", warnings, warnings == 1 ? "" : "s");
    if (errors + warnings > 0)
        fprintf(stderr, "\n");
}

/* `-Wunused-taks`: the nearest warning, and the switch's own prefix kept. */
static int bad_switch(const char *command, const char *text)
{
    static const char *const prefixes[] = {"no-error=", "error=", "no-"};
    const char *names[HTNC_DIAGNOSTICS];
    const char *name = text;
    size_t count = 0;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t length = strlen(prefixes[i]);
        if (strncmp(name, prefixes[i], length) == 0) {
            name += length;
            break;
        }
    }
    for (size_t i = 0; i < HTNC_DIAGNOSTICS; i++) {
        const char *known = htnc_diagnostic_name((htnc_diagnostic_id)i);
        if (htnc_diagnostic_is_warning((htnc_diagnostic_id)i))
            names[count++] = known;
        else if (strcmp(known, name) == 0)
            return htn_usage_error(
                command, "-W%s: '%s' is an error; only warnings can be turned on, off or into errors", text, name);
    }
    return htn_usage_error(command, "-W%s: no warning is called '%s'%s", text, name,
                           htn_did_you_mean(name, names, count));
}

int htn_report_result(htnc_result result, const htnc_compilation *compilation, const char *command, const char *path)
{
    switch (result) {
    case HTNC_DONE: return HTN_EXIT_YES;
    case HTNC_REJECTED: return HTN_EXIT_NO;
    case HTNC_UNREADABLE:
        fprintf(stderr, "htn %s: cannot read '%s': %s\n", command, path, compilation->problem);
        return HTN_EXIT_USAGE;
    case HTNC_BAD_SWITCH: return bad_switch(command, compilation->problem != NULL ? compilation->problem : "");
    default: fprintf(stderr, "htn %s: out of memory while compiling '%s'\n", command, path); return HTN_EXIT_LIMIT;
    }
}

int htn_compile_source(htnc_compilation *compilation, const char *command, htn_input *input, htnc_options *options,
                       const htn_list *switches, uint32_t colour)
{
    options->switches = switches->items;
    options->switch_count = switches->count;
    htnc_result result = htn_input_compile(input, compilation, options);
    if (result == HTNC_DONE || result == HTNC_REJECTED)
        htnc_diagnostics_print(&compilation->diagnostics, stderr, htn_wants_colour(stderr, colour));
    return htn_report_result(result, compilation, command, input->name);
}

/* The compiler writes to streams. */
void htn_text_add_diagnostics(htn_text *text, htnc_diagnostics *diagnostics)
{
    char piece[4096];
    FILE *file = tmpfile();
    if (file == NULL)
        return;
    htnc_diagnostics_print(diagnostics, file, false);
    rewind(file);
    for (size_t size; (size = fread(piece, 1, sizeof piece, file)) > 0;)
        htn_text_add_bytes(text, piece, size);
    fclose(file);
}

int htn_refuse_hddl(const char *command, const char *path)
{
    fprintf(stderr,
            "htn %s: '%s' is HDDL, which %s does not take; `htn convert DOMAIN.hddl PROBLEM.hddl -o OUT.htn` makes a "
            "source of it that it does\n",
            command, path, command);
    return HTN_EXIT_USAGE;
}

int htn_ask_for_problem(const char *command, const char *path)
{
    return htn_usage_error(command, "'%s' is HDDL, which needs two files: DOMAIN.hddl PROBLEM.hddl", path);
}

int htn_report_unreadable(const htn_input *input, const char *command)
{
    fprintf(stderr, "htn %s: cannot read '%s': %s\n", command, input->name, input->problem);
    return HTN_EXIT_USAGE;
}

static int load(htn_subject *subject, const char *command, const void *blob, size_t size)
{
    htn_fault fault;
    htn_status status = htn_domain_load(&subject->domain, blob, size, &fault);
    if (status == HTN_OK)
        return HTN_EXIT_YES;
    fprintf(stderr, "htn %s: '%s': %s: %s, byte %u: %s\n", command, subject->input.name, htn_status_text(status),
            fault.section, fault.offset, fault.reason);
    if (!subject->is_source && status == HTN_BAD_BLOB)
        fprintf(stderr, "the file is damaged or cut short; compile it again\n");
    return HTN_EXIT_USAGE;
}

static int compile(htn_subject *subject, const char *command, const htn_list *switches, uint32_t colour)
{
    htnc_options options = {0};
    subject->is_source = true;
    int status = htn_compile_source(&subject->compilation, command, &subject->input, &options, switches, colour);
    const htnc_diagnostics *diagnostics = &subject->compilation.diagnostics;
    if (status == HTN_EXIT_NO)
        htn_print_summary(diagnostics->errors, diagnostics->warnings);
    if (status != HTN_EXIT_YES)
        return status;
    return load(subject, command, subject->compilation.blob, subject->compilation.blob_size);
}

int htn_subject_open(htn_subject *subject, const char *command, const char *path, const htn_list *switches,
                     uint32_t colour)
{
    htn_input *input = &subject->input;
    *subject = (htn_subject){0};
    if (!htn_input_open(input, path))
        return htn_report_unreadable(input, command);
    if (htn_input_is_hddl(input))
        return htn_refuse_hddl(command, input->name);
    switch (htn_input_kind_of(input)) {
    case HTN_INPUT_BLOB: return load(subject, command, input->bytes, input->size);
    case HTN_INPUT_SOURCE: return compile(subject, command, switches, colour);
    case HTN_INPUT_CUT_SHORT:
        fprintf(stderr, "htn %s: '%s' is %s, so it is neither a source nor a whole blob; it was cut short\n", command,
                input->name, input->size == 0 ? "empty" : "shorter than a blob's first four bytes");
        return HTN_EXIT_USAGE;
    default:
        fprintf(stderr, "htn %s: '%s' is neither a source, for it is not text, nor a blob, which begins with %s\n",
                command, input->name, HTN_BLOB_MAGIC);
        return HTN_EXIT_USAGE;
    }
}

void htn_subject_close(htn_subject *subject)
{
    if (subject->is_source)
        htnc_free(&subject->compilation);
    htn_input_close(&subject->input);
    *subject = (htn_subject){0};
}
