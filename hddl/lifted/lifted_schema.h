/*
 * normal_problem's schemas as the lifted search has them: actions and methods, with a head for each, checks of
 * arguments, effects, causal links, and what lifted_infer.c and lifted_reach.c find out about their subtasks.
 */
#pragma once

#include "hddl/lifted/lifted_relation.h"
#include "hddl/normal/normal.h"

struct lifted_search;
struct lifted_join;
struct lifted_guide;

typedef struct lifted_effect {
    const normal_effect *source;
    lifted_relation *relation;
    const struct lifted_join *when; /* NULL: always, once. Else it happens for each solution */
} lifted_effect;

/* A literal that cannot become true again, and that a subtask surely needs, or surely makes false. */
typedef struct lifted_causal_link {
    uint32_t subtask;
    bool breaks; /* makes it false */
    lifted_relation *relation;
    normal_literal literal;
} lifted_causal_link;

/* For one parameter: which goals an argument allows. A set of goals is search->goals.words long. */
typedef struct lifted_filter {
    const uint64_t *any; /* the goals for which it may be any object */
    uint32_t count;
    const uint32_t *objects; /* ascending */
    const uint64_t *goals;   /* of each: those for which it has to be that one */
} lifted_filter;

/* Which goals a task or an action can bring about. */
typedef struct lifted_reach {
    uint64_t *possible;
    uint32_t arity;
    uint32_t *required;     /* of each goal, each parameter: the object that it must be; HDDL_NONE: any */
    lifted_filter *filters; /* of each parameter: the same, for looking up an object */
} lifted_reach;

typedef struct lifted_subtask {
    const normal_subtask *source;
    bool recursive;            /* the task can contain itself */
    uint32_t first, count;     /* the schemas that can decompose or execute it */
    const lifted_reach *reach; /* NULL: there are no goals */
} lifted_subtask;

enum { LIFTED_BY_EFFECT = 1, LIFTED_BY_SUBTASK = 2 };

typedef struct lifted_schema {
    const normal_schema *source;
    bool primitive;
    bool possible; /* false: it is part of no plan */
    uint32_t arity;
    const normal_term *head;       /* one for each of the task's arguments */
    uint32_t *guards;              /* of each argument: the type that it has to be checked for, or HDDL_NONE */
    const normal_literal *hoisted; /* what subtasks need: the first one, then the others */
    uint32_t hoisted_count, hoisted_first;
    lifted_subtask *subtasks;
    uint32_t subtask_count;
    lifted_effect *effects;
    uint32_t effect_count;
    const lifted_causal_link *links; /* the last subtask's first; of each what it breaks, then what it needs */
    uint32_t link_count;
    uint8_t *needed;            /* of each variable: LIFTED_BY_EFFECT, LIFTED_BY_SUBTASK */
    struct lifted_guide *guide; /* NULL: there is none (lifted_guide.h) */
    struct lifted_join *joins; /* for each set of bound arguments, made when it is first needed (lifted_join_order.h) */
} lifted_schema;

/* Makes all schemas. The relations are made before. */
void lifted_schemas_make(struct lifted_search *search);
