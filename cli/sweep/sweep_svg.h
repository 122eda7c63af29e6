/*
 * A sweep as a picture: of one property the scores of each method as lines over a strip of outcomes; of two a map. Light and dark, as
 * the viewer's system is; it needs no other file.
 */
#pragma once

#include "cli/sweep/sweep.h"

void sweep_add_svg(base_text *text, const sweep_result *sweep);
