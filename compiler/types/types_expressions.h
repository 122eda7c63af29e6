/* Types of expressions, and of what they contain: variables, ranges, constants. */
#pragma once

#include "compiler/types/checker.h"

/* Gives an expression and all its parts their types, and folds what is constant. */
void htnc_type_expr(htnc_checker *checker, htnc_expr *expr);

/* The same for a list of conditions, the binders `any x : T` included. */
void htnc_type_conditions(htnc_checker *checker, htnc_expr *items);

/* Types an expression that must be a number. `what` completes "... is a number, not ...". */
void htnc_expect_number(htnc_checker *checker, htnc_expr *expr, const char *what);

/* The same for a number that cannot be fixed. */
void htnc_expect_whole(htnc_checker *checker, htnc_expr *expr, const char *what);

/*
 * Types an expression that must be a constant of type `type`. False: it is not, which was reported. `what` completes "... must be
 * known when the domain is compiled". NULL as the type: any number.
 */
bool htnc_expect_constant(htnc_checker *checker, htnc_expr *expr, const htnc_type *type, const char *what);

/*
 * Types the arguments of `name` and compares them with its parameters. With `index`, an argument may be of a wider Entities type
 * than its parameter: an instance outside the narrower type reads as `none` does.
 */
void htnc_type_arguments(htnc_checker *checker, htnc_expr *arguments, const htnc_variable *parameters, const char *name,
                         bool index);

/* The type that is written. The error type where the ends of a range were reported. */
const htnc_type *htnc_settle_type(htnc_checker *checker, htnc_type_ref *ref);

/* Types variables that must be of an Enum or Entities type. `what` completes "... an Enum or Entities, not ...". */
void htnc_settle_listed(htnc_checker *checker, htnc_variable *variables, const char *what);

/* The same for the variables of a binder, a quantifier or `for`. */
void htnc_settle_binders(htnc_checker *checker, htnc_variable *variables);

/* The same for the variable of a binder or quantifier: one with a `from` can be a number. */
void htnc_settle_binder(htnc_checker *checker, htnc_expr *binder);
