/*
 * Conditions and constraints. Conditions on numbers are not supported and get an error. The recursion is as deep as the
 * parentheses, which the filter bounds (hddl_tokens.h). Below: hddl_schemas.h. Above: effects, facts and definitions.
 */
#pragma once

#include "hddl/read/hddl_resolver.h"

typedef enum hddl_context { HDDL_IN_CONDITION, HDDL_IN_CONSTRAINTS } hddl_context;

/* The formula of a form; never NULL. Reports what is not allowed in this context. */
const hddl_formula *hddl_resolve_condition(hddl_resolver *resolver, const hddl_form *form, hddl_context context);

/* An atom. Returns false if the name is no predicate, which is reported. */
bool hddl_resolve_atom(hddl_resolver *resolver, const hddl_form *form, hddl_atom *atom);
