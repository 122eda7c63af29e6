/*
 * What the files of the types pass share. types.c runs the pass over the declarations; types_expressions.c
 * types and folds expressions (fold.h); types_tasks.c does tasks, effects and scenarios; types_infer.c finds
 * the types of parameters that are written without one; types_report.c words the mismatches.
 */
#ifndef HTNC_CHECKER_H
#define HTNC_CHECKER_H

#include "base/diagnostic.h"
#include "compiler/names/model.h"
#include <string.h>

/* What is known of a named condition when all that it uses has been checked. */
typedef struct htnc_condition_facts {
    bool is_constant;
    int32_t value;
} htnc_condition_facts;

typedef struct htnc_checker {
    base_arena *arena;
    base_diagnostics *diagnostics;
    htnc_model *model;
    struct htnc_range_entry *ranges;  /* uthash: interned lo..hi types */
    htnc_type **types_end;            /* where the next one is linked into the list of the model */
    htnc_condition_facts *conditions; /* by index */
    const char *constant;             /* what the expression being typed is, where that must be constant; else NULL */
    base_span **operator_spans;       /* by operator and argument: where its type came from; 0, 0: not known yet */
} htnc_checker;

/* --- types.c --------------------------------------------------------------------------------------- */

/* The type that is written, ranges' ends folded; the error type where that was reported. */
const htnc_type *htnc_settle_type(htnc_checker *checker, htnc_type_ref *ref);
/* Types of the variables of a binder, quantifier or `for`, which range over Enums and Entities. */
void htnc_settle_binders(htnc_checker *checker, htnc_variable *variables);
/* A constant of type `type`; false where it was reported. `what` is "a range's end", in "... must be constant". */
bool htnc_expect_constant(htnc_checker *checker, htnc_expr *expr, const htnc_type *type, const char *what);

/* --- types_entities.c ------------------------------------------------------------------------------ */

/* Gives instances their numbers, as far as the types' own numbers of instances are known. */
void htnc_number_instances(htnc_checker *checker);
/* The same once constants are typed, which say how many instances open types have. */
void htnc_type_entities(htnc_checker *checker);
/* How many cells a property has; its parameters' types are settled. */
void htnc_count_cells(htnc_checker *checker, htnc_property *property);
void htnc_type_facts(htnc_checker *checker);

/* --- types_expressions.c --------------------------------------------------------------------------- */

void htnc_type_expr(htnc_checker *checker, htnc_expr *expr);
void htnc_type_conditions(htnc_checker *checker, htnc_expr *items);
/* Types an expression and sees that it is a number; `what` says what it is for, in "... is a number". */
void htnc_expect_number(htnc_checker *checker, htnc_expr *expr, const char *what);
/*
 * Types the arguments of `name` and compares them with its parameters. An index of a table may be of a wider type:
 * what is no instance of the narrower one reads as `none` does.
 */
void htnc_type_arguments(htnc_checker *checker, htnc_expr *arguments, const htnc_variable *parameters, const char *name,
                         bool index);

/* --- types_tasks.c --------------------------------------------------------------------------------- */

void htnc_type_effects(htnc_checker *checker, htnc_effect *effects);
void htnc_type_tasks(htnc_checker *checker);
void htnc_type_scenarios(htnc_checker *checker);

/* --- types_infer.c --------------------------------------------------------------------------------- */

/* Gives every parameter of a task its type. */
void htnc_infer_parameters(htnc_checker *checker);

/* --- types_report.c -------------------------------------------------------------------------------- */

/* Whether values of the two types can be compared and assigned; the error type agrees with all. */
bool htnc_types_agree(const htnc_type *a, const htnc_type *b);
/* Whether a value of type `given` can be given to what is of type `wanted`: they agree, and it is no wider. */
bool htnc_type_fits(const htnc_type *given, const htnc_type *wanted);
bool htnc_is_number(const htnc_type *type); /* or the error type */
bool htnc_is_bool(const htnc_type *type);   /* or the error type */
/* "`EnemyRange`", "`bool`", "a number", "a string". */
const char *htnc_type_phrase(htnc_checker *checker, const htnc_type *type);
/* The source text of a span. */
const char *htnc_source_text(htnc_checker *checker, base_span span);

/*
 * Reports where `expr` is not of type `type`: "WHAT is `T`, not `U`". Returns the report, for notes, or NULL where they
 * agree.
 */
base_diagnostic *htnc_expect_type(htnc_checker *checker, const htnc_expr *expr, const htnc_type *type,
                                  const char *what);
/* Reports where `expr` is not a condition; `where` is NULL for an item of a list, or the operator that joins it. */
void htnc_expect_condition(htnc_checker *checker, const htnc_expr *expr, const char *where);
/* True where `expr` is a plain `none`, which has been reported. */
bool htnc_report_none(htnc_checker *checker, const htnc_expr *expr);
/* True where a value of `type`, entities, is never `none`, so that the plain `none` of `expr` has been reported. */
bool htnc_report_never_none(htnc_checker *checker, const htnc_expr *expr, const htnc_type *type);
/* `true` for 1 and `false` for 0, where a bool is asked for. */
/* Where a string is the name of one of the wanted type's values. */
void htnc_offer_unquoted(htnc_checker *checker, base_diagnostic *report, const htnc_expr *expr,
                         const htnc_type *wanted);
void htnc_offer_truth(htnc_checker *checker, base_diagnostic *report, const htnc_expr *expr, const htnc_type *wanted);

#endif
