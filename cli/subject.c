/* Opening FILE, a source or a blob; see subject.h. */
#include "subject.h"
#include "commands.h"
#include "platform.h"
#include <stdio.h>
#include <stdlib.h>
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

/* `-Wunused-taks`: the nearest diagnostic, and the switch's own prefix kept. */
static int bad_switch(const char *command, const char *text)
{
    static const char *const prefixes[] = {"no-error=", "error=", "no-"};
    const char *names[HTNC_DIAGNOSTICS];
    const char *name = text != NULL ? text : "";
    for (size_t i = 0; i < HTNC_DIAGNOSTICS; i++)
        names[i] = htnc_diagnostic_name((htnc_diagnostic_id)i);
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t length = strlen(prefixes[i]);
        if (strncmp(name, prefixes[i], length) == 0) {
            name += length;
            break;
        }
    }
    return htn_usage_error(command, "-W%s: no warning is called '%s'%s", text != NULL ? text : "", name,
                           htn_did_you_mean(name, names, HTNC_DIAGNOSTICS));
}

int htn_report_result(htnc_result result, const htnc_compilation *compilation, const char *command, const char *path)
{
    switch (result) {
    case HTNC_DONE: return HTN_EXIT_YES;
    case HTNC_REJECTED: return HTN_EXIT_NO;
    case HTNC_UNREADABLE:
        fprintf(stderr, "htn %s: cannot read '%s': %s\n", command, path, compilation->problem);
        return HTN_EXIT_USAGE;
    case HTNC_BAD_SWITCH: return bad_switch(command, compilation->problem);
    default: fprintf(stderr, "htn %s: out of memory while compiling '%s'\n", command, path); return HTN_EXIT_LIMIT;
    }
}

int htn_compile_source(htnc_compilation *compilation, const char *command, const char *path, htnc_options *options,
                       const htn_list *switches, uint32_t colour)
{
    options->switches = switches->items;
    options->switch_count = switches->count;
    htnc_result result = htnc_compile(compilation, path, options);
    if (result == HTNC_DONE || result == HTNC_REJECTED)
        htnc_diagnostics_print(&compilation->diagnostics, stderr, htn_wants_colour(stderr, colour));
    return htn_report_result(result, compilation, command, path);
}

static int load(htn_subject *subject, const char *command, const void *blob, size_t size)
{
    htn_fault fault;
    htn_status status = htn_domain_load(&subject->domain, blob, size, &fault);
    if (status == HTN_OK)
        return HTN_EXIT_YES;
    fprintf(stderr, "htn %s: '%s': %s: %s, byte %u: %s\n", command, subject->path, htn_status_text(status),
            fault.section, fault.offset, fault.reason);
    if (!subject->is_source && status == HTN_BAD_BLOB)
        fprintf(stderr, "the file is damaged or cut short; compile it again\n");
    return HTN_EXIT_USAGE;
}

static int compile(htn_subject *subject, const char *command, const htn_list *switches, uint32_t colour)
{
    htnc_options options = {0};
    subject->is_source = true;
    int status = htn_compile_source(&subject->compilation, command, subject->path, &options, switches, colour);
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
    size_t size;
    const char *problem;
    *subject = (htn_subject){.path = path};
    subject->bytes = htn_read_file(path, &size, &problem);
    if (subject->bytes == NULL) {
        fprintf(stderr, "htn %s: cannot read '%s': %s\n", command, path, problem);
        return HTN_EXIT_USAGE;
    }
    if (size >= strlen(HTN_BLOB_MAGIC) && memcmp(subject->bytes, HTN_BLOB_MAGIC, strlen(HTN_BLOB_MAGIC)) == 0)
        return load(subject, command, subject->bytes, size);
    free(subject->bytes);
    subject->bytes = NULL;
    return compile(subject, command, switches, colour);
}

void htn_subject_close(htn_subject *subject)
{
    if (subject->is_source)
        htnc_free(&subject->compilation);
    free(subject->bytes);
    *subject = (htn_subject){0};
}
