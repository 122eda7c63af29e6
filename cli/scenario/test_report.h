/*
 * What `htn test` found, as it is shown: by lines for people (test_lines.c), as JSON (test_json.c) and as JUnit XML for CI
 * (test_junit.c). command_test.c fills it in.
 */
#ifndef CLI_TEST_REPORT_H
#define CLI_TEST_REPORT_H

#include "base/text.h"
#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

/* Where and why a scenario failed. */
typedef struct test_failure {
    char *file;            /* NULL: it has not failed */
    uint32_t line, column; /* from 1; the column in bytes */
    char *source;          /* that line */
    char *message;         /* a sentence without its full stop */
    char *expected;        /* one line each; "": it is not about a difference */
    char *actual;
    char *why;    /* further lines, each ended; may be "" */
    bool ordered; /* the two are lists in which each thing has its place */
} test_failure;

typedef struct test_case {
    uint32_t file; /* index of its file */
    char *name;
    uint32_t line;
    double seconds;
    test_failure failure;
} test_case;

typedef struct test_file {
    char *name;
    const char *problem; /* why its scenarios were not played; NULL: they were */
    cJSON *diagnostics;  /* of a source with errors, as `htn check --json` has them; else NULL */
    base_text errors;    /* the same as text */
    uint32_t scenarios;  /* those that --filter leaves out included */
} test_file;

typedef struct test_report {
    test_file *files;
    uint32_t file_count;
    size_t file_capacity;
    test_case *cases;
    uint32_t case_count, failed;
    size_t case_capacity;
    bool colour;
} test_report;

void test_report_free(test_report *report);

/* test_lines.c, on stdout: a file that is begun, a scenario that has ended, the last line. */
void test_print_file(const test_report *report, const test_file *file);
void test_print_case(const test_report *report, const test_case *played);
void test_print_summary(const test_report *report, bool timed);

/* test_json.c: the caller's. docs/tool.md describes it. */
cJSON *test_report_json(const test_report *report);

/* test_junit.c: appends the whole document. */
void test_add_junit(base_text *text, const test_report *report);

#endif
