/* Constructors of the clauses of scenarios: each is added to the scenario before it. */
#pragma once

#include "compiler/syntax/ast_lists.h"
#include "compiler/syntax/parser.h"

void htnc_ast_given(htnc_parser *parser, base_span span, htnc_givens givens);
void htnc_ast_run(htnc_parser *parser, base_span span, htnc_run_items runs, htnc_name layer);
void htnc_ast_sense(htnc_parser *parser, base_span span, htnc_effects changes);
void htnc_ast_order(htnc_parser *parser, base_span span, htnc_subtasks tasks, htnc_name layer);
void htnc_ast_queue(htnc_parser *parser, base_span span, htnc_subtasks tasks, htnc_name layer);
/* `Agents [anna, bert]`, `Leave [bert]`; `Of [anna]` behind the latest clause. */
void htnc_ast_agents(htnc_parser *parser, base_span span, htnc_clause_kind kind, htnc_exprs names);
/* The names of an `Of [...]`, and the clause that it follows. Without names nothing could be meant but all, which is said by no `Of`. */
htnc_exprs htnc_ast_of(htnc_parser *parser, base_span span, htnc_exprs names);
void htnc_ast_about(htnc_parser *parser, base_span span, htnc_exprs names);
void htnc_ast_wait(htnc_parser *parser, base_span span, htnc_expr *value);
void htnc_ast_expect_steps(htnc_parser *parser, base_span span, htnc_clause_kind kind, htnc_subtasks steps,
                           htnc_name layer);
void htnc_ast_expect_given(htnc_parser *parser, base_span span, htnc_clause_kind kind, htnc_subtasks steps,
                           htnc_subtasks given);
void htnc_ast_expect_values(htnc_parser *parser, base_span span, htnc_clause_kind kind, htnc_exprs values,
                            htnc_name layer);
