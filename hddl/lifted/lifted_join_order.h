/*
 * Join orders: in which order the literals of a schema's condition are tested, given which arguments of its task are
 * bound. What can be decided is tested at once; otherwise the positive literal with the fewest expected matches is next
 * (Selinger et al., "Access Path Selection in a Relational Database Management System", 1979: the facts are assumed to
 * be spread evenly). Variables that only negative literals, inequalities, formulas or effects name run through the
 * objects of their types. Neighbours: lifted_join.h executes a join.
 */
#pragma once

#include "hddl/lifted/lifted_schema.h"

typedef enum lifted_step_kind {
    LIFTED_FACT,      /* holds; all terms are bound */
    LIFTED_NO_FACT,   /* does not hold */
    LIFTED_EQUAL,     /* both terms */
    LIFTED_DIFFERENT, /* the same */
    LIFTED_IS,        /* `variable` is of its type */
    LIFTED_RESIDUAL,  /* a formula */
    LIFTED_LET,       /* `variable` becomes `term` */
    LIFTED_SCAN,      /* facts of an index */
    LIFTED_OBJECTS    /* `variable` becomes each object of its type */
} lifted_step_kind;

/* What a scan does with the object in a column that its index leaves open. */
typedef struct lifted_column {
    uint32_t column, variable;
    bool compared; /* with the variable, which is bound already; else the object is bound to it */
    uint32_t type; /* that the object must be of; HDDL_NONE: it always is */
} lifted_column;

typedef struct lifted_step {
    lifted_step_kind kind;
    const normal_schema *schema;
    const normal_literal *literal; /* that is tested or scanned */
    lifted_relation *relation;     /* the literal's, unless it is an equation */
    lifted_index *index;
    const lifted_column *columns;
    uint32_t column_count;
    uint32_t variable, type;
    normal_term term;
    uint32_t iterator; /* of a scan and of objects: its number among the join's */
    const hddl_formula *residual;
    bool of_state;              /* it tests what actions change */
    struct lifted_guide *guide; /* of a scan that binds what the guide's subtask goes on with; else NULL */
    const uint8_t *known; /* of each variable: bound before this step. NULL: symmetric solutions are wanted, too */
    uint32_t back;        /* the last step before it that has alternatives; HDDL_NONE: none */
    uint32_t culprit;     /* the same among those that bind what this step tests: where to go if it fails at once */
} lifted_step;

typedef struct lifted_join {
    uint64_t bound; /* the task's arguments that it is for, a bit each */
    lifted_step *steps;
    uint32_t step_count, iterator_count;
    uint32_t last;        /* the last step whose alternatives make a difference; HDDL_NONE: one solution is enough */
    const uint8_t *binds; /* of each variable: bound by a solution */
    struct lifted_join *following;
} lifted_join;

/* The join of a schema's condition where these arguments of its task are bound. */
const lifted_join *lifted_join_of(struct lifted_search *search, lifted_schema *schema, uint64_t bound);

/* The join that finds all values for which an effect happens. */
const lifted_join *lifted_join_of_effect(struct lifted_search *search, const normal_schema *schema,
                                         const normal_effect *effect);
