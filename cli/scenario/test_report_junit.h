/*
 * The results of `htn test` as JUnit XML, which CI systems read: a testsuite for each file, a testcase for each scenario. A
 * file whose scenarios could not be played is a testcase with an error.
 */
#pragma once

#include "base/text.h"
#include "cli/scenario/test_report.h"

/* Appends the whole document. */
void test_add_junit(base_text *text, const test_report *report);
