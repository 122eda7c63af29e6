/* An event of a journal as a sentence. trace_lines.h prints these, and trace_json.h has them beside the numbers. */
#pragma once

#include "base/text.h"
#include "cli/trace/trace_state.h"

/* The event as a sentence. Adds nothing for an event that is part of what another event says. */
void trace_add_event(base_text *text, const trace_reader *reader, const htn_journal_event *event);

/* Why a layer plans: the reasons in a REQUEST event. */
void trace_add_reasons(base_text *text, const trace_reader *reader, const htn_journal_event *event);
