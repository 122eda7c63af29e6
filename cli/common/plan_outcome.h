/* How a search ended: whether it found a plan, which limit it reached, and the exit status for it. */
#pragma once

#include "base/text.h"
#include "cli/common/plan_session.h"

/* For a status that is a limit: which of `limits` was reached and what to do, as a sentence without a full stop. */
void cli_add_limit(base_text *text, const htn_limits *limits, htn_status status);

/*
 * What was not tried because a limit was reached, `reached` being its bit (HTN_REACHED_*), although a plan was found: a sentence
 * without a full stop. `which` says more about the plans that were not tried; it may be empty.
 */
void cli_add_reached(base_text *text, const htn_limits *limits, uint32_t reached, const char *which);

/*
 * Returns the exit status for a search that ended with `status`. Prints on stderr which limit was reached and what to do,
 * also where there is a plan but a limit kept the search from a better one.
 */
int cli_outcome_report(const cli_session *session, htn_status status, const htn_plan *plan);
