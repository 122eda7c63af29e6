/*
 * From the syntax tree to the problem: what the files of this pass share. In their order: types, objects (hddl_types.c),
 * predicates, functions, actions and tasks by name (hddl_resolve.c), then what uses them: conditions, effects, networks, facts.
 * Every name that is found wrong is reported, and a harmless index stands for it, so that one run finds all of them.
 */
#ifndef HTNC_HDDL_RESOLVE_H
#define HTNC_HDDL_RESOLVE_H

#include "hddl/read/hddl_syntax.h"

typedef struct hddl_resolver {
    base_arena *arena;
    base_diagnostics *diagnostics;
    hddl_document *document;
    hddl_problem *problem;

    hddl_type *types; /* grows as `either`s are met */
    uint32_t type_count, type_capacity;
    uint32_t declared_types;            /* those before are no `either`s; `ancestors` are of them */
    struct hddl_ancestors *ancestors;   /* by type */
    bool has_several_parents;           /* some type has */
    bool has_unknown_types;             /* some were reported; `object` stands for them */
    bool objects_listed;                /* the types' lists of objects are made */
    struct hddl_either *eithers;        /* uthash: by their members */
    const hddl_declaration **functions; /* by index */

    hddl_variable *variables; /* of the schema at hand: parameters, then quantifiers' */
    uint32_t variable_count, variable_capacity;
    uint64_t work;  /* what may be quadratic in the text's length is counted here, and ends at a limit */
    bool too_large; /* that was reported */
} hddl_resolver;

/* hddl_resolve.c: NULL where there were errors. */
const hddl_problem *hddl_resolve(hddl_document *document, bool has_problem);

/* Counts work and says whether the limit is not passed; reports it once where it is. */
bool hddl_may_go_on(hddl_resolver *resolver, uint64_t work, base_span span);

/* The index of what a word names, or HDDL_NONE. */
static inline uint32_t hddl_named(const hddl_name *name, hddl_namespace space)
{
    return name->word->names[space] - 1;
}

/* Gives a word its index; reports a second declaration of that name, with a note at `earlier`. */
bool hddl_declare(hddl_resolver *resolver, hddl_namespace space, const hddl_name *name, uint32_t index,
                  const char *what, base_span earlier);

/* "a task", "a predicate" ...: what a name is that cannot stand where it does; NULL: it is unknown. */
const char *hddl_what_it_is(const hddl_name *name);

/* `; did you mean `x`?`, or "" */
const char *hddl_suggest(hddl_resolver *resolver, const char *text, hddl_namespace space);

/* hddl_types.c */
void hddl_resolve_types(hddl_resolver *resolver);
void hddl_resolve_objects(hddl_resolver *resolver);
uint32_t hddl_type_of_ref(hddl_resolver *resolver, hddl_type_ref *ref);
/* Whether something can be of both types. */
bool hddl_types_meet(hddl_resolver *resolver, uint32_t a, uint32_t b);

/* hddl_schemas.c: the schema at hand: begun with its parameters, ended when all in it is resolved. */
void hddl_begin_schema(hddl_resolver *resolver, hddl_range parameters);
void hddl_end_schema(hddl_resolver *resolver, const hddl_definition *definition, hddl_schema *schema);
hddl_variables hddl_resolve_variables(hddl_resolver *resolver,
                                      hddl_range items); /* of a predicate, of a task that nothing uses */
/* Variables of a quantifier come into scope and go out of it again; the first one's index. */
uint32_t hddl_open_scope(hddl_resolver *resolver, hddl_range items, uint32_t **hidden);
void hddl_close_scope(hddl_resolver *resolver, hddl_range items, const uint32_t *hidden);
hddl_term hddl_resolve_term(hddl_resolver *resolver, const hddl_name *name);
/* As many terms as `parameters`, each of a type that fits; reports what does not. `what` and `called` name whose. */
const hddl_term *hddl_resolve_terms(hddl_resolver *resolver, const hddl_form *form, const hddl_variable *parameters,
                                    uint32_t count, const char *what, base_span declared);

/* hddl_conditions.c */
typedef enum hddl_place { HDDL_IN_CONDITION, HDDL_IN_CONSTRAINTS } hddl_place;
const hddl_formula *hddl_resolve_condition(hddl_resolver *resolver, const hddl_form *form, hddl_place place);
bool hddl_resolve_atom(hddl_resolver *resolver, const hddl_form *form, hddl_atom *atom);
/* A number that costs are: false where it is none, or is too large. */
bool hddl_read_number(const hddl_name *name, int64_t *number);
/* `(f a b)` where a number stands: checks the function's name. */
void hddl_check_function(hddl_resolver *resolver, const hddl_form *form);

/* hddl_effects.c */
void hddl_resolve_effects(hddl_resolver *resolver, const hddl_form *form, hddl_action *action);

/* hddl_networks.c */
hddl_network hddl_resolve_network(hddl_resolver *resolver, const hddl_definition *definition);

/* hddl_facts.c */
void hddl_resolve_facts(hddl_resolver *resolver);

#endif
