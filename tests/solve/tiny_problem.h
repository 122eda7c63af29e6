/*
 * Tiny random ground problems, as sets of bits and as what the searches take. Small enough for answers that are worked out without
 * any search.
 */
#pragma once

#include "hddl/ground/ground.h"

enum { FACTS = 5, STATES = 1 << FACTS, ACTIONS = 7, TASKS = 5, METHODS = 12, SUBTASKS = 3, CONDITIONALS = 3 };

/* A set of facts, a state: bits. */
typedef struct tiny_action {
    uint32_t needs, needs_not, adds, deletes;
} tiny_action;

typedef struct tiny_conditional {
    uint32_t action, when, when_not, adds, deletes;
} tiny_conditional;

typedef struct tiny_method {
    uint32_t task, needs, needs_not, count, subtasks[SUBTASKS + 1];
} tiny_method;

typedef struct tiny {
    tiny_action actions[ACTIONS];
    tiny_conditional conditionals[CONDITIONALS];
    tiny_method methods[METHODS];
    uint32_t initial;
    uint32_t leads[TASKS][STATES]; /* a set of states */
} tiny;

/* The same as a ground problem: `problem`, all else is what that points to. */
typedef struct built {
    normal_action actions[ACTIONS];
    normal_method methods[METHODS];
    normal_problem source;
    ground_fragment fragments[METHODS];
    uint32_t numbers[64]; /* 0, 1, 2, ... */
    const uint32_t *no_objects[METHODS + ACTIONS];
    uint32_t room[4096];
    uint32_t used;
    ground_problem problem;
} built;

/* Lots: all that is drawn follows from where they begin. */
void tiny_begin(uint64_t seed);
uint32_t tiny_draw(uint32_t below);

void tiny_make(tiny *t);
void tiny_build(built *b, const tiny *t);
bool tiny_holds(uint32_t state, uint32_t needs, uint32_t needs_not);
