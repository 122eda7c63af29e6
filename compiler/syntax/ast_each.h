/* The constructors of `Each`. */
#pragma once

#include "compiler/syntax/ast_lists.h"
#include "compiler/syntax/parser.h"

/* An item of its list that is not written as a variable with its type. Reports an `any`, which has no meaning there. */
htnc_expr *htnc_ast_each_condition(htnc_parser *parser, htnc_expr *condition);

/* `head`: from `Each` to the end of its list and of its Prefer. Reports a list that does not begin with a variable. */
htnc_subtask *htnc_ast_each(htnc_parser *parser, base_span span, base_span head, htnc_exprs items,
                            htnc_prefer_keys keys, htnc_subtasks subtasks);
