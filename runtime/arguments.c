/*
 * An operator's arguments, evaluated when its step starts: a block of value instructions of its own, run on the world as it
 * is and the arguments that the step was planned with. Neighbours: blocks.c, which runs it.
 */
#include "internal.h"

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
    const htni_block block = {.domain = domain,
                              .bytes = world->bytes,
                              .answerer = answerer,
                              .answerer_user = user,
                              .end = HTN_NONE,
                              .locals = locals,
                              .stack = stack};
    const htn_status status = htni_run_block(&block, HTNI_FIELD(domain, TASKS, task, ARGUMENTS));
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
