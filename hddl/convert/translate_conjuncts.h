/*
 * Conditions as a list of conjuncts, with binders (`any x : T where ...`) in front of the first conjunct that names an
 * unbound variable. Conjuncts that need no binder come first, then atoms: they leave the fewest values to try.
 */
#pragma once

#include "hddl/convert/translate_lists.h"

/* The open conjuncts of a condition. */
typedef struct translated_conjuncts {
    const hddl_formula **parts; /* NULL: written already */
    uint32_t count;
} translated_conjuncts;

/* Adds the open conjuncts of a condition. */
void translate_flatten(translation *tr, translated_conjuncts *all, const hddl_formula *formula,
                       const translated_variable *variables);

/* Adds the open conjuncts of `count` conditions to a list of text, each with the binders that it needs. */
void translate_conjuncts(translation *tr, translated_list *list, const hddl_formula *const *formulas, uint32_t count,
                         const hddl_schema *schema, translated_variable *variables);

/* Adds the binder of one variable to a list of text: `any x : T`, with its guards. */
void translate_binder(translation *tr, translated_list *list, translated_variable *variable);
