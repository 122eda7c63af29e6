/*
 * Known parts of a condition: those that have the same truth value in every state. They are not written, because the
 * compiler would warn about them. An atom is false if a term has a type that does not fit, or if the predicate never
 * holds; an atom of a static predicate is known if all its terms are known.
 */
#pragma once

#include "hddl/convert/translation.h"

typedef enum translate_truth { TRANSLATE_FALSE, TRANSLATE_TRUE, TRANSLATE_OPEN } translate_truth;

/* The truth value of a condition in every state, or TRANSLATE_OPEN. NULL is true. */
translate_truth translate_known(const translation *tr, const hddl_formula *formula,
                                const translated_variable *variables);

/* Whether each term can be of its parameter's type. */
bool translate_terms_fit(const translation *tr, const hddl_variables *parameters, const hddl_term *terms,
                         const translated_variable *variables);

/* Whether every term of an atom has a type that overlaps its parameter's. If not, the atom is false. */
bool translate_atom_fits(const translation *tr, const hddl_atom *atom, const translated_variable *variables);

/* Whether an atom names a variable; whether the open parts of a condition do. */
bool translate_atom_mentions(const translation *tr, const hddl_atom *atom, uint32_t variable);
bool translate_mentions(const translation *tr, const hddl_formula *formula, const translated_variable *variables,
                        uint32_t variable);

/* Narrows the variables of all quantifiers in a condition to their types. NULL: there are none. */
void translate_narrow_quantifiers(translation *tr, const hddl_formula *formula, const hddl_schema *schema,
                                  translated_variable *variables);
