/* The results of `htn test` for people; see test_report_lines.h. */
#include "cli/scenario/test_report_lines.h"
#include "base/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INDENT "        "

/* An escape sequence, or nothing where there are no colours. */
static const char *when(const test_report *report, const char *sequence)
{
    return report->colour ? sequence : "";
}

void test_print_file(const test_report *report, const test_file *file)
{
    printf("%s%s%s\n", when(report, "\033[1m"), file->name, when(report, "\033[0m"));
}

/* A caret under two texts, where they begin to differ. */
static void print_difference(const test_report *report, const char *expected, const char *actual)
{
    base_text same = {0};
    size_t length = 0;
    while (expected[length] != '\0' && expected[length] == actual[length])
        length++;
    while (length > 0 &&
           ((unsigned char)actual[length] & 0xC0) == 0x80) /* back to the beginning of a UTF-8 character */
        length--;
    base_text_add_bytes(&same, actual, length);
    printf(INDENT "          %*s%s^%s\n", (int)base_columns(base_text_of(&same)), "", when(report, "\033[31m"),
           when(report, "\033[0m"));
    base_text_free(&same);
}

static void print_lines(const char *lines)
{
    while (*lines != '\0') {
        const size_t length = strcspn(lines, "\n");
        printf(length > 0 ? INDENT "%.*s\n" : "%.*s\n", (int)length, lines);
        lines += length + (lines[length] == '\n');
    }
}

static void print_failure(const test_report *report, const test_failure *failure)
{
    printf(INDENT "%s%s:%u:%u:%s %s\n", when(report, "\033[1m"), failure->file, failure->line, failure->column,
           when(report, "\033[0m"), failure->message);
    printf(INDENT "%5u | %s\n", failure->line, failure->source);
    if (failure->expected[0] != '\0')
        printf(INDENT "expected: %s\n", failure->expected);
    if (failure->actual[0] != '\0')
        printf(INDENT "actual:   %s\n", failure->actual);
    if (failure->ordered)
        print_difference(report, failure->expected, failure->actual);
    print_lines(failure->why);
}

void test_print_case(const test_report *report, const test_case *played)
{
    const bool passed = played->failure.file == NULL;
    printf("  %s%s%s  %s\n", when(report, passed ? "\033[32m" : "\033[1;31m"), passed ? "ok  " : "FAIL",
           when(report, "\033[0m"), played->name);
    if (!passed)
        print_failure(report, &played->failure);
    fflush(stdout);
}

void test_print_summary(const test_report *report, bool timed)
{
    uint32_t unplayed = 0;
    double seconds = 0;
    for (uint32_t i = 0; i < report->file_count; i++)
        unplayed += report->files[i].problem != NULL;
    for (uint32_t i = 0; i < report->case_count; i++)
        seconds += report->cases[i].seconds;
    printf("%s%s%u passed, %u failed", report->case_count > 0 ? "\n" : "",
           when(report, report->failed + unplayed > 0 ? "\033[1;31m" : "\033[1;32m"),
           report->case_count - report->failed, report->failed);
    if (unplayed > 0)
        printf(", %u file%s not played", unplayed, unplayed == 1 ? "" : "s");
    if (timed)
        printf(" (%.2f s)", seconds);
    printf("%s\n", when(report, "\033[0m"));
}
