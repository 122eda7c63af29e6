/*
 * The state that the checks of the lint share. Every check is exact: it reasons about all world states and all ways to plan, and
 * where it cannot follow it is silent. Of the cells of a table, and of the answer of a quantifier, it knows only the type.
 * lint.c holds the table of checks and runs them.
 */
#pragma once

#include "base/diagnostic.h"
#include "compiler/names/model.h"
#include <string.h>

typedef struct htnc_linter {
    base_arena *arena;
    base_diagnostics *diagnostics;
    htnc_model *model; /* without errors in names and types */

    uint32_t
        effort; /* steps of reasoning left for all checks; at 0 nothing more is known, so nothing more is reported */
    uint32_t quota; /* the same, for one list of conditions: named conditions can be long when written out */
    uint32_t depth; /* of the recursion of the current reasoning */
    base_span item; /* the item of a list that the current reasoning is about */

    /* By list of conditions, in the order of lint_conditions.c: no world state fulfils it. Made by never-holds. */
    bool *never;

    /* Made by task_facts.c. */
    bool *infallible; /* by task: it certainly succeeds, in every world state */
    bool *follower;   /* by task: it may be asked for another decomposition, because something after it can fail or a
                                cheaper plan may be wanted */
    bool *writes;     /* by task: it may change the world state */
} htnc_linter;

/* Reports what it finds. The table in lint.c says under which id, and what must run before it. */
typedef void htnc_check(htnc_linter *linter);
