/*
 * Schemas: the variables of an action, task, method or network, and the terms that name them. While a variable is in
 * scope, its word knows its index. A variable of a quantifier hides one with the same name until its scope ends.
 */
#pragma once

#include "hddl/read/hddl_resolver.h"

/* Begins a schema: its parameters come into scope. */
void hddl_begin_schema(hddl_resolver *resolver, hddl_range parameters);
/* Ends it, when everything in it is resolved: its variables go out of scope and into `schema`. */
void hddl_end_schema(hddl_resolver *resolver, const hddl_definition *definition, hddl_schema *schema);

/* The parameters of a predicate or function. */
hddl_variables hddl_resolve_variables(hddl_resolver *resolver, hddl_range items);

/*
 * The variables of a quantifier come into scope and go out of it again. Returns the index of the first. `*hidden` gets
 * the meanings that their names had before.
 */
uint32_t hddl_open_scope(hddl_resolver *resolver, hddl_range items, uint32_t **hidden);
void hddl_close_scope(hddl_resolver *resolver, hddl_range items, const uint32_t *hidden);

/* A variable or an object by its name. */
hddl_term hddl_resolve_term(hddl_resolver *resolver, const hddl_name *name);

/*
 * The arguments of a form: `count` terms, one for each of `parameters`. Reports a wrong number and wrong types. `what`
 * names what takes the arguments, `declared` is where it is declared.
 */
const hddl_term *hddl_resolve_terms(hddl_resolver *resolver, const hddl_form *form, const hddl_variable *parameters,
                                    uint32_t count, const char *what, base_span declared);
