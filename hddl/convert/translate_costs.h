/* What actions cost: constants, and functions of :init, which become static tables. */
#pragma once

#include "hddl/convert/translate_lists.h"
#include "hddl/convert/translation.h"

/* Names the functions that some cost looks up. */
void translate_name_functions(translation *tr);

/* Writes the `Cost` of an action, unless it is 1. */
void translate_cost(translation *tr, const hddl_action *action, const translated_variable *variables);

/* Adds the tables that the text uses, and their numbers. */
void translate_add_functions(translation *tr, translated_list *properties);
void translate_add_numbers(translation *tr, translated_list *facts);
