/*
 * The constructors that the grammar's actions call, one each. They fold the parts of tasks, methods and
 * scenarios, which the grammar takes as a flat sequence, into what they belong to, and report what is wrong
 * with that. Only the grammar and ast*.c include this header. A list under construction keeps its end.
 */
#ifndef HTNC_AST_MAKE_H
#define HTNC_AST_MAKE_H

#include "compiler/syntax/ast.h"
#include "compiler/syntax/parser.h"

typedef struct htnc_exprs {
    htnc_expr *first, *last;
} htnc_exprs;
typedef struct htnc_variables {
    htnc_variable *first, *last;
} htnc_variables;
typedef struct htnc_effects {
    htnc_effect *first, *last;
} htnc_effects;
typedef struct htnc_prefer_keys {
    htnc_prefer_key *first, *last;
} htnc_prefer_keys;
typedef struct htnc_subtasks {
    htnc_subtask *first, *last;
} htnc_subtasks;
typedef struct htnc_values {
    htnc_value *first, *last;
} htnc_values;
typedef struct htnc_properties {
    htnc_property_decl *first, *last;
} htnc_properties;
typedef struct htnc_run_items {
    htnc_run_item *first, *last;
} htnc_run_items;
typedef struct htnc_givens {
    htnc_effects changes;
    htnc_variables instances;
} htnc_givens;

/* What stands between `Method` and `[`. */
typedef struct htnc_label {
    htnc_name name;
    bool has_number;
    int64_t number;
    base_span span;
} htnc_label;
typedef struct htnc_selection {
    htnc_select select;
    htnc_expr *margin;
    base_span span;
} htnc_selection;
typedef struct htnc_achievement {
    bool has_using;
    htnc_subtasks actions;
} htnc_achievement;
/* `when`, `for` and `where` after an effect. */
typedef struct htnc_suffix {
    htnc_expr *when;
    htnc_variable *each;
    htnc_expr *where;
} htnc_suffix;
/* A name with or without an argument list. */
typedef struct htnc_call {
    htnc_name name;
    bool called;
    htnc_exprs arguments;
    base_span span;
} htnc_call;
/* A task's or a condition's name with its parameters. */
typedef struct htnc_head {
    htnc_name name;
    htnc_variables parameters;
    base_span span;
} htnc_head;

/* --- Expressions (ast.c) ------------------------------------------------------------------------ */

htnc_expr *htnc_ast_error(htnc_parser *parser, base_span span);
htnc_expr *htnc_ast_boolean(htnc_parser *parser, base_span span, bool value);
/* 2147483648 is let through where a minus precedes it: htnc_ast_unary() makes it a number. */
htnc_expr *htnc_ast_integer(htnc_parser *parser, base_span span, int64_t value);
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
                               htnc_expr *where, htnc_expr *body);
htnc_expr *htnc_ast_binder(htnc_parser *parser, base_span span, htnc_variable *variable, htnc_expr *where);
htnc_exprs htnc_ast_add_expr(htnc_exprs list, htnc_expr *item);

htnc_name htnc_ast_no_name(void);
htnc_variable *htnc_ast_variable(htnc_parser *parser, htnc_name name, htnc_type_ref *type);
htnc_variables htnc_ast_add_variable(htnc_variables list, htnc_variable *item);
htnc_type_ref *htnc_ast_named_type(htnc_parser *parser, base_span span, htnc_name name);
htnc_type_ref *htnc_ast_range_type(htnc_parser *parser, base_span span, htnc_expr *low, htnc_expr *high);

/* --- What lists in parts hold (ast_items.c) ----------------------------------------------------- */

htnc_effect *htnc_ast_effect(htnc_parser *parser, base_span span, htnc_expr *target, htnc_effect_op op,
                             htnc_expr *value, htnc_suffix suffix);
htnc_effects htnc_ast_add_effect(htnc_effects list, htnc_effect *item);
void htnc_ast_equal_for_becomes(htnc_parser *parser, base_span span); /* reports */
htnc_prefer_key *htnc_ast_key(htnc_parser *parser, base_span span, bool highest, htnc_expr *value);
htnc_prefer_keys htnc_ast_add_key(htnc_prefer_keys list, htnc_prefer_key *item);
htnc_subtask *htnc_ast_subtask(htnc_parser *parser, base_span span, htnc_name name, htnc_exprs arguments);
htnc_subtask *htnc_ast_bare_subtask(htnc_parser *parser, base_span span, htnc_name name); /* reports */
htnc_subtask *htnc_ast_parallel(htnc_parser *parser, base_span span, htnc_subtasks members);
htnc_subtask *htnc_ast_split(htnc_parser *parser, base_span span);
/* Of a plan that is expected. */
htnc_subtask *htnc_ast_sequence(htnc_parser *parser, base_span span, htnc_subtasks members);
htnc_subtask *htnc_ast_bare_step(htnc_parser *parser, base_span span, htnc_name name);
htnc_subtask *htnc_ast_achieve(htnc_parser *parser, base_span span, htnc_exprs goal, htnc_achievement achievement);
htnc_subtasks htnc_ast_add_subtask(htnc_subtasks list, htnc_subtask *item);
htnc_values htnc_ast_add_value(htnc_parser *parser, htnc_values list, htnc_name name);
htnc_property_decl *htnc_ast_property(htnc_parser *parser, base_span span, htnc_name name, htnc_variables indexes,
                                      htnc_type_ref *type, htnc_expr *initial);
htnc_property_decl *htnc_ast_table(htnc_parser *parser, base_span span, htnc_name name, htnc_variables indexes,
                                   htnc_type_ref *type, htnc_expr *initial);
htnc_properties htnc_ast_add_property(htnc_properties list, htnc_property_decl *item); /* NULL: nothing to add */
htnc_run_item *htnc_ast_run_item(htnc_parser *parser, base_span span, htnc_call call, bool succeeds);
htnc_run_items htnc_ast_add_run(htnc_run_items list, htnc_run_item *item);
htnc_givens htnc_ast_no_givens(void);
htnc_givens htnc_ast_given_change(htnc_effect *change);
htnc_givens htnc_ast_given_instance(htnc_variable *instance);
htnc_givens htnc_ast_join_givens(htnc_givens list, htnc_givens item);

/* --- Declarations (ast_declarations.c): each ends the task or scenario before it ---------------- */

void htnc_ast_end_of_parts(htnc_parser *parser);
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
void htnc_ast_query(htnc_parser *parser, base_span span, htnc_name name, htnc_variables parameters,
                    htnc_type_ref *type);
void htnc_ast_sensor(htnc_parser *parser, base_span span, htnc_name name, htnc_exprs updates, htnc_expr *every);
void htnc_ast_root(htnc_parser *parser, base_span span, htnc_name task);
void htnc_ast_task(htnc_parser *parser, base_span span, htnc_task_kind kind, htnc_head head);
void htnc_ast_scenario(htnc_parser *parser, base_span span, htnc_name name);

/* --- Parts of tasks and methods (ast_parts.c) --------------------------------------------------- */

void htnc_ast_preconditions(htnc_parser *parser, base_span span, htnc_exprs conditions);
void htnc_ast_operator(htnc_parser *parser, base_span span, htnc_call call);
void htnc_ast_effects(htnc_parser *parser, base_span span, htnc_effects effects);
void htnc_ast_expected_effects(htnc_parser *parser, base_span span, htnc_effects effects);
void htnc_ast_context(htnc_parser *parser, base_span span, htnc_exprs conditions);
void htnc_ast_during(htnc_parser *parser, base_span span, htnc_effects effects);
void htnc_ast_interrupt_never(htnc_parser *parser, base_span span);
void htnc_ast_cost(htnc_parser *parser, base_span span, htnc_expr *value);
void htnc_ast_duration(htnc_parser *parser, base_span span, htnc_expr *value);
void htnc_ast_select(htnc_parser *parser, base_span span,
                     htnc_selection selection); /* of a task, or of the Root before it */
void htnc_ast_method(htnc_parser *parser, base_span span, htnc_label label, htnc_exprs conditions);
void htnc_ast_utility(htnc_parser *parser, base_span span, htnc_expr *value);
void htnc_ast_weight(htnc_parser *parser, base_span span, htnc_expr *value);
void htnc_ast_prefer(htnc_parser *parser, base_span span, htnc_prefer_keys keys);
void htnc_ast_while(htnc_parser *parser, base_span span, htnc_exprs conditions);
void htnc_ast_cooldown(htnc_parser *parser, base_span span, htnc_expr *value);
void htnc_ast_subtasks(htnc_parser *parser, base_span span, htnc_subtasks subtasks);
htnc_label htnc_ast_no_label(void);
htnc_label htnc_ast_number_label(base_span span, int64_t number);
htnc_label htnc_ast_name_label(htnc_name name);

/* --- Clauses of scenarios (ast_clauses.c) ------------------------------------------------------- */

void htnc_ast_given(htnc_parser *parser, base_span span, htnc_givens givens);
void htnc_ast_run(htnc_parser *parser, base_span span, htnc_run_items runs, htnc_name layer);
void htnc_ast_sense(htnc_parser *parser, base_span span, htnc_effects changes);
void htnc_ast_wait(htnc_parser *parser, base_span span, htnc_expr *value);
void htnc_ast_expect_steps(htnc_parser *parser, base_span span, htnc_clause_kind kind, htnc_subtasks steps,
                           htnc_name layer);
void htnc_ast_expect_values(htnc_parser *parser, base_span span, htnc_clause_kind kind, htnc_exprs values,
                            htnc_name layer);

#endif
