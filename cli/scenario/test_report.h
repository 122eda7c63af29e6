/*
 * The results of `htn test`. command_test.c fills them in; they are shown as lines for people (test_report_lines.h), as JSON
 * (test_report_json.h), and as JUnit XML for CI (test_report_junit.h).
 */
#pragma once

#include "base/text.h"
#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

/* Where and why a scenario failed. */
typedef struct test_failure {
    char *file;            /* NULL: the scenario passed */
    uint32_t line, column; /* from 1; the column in bytes */
    char *source;          /* the text of that line */
    char *message;         /* a sentence without its full stop */
    char *expected;        /* one line; "": the failure is no difference between two things */
    char *actual;          /* likewise */
    char *why;             /* further lines, each with its line end; may be "" */
    bool ordered;          /* `expected` and `actual` are lists whose order matters */
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
    cJSON *diagnostics;  /* of a source with errors, in the form of `htn check --json`; else NULL */
    base_text errors;    /* the same as text */
    uint32_t scenarios;  /* how many the file has, with those that --filter leaves out */
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
