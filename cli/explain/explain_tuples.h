/*
 * Tuples of derived conditions: which other tuples the body of each needed, when it was evaluated last. A tuple that the planner
 * knows is not evaluated again, so this outlives branches.
 */
#pragma once

#include "cli/explain/explain_seen.h"
#include "base/text.h"
#include <htn/trace.h>
#include <stddef.h>

typedef struct explain_tuple explain_tuple;
typedef struct explain_chain explain_chain;

/* All zero: none. */
typedef struct explain_tuples {
    explain_tuple *known;  /* hash table */
    explain_tuple **stack; /* those whose bodies are being evaluated */
    size_t count, capacity;
    explain_chain *chains; /* hash table */
    explain_chain **list;  /* the same by number, from 1 */
    size_t chain_count, chain_capacity;
    uint32_t looks; /* how often a chain was followed */
} explain_tuples;

void explain_tuples_free(explain_tuples *tuples);

/* HTN_EVENT_TUPLE. */
void explain_tuple_begins(explain_tuples *tuples, const htn_domain *domain, const htn_planner *planner,
                          const htn_event *event);
/* HTN_EVENT_TUPLE_DONE and HTN_EVENT_TUPLE_KNOWN. Whether a condition of a task needed the tuple, and not a body. */
bool explain_tuple_answered(explain_tuples *tuples, const htn_domain *domain, const htn_planner *planner,
                            const htn_event *event);

/* The bodies that were being evaluated are given up: a limit was reached. */
void explain_tuples_give_up(explain_tuples *tuples);

/*
 * The number of a chain: of a true tuple those that make it true, each behind the one that needs it; of a false one those that were
 * tried, likewise. Equal chains have the same number. 0: there is none, or the search has too many.
 */
uint32_t explain_chain_of(explain_tuples *tuples, const htn_domain *domain, uint32_t derived, const int32_t *arguments,
                          bool answer);

/* `Way(Ashton, Corfe)`; with fewer arguments than it has, `Way(Ashton, ...)`. */
void explain_add_tuple(base_text *text, const htn_domain *domain, uint32_t derived, const int32_t *arguments,
                       uint32_t count);

/* The tuple at `which` of a chain as text; false: it has no more. Whether more were needed than are kept. */
bool explain_chain_add(base_text *text, const explain_tuples *tuples, const htn_domain *domain, uint32_t chain,
                       uint32_t which);
bool explain_chain_is_cut(const explain_tuples *tuples, uint32_t chain);
