/* `htn trace --json`: a journal's events as JSON, with their numbers and what these mean. docs/tool.md describes the form. */
#pragma once

#include "cli/trace/trace_state.h"

/*
 * Prints a run's events, one per line. All runs make one array: `first` and `last` say whether the run begins or ends it.
 * Damage ends it too. Returns how reading ended: NOT_FOUND (the end) | BAD_JOURNAL.
 */
htn_status trace_print_json(trace_reader *reader, bool first, bool last);
