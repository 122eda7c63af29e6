/* `htn trace --json`: a journal's events as JSON, with their numbers and what these mean. docs/tool.md describes the form. */
#pragma once

#include "cli/trace/trace_state.h"

/* Prints the whole journal as one array, one event per line. Returns how reading it ended: NOT_FOUND (the end) | BAD_JOURNAL. */
htn_status trace_print_json(trace_reader *reader);
