/*
 * Blocks of code that run alone, on the world and not on a planner's working copy: the arguments of operators,
 * Contexts, Whiles, Effects, During. The verifier does not check which instructions such a block has, so any
 * other instruction makes it fail. Neighbours: value_ops.h, test_ops.h.
 */
#include "single_block.h"
#include "../blob/attributes.h"
#include "../blob/opcode_table.h"
#include "../blob/utility_curve.h"
#include "../search/deferred_writes.h"
#include "../world/cells.h"
#include "../world/query.h"

enum { BLOCK_WORK = 1000000 }; /* instances that the loops of one block may visit */

#define OP(name)                 case HTN_OP_##name:
#define A                        ((uint32_t)at[1])
#define B                        htni_read16(at + 2)
#define C                        htni_read32(at + 4)
#define CELLS                    block->bytes
#define IS_THERE(type, instance) htni_is_present(domain, CELLS, (type), (instance))
#define ASK(query, arguments, answer) \
    htni_ask(domain, CELLS, block->answerer, block->answerer_user, (query), (arguments), (answer))
#define MAKE_LIST(query, arguments, list) \
    htni_propose(domain, CELLS, block->answerer, block->answerer_user, (query), (arguments), (list))
/* What a block writes cannot wait: there the default counts. */
#define LATE(depth)               \
    do {                          \
        if (block->write == NULL) \
            return HTN_WAITS;     \
    } while (0)
#define STACK         block->stack
#define LOCALS        locals
#define ROOT          block->root
#define POINTS(index) (points + (size_t)(index)*4)
#define PUSH(value)   (*top++ = (value))
#define POP()         (*--top)
#define JUMP_TO(slot)                                    \
    do {                                                 \
        at = code + (size_t)(slot)*HTN_INSTRUCTION_SIZE; \
        goto dispatch;                                   \
    } while (0)
#define NEXT                        \
    do {                            \
        at += HTN_INSTRUCTION_SIZE; \
        goto dispatch;              \
    } while (0)
#define UNLESS(holds) \
    do {              \
        if (holds)    \
            NEXT;     \
        JUMP_TO(C);   \
    } while (0)
#define SPEND                      \
    do {                           \
        if (fuel-- == 0)           \
            return HTN_LIMIT_WORK; \
    } while (0)
#define BOUND_TO(slot)                     ((void)0)
#define ANSWERED(query, arguments, answer) ((void)0)
#define PROPOSED(query, arguments)         ((void)0)
#define SCAN                               ((void)0)
#define READS(address, bytes)              ((void)0)
#define READS_CELL(table, cell)            ((void)0)
#define READS_AT(table, instance)          ((void)0)
#define READS_LOOP(type, after, next)      ((void)0)
#define READS_INSTANCE(type, instance)     ((void)0)
#define READS_QUERY(query, arguments)      ((void)0)

/* What LASTS has said is of the next write only. */
#define WRITE(property, cell, value)                                                  \
    do {                                                                              \
        block->write(block->user, (property), (cell), HTN_WRITE_SET, (value), lasts); \
        lasts = 0;                                                                    \
    } while (0)
#define PROPERTY_AT_B htn_property_at(domain, B)

/*
 * How a deferred write is to be done: an HTN_WRITE_*; or, negative, how long the value lasts that it sets. Only SET has a time.
 */
static int32_t pack(uint32_t how, uint32_t lasts)
{
    return lasts == 0 ? (int32_t)how : -(int32_t)lasts;
}

static bool defer(const htni_block *block, uint32_t *count, int32_t how, uint32_t property, uint32_t cell,
                  int32_t value)
{
    if (block->pending == NULL || *count >= block->pending_room)
        return false;
    block->pending[2 * *count] = (htni_change){property, value};
    block->pending[2 * *count + 1] = (htni_change){cell, how};
    ++*count;
    return true;
}

static void commit(const htni_block *block, uint32_t *count)
{
    for (const htni_change *at = block->pending; *count > 0; --*count, at += 2) {
        const int32_t held = htni_load_cell(block->domain, block->bytes, at[0].cell, at[1].cell);
        const int32_t how = at[1].old;
        if (how < 0)
            block->write(block->user, at[0].cell, at[1].cell, HTN_WRITE_SET, at[0].old, (uint32_t)-how);
        else if (how == HTN_WRITE_ADD || how == HTN_WRITE_SUBTRACT)
            block->write(block->user, at[0].cell, at[1].cell, (uint32_t)how, at[0].old, 0);
        else
            block->write(block->user, at[0].cell, at[1].cell, HTN_WRITE_SET,
                         htni_combine((uint32_t)how, held, at[0].old), 0);
    }
}

static bool ends_block(uint32_t op)
{
    return op == HTN_OP_RETURN || op == HTN_OP_PROCEED || op == HTN_OP_ARGUMENTS;
}

static uint32_t pc_of(const uint8_t *code, const uint8_t *at)
{
    return (uint32_t)((size_t)(at - code) / HTN_INSTRUCTION_SIZE);
}

/* The tuple whose locals these are; 0: they are the block's own. */
static uint32_t frame_of(const htni_block *block, const uint32_t *locals)
{
    return locals == block->locals
               ? 0
               : (uint32_t)(locals - (const uint32_t *)(const void *)block->tuples) - HTNI_TUPLE_LOCALS;
}

htn_status htni_run_block(const htni_block *block, uint32_t pc)
{
    const htn_domain *domain = block->domain;
    const uint8_t *code = htni_code(domain);
    const uint8_t *points = domain->sections[HTN_SECTION_CONSTANTS].data;
    const uint8_t *at = code + (size_t)pc * HTN_INSTRUCTION_SIZE;
    const uint8_t *end = block->end == HTN_NONE ? NULL : code + (size_t)block->end * HTN_INSTRUCTION_SIZE;
    int32_t *top = block->stack;
    uint32_t *locals = block->locals;
    uint32_t fuel = BLOCK_WORK, pending = 0, lasts = 0;
    if (block->tuples != NULL)
        htni_tuples_reset(block->tuples);
dispatch:
    if (at == end)
        return HTN_OK;
    if (block->write == NULL && htni_opcodes[at[0]].writes != HTNI_WRITES_NOTHING)
        return HTN_NO_PLAN;
    switch (at[0]) {
#include "test_ops.h"
#include "value_ops.h"
#include "block_write_ops.h"
#include "block_tuple_ops.h"

    default: return ends_block(at[0]) ? HTN_OK : HTN_NO_PLAN;
    }
}

htni_block htni_block_on(const htn_domain *domain, const htn_world *world, htn_answerer *answerer, void *user,
                         uint32_t *locals, int32_t *stack)
{
    const htni_block block = {.domain = domain,
                              .bytes = world->bytes,
                              .answerer = answerer,
                              .answerer_user = user,
                              .end = HTN_NONE,
                              .locals = locals,
                              .stack = stack};
    return block;
}

void htni_take_values(const htn_domain *domain, htn_task task, const int32_t *values, uint32_t *locals)
{
    const uint32_t count = htni_argument_count(domain, task);
    memset(locals, 0, HTN_MAX_LOCALS * sizeof *locals);
    if (values != NULL) /* it may be NULL if there are none */
        memcpy(locals, values, count * sizeof *locals);
}

htn_argument htni_argument(const htn_domain *domain, uint32_t type, int32_t value)
{
    const htn_argument made = {type, value,
                               type == HTN_NONE ? htn_domain_text(domain, HTN_SECTION_STRINGS, (uint32_t)value) : NULL};
    return made;
}

htn_status htni_operator_arguments(const htn_world *world, uint32_t root, htn_task task, const int32_t *values,
                                   htn_answerer *answerer, void *user, htn_argument *out, int32_t *timeout)
{
    int32_t stack[HTN_MAX_STACK];
    uint32_t locals[HTN_MAX_LOCALS];
    const htn_domain *domain = world->domain;
    const uint32_t operator_index = HTNI_FIELD(domain, TASKS, task, OPERATOR);
    const uint32_t count = HTNI_FIELD(domain, OPERATORS, operator_index, PARAMETER_COUNT);
    const uint32_t first = HTNI_FIELD(domain, OPERATORS, operator_index, FIRST_PARAMETER);
    htni_take_values(domain, task, values, locals);
    htni_block block = htni_block_on(domain, world, answerer, user, locals, stack);
    block.root = root;
    const htn_status status = htni_run_block(&block, HTNI_FIELD(domain, TASKS, task, ARGUMENTS));
    if (status != HTN_OK)
        return status;
    for (uint32_t i = 0; out != NULL && i < count; i++)
        out[i] = htni_argument(domain, HTNI_FIELD(domain, PARAMETERS, first + i, TYPE), stack[i]);
    const bool timed = (HTNI_FIELD(domain, TASKS, task, FLAGS) & HTN_TASK_TIMEOUT) != 0;
    *timeout = timed && stack[count] > 1 ? stack[count] : 1;
    return HTN_OK;
}

htn_status htn_operator_arguments(const htn_world *world, htn_task task, const int32_t *values, htn_answerer *answerer,
                                  void *user, htn_argument *out, uint32_t capacity, uint32_t *count)
{
    int32_t unused;
    if (world == NULL || world->domain == NULL || count == NULL || (out == NULL && capacity != 0) ||
        task >= htni_count(world->domain, HTN_SECTION_TASKS))
        return HTN_BAD_ARGUMENT;
    const htn_domain *domain = world->domain;
    const uint32_t operator_index = HTNI_FIELD(domain, TASKS, task, OPERATOR);
    *count = 0;
    if (operator_index == HTN_NONE)
        return HTN_OK;
    if (values == NULL && htni_argument_count(domain, task) != 0)
        return HTN_BAD_ARGUMENT;
    *count = HTNI_FIELD(domain, OPERATORS, operator_index, PARAMETER_COUNT);
    if (*count > capacity)
        return HTN_TOO_SMALL;
    return htni_operator_arguments(world, 0, task, values, answerer, user, out, &unused);
}
