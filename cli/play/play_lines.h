/* Lines of a decomposition, or of a page of text, which go on in further rows where they are too long. */
#pragma once

#include "cli/play/play_paint.h"
#include "cli/play/play_rows.h"
#include "cli/play/play_screen.h"
#include "cli/play/play_trees.h"

/*
 * Draws lines into an area. `*top`: how many rows of them are scrolled out above it; it becomes smaller if all were. `rows`: the
 * plan's, whose steps' states decide how their lines are painted.
 */
void play_draw_lines(const play_screen *screen, const play_area *area, const play_tree_line *lines, size_t count,
                     size_t *top, const play_plan_rows *rows);
