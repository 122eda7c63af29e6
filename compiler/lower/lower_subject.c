/* The limits of a subject: one report for each subject, and the locals of a frame. */
#include "compiler/lower/lower_subject.h"
#include <htn/blob.h>

void htnc_begin_subject(htnc_subject *subject, base_span span)
{
    subject->span = span;
    subject->reported = false;
    subject->nodes = 0;
    subject->free_local = subject->temporaries;
}

void htnc_too_large(htnc_subject *subject, const char *format, ...)
{
    va_list arguments;
    if (subject->reported)
        return;
    va_start(arguments, format);
    base_report(subject->diagnostics, BASE_DIAG_TOO_LARGE, subject->span, "%s",
                base_vformat(subject->arena, format, arguments));
    va_end(arguments);
    subject->reported = true;
}

uint32_t htnc_new_locals(htnc_subject *subject, uint32_t count)
{
    uint32_t first = subject->free_local;
    if (count > HTN_MAX_LOCALS - first) {
        htnc_too_large(subject, "this needs more than %d variables in one task", HTN_MAX_LOCALS);
        return first < HTN_MAX_LOCALS ? first : 0;
    }
    subject->free_local = first + count;
    if (subject->free_local > subject->locals)
        subject->locals = subject->free_local;
    return first;
}
