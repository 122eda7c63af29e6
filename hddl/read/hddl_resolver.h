/*
 * The lowest file of name resolution: what all readers of the syntax tree share. It knows what a name means, declares
 * names and reports wrong ones. The readers above it fill the problem (README.md lists them in their order).
 *
 * Invariant: a wrong name is reported, and a harmless index replaces it, so that one run finds all errors.
 */
#pragma once

#include "hddl/read/hddl_syntax.h"

typedef struct hddl_resolver {
    base_arena *arena;
    base_diagnostics *diagnostics;
    hddl_document *document;
    hddl_problem *problem; /* in the making */

    hddl_type *types;                 /* grows when an `either` appears */
    uint32_t type_count;              /* of `types` */
    uint32_t declared_types;          /* the types before are no `either`s; `ancestors` has an entry for each of them */
    struct hddl_ancestors *ancestors; /* hddl_types.h */
    bool has_several_parents;         /* some type has */
    bool has_unknown_types;           /* some were reported; `object` replaces them */
    bool objects_listed;              /* every type has its list of objects */
    struct hddl_either *eithers;      /* uthash: by their members; hddl_either.c */

    hddl_variable *variables; /* of the current schema: its parameters, then the variables of quantifiers */
    uint32_t variable_count;
    uint64_t work;  /* steps that may be quadratic in the length of the text */
    bool too_large; /* the limit of `work` was reported */
} hddl_resolver;

/* Counts work. Returns false once the limit is exceeded, and reports that the first time. */
bool hddl_spend(hddl_resolver *resolver, uint64_t work, base_span span);

/* The index that a name has in a namespace, or HDDL_NONE. */
static inline uint32_t hddl_index_of(const hddl_name *name, hddl_namespace space)
{
    return name->word->names[space] - 1;
}

/*
 * A name as the files write it at its declaration. Names are compared by their words, which ignore letter case; this one is
 * for what is printed.
 */
const char *hddl_spelling(const hddl_resolver *resolver, const hddl_name *name);

/* Gives a name its index. Returns false for a second declaration, which is reported with a note at `earlier`. */
bool hddl_declare(hddl_resolver *resolver, hddl_namespace space, const hddl_name *name, uint32_t index,
                  const char *what, base_span earlier);

/* "a task", "a predicate", and so on: the meaning of a name in a place where it is wrong. NULL: it has none. */
const char *hddl_meaning_of(const hddl_name *name);

/* "; did you mean `x`?", or "". */
const char *hddl_suggest(hddl_resolver *resolver, const char *text, hddl_namespace space);
