/* Lines of a decomposition, or of a page of text, which go on in further rows where they are too long. */
#pragma once

#include "cli/play/play_paint.h"
#include "cli/play/play_rows.h"
#include "cli/play/play_screen.h"
#include "cli/play/play_trees.h"

/*
 * Draws lines into an area. `*top`: how many rows of them are scrolled out above it; it becomes smaller where the area would not be full. `rows`: the
 * plan's, whose steps' states decide how their lines are painted. Returns how many rows it took.
 */
int play_draw_lines(const play_screen *screen, const play_area *area, const play_tree_line *lines, size_t count,
                    size_t *top, const play_plan_rows *rows);

/* Draws a text whose last row is `bottom`; if it needs several, over what is above it. */
void play_draw_message(const play_screen *screen, int bottom, unsigned paint, const char *text);
