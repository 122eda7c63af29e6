/* Where the code of a task lies, and to which task an address belongs. */
#pragma once

#include "blob_reader.h"

/* The task whose code begins at `entry`; HTN_NONE: none. */
uint32_t htni_task_at(const htn_domain *domain, uint32_t entry);

/* The task whose code `pc` belongs to; `pc` must be behind the slots (HTN_SLOTS). */
uint32_t htni_task_of(const htn_domain *domain, uint32_t pc);

/* Where the preconditions of a primitive task begin, once its frame has been made. */
static inline uint32_t htni_preconditions(const htn_domain *domain, uint32_t task)
{
    const uint32_t check = HTNI_FIELD(domain, TASKS, task, CHECK), entry = HTNI_FIELD(domain, TASKS, task, ENTRY);
    const bool framed = (HTNI_FIELD(domain, TASKS, task, FLAGS) & HTN_TASK_FRAMED) != 0;
    return check != HTN_NONE ? check : entry + framed; /* the instruction FRAME is skipped */
}

/*
 * Whether the steps of a method are a span of each plan that takes it: it has a While; or a Cooldown, unless the blob is too old to
 * mark these.
 */
static inline bool htni_has_span(const htn_domain *domain, uint32_t method)
{
    return HTNI_FIELD(domain, METHODS, method, WHILE) != HTN_NONE ||
           (HTNI_FIELD(domain, METHODS, method, COOLING) != HTN_NONE && (domain->flags & HTN_BLOB_COOLDOWN_SPANS) != 0);
}
