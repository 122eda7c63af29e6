/*
 * Where an int becomes a fixed number, and where a fixed number stands in place of an int. A conversion becomes a part of the tree, as
 * if `fixed(n)` had been written, so that all later passes see expressions whose operands have the same unit.
 */
#pragma once

#include "compiler/types/checker.h"

bool htnc_is_fixed(const htnc_type *type);
bool htnc_any_is_fixed(const htnc_expr *list);

/* The range of an int that has its type: what is sure to hold for its value, whatever its parameters are. */
htnc_interval htnc_range_known(const htnc_checker *checker, const htnc_expr *expr);

/*
 * Turns an int into a fixed number, in place. The expression has its type. Reports one whose range is not known to fit, and warns about
 * a division of whole numbers. Does nothing to other expressions.
 */
void htnc_make_fixed(htnc_checker *checker, htnc_expr *expr);

/* The same for all of a list where one of it is fixed. */
void htnc_make_all_fixed(htnc_checker *checker, htnc_expr *list);

/* Warns where `expr`, used as a fixed number, is a division of two ints. */
void htnc_warn_whole_division(htnc_checker *checker, const htnc_expr *expr);

/* True where `expr` is a fixed number, and an int is needed; reports it, and gives it the error type. `what` completes "... is a whole number". */
bool htnc_report_not_whole(htnc_checker *checker, htnc_expr *expr, const char *what);

/*
 * Makes a number fit into a place of type `type`: converts it, or reports it. True: it was reported. `what` is the place; NULL: "this".
 * Expressions and places that are no numbers are left to the caller.
 */
bool htnc_convert(htnc_checker *checker, htnc_expr *expr, const htnc_type *type, const char *what);
