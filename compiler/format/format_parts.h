/*
 * Divides the tokens of a source into parts: a part begins with a keyword outside brackets, such as `Compound Task`, `Method` or
 * `Effects`, and stands on a line of its own. What is inside brackets belongs to the part. The layout of one part does not depend on
 * the others, so a part with a syntax error can stay as it is while the others are laid out.
 */
#pragma once

#include "compiler/format/format_tokens.h"

typedef struct htnc_format_part {
    uint32_t begin, end; /* its tokens; `begin` == `end`: nothing */
    unsigned level;      /* 0: a declaration; 1: a part of it; 2: a part of a method */
    bool clause;         /* of a scenario */
    bool kept;           /* it has a syntax error */
} htnc_format_part;

typedef struct htnc_format_parts {
    htnc_format_part *items;
    size_t count;
} htnc_format_parts;

/* Also sets the partners of brackets. `diagnostics`: of a parse of the same source. */
htnc_format_parts htnc_format_divide(base_workspace *workspace, htnc_format_tokens *tokens,
                                     const base_diagnostics *diagnostics);
