/*
 * What the files of normal*.c share: a scope, in which one schema's formulas are simplified, and the disjuncts that come of
 * them. A scope numbers all variables that it meets on from the schema's parameters; normal.c numbers them anew for each
 * schema that it makes, as a disjunct needs only some of them.
 */
#ifndef HTN_SOLVE_NORMAL_INSIDE_H
#define HTN_SOLVE_NORMAL_INSIDE_H

#include "base/arena.h"
#include "base/buffer.h"
#include "hddl/normal/normal.h"

enum {
    NORMAL_MOST_SPLITS = 16,      /* schemas that one schema's disjunctions may become */
    NORMAL_MOST_INSTANCES = 4096, /* literals that a quantifier may become */
    NORMAL_MOST_TRIED = 65536     /* the same before those of static predicates are decided */
};

/* The facts of static predicates, by hash. */
typedef struct normal_facts {
    const hddl_problem *problem;
    uint32_t *slots; /* 1 + an index into the problem's facts; 0: empty */
    uint32_t mask;
} normal_facts;

void normal_facts_make(normal_facts *facts, base_arena *arena, const hddl_problem *problem);
bool normal_facts_have(const normal_facts *facts, uint32_t predicate, const normal_term *objects);

typedef struct normal_scope {
    base_arena *arena;
    const normal_facts *facts;
    const hddl_schema *schema;
    normal_term
        *values;       /* of each of the schema's variables: its number in this scope, or the object put in its place */
    base_buffer types; /* uint32_t: of each variable of this scope */
    base_buffer bound; /* uint8_t: whether a quantifier that stays binds it */
    bool inside;       /* in a `forall`: an `exists` in there is no variable of the schema's */
} normal_scope;

/* The parameters are its first variables. */
void normal_scope_open(normal_scope *scope, base_arena *arena, const normal_facts *facts, const hddl_schema *schema);

/* Further variables for the schema's [first, first + count); the first one's number. */
uint32_t normal_scope_add(normal_scope *scope, uint32_t first, uint32_t count, bool bound);
uint32_t normal_scope_count(const normal_scope *scope);
uint32_t normal_scope_type(const normal_scope *scope, uint32_t variable);
bool normal_scope_bound(const normal_scope *scope, uint32_t variable);

/*
 * The formula (NULL: true) or its negation in terms of the scope's variables: NOT stands before ATOM, EQUAL and SORT only, there
 * is no IMPLY, AND and OR have no parts (true, false) or at least two, and what can be decided has been.
 */
const hddl_formula *normal_simplify(normal_scope *scope, const hddl_formula *formula, bool positive);
const hddl_formula *normal_join(base_arena *arena, hddl_formula_kind kind, const hddl_formula *const *parts,
                                uint32_t count);

/* A conjunction of simplified formulas: literals, and what could not be split. */
typedef struct normal_disjunct {
    const hddl_formula *const *items;
    uint32_t count;
} normal_disjunct;

typedef struct normal_disjuncts {
    normal_disjunct items[NORMAL_MOST_SPLITS];
    uint32_t count;
} normal_disjuncts;

void normal_split(base_arena *arena, const hddl_formula *simplified, normal_disjuncts *disjuncts);

/* The scope's variables as numbered in one schema that is made. */
typedef struct normal_placing {
    const normal_scope *scope;
    normal_term *places; /* of each of the scope's variables: its number in the schema; NORMAL_NO_PLACE: none yet */
    base_buffer types;   /* uint32_t: of each of the schema's */
} normal_placing;

enum { NORMAL_NO_PLACE = INT32_MAX };

/* Places the parameters. */
void normal_placing_open(normal_placing *placing, const normal_scope *scope);
uint32_t normal_placing_count(const normal_placing *placing);
void normal_place(normal_placing *placing, uint32_t variable);

/* A disjunct's free variables are placed, then those that its quantifiers bind. */
void normal_place_free(normal_placing *placing, const normal_disjunct *disjunct);
/* A `sort` of a variable from `narrowest` on narrows the variable's type. */
void normal_place_condition(normal_placing *placing, const normal_disjunct *disjunct, uint32_t narrowest,
                            normal_condition *condition);
const normal_term *normal_place_terms(normal_placing *placing, const hddl_term *terms, uint32_t count);

#endif
