/*
 * Plans as lists of decisions; see plan.h. The list grows by doubling. Arguments lie in blocks that never
 * move, so that a decision can point to its own.
 */
#include "hddl/common/plan.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_DECISIONS = 64, BLOCK_ARGUMENTS = 1 << 14 };

typedef struct hddl_plan_block {
    struct hddl_plan_block *next; /* blocks without room */
    size_t used, capacity;
    uint32_t arguments[];
} hddl_plan_block;

static bool grow(hddl_plan *plan)
{
    const size_t capacity = plan->capacity > 0 ? plan->capacity * 2 : FIRST_DECISIONS;
    if (capacity > SIZE_MAX / sizeof *plan->decisions)
        return false;
    hddl_decision *decisions = realloc(plan->decisions, capacity * sizeof *decisions);
    if (decisions == NULL)
        return false;
    plan->decisions = decisions;
    plan->capacity = capacity;
    return true;
}

/* Memory for `count` arguments, which the caller then counts as used; NULL: no memory. */
static uint32_t *room(hddl_plan *plan, uint32_t count)
{
    hddl_plan_block *block = plan->blocks;
    if (block == NULL || block->capacity - block->used < count) {
        const size_t capacity = count > BLOCK_ARGUMENTS ? count : BLOCK_ARGUMENTS;
        block = malloc(sizeof *block + capacity * sizeof *block->arguments);
        if (block == NULL)
            return NULL;
        *block = (hddl_plan_block){.next = plan->blocks, .capacity = capacity};
        plan->blocks = block;
    }
    return block->arguments + block->used;
}

bool hddl_plan_add(hddl_plan *plan, bool primitive, uint32_t index, const uint32_t *arguments, uint32_t argument_count)
{
    if (plan->count == plan->capacity && !grow(plan))
        return false;
    uint32_t *copies = room(plan, argument_count);
    if (copies == NULL)
        return false;
    if (argument_count > 0)
        memcpy(copies, arguments, argument_count * sizeof *copies);
    plan->blocks->used += argument_count;
    plan->decisions[plan->count++] = (hddl_decision){primitive, index, copies};
    return true;
}

void hddl_plan_free(hddl_plan *plan)
{
    while (plan->blocks != NULL) {
        hddl_plan_block *block = plan->blocks;
        plan->blocks = block->next;
        free(block);
    }
    free(plan->decisions);
    *plan = (hddl_plan){0};
}
