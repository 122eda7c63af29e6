/* Constructors of expressions, variables and types. The grammar's actions call one each. */
#pragma once

#include "compiler/syntax/ast_lists.h"
#include "compiler/syntax/parser.h"

htnc_expr *htnc_ast_error(htnc_parser *parser, base_span span);
htnc_expr *htnc_ast_boolean(htnc_parser *parser, base_span span, bool value);
/* 2147483648 is let through where a minus precedes it: htnc_ast_unary() makes it a number. */
htnc_expr *htnc_ast_integer(htnc_parser *parser, base_span span, int64_t value);
htnc_expr *htnc_ast_fraction(htnc_parser *parser, base_span span, int64_t thousandths);
htnc_expr *htnc_ast_string(htnc_parser *parser, base_span span, htnc_name text);
htnc_expr *htnc_ast_none(htnc_parser *parser, base_span span);
htnc_expr *htnc_ast_name(htnc_parser *parser, base_span span, htnc_name name);
htnc_expr *htnc_ast_called(htnc_parser *parser, base_span span, htnc_name name, htnc_exprs arguments);
htnc_expr *htnc_ast_unary(htnc_parser *parser, base_span span, htnc_operator_kind op, base_span at, htnc_expr *operand);
htnc_expr *htnc_ast_binary(htnc_parser *parser, base_span span, htnc_operator_kind op, base_span at, htnc_expr *left,
                           htnc_expr *right);
htnc_expr *htnc_ast_single_equals(htnc_parser *parser, base_span span, base_span at, htnc_expr *left, htnc_expr *right);
htnc_expr *htnc_ast_parenthesized(htnc_expr *inner, base_span span);
htnc_expr *htnc_ast_builtin(htnc_parser *parser, base_span span, htnc_function function, htnc_exprs operands);
htnc_expr *htnc_ast_curve(htnc_parser *parser, base_span span, htnc_expr *input, htnc_exprs points);
htnc_expr *htnc_ast_quantifier(htnc_parser *parser, base_span span, htnc_quantifier quantifier, htnc_variable *variable,
                               htnc_expr *source, htnc_expr *where, htnc_expr *body);
htnc_expr *htnc_ast_let(htnc_parser *parser, base_span span, htnc_name name, htnc_expr *value);
htnc_expr *htnc_ast_binder(htnc_parser *parser, base_span span, htnc_variable *variable, htnc_expr *source,
                           htnc_expr *where);

htnc_name htnc_ast_no_name(void);
htnc_variable *htnc_ast_variable(htnc_parser *parser, htnc_name name, htnc_type_ref *type);
htnc_type_ref *htnc_ast_named_type(htnc_parser *parser, base_span span, htnc_name name);
htnc_type_ref *htnc_ast_range_type(htnc_parser *parser, base_span span, htnc_expr *low, htnc_expr *high);
