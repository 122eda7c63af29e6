/*
 * Conditions as text of .htn. Only open parts are written (translate_known.h). Parentheses are written where .htn needs
 * them.
 */
#pragma once

#include "hddl/convert/translation.h"

void translate_condition(translation *tr, const hddl_formula *formula, const translated_variable *variables);
void translate_atom(translation *tr, const hddl_atom *atom, const translated_variable *variables);
void translate_term(translation *tr, hddl_term term, const translated_variable *variables);

/* The same as an operand of `and`. */
void translate_operand(translation *tr, const hddl_formula *formula, const translated_variable *variables);

/*
 * The tests of a variable's types: `first` before the first, ` and ` before the others. Returns whether there are any.
 */
bool translate_guards(translation *tr, const translated_variable *variable, const char *first);
