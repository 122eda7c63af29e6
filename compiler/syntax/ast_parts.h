/* Constructors of the parts of tasks and methods: each is added to the task, method or root before it. */
#pragma once

#include "compiler/syntax/ast_lists.h"
#include "compiler/syntax/parser.h"

/* Ends the task, root or scenario that parts were added to. */
void htnc_ast_end_of_parts(htnc_parser *parser);

/* A declaration, part or clause that began with the token `section` could not be read. 0: it is not known what it was. */
void htnc_ast_failed(htnc_parser *parser, int section);

/* A part of htnc_method_parts[] or htnc_task_parts[]; its keyword is `which`. */
void htnc_ast_part(htnc_parser *parser, base_span span, htnc_word which, htnc_expr *items);
/* `Cooldown [value]`, when it begins, and the variables of `For [...]`; NULL: none. */
htnc_exprs htnc_ast_solution(htnc_parser *parser, base_span span, htnc_exprs names);
void htnc_ast_cooldown(htnc_parser *parser, base_span span, htnc_expr *value, htnc_after after, htnc_expr *solution);
/* `Effects`, `Expected Effects`, `During`, `FailEffects` or `AbortEffects`. */
void htnc_ast_effects_part(htnc_parser *parser, base_span span, htnc_word which, htnc_effects effects);

void htnc_ast_operator(htnc_parser *parser, base_span span, htnc_call call);
void htnc_ast_interrupt_never(htnc_parser *parser, base_span span);
void htnc_ast_restart_always(htnc_parser *parser, base_span span);
void htnc_ast_select(htnc_parser *parser, base_span span,
                     htnc_selection selection); /* of a task, or of the Root before it */
void htnc_ast_else(htnc_parser *parser, base_span span);
/* Reports the conditions, which begin with the bracket at `conditions`. */
void htnc_ast_else_with_conditions(htnc_parser *parser, base_span span, base_span conditions);
void htnc_ast_method(htnc_parser *parser, base_span span, htnc_label label, htnc_exprs conditions);
/* Of the method or primitive task that the part belongs to. */
void htnc_ast_reserve(htnc_parser *parser, base_span span, htnc_reservations reservations);
void htnc_ast_prefer(htnc_parser *parser, base_span span, htnc_prefer_keys keys);
void htnc_ast_subtasks(htnc_parser *parser, base_span span, htnc_subtasks subtasks);
htnc_label htnc_ast_no_label(void);
htnc_label htnc_ast_number_label(base_span span, int64_t number);
htnc_label htnc_ast_name_label(htnc_name name);
