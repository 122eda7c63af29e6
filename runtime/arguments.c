/*
 * An operator's arguments, evaluated when its step starts: a block of value instructions of its own,
 * run here on the world as it is and the arguments that the step was planned with.
 */
#include "internal.h"

#define OP(name)      case HTN_OP_##name:
#define A             ((uint32_t)at[1])
#define B             htni_read16(at + 2)
#define C             htni_read32(at + 4)
#define CELLS         world->bytes
#define LOCALS        locals
#define POINTS(index) (points + (size_t)(index)*4)
#define PUSH(value)   (*top++ = (value))
#define POP()         (*--top)
#define NEXT          break

/* Runs the block at `pc`; how many values it leaves on `stack`. The verifier allows nothing but values there. */
static uint32_t evaluate(const htn_world *world, uint32_t pc, const uint32_t *locals, int32_t *stack)
{
    const uint8_t *at = htni_code(world->domain) + (size_t)pc * HTN_INSTRUCTION_SIZE;
    const uint8_t *points = world->domain->sections[HTN_SECTION_CONSTANTS].data;
    int32_t *top = stack;
    for (;; at += HTN_INSTRUCTION_SIZE) {
        switch (at[0]) {
#include "value_ops.h"
        default: /* ARGUMENTS */ return A;
        }
    }
}

htn_status htn_operator_arguments(const htn_world *world, htn_task task, const int32_t *values, htn_argument *out,
                                  uint32_t capacity, uint32_t *count)
{
    int32_t stack[HTN_MAX_STACK];
    if (world == NULL || world->domain == NULL || count == NULL || (out == NULL && capacity != 0) ||
        task >= htni_count(world->domain, HTN_SECTION_TASKS))
        return HTN_BAD_ARGUMENT;
    const htn_domain *domain = world->domain;
    const uint32_t operator_index = HTNI_FIELD(domain, TASKS, task, OPERATOR);
    *count = 0;
    if (operator_index == HTN_NONE)
        return HTN_OK;
    if (values == NULL && HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT) != 0)
        return HTN_BAD_ARGUMENT;
    *count = HTNI_FIELD(domain, OPERATORS, operator_index, PARAMETER_COUNT);
    if (*count > capacity)
        return HTN_TOO_SMALL;
    evaluate(world, HTNI_FIELD(domain, TASKS, task, ARGUMENTS), (const uint32_t *)(const void *)values, stack);
    const uint32_t first = HTNI_FIELD(domain, OPERATORS, operator_index, FIRST_PARAMETER);
    for (uint32_t i = 0; i < *count; i++) {
        out[i].type = HTNI_FIELD(domain, PARAMETERS, first + i, TYPE);
        out[i].value = stack[i];
        out[i].text = out[i].type == HTN_NONE ? htn_domain_text(domain, HTN_SECTION_STRINGS, (uint32_t)stack[i]) : NULL;
    }
    return HTN_OK;
}
