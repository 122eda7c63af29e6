/*
 * The list of decisions that is a plan; see solve.h. It grows by doubling; arguments lie in blocks that never move, so that a
 * decision can point to its own. Neighbours: plan_write.c prints it.
 */
#include "hddl/solve/solve.h"
#include <stdlib.h>
#include <string.h>

enum { FIRST_DECISIONS = 64, BLOCK_ARGUMENTS = 1 << 14 };

typedef struct solve_plan_block {
    struct solve_plan_block *next; /* those that are full */
    size_t used, capacity;
    uint32_t arguments[];
} solve_plan_block;

static bool grow(solve_plan *plan)
{
    const size_t capacity = plan->capacity > 0 ? plan->capacity * 2 : FIRST_DECISIONS;
    if (capacity > SIZE_MAX / sizeof *plan->decisions)
        return false;
    solve_decision *decisions = realloc(plan->decisions, capacity * sizeof *decisions);
    if (decisions == NULL)
        return false;
    plan->decisions = decisions;
    plan->capacity = capacity;
    return true;
}

/* Room for `count` arguments, not yet taken; NULL: no memory. */
static uint32_t *room(solve_plan *plan, uint32_t count)
{
    solve_plan_block *block = plan->blocks;
    if (block == NULL || block->capacity - block->used < count) {
        const size_t capacity = count > BLOCK_ARGUMENTS ? count : BLOCK_ARGUMENTS;
        block = malloc(sizeof *block + capacity * sizeof *block->arguments);
        if (block == NULL)
            return NULL;
        *block = (solve_plan_block){.next = plan->blocks, .capacity = capacity};
        plan->blocks = block;
    }
    return block->arguments + block->used;
}

bool solve_plan_add(solve_plan *plan, bool primitive, uint32_t index, const uint32_t *arguments,
                    uint32_t argument_count)
{
    if (plan->count == plan->capacity && !grow(plan))
        return false;
    uint32_t *copies = room(plan, argument_count);
    if (copies == NULL)
        return false;
    if (argument_count > 0)
        memcpy(copies, arguments, argument_count * sizeof *copies);
    plan->blocks->used += argument_count;
    plan->decisions[plan->count++] = (solve_decision){primitive, index, copies};
    return true;
}

void solve_plan_free(solve_plan *plan)
{
    while (plan->blocks != NULL) {
        solve_plan_block *block = plan->blocks;
        plan->blocks = block->next;
        free(block);
    }
    free(plan->decisions);
    *plan = (solve_plan){0};
}
