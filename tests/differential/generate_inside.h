/*
 * Inside the generator: what generate.c (declarations and tasks), generate_expr.c (expressions),
 * generate_entities.c (entities, tables, binders) and generate_patterns.c (tasks that are not random) share.
 */
#pragma once

#include "generate.h"

enum {
    MOST_ENUMS = 2,
    MOST_ENTITIES = 4,
    MOST_PLAIN_PROPERTIES = 12,
    MOST_PROPERTIES = 24,
    MOST_INDEXES = 3,
    MOST_CONSTANTS = 4,
    MOST_CONDITIONS = 5, /* with values, without derived ones */
    MOST_DERIVED = 4,
    MOST_QUERIES = 3,
    MOST_PROPOSERS = 2,
    MOST_TASKS = 16,
    MOST_PARAMETERS = 3,
    MOST_VARIABLES = 12,
    MOST_PATTERNS = 7
};

/* Types as the generator sees them: ENUM + n is the n-th enum, ENTITY + n the n-th entity type. */
enum { BOOL, INTEGER, SYMBOL, FIXED, ENUM, ENTITY = ENUM + MOST_ENUMS };

typedef struct entity_type {
    bool open;
    int own;    /* instances of no subtype */
    int parent; /* a type; -1: none */
} entity_type;

typedef struct world_slot {
    int type;
    int32_t low, high; /* INTEGER; FIXED: thousandths */
    int index_count;   /* of a table */
    int indexes[MOST_INDEXES];
    bool is_static; /* facts that nothing may write */
    bool shared;
} world_slot;

/* What is in scope: a task's parameters p0, p1, ..., and what has been bound. */
typedef struct parameters {
    int count;
    int types[MOST_VARIABLES];
    char letters[MOST_VARIABLES];
    int numbers[MOST_VARIABLES];
} parameters;

/* A task that stands for a way of using entities, and how it is called. */
typedef struct pattern {
    char name[16];
    int parameter_count; /* 0 or 1 */
    int parameter;       /* its type */
} pattern;

typedef struct generator_state {
    dice_state dice;
    uint64_t features;
    bool failing;  /* some tasks have a Timeout or Retry */
    bool expiring; /* some values expire */
    char *text;
    size_t length;
    int enum_count, enum_sizes[MOST_ENUMS];
    int entity_count;
    entity_type entities[MOST_ENTITIES];
    int property_count;
    world_slot properties[MOST_PROPERTIES];
    int constant_count, constants[MOST_CONSTANTS];
    int condition_count; /* those that may be used so far */
    parameters conditions[MOST_CONDITIONS + MOST_DERIVED];
    int condition_types[MOST_CONDITIONS + MOST_DERIVED]; /* BOOL; that of a Value */
    int first_derived, derived_count;                    /* of the conditions; those behind them may use them */
    int query_count;
    parameters queries[MOST_QUERIES];
    int query_types[MOST_QUERIES];
    int proposer_count; /* queries with `Max` */
    parameters proposers[MOST_PROPOSERS];
    world_slot proposed[MOST_PROPOSERS]; /* type and range */
    bool proposes_range[MOST_PROPOSERS]; /* it is a range, and not a name */
    int asking;                          /* queries within one another, where an expression is being written */
    const char *ranks;                   /* what the methods of this task have: Utility or Weight; NULL: neither */
    int rank_type;                       /* INTEGER or FIXED */
    int compound_count, primitive_count;
    parameters compounds[MOST_TASKS], primitives[MOST_TASKS];
    int roots[MOST_TASKS], root_count; /* those that are declared */
    int pattern_count;
    pattern patterns[MOST_PATTERNS];
    int each_depth;       /* Eaches around what is being written */
    int variable_count;   /* bound so far, in the whole domain */
    bool with_conditions; /* expressions may call named conditions */
    bool splits;          /* some subtasks of this domain are `Split` */
    bool backgrounds;     /* some groups of this domain have a Background */
    bool cheapest;        /* the roots of this domain take the cheapest plan */
    bool fixed_costs;     /* some costs of this domain are fixed numbers */
    int inside;           /* levels of operations with fixed numbers around what is being written */
    bool decimals;        /* this domain has fixed numbers */
    bool extreme;         /* this domain is fond of numbers near the ends of 32 bits */
} generator_state;

/* --- generate_entities.c --- */

/* A Reserve of some variables of the scope that hold instances, if there are any. */
void say_reserve(generator_state *generator, const parameters *scope, const char *before, uint32_t chance);

/* `Held(...)` of such a variable; false: there is none. */
bool say_held(generator_state *generator, const parameters *scope);

/* --- generate_expr.c --- */

void say(generator_state *generator, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

int below(generator_state *generator, int count);
bool percent(generator_state *generator, uint32_t chance);

/* Whether the domain is to have such constructs, and the dice say so. */
bool chance_of(generator_state *generator, unsigned feature, uint32_t chance);

/* A number as a literal: mostly small. */
void say_number(generator_state *generator);

/* A fixed number as a literal: with decimals, or a whole one. */
void say_decimal(generator_state *generator, int32_t thousandths);
void say_fixed_number(generator_state *generator);

/* A value of a property that is a number, near 0 where it can be: values that tests and effects share meet. */
void say_likely_value(generator_state *generator, const world_slot *property);

/* An expression of a type; `depth` bounds its nesting. */
void say_value(generator_state *generator, const parameters *scope, int type, int depth);

/* One item of a list of conditions that binds nothing. */
void say_condition(generator_state *generator, const parameters *scope);

/* Picks a property of a type; -1 where there is none. */
int pick_property(generator_state *generator, int type);

void say_enum_value(generator_state *generator, int type);

/* A number, a bool, a symbol or an enum value. */
void say_literal(generator_state *generator, int type);

/* A call of a named condition or value, of a derived condition; false: there is none. */
bool say_call(generator_state *generator, const parameters *scope, int type, int depth);
bool say_derived_call(generator_state *generator, const parameters *scope);

/* A question whose answer is of the type; false: there is none. */
bool say_query(generator_state *generator, const parameters *scope, int type);

/* ` from F0(...)` */
void say_source(generator_state *generator, const parameters *scope, int proposer);

/* A constant of the type; false: there is none. */
bool say_constant(generator_state *generator, int type);

/* --- generate_entities.c --- */

/* Enums and entities can be indexes, and ranged over. */
bool is_entity(int type);
bool is_kind_of(const generator_state *generator, int type, int above);

void say_type(generator_state *generator, int type);
void say_variable(generator_state *generator, const parameters *scope, int index);
void add_variable(parameters *scope, int type, char letter, int number);

void say_entities(generator_state *generator);

/* Adds tables to the properties; those that exist are printed by the caller. */
void choose_tables(generator_state *generator);
void say_indexes(generator_state *generator, const world_slot *property);
void say_facts(generator_state *generator);

/* A named instance of a closed type. */
void say_instance_name(generator_state *generator, int type);

/* An expression of an entity type; with `loosely` of one that is related to it, as an index may be. */
void say_instance(generator_state *generator, const parameters *scope, int type, bool loosely);

/* Whether that is sure not to be a plain `none`, which has no type of its own. */
bool has_instance(generator_state *generator, const parameters *scope, int type);

/* A property, with indexes if it is a table. */
void say_property(generator_state *generator, const parameters *scope, int at);

/* A test of a property by the simplest means. */
void say_property_test(generator_state *generator, const parameters *scope, int at);

/* A test that has to do with a variable, or false. */
bool say_test_of(generator_state *generator, const parameters *scope, int variable);

void say_instance_comparison(generator_state *generator, const parameters *scope);

/* Picks what to range over; -1 where there is nothing. Introduces a variable: `v1 : T`, added to the scope. */
int pick_range(generator_state *generator);
void say_new_variable(generator_state *generator, parameters *scope, int type);
/* The same with what it ranges over: a type, or what a query proposes. */
void say_ranging_variable(generator_state *generator, parameters *scope);

void say_quantified_truth(generator_state *generator, const parameters *scope, int depth);
void say_quantified_number(generator_state *generator, const parameters *scope, int type,
                           int depth); /* INTEGER or FIXED */

/* Binder items and what tests them, added to a list that has `any` items already. Whether it now has some. */
bool say_binders(generator_state *generator, parameters *scope, bool any);
/* `let v1 = ...`, and perhaps a test of it, added to such a list. */
bool say_let(generator_state *generator, parameters *scope, bool any);
/* `v1 : T where ..., ...`, the list of an Each, without brackets. False, and nothing was said: there is nothing to range over. */
bool say_each_list(generator_state *generator, parameters *scope);
void say_prefer(generator_state *generator, const parameters *scope);

/* --- generate_derived.c: cycles of conditions, in some domains --- */

void say_cycles(generator_state *generator);

/* --- generate_patterns.c --- */

void say_patterns(generator_state *generator);
void say_pattern_call(generator_state *generator, const parameters *scope);

/* --- generate_askings.c --- */

/* A domain of derived conditions. */
void say_asking_domain(generator_state *generator);

/* --- generate_goals.c --- */

void say_goal_pattern(generator_state *generator);
void say_goal_domain(generator_state *generator);
