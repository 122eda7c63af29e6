/*
 * Formulas of a scope, written down for one schema: the schema's variables are numbered densely. Its
 * parameters come first, then variables that were under `exists`, then those that effects and the quantifiers
 * of residual formulas bind.
 */
#pragma once

#include "hddl/normal/normal.h"
#include "hddl/normal/normal_dnf.h"
#include "hddl/normal/normal_scope.h"

enum { NORMAL_NO_NUMBER = INT32_MAX };

typedef struct normal_numbering {
    const normal_scope *scope;
    normal_term *numbers; /* of each of the scope's variables: its number in the schema, or NORMAL_NO_NUMBER */
    hddl_numbers types;   /* of each of the schema's variables that have a number */
} normal_numbering;

/* Numbers the parameters. */
void normal_numbering_open(normal_numbering *numbering, const normal_scope *scope);

/* Gives a variable of the scope the next number. */
void normal_number(normal_numbering *numbering, uint32_t variable);

/* Numbers the disjunct's free variables that have no number yet. Those that its quantifiers bind come later. */
void normal_number_free(normal_numbering *numbering, const normal_disjunct *disjunct);

/*
 * The disjunct as a condition of the schema. Where a HDDL_SORT says no more of a variable than a narrower
 * type would, and the variable's number is `narrowest` or more, the variable gets that type instead.
 */
void normal_renumber_condition(normal_numbering *numbering, const normal_disjunct *disjunct, uint32_t narrowest,
                               normal_condition *condition);

/* Terms of the scope in the schema's numbering; their variables have numbers. */
const normal_term *normal_renumber_terms(normal_numbering *numbering, const hddl_term *terms, uint32_t count);
