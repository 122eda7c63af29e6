/* Constructors of what the lists in parts hold: effects, keys, subtasks, values, properties, outcomes. */
#pragma once

#include "compiler/syntax/ast_lists.h"
#include "compiler/syntax/parser.h"

htnc_effect *htnc_ast_effect(htnc_parser *parser, base_span span, htnc_expr *target, htnc_effect_op op,
                             htnc_expr *value, htnc_suffix suffix);
/* `FindCover(s) = [B, A]`, in a scenario. */
htnc_effect *htnc_ast_proposal(htnc_parser *parser, base_span span, htnc_expr *target, htnc_exprs proposed);
void htnc_ast_equal_for_becomes(htnc_parser *parser, base_span span); /* reports */
/* limit: of `up to`; NULL: none. */
htnc_reservation *htnc_ast_reservation(htnc_parser *parser, base_span span, htnc_name name, htnc_expr *limit);
htnc_prefer_key *htnc_ast_key(htnc_parser *parser, base_span span, bool highest, htnc_expr *value);
htnc_subtask *htnc_ast_subtask(htnc_parser *parser, base_span span, htnc_name name, htnc_exprs arguments);
htnc_subtask *htnc_ast_bare_subtask(htnc_parser *parser, base_span span, htnc_name name); /* reports */
htnc_subtask *htnc_ast_parallel(htnc_parser *parser, base_span span, htnc_subtasks members);
htnc_subtask *htnc_ast_background(htnc_parser *parser, base_span span, htnc_subtasks members);
/* `keyword`: of the word itself. */
htnc_subtask *htnc_ast_optional(htnc_parser *parser, base_span span, base_span keyword, htnc_subtasks members);
htnc_subtask *htnc_ast_any_order(htnc_parser *parser, base_span span, base_span keyword, htnc_subtasks members);
htnc_subtask *htnc_ast_split(htnc_parser *parser, base_span span);
/* Of a plan that is expected. */
htnc_subtask *htnc_ast_sequence(htnc_parser *parser, base_span span, htnc_subtasks members);
htnc_subtask *htnc_ast_bare_step(htnc_parser *parser, base_span span, htnc_name name);
htnc_subtask *htnc_ast_achieve(htnc_parser *parser, base_span span, htnc_exprs goal, htnc_achievement achievement);
htnc_values htnc_ast_add_value(htnc_parser *parser, htnc_values list, htnc_name name);
htnc_property_decl *htnc_ast_property(htnc_parser *parser, base_span span, htnc_name name, htnc_variables indexes,
                                      htnc_type_ref *type, htnc_expr *initial, bool expires);
htnc_property_decl *htnc_ast_table(htnc_parser *parser, base_span span, htnc_name name, htnc_variables indexes,
                                   htnc_type_ref *type, htnc_expr *initial, bool expires);
htnc_run_item *htnc_ast_run_item(htnc_parser *parser, base_span span, htnc_call call, bool succeeds);
htnc_givens htnc_ast_no_givens(void);
htnc_givens htnc_ast_given_change(htnc_effect *change);
htnc_givens htnc_ast_given_instance(htnc_variable *instance);
htnc_givens htnc_ast_join_givens(htnc_givens list, htnc_givens item);
