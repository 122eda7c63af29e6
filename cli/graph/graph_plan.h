/* What one plan uses of a network: its tasks, methods and subtasks, and the numbers of its steps. */
#pragma once

#include "cli/explain/explain_search.h"

typedef struct graph_plan {
    bool *tasks;    /* by task */
    bool *methods;  /* by method, of all tasks */
    bool *subtasks; /* by record of DEBUG_SUBTASKS */
    char **steps;   /* by task: `1, 4`; NULL: none */
} graph_plan;

/* From a search that has found a plan and is finished. Call graph_plan_free() afterwards. */
void graph_plan_make(graph_plan *plan, const explain_search *search);
void graph_plan_free(graph_plan *plan, const htn_domain *domain);
