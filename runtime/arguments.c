/*
 * An operator's arguments, evaluated when its step starts: a block of value instructions of its own,
 * run here on the world as it is and the arguments that the step was planned with.
 */
#include "internal.h"

enum { ARGUMENT_WORK = 1000000 }; /* instances that the loops of one block may come to */

#define OP(name)                 case HTN_OP_##name:
#define A                        ((uint32_t)at[1])
#define B                        htni_read16(at + 2)
#define C                        htni_read32(at + 4)
#define CELLS                    world->bytes
#define IS_THERE(type, instance) htni_is_present(domain, CELLS, (type), (instance))
#define ASK(query, arguments)    htni_ask(domain, CELLS, answerer, user, (query), (arguments))
#define LOCALS                   locals
#define POINTS(index)            (points + (size_t)(index)*4)
#define PUSH(value)              (*top++ = (value))
#define POP()                    (*--top)
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
#define SCAN                               ((void)0)

/* Runs the block at `pc`, whose values are left on `stack`. The verifier allows nothing there but values, tests and loops. */
static htn_status evaluate(const htn_world *world, uint32_t pc, htn_answerer *answerer, void *user, uint32_t *locals,
                           int32_t *stack)
{
    const htn_domain *domain = world->domain;
    const uint8_t *code = htni_code(domain);
    const uint8_t *points = domain->sections[HTN_SECTION_CONSTANTS].data;
    const uint8_t *at = code + (size_t)pc * HTN_INSTRUCTION_SIZE;
    int32_t *top = stack;
    uint32_t fuel = ARGUMENT_WORK;
dispatch:
    switch (at[0]) {
#include "test_ops.h"
#include "value_ops.h"
    default: /* ARGUMENTS */ return HTN_OK;
    }
}

htn_status htn_operator_arguments(const htn_world *world, htn_task task, const int32_t *values, htn_answerer *answerer,
                                  void *user, htn_argument *out, uint32_t capacity, uint32_t *count)
{
    int32_t stack[HTN_MAX_STACK];
    uint32_t locals[HTN_MAX_LOCALS];
    if (world == NULL || world->domain == NULL || count == NULL || (out == NULL && capacity != 0) ||
        task >= htni_count(world->domain, HTN_SECTION_TASKS))
        return HTN_BAD_ARGUMENT;
    const htn_domain *domain = world->domain;
    const uint32_t operator_index = HTNI_FIELD(domain, TASKS, task, OPERATOR);
    *count = 0;
    if (operator_index == HTN_NONE)
        return HTN_OK;
    const uint32_t given = HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT) + HTNI_FIELD(domain, TASKS, task, BINDINGS);
    if (values == NULL && given != 0)
        return HTN_BAD_ARGUMENT;
    *count = HTNI_FIELD(domain, OPERATORS, operator_index, PARAMETER_COUNT);
    if (*count > capacity)
        return HTN_TOO_SMALL;
    memset(locals, 0, sizeof locals);
    if (given != 0)
        memcpy(locals, values, given * sizeof *locals);
    const htn_status status =
        evaluate(world, HTNI_FIELD(domain, TASKS, task, ARGUMENTS), answerer, user, locals, stack);
    if (status != HTN_OK)
        return status;
    const uint32_t first = HTNI_FIELD(domain, OPERATORS, operator_index, FIRST_PARAMETER);
    for (uint32_t i = 0; i < *count; i++) {
        out[i].type = HTNI_FIELD(domain, PARAMETERS, first + i, TYPE);
        out[i].value = stack[i];
        out[i].text = out[i].type == HTN_NONE ? htn_domain_text(domain, HTN_SECTION_STRINGS, (uint32_t)stack[i]) : NULL;
    }
    return HTN_OK;
}
