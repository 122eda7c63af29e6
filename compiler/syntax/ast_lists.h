/*
 * What the grammar's symbols stand for while a tree is made: lists that keep their end, and what a construct is made of. Only the
 * grammar and its constructors (ast_*.c) need them; the tree itself is in ast.h.
 */
#pragma once

#include "compiler/syntax/ast.h"
#include <stddef.h>

/* A list of nodes that are linked by `next`, and the function that adds a node, or nothing (NULL), to its end. */
#define HTNC_LIST(list_type, node_type, add)                     \
    typedef struct list_type {                                   \
        node_type *first, *last;                                 \
    } list_type;                                                 \
    static inline list_type add(list_type list, node_type *item) \
    {                                                            \
        if (item == NULL)                                        \
            return list;                                         \
        if (list.last == NULL)                                   \
            return (list_type){item, item};                      \
        list.last->next = item;                                  \
        return (list_type){list.first, item};                    \
    }
HTNC_LIST(htnc_exprs, htnc_expr, htnc_ast_add_expr)
HTNC_LIST(htnc_variables, htnc_variable, htnc_ast_add_variable)
HTNC_LIST(htnc_effects, htnc_effect, htnc_ast_add_effect)
HTNC_LIST(htnc_prefer_keys, htnc_prefer_key, htnc_ast_add_key)
HTNC_LIST(htnc_reservations, htnc_reservation, htnc_ast_add_reservation)
HTNC_LIST(htnc_subtasks, htnc_subtask, htnc_ast_add_subtask)
HTNC_LIST(htnc_properties, htnc_property_decl, htnc_ast_add_property)
HTNC_LIST(htnc_run_items, htnc_run_item, htnc_ast_add_run)
HTNC_LIST(htnc_values, htnc_value, htnc_ast_append_value)
#undef HTNC_LIST

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
/* What follows an effect: `for 10s`, `when`, `for e : T`, `where`. */
typedef struct htnc_suffix {
    htnc_expr *when;
    htnc_variable *each;
    htnc_expr *where;
    htnc_expr *lasts;
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
