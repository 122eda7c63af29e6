/*
 * A sweep as CSV (RFC 4180): a line for each world, with the values of the axes, the outcome, the first step, and for a task that
 * selects the score of each method.
 */
#pragma once

#include "cli/sweep/sweep.h"

void sweep_add_csv(base_text *text, const sweep_result *sweep);
