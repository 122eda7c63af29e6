/* When types agree, and the words for it when they do not. */
#pragma once

#include "compiler/types/checker.h"

/* Whether values of the two types can be compared and assigned. The error type agrees with every type. */
bool htnc_types_agree(const htnc_type *a, const htnc_type *b);

/* Whether a value of type `given` can stand where `wanted` is asked for: the types agree, and `given` is not wider. */
bool htnc_type_fits(const htnc_type *given, const htnc_type *wanted);

/* A number as a source writes it: of an int, or of a fixed number. */
const char *htnc_number_text(htnc_checker *checker, const htnc_type *type, int32_t value);

bool htnc_is_number(const htnc_type *type); /* or the error type */

/* "`EnemyRange`", "`bool`", "a number", "a string". */
const char *htnc_type_phrase(htnc_checker *checker, const htnc_type *type);

/* The source text of a span. */
const char *htnc_source_text(htnc_checker *checker, base_span span);

/* Reports where `expr` is not of type `type`: "WHAT is `T`, not `U`". Returns the report, for notes; NULL: they agree. */
base_diagnostic *htnc_expect_type(htnc_checker *checker, const htnc_expr *expr, const htnc_type *type,
                                  const char *what);

/* Reports where `expr` is not a condition. `where` is the operator that joins it; NULL for an item of a list. */
void htnc_expect_condition(htnc_checker *checker, const htnc_expr *expr, const char *where);

/* True where `expr` is a plain `none`, where no entity can stand; reports it. */
bool htnc_report_none(htnc_checker *checker, const htnc_expr *expr);

/* True where `type` is a closed Entities type, whose values are never `none`; reports the plain `none` of `expr`. */
bool htnc_report_never_none(htnc_checker *checker, const htnc_expr *expr, const htnc_type *type);

/* Adds a fix-it where a string is the name of one of the wanted type's values. */
void htnc_offer_unquoted(htnc_checker *checker, base_diagnostic *report, const htnc_expr *expr,
                         const htnc_type *wanted);

/* Adds a fix-it, `true` for 1 and `false` for 0, where a bool is asked for. */
void htnc_offer_truth(htnc_checker *checker, base_diagnostic *report, const htnc_expr *expr, const htnc_type *wanted);
