/*
 * A search as `htn explain` remembers it: the branch that it is on, as a tree of tasks, and for what it has given up the reasons,
 * counted. The tree follows the machine's choice points: what was added after a choice goes when the search comes back to it, so
 * the memory is that of the longest branch. With --all, the nodes that go are kept too, up to a limit.
 */
#pragma once

#include "cli/explain/explain_best.h"
#include "cli/explain/explain_bindings.h"

/* How often a task was used in the whole search. */
typedef struct explain_record {
    uint64_t entered; /* compound: decomposed; primitive: tried */
    uint64_t steps;   /* primitive: appended to a plan */
} explain_record;

/* A choice point of the machine. */
typedef struct explain_choice {
    uint32_t node;
    uint32_t node_count; /* before the nodes below the choice */
    explain_tally tally;
} explain_choice;

/* The longest plan that a branch ended with. */
typedef struct explain_furthest {
    uint32_t count;  /* of steps */
    base_text words; /* `after Sprint(), Walk()` */
    explain_end end; /* of the branch; its reason NULL: none has ended */
} explain_furthest;

typedef struct explain_search {
    cli_session *session;
    const htn_domain *domain;
    uint32_t root; /* where it begins; the session's, unless set otherwise */
    explain_values values;
    explain_reasons reasons;
    bool keep; /* --all */

    explain_node *nodes;
    uint32_t node_count;
    size_t node_capacity;
    explain_choice *choices;
    uint32_t choice_count;
    size_t choice_capacity;
    uint32_t current; /* node; HTN_NONE: above the root */
    uint32_t split;   /* node, compound, in which the plan ends early; HTN_NONE: it does not */
    uint32_t split_pc;
    uint32_t kept;       /* nodes in kept branches */
    uint32_t achieve_pc; /* of the Achieve that is being searched */
    explain_best best;
    explain_failures failures;

    explain_end end;     /* how the branch is about to end; its reason NULL: not yet known */
    explain_end last;    /* how the branch before ended */
    uint64_t ends;       /* branches that have ended, with a plan or without */
    uint64_t branches;   /* of them those without a plan */
    explain_tally tally; /* of the whole search */
    explain_furthest furthest;

    uint32_t focus;       /* the task that is asked about; HTN_NONE: none */
    explain_tally behind; /* branches that ended with a step of that task in their plan, or that had decomposed it */

    explain_record *records; /* per task */
    uint64_t *taken;         /* per method, of all tasks: how often it was taken */
} explain_search;

void explain_search_init(explain_search *search, cli_session *session, bool keep);
void explain_search_free(explain_search *search);

/* A htn_listener; `user` is the search. */
void explain_listen(void *user, const htn_planner *planner, const htn_event *event);

/* After the last event. */
void explain_search_finish(explain_search *search, const htn_planner *planner, htn_status status);

/*
 * Plans on, from htn_plan_begin(), and remembers the search, to its end. `plan`: gets what was found; may be NULL. What the search is to
 * look at (`root`, `focus`) is set before.
 */
htn_status explain_search_run(explain_search *search, htn_planner *planner, htn_plan *plan);

/* How often a method was taken. */
uint64_t explain_taken(const explain_search *search, uint32_t task, uint32_t method);
