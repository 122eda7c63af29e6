/* What conditions bind: its names, from the debug sections (DEBUG_LOCALS), and the instances that conditions ruled out. */
#pragma once

#include "cli/explain/explain_values.h"

/* A condition in a list that binds something, and the instances that it ruled out. */
typedef struct explain_failure {
    uint32_t item; /* the condition */
    uint32_t count;
    uint32_t bound;     /* index of DEBUG_LOCALS */
    int32_t value;      /* the first of the instances */
    uint32_t type;      /* the condition binds something of this type, of which there is no instance; else HTN_NONE */
    explain_seen asked; /* its last question about that instance; of another kind: none */
} explain_failure;

/* Since the search began to test the list, or went on with it. */
typedef struct explain_failures {
    explain_failure list[8];
    uint32_t count;
} explain_failures;

/* `e = Enemy#2, c = Tree`; nothing if a list binds nothing. `method` HTN_NONE: preconditions. */
void explain_add_bindings(base_text *text, const htn_domain *domain, const htn_planner *planner, uint32_t task,
                          uint32_t method);

/* The condition `item` rules out the instance in `local`, at the test `pc`. */
void explain_note_failure(explain_failures *failures, const explain_values *values, const htn_planner *planner,
                          uint32_t item, uint32_t local, uint32_t pc);

/* `Seen(e) failed for e = Enemy#1 and 2 more; ...` */
void explain_add_failures(base_text *text, const explain_failures *failures, const explain_values *values);
