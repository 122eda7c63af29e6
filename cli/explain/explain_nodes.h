/*
 * The decomposition as a tree: tasks (nodes), the method taken at each, and what was tried before it (attempts).
 *
 * Nodes share attempts: the tree of the best plan has those of the search's tree. Each attempt counts its owners.
 */
#pragma once

#include "cli/explain/explain_candidates.h"
#include "cli/explain/explain_tally.h"

typedef struct explain_node explain_node;
typedef struct explain_attempt explain_attempt;

/* Nodes that backtracking took off the tree, kept for --all. Their indexes go on from those of the tree that they hung in. */
typedef struct explain_branch {
    uint32_t base; /* index of nodes[0] */
    uint32_t count;
    explain_node *nodes; /* NULL: not kept */
} explain_branch;

/* A method that was tried before the one that a task has now. */
struct explain_attempt {
    uint32_t owners; /* lists that it is in */
    uint32_t method;
    bool given_up;            /* taken, and given up; else its condition `item` rejected it */
    bool partly;              /* not given up: it had candidates, and these are the instances that are none */
    uint32_t item;            /* rejected: the condition; given up: the head of the method; HTN_NONE: not known */
    uint32_t shown;           /* the same; rejected with several binders: the condition that the search came to */
    const explain_view *view; /* rejected: what the condition saw */
    explain_rank rank;        /* given up: of that candidate */
    char *note;               /* given up: what it had bound; rejected: which instances failed what. May be NULL */
    explain_tally tally;      /* given up: how the branches under it ended */
    explain_branch branch;    /* given up: what was below it */
};

/* Attempts at a node, in their order. */
typedef struct explain_attempts {
    explain_attempt **list;
    uint32_t count;
    size_t capacity;
} explain_attempts;

/* A task in the tree, or an Achieve. */
struct explain_node {
    uint32_t parent; /* index; HTN_NONE: the root */
    uint32_t task;
    uint32_t subtask;     /* of its caller: an index of DEBUG_SUBTASKS; HTN_NONE: the root, or not known */
    uint32_t at;          /* the latest instruction of the search in the task itself */
    uint32_t frame;       /* the id of its last one; HTN_NONE: it has none */
    uint32_t first_frame; /* of an Each, which has a frame for each item, each behind the one before */
    int32_t *values;      /* its arguments, as many as it has parameters; NULL: not known */

    uint32_t method; /* compound: the one taken; HTN_NONE: none (yet) */
    uint32_t method_pc;
    explain_seen *seen; /* by the conditions of the method taken */
    uint32_t seen_count;
    char *bound;               /* what the method's conditions, or a primitive task's, bound, in words; NULL: nothing */
    explain_rank rank;         /* of that candidate */
    explain_attempts attempts; /* before the method */
    explain_attempts later;    /* of the best plan's nodes: after it */
    explain_candidates *candidates;
    bool again;           /* a second scan of the candidates: they are known */
    uint64_t ends_before; /* branches that had ended when the method was taken */

    uint32_t step;               /* primitive: its place in the plan; HTN_NONE: it failed */
    uint32_t achieve_pc;         /* its ACHIEVE, if the node is an Achieve of the task; else HTN_NONE */
    htn_achievement achievement; /* what the search of the Achieve found */

    explain_end end; /* how the branch ended here; its reason NULL: it did not */
};

/* A node without a method, an attempt or a reason. */
explain_node explain_node_of(const htn_domain *domain, uint32_t parent, uint32_t task, uint32_t called_at);

/* A copy that shares attempts and candidates. */
explain_node explain_node_copy(const explain_node *node, const htn_domain *domain);

void explain_nodes_free(explain_node *nodes, uint32_t count);

/* Another attempt, the latest of a list; an attempt that another list has too. */
explain_attempt *explain_add_attempt(explain_attempts *to, uint32_t method, bool given_up, uint32_t item);
void explain_share_attempt(explain_attempts *to, explain_attempt *attempt);

/* Whether a rejection only says that the method's conditions have no solution beside those that were given up before it. */
bool explain_is_exhausted(const explain_attempts *attempts, uint32_t which);
