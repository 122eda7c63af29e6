/* Constructors of declarations. Each ends the task, root or scenario before it. */
#pragma once

#include "compiler/syntax/ast_lists.h"
#include "compiler/syntax/parser.h"

void htnc_ast_domain(htnc_parser *parser, base_span span, htnc_name name, bool loops_free);
void htnc_ast_import(htnc_parser *parser, base_span span, htnc_name path);
void htnc_ast_enum(htnc_parser *parser, base_span span, htnc_name name, htnc_values values);
void htnc_ast_open_entities(htnc_parser *parser, base_span span, htnc_name name, htnc_name parent, htnc_expr *max);
void htnc_ast_closed_entities(htnc_parser *parser, base_span span, htnc_name name, htnc_name parent,
                              htnc_values values);
void htnc_ast_properties(htnc_parser *parser, htnc_properties properties, bool shared);
void htnc_ast_facts(htnc_parser *parser, htnc_effects facts);
void htnc_ast_constant(htnc_parser *parser, base_span span, htnc_name name, htnc_expr *value);
void htnc_ast_condition(htnc_parser *parser, base_span span, htnc_head head, htnc_exprs items);
void htnc_ast_value(htnc_parser *parser, base_span span, htnc_head head, htnc_expr *value);
void htnc_ast_query(htnc_parser *parser, base_span span, htnc_name name, htnc_variables parameters, htnc_type_ref *type,
                    htnc_expr *max);
void htnc_ast_sensor(htnc_parser *parser, base_span span, htnc_name name, htnc_exprs updates, htnc_expr *every);
void htnc_ast_root(htnc_parser *parser, base_span span, htnc_name task);
void htnc_ast_orders(htnc_parser *parser, base_span span, htnc_subtasks tasks, htnc_name layer);
void htnc_ast_task(htnc_parser *parser, base_span span, htnc_task_kind kind, htnc_head head);
void htnc_ast_scenario(htnc_parser *parser, base_span span, htnc_name name);
