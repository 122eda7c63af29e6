/* See test_report.h. */
#include "cli/scenario/test_report.h"
#include <stdlib.h>

void test_report_free(test_report *report)
{
    for (uint32_t i = 0; i < report->case_count; i++) {
        test_case *each = &report->cases[i];
        free(each->name);
        free(each->failure.file);
        free(each->failure.source);
        free(each->failure.message);
        free(each->failure.expected);
        free(each->failure.actual);
        free(each->failure.why);
    }
    for (uint32_t i = 0; i < report->file_count; i++) {
        free(report->files[i].name);
        cJSON_Delete(report->files[i].diagnostics);
        base_text_free(&report->files[i].errors);
    }
    free(report->cases);
    free(report->files);
    *report = (test_report){0};
}
