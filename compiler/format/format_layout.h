/* Where the lines of one part break. */
#pragma once

#include "compiler/format/format_lines.h"
#include "compiler/format/format_parts.h"

typedef struct htnc_format_layout {
    const htnc_format_tokens *tokens;
    htnc_format_lines *lines;
    uint32_t *column; /* by token: where it would begin if its part stood in one line that begins at 0 */
    uint32_t *breaks; /* by token: how many reasons for a line end stand before it; then, in all */
    uint32_t indent;  /* of the lines of what is being written */
    uint32_t aligned; /* the bracket whose signs are aligned; 0: none */
} htnc_format_layout;

/* For all parts of `tokens`, with their brackets' partners. */
htnc_format_layout htnc_format_measure(base_arena *arena, const htnc_format_tokens *tokens,
                                       const htnc_format_parts *parts, htnc_format_lines *lines);

/* Adds the lines of a part that is not kept. Comments that lead to its first token are not among them. */
void htnc_format_lay_out(htnc_format_layout *layout, const htnc_format_part *part);
