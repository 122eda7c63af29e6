/*
 * A sweep as text: of one property a strip and its thresholds; of two a map, with the thresholds of each row beside it. Then a legend:
 * each outcome with its method, its share, where it is, and how its scores compare.
 */
#pragma once

#include "cli/sweep/sweep.h"

void sweep_add_text(base_text *text, const sweep_result *sweep);

/* `Hunger 0..100, each 5th value`: what an axis is; for all forms of output. */
void sweep_add_axis(base_text *text, const sweep_axis *axis);

/* `the method of Live`, `the first step`, `the plan`: what differs from world to world. */
void sweep_add_subject(base_text *text, const sweep_result *sweep);
