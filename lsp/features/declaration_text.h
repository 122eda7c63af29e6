/* Declarations as texts, from the source as it is. */
#pragma once

#include "base/text.h"
#include "lsp/workspace/units.h"

/* The source of a span, each run of white space and comments as one blank; cut behind `most` bytes. */
void lsp_add_source(base_text *text, const lsp_unit *unit, base_span span, size_t most);

/* The comment directly above the line of `span`, without its slashes; nothing where there is none. */
void lsp_add_comment(base_text *text, lsp_unit *unit, base_span span);

/* `Method flee [Hurt]`, or `Else`. */
void lsp_add_method_head(base_text *text, const lsp_unit *unit, const htnc_method *method);
