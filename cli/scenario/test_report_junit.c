/* The results of `htn test` as JUnit XML; see test_report_junit.h. */
#include "cli/scenario/test_report_junit.h"
#include "cli/common/markup.h"

static void add_attribute(base_text *text, const char *name, const char *value)
{
    base_text_add(text, " %s=\"", name);
    cli_add_escaped(text, value, true);
    base_text_add(text, "\"");
}

static void add_failure(base_text *text, const test_failure *failure)
{
    base_text body = {0};
    base_text_add(text, "      <failure");
    add_attribute(text, "message", failure->message);
    base_text_add(text, " type=\"expectation\">");
    base_text_add(&body, "%s:%u: %s\n%s\n", failure->file, failure->line, failure->message, failure->source);
    if (failure->expected[0] != '\0')
        base_text_add(&body, "expected: %s\n", failure->expected);
    if (failure->actual[0] != '\0')
        base_text_add(&body, "actual:   %s\n", failure->actual);
    base_text_add(&body, "%s", failure->why);
    cli_add_escaped(text, base_text_of(&body), false);
    base_text_add(text, "</failure>\n");
    base_text_free(&body);
}

static void add_case(base_text *text, const test_report *report, const test_case *played)
{
    const char *file = report->files[played->file].name;
    base_text_add(text, "    <testcase");
    add_attribute(text, "name", played->name);
    add_attribute(text, "classname", file);
    add_attribute(text, "file", file);
    base_text_add(text, " line=\"%u\" time=\"%.3f\"", played->line, played->seconds);
    if (played->failure.file == NULL) {
        base_text_add(text, "/>\n");
        return;
    }
    base_text_add(text, ">\n");
    add_failure(text, &played->failure);
    base_text_add(text, "    </testcase>\n");
}

static void add_counts(base_text *text, uint32_t tests, uint32_t failures, uint32_t errors, double seconds)
{
    base_text_add(text, " tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"0\" time=\"%.3f\">\n", tests, failures,
                  errors, seconds);
}

static void add_suite(base_text *text, const test_report *report, uint32_t index)
{
    const test_file *file = &report->files[index];
    const uint32_t errors = file->problem != NULL;
    uint32_t tests = errors, failures = 0;
    double seconds = 0;
    for (uint32_t i = 0; i < report->case_count; i++) {
        if (report->cases[i].file != index)
            continue;
        tests++;
        failures += report->cases[i].failure.file != NULL;
        seconds += report->cases[i].seconds;
    }
    base_text_add(text, "  <testsuite");
    add_attribute(text, "name", file->name);
    add_counts(text, tests, failures, errors, seconds);
    if (file->problem != NULL) {
        base_text_add(text, "    <testcase name=\"its scenarios can be played\"");
        add_attribute(text, "classname", file->name);
        base_text_add(text, " time=\"0.000\">\n      <error");
        add_attribute(text, "message", file->problem);
        base_text_add(text, ">");
        cli_add_escaped(text, base_text_of(&file->errors), false);
        base_text_add(text, "</error>\n    </testcase>\n");
    }
    for (uint32_t i = 0; i < report->case_count; i++)
        if (report->cases[i].file == index)
            add_case(text, report, &report->cases[i]);
    base_text_add(text, "  </testsuite>\n");
}

void test_add_junit(base_text *text, const test_report *report)
{
    uint32_t errors = 0;
    double seconds = 0;
    for (uint32_t i = 0; i < report->file_count; i++)
        errors += report->files[i].problem != NULL;
    for (uint32_t i = 0; i < report->case_count; i++)
        seconds += report->cases[i].seconds;
    base_text_add(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"htn test\"");
    add_counts(text, report->case_count + errors, report->failed, errors, seconds);
    for (uint32_t i = 0; i < report->file_count; i++)
        add_suite(text, report, i);
    base_text_add(text, "</testsuites>\n");
}
