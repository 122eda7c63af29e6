/* Names in expressions, conditions and types, and the variables in scope. */
#pragma once

#include "compiler/names/resolver.h"

/* "a parameter" or "a variable". */
const char *htnc_variable_noun(const htnc_variable *variable);

/* Add variables to the scope, after a check that their names are free. Their types are resolved too. */
const htnc_scope *htnc_scope_push_all(htnc_resolver *resolver, const htnc_scope *scope, htnc_variable *variables);
/* The same for variables that range over a type: those of a binder, a quantifier or `for`. */
const htnc_scope *htnc_scope_push_bound(htnc_resolver *resolver, const htnc_scope *scope, htnc_variable *variables);

void htnc_resolve_type(htnc_resolver *resolver, htnc_type_ref *ref);
void htnc_resolve_expr(htnc_resolver *resolver, htnc_expr *expr, const htnc_scope *scope);
/* The same for a name that may be a query that proposes candidates. */
void htnc_resolve_proposing(htnc_resolver *resolver, htnc_expr *expr, const htnc_scope *scope);

/* The same of a name whose value must be of a type (NULL: any), or that is used like another expression: for messages. */
void htnc_resolve_wanted(htnc_resolver *resolver, htnc_expr *expr, const htnc_type *wanted, const htnc_scope *scope);
void htnc_resolve_like(htnc_resolver *resolver, htnc_expr *expr, const htnc_expr *other, const htnc_scope *scope);

void htnc_resolve_exprs(htnc_resolver *resolver, htnc_expr *list, const htnc_scope *scope);

/* Reports each `let` of a list where none can stand. `what`: the list, for example "the goal of `Achieve`". */
void htnc_report_lets(htnc_resolver *resolver, const htnc_expr *items, const char *what);

/* A list of conditions. Returns the scope with the variables that its binders and `let`s introduce. */
const htnc_scope *htnc_resolve_conditions(htnc_resolver *resolver, htnc_expr *items, const htnc_scope *scope);

/*
 * Whether the expression is what `htn run` shows of a cooldown, `Cooldown(Task, 0)`. If so, that was reported, and its arguments
 * cannot be looked up.
 */
bool htnc_report_cooldown(htnc_resolver *resolver, const htnc_expr *expr);

/* Whether the expression is the built-in `Held(...)`, and not something that was declared with this name. */
bool htnc_is_held(const htnc_resolver *resolver, const htnc_expr *expr);

/* False where the counts differ, which is reported. `what` is for example "`NavTo`"; NULL where they agree. `declared`: its place. */
bool htnc_check_count(htnc_resolver *resolver, base_span span, const char *what, uint32_t given, uint32_t wanted,
                      base_span declared);
