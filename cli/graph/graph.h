/*
 * The task network of a domain: which method has which subtasks, and which task reads and writes which property. From the blob's tables
 * and debug sections (cli/common/debug_info.h).
 */
#pragma once

#include "base/text.h"
#include <htn/domain.h>

/* A subtask as the picture shows it: a line of a method, and an arrow to its task. */
typedef struct graph_subtask {
    uint32_t record; /* of DEBUG_SUBTASKS */
    uint32_t owner;  /* the compound task */
    uint32_t method;
    uint32_t task;    /* HTN_NONE: an Achieve or a Split */
    uint32_t achieve; /* an Achieve: index of ACHIEVES; else HTN_NONE */
    char *text;       /* as it is written: `WalkTo("Enemy")` */
    bool recursive;   /* the arrow leads back to a task that is being decomposed */
} graph_subtask;

/* A task reads or writes a property. */
typedef struct graph_use {
    uint32_t task, property;
    bool writes;
} graph_use;

typedef struct graph {
    const htn_domain *domain;
    graph_subtask *subtasks; /* by task, method and place */
    uint32_t subtask_count;
    size_t subtask_capacity;
    graph_use *uses; /* each once */
    uint32_t use_count;
    size_t use_capacity;
    uint32_t *
        uses_of_tasks; /* indices of `uses`: those of the first task, those of the second and so on, each in their order */
    uint32_t *first_use; /* by task: index of `uses_of_tasks`; one more says where the last task's end */
} graph;

/* `domain`: with whole debug information (CLI_DETAIL_FULL). */
void graph_make(graph *made, const htn_domain *domain);
void graph_free(graph *made);

/* Whether planning begins with a task. */
bool graph_is_root(const htn_domain *domain, uint32_t task);
