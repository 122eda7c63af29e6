/*
 * Guides: in which order a recursive task goes on. A task such as "get from A to B" contains itself with one parameter
 * changed, A, and ends when A is B. A static fact (a road) says what A can become. A map knows how many such facts lie
 * between each object and B. Of the bindings of a method, those that lead nearer come first: a scan takes the facts of
 * each turn after those of the turn before. Bindings from which B cannot be reached are skipped: other tasks may have to
 * make room first (lifted_values.h says what the task itself can change).
 */
#pragma once

#include "hddl/lifted/lifted_state.h"

enum { LIFTED_TURNS = 4 /* as many as drawn orders have */ };

typedef struct lifted_map {
    uint32_t task;
    bool *actions;             /* of each action: the task can contain it */
    uint32_t *begin, *sources; /* of each object, a list from begin[object] on: those that can become it */
    uint32_t end;              /* what the distances are to; HDDL_NONE: they are not known */
    uint32_t *distances;       /* of each object */
    uint32_t *queue;           /* room to find them */
    hddl_key state;            /* for which `allowed` was found */
    uint64_t *allowed;         /* objects that can be the next one */
} lifted_map;

typedef struct lifted_guide {
    uint32_t now, next, end; /* variables of the method: what changes, what it becomes, and what it is at the end */
    lifted_map *map;         /* one for all methods of the task */
} lifted_guide;

/* Makes guides for the methods that can have one, before the first join is made. False: there are none. */
bool lifted_guides_make(lifted_search *search);

/* The map of a subtask's methods; NULL: it has none. Where it forgets its end, distances are found again when needed. */
lifted_map *lifted_map_of(const lifted_search *search, const lifted_subtask *subtask);

/* The turn of a binding; LIFTED_TURNS: it is skipped. */
uint32_t lifted_guide_turn(lifted_search *search, const lifted_guide *guide, const uint32_t *values);
