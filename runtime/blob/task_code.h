/* Where the code of a task lies, and which task an address belongs to. */
#ifndef HTNI_TASK_CODE_H
#define HTNI_TASK_CODE_H

#include "blob_reader.h"

/* The task whose code begins at `entry`; HTN_NONE where none does. Tasks are sorted by it. */
uint32_t htni_task_at(const htn_domain *domain, uint32_t entry);

/* The task whose code `pc` lies in; `pc` must be behind the slots. */
uint32_t htni_task_of(const htn_domain *domain, uint32_t pc);

/* Where the preconditions of a primitive task begin, once it has been entered. */
static inline uint32_t htni_preconditions(const htn_domain *domain, uint32_t task)
{
    const uint32_t check = HTNI_FIELD(domain, TASKS, task, CHECK), entry = HTNI_FIELD(domain, TASKS, task, ENTRY);
    const bool framed = (HTNI_FIELD(domain, TASKS, task, FLAGS) & HTN_TASK_FRAMED) != 0;
    return check != HTN_NONE ? check : entry + framed; /* FRAME has been done */
}

#endif
