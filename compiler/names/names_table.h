/* The symbol tables: what every name stands for, and the report where it stands for nothing. */
#pragma once

#include "compiler/names/resolver.h"

/* NULL: there is none. */
htnc_symbol *htnc_symbol_find(const htnc_resolver *resolver, htnc_namespace space, const char *text);

/* Adds a declaration to the namespace of its kind. Reports a name that is taken, and adds nothing. */
void htnc_symbol_add(htnc_resolver *resolver, htnc_symbol_kind kind, const htnc_name *name, htnc_target to);

/* Warns of a declared name whose letters are of two scripts. */
void htnc_check_scripts(htnc_resolver *resolver, const htnc_name *name);

/* "a property", "a compound task", "an Enum". */
const char *htnc_symbol_noun(const htnc_symbol *symbol);

/*
 * The symbol of `name` in its namespace. NULL: there is none, and the first use of the name was reported, with what the name stands
 * for in another namespace or with the nearest known name. `scope`: variables that may be meant; may be NULL.
 */
htnc_symbol *htnc_symbol_require(htnc_resolver *resolver, htnc_namespace space, const htnc_name *name,
                                 const htnc_scope *scope);

/* Completes the reports: adds how often a missing name is used. */
void htnc_symbol_finish(htnc_resolver *resolver);
