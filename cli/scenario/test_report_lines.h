/* The results of `htn test` for people, on stdout, while scenarios are played and at the end. */
#pragma once

#include "cli/scenario/test_report.h"

/* Prints the name of a file whose scenarios are played next. */
void test_print_file(const test_report *report, const test_file *file);

/* Prints the result of a scenario. */
void test_print_case(const test_report *report, const test_case *played);

/* Prints the last line: how many passed and failed. `timed`: and how long they took. */
void test_print_summary(const test_report *report, bool timed);
