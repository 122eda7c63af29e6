/* The results of `htn test` for people; see test_report_lines.h. */
#include "cli/scenario/test_report_lines.h"
#include "base/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_AROUND = 2, LONG_PLAN = 100, LONG_LINE = 120 /* bytes */ };

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

/* The end of the step, or member of a group, that begins at `text`: where a comma or the closing bracket of its list stands. */
static const char *end_of_step(const char *text)
{
    int depth = 0;
    for (; *text != '\0'; text++) {
        if (depth == 0 && (*text == ',' || *text == ']'))
            return text;
        depth += (*text == '[' || *text == '(') - (*text == ']' || *text == ')');
    }
    return text;
}

/* The beginning of the next step; NULL: there is none. */
static const char *next_step(const char *text)
{
    const char *end = end_of_step(text);
    return *end == ',' ? end + 1 + strspn(end + 1, " ") : NULL;
}

/* The index of the first step that two plans do not have in common. */
static uint32_t first_difference(const char *a, const char *b)
{
    uint32_t index = 0;
    for (; a != NULL && b != NULL; a = next_step(a), b = next_step(b), index++) {
        const size_t length = (size_t)(end_of_step(a) - a);
        if (length != (size_t)(end_of_step(b) - b) || strncmp(a, b, length) != 0)
            break;
    }
    return index;
}

/* The steps of a plan around one of them. */
static void add_excerpt(base_text *text, const char *plan, uint32_t around)
{
    const uint32_t from = around > STEPS_AROUND ? around - STEPS_AROUND : 0;
    const char *step = plan + 1;
    base_text_add(text, from > 0 ? "[..." : "[");
    for (uint32_t i = 0; step != NULL && i <= around + STEPS_AROUND; i++, step = next_step(step))
        if (i >= from)
            base_text_add(text, "%s%.*s", i > 0 ? ", " : "", (int)(end_of_step(step) - step), step);
    base_text_add(text, step != NULL ? ", ...]" : "]");
}

/* Of two long plans: the first step that differs, and the steps around it. */
static void print_plans(const test_report *report, const char *expected, const char *actual)
{
    const uint32_t step = first_difference(expected + 1, actual + 1);
    base_text ours = {0}, theirs = {0};
    add_excerpt(&theirs, expected, step);
    add_excerpt(&ours, actual, step);
    printf(INDENT "%s %u is the first that differs\n", strchr(expected, '(') != NULL ? "step" : "entry", step + 1);
    printf(INDENT "expected: %s\n" INDENT "actual:   %s\n", base_text_of(&theirs), base_text_of(&ours));
    print_difference(report, base_text_of(&theirs), base_text_of(&ours));
    base_text_free(&ours);
    base_text_free(&theirs);
}

static bool are_long_plans(const test_failure *failure)
{
    return failure->ordered && failure->expected[0] == '[' && failure->actual[0] == '[' &&
           (strlen(failure->expected) > LONG_PLAN || strlen(failure->actual) > LONG_PLAN);
}

static void print_lines(const char *lines)
{
    while (*lines != '\0') {
        const size_t length = strcspn(lines, "\n");
        printf(length > 0 ? INDENT "%.*s\n" : "%.*s\n", (int)length, lines);
        lines += length + (lines[length] == '\n');
    }
}

/* Of a very long line the beginning. */
static void print_source(const test_failure *failure)
{
    size_t length = strlen(failure->source);
    const bool cut = length > LONG_LINE;
    length = cut ? LONG_LINE : length;
    while (cut && length > 0 && ((unsigned char)failure->source[length] & 0xC0) == 0x80)
        length--; /* not within a character */
    printf(INDENT "%5u | %.*s%s\n", failure->line, (int)length, failure->source, cut ? "..." : "");
}

static void print_failure(const test_report *report, const test_failure *failure)
{
    printf(INDENT "%s%s:%u:%u:%s %s\n", when(report, "\033[1m"), failure->file, failure->line, failure->column,
           when(report, "\033[0m"), failure->message);
    print_source(failure);
    if (are_long_plans(failure)) {
        print_plans(report, failure->expected, failure->actual);
        print_lines(failure->why);
        return;
    }
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
