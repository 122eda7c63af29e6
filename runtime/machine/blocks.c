/*
 * Blocks of code that are run by themselves, on a world as it is and not on a planner's working copy: an operator's
 * arguments, what is to hold while a plan runs, and the writes of Effects and During. The verifier does not say which
 * instructions a block has, so whatever does not belong in one makes it fail. Neighbours: value_ops.h, test_ops.h.
 */
#include "../internal.h"

enum { BLOCK_WORK = 1000000 }; /* instances that the loops of one block may come to */

#define OP(name)                 case HTN_OP_##name:
#define A                        ((uint32_t)at[1])
#define B                        htni_read16(at + 2)
#define C                        htni_read32(at + 4)
#define CELLS                    block->bytes
#define IS_THERE(type, instance) htni_is_present(domain, CELLS, (type), (instance))
#define ASK(query, arguments)    htni_ask(domain, CELLS, block->answerer, block->answerer_user, (query), (arguments))
#define LOCALS                   block->locals
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
#define READS(address, bytes)              ((void)0)
#define READS_CELL(table, cell)            ((void)0)
#define READS_AT(table, instance)          ((void)0)
#define READS_LOOP(type, after, next)      ((void)0)
#define READS_INSTANCE(type, instance)     ((void)0)
#define READS_QUERY(query, arguments)      ((void)0)

#define WRITE(property, cell, value) block->write(block->user, (property), (cell), (value))
#define PROPERTY_AT_B                htn_property_at(domain, B)

static bool defer(const htni_block *block, uint32_t count, uint32_t how, uint32_t property, uint32_t cell,
                  int32_t value)
{
    if (block->pending == NULL || count >= block->pending_room)
        return false;
    block->pending[2 * count] = (htni_change){property, value};
    block->pending[2 * count + 1] = (htni_change){cell, (int32_t)how};
    return true;
}

static void commit(const htni_block *block, uint32_t count)
{
    for (const htni_change *at = block->pending; count > 0; count--, at += 2) {
        const int32_t held = htni_load_cell(block->domain, block->bytes, at[0].cell, at[1].cell);
        WRITE(at[0].cell, at[1].cell, htni_combine((uint32_t)at[1].old, held, at[0].old));
    }
}

htn_status htni_run_block(const htni_block *block, uint32_t pc)
{
    const htn_domain *domain = block->domain;
    const uint8_t *code = htni_code(domain);
    const uint8_t *points = domain->sections[HTN_SECTION_CONSTANTS].data;
    const uint8_t *at = code + (size_t)pc * HTN_INSTRUCTION_SIZE;
    const uint8_t *end = block->end == HTN_NONE ? NULL : code + (size_t)block->end * HTN_INSTRUCTION_SIZE;
    int32_t *top = block->stack;
    uint32_t fuel = BLOCK_WORK, pending = 0;
dispatch:
    if (at == end)
        return HTN_OK;
    if (block->write == NULL && at[0] >= HTN_OP_SET_U8 && at[0] <= HTN_OP_COMMIT)
        return HTN_NO_PLAN;
    switch (at[0]) {
#include "test_ops.h"
#include "value_ops.h"
        OP(SET_U8)
        {
            WRITE(PROPERTY_AT_B, 0, (int32_t)A);
            NEXT;
        }
        OP(ADD_U8)
        {
            WRITE(PROPERTY_AT_B, 0, CELLS[B] + (int8_t)A);
            NEXT;
        }
        OP(STORE)
        {
            const int32_t value = POP();
            WRITE(C, 0, value);
            NEXT;
        }
        OP(STORE_CELL)
        {
            const int32_t value = POP();
            WRITE(C, (uint32_t)POP(), value);
            NEXT;
        }
        OP(DEFER)
        {
            const int32_t value = POP();
            const uint32_t cell = HTNI_FIELD(domain, PROPERTIES, C, PARAMETER_COUNT) == 0 ? 0 : (uint32_t)POP();
            if (!defer(block, pending, A, C, cell, value))
                return HTN_FULL_TRAIL;
            pending++;
            NEXT;
        }
        OP(COMMIT)
        {
            commit(block, pending);
            pending = 0;
            NEXT;
        }
        OP(RETURN)
        OP(PROCEED)
        OP(ARGUMENTS)
        {
            return HTN_OK;
        }
    default: return HTN_NO_PLAN;
    }
}

/* A block that writes nothing. `domain` is the one whose code it is, not always the very same as the world's. */
static htni_block block_on(const htn_domain *domain, const htn_world *world, htn_answerer *answerer, void *user,
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

static void take_values(const htn_domain *domain, htn_task task, const int32_t *values, uint32_t *locals)
{
    const uint32_t count = htni_argument_count(domain, task);
    memset(locals, 0, HTN_MAX_LOCALS * sizeof *locals);
    if (values != NULL) /* it may be, where there are none */
        memcpy(locals, values, count * sizeof *locals);
}

/* --- Arguments ---------------------------------------------------------------------------------- */

htn_argument htni_argument(const htn_domain *domain, uint32_t type, int32_t value)
{
    const htn_argument made = {type, value,
                               type == HTN_NONE ? htn_domain_text(domain, HTN_SECTION_STRINGS, (uint32_t)value) : NULL};
    return made;
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
    if (values == NULL && htni_argument_count(domain, task) != 0)
        return HTN_BAD_ARGUMENT;
    *count = HTNI_FIELD(domain, OPERATORS, operator_index, PARAMETER_COUNT);
    if (*count > capacity)
        return HTN_TOO_SMALL;
    take_values(domain, task, values, locals);
    const htni_block block = block_on(domain, world, answerer, user, locals, stack);
    const htn_status status = htni_run_block(&block, HTNI_FIELD(domain, TASKS, task, ARGUMENTS));
    if (status != HTN_OK)
        return status;
    const uint32_t first = HTNI_FIELD(domain, OPERATORS, operator_index, FIRST_PARAMETER);
    for (uint32_t i = 0; i < *count; i++)
        out[i] = htni_argument(domain, HTNI_FIELD(domain, PARAMETERS, first + i, TYPE), stack[i]);
    return HTN_OK;
}

/* --- What is to hold ---------------------------------------------------------------------------- */

static htn_status holds(const htn_planner *planner, const htn_world *world, uint32_t pc, uint32_t *locals)
{
    int32_t stack[HTN_MAX_STACK];
    const htni_block block =
        block_on(planner->machine.domain, world, planner->answerer, planner->answerer_user, locals, stack);
    return htni_run_block(&block, pc);
}

htn_status htni_context_holds(const htn_planner *planner, const htn_world *world, htn_task task, const int32_t *values)
{
    uint32_t locals[HTN_MAX_LOCALS];
    const uint32_t context = HTNI_FIELD(planner->machine.domain, TASKS, task, CONTEXT);
    if (context == HTN_NONE)
        return HTN_OK;
    take_values(planner->machine.domain, task, values, locals);
    return holds(planner, world, context, locals);
}

static void take_locals(const htn_domain *domain, uint32_t method, const uint32_t *bindings, const uint32_t *parameters,
                        uint32_t *locals)
{
    const uint32_t task = htni_task_of(domain, HTNI_FIELD(domain, METHODS, method, WHILE));
    const uint32_t count = HTNI_FIELD(domain, METHODS, method, BINDINGS);
    memset(locals, 0, HTN_MAX_LOCALS * sizeof *locals);
    memcpy(locals + HTNI_FIELD(domain, METHODS, method, FIRST_BINDING), bindings, count * sizeof *locals);
    memcpy(locals, parameters, HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT) * sizeof *locals);
}

/* Of a method in the running plan's record, as htni_keep_choices() kept it. */
static uint32_t take_kept(const htn_planner *planner, uint32_t entry, uint32_t *locals)
{
    const uint32_t room = planner->machine.domain->max_bindings;
    const uint32_t *kept =
        (const uint32_t *)(const void *)htni_region(planner, planner->running.bindings_at) + (size_t)entry * room;
    const uint32_t method = kept[room - 1];
    take_locals(planner->machine.domain, method, kept,
                kept + HTNI_FIELD(planner->machine.domain, METHODS, method, BINDINGS), locals);
    return method;
}

/* Of a method from before the split that the running plan goes on behind, as its frame was kept; they are counted inwards. */
static uint32_t take_rest(const htn_planner *planner, uint32_t which, uint32_t *locals)
{
    const uint32_t *kept = (const uint32_t *)(const void *)htni_region(planner, planner->start.at);
    uint32_t count = 0, method, at;
    while (htni_rest_while(planner, &planner->start, count, &method, &at))
        count++;
    if (which >= count || !htni_rest_while(planner, &planner->start, count - 1 - which, &method, &at))
        return HTN_NONE;
    take_locals(planner->machine.domain, method,
                kept + at + HTNI_FIELD(planner->machine.domain, METHODS, method, FIRST_BINDING), kept + at, locals);
    return method;
}

static bool is_gone(const htn_planner *planner, const htn_world *world, uint32_t parameter, uint32_t value)
{
    const htn_domain *domain = planner->machine.domain;
    const uint32_t type = htni_open_type(domain, parameter);
    const int32_t instance = htni_signed(value);
    return type != HTN_NONE && instance != -1 &&
           !htni_is_still(domain, world->bytes, world->bytes + domain->world_bytes,
                          htni_region(planner, planner->running.generations_at), type, instance);
}

/* Whether what a method was taken with is there still, and is not something else in its slot. */
static bool same_instances(const htn_planner *planner, const htn_world *world, uint32_t method, const uint32_t *locals)
{
    const htn_domain *domain = planner->machine.domain;
    const uint32_t task = htni_task_of(domain, HTNI_FIELD(domain, METHODS, method, WHILE));
    const uint32_t parameters = HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT);
    const uint32_t bindings = HTNI_FIELD(domain, METHODS, method, BINDINGS);
    for (uint32_t i = 0; i < parameters; i++)
        if (is_gone(planner, world, HTNI_FIELD(domain, TASKS, task, FIRST_PARAMETER) + i, locals[i]))
            return false;
    for (uint32_t i = 0; i < bindings; i++)
        if (is_gone(planner, world, HTNI_FIELD(domain, METHODS, method, FIRST_VARIABLE) + i,
                    locals[HTNI_FIELD(domain, METHODS, method, FIRST_BINDING) + i]))
            return false;
    return true;
}

static htn_status while_holds(const htn_planner *planner, const htn_world *world, uint32_t method, uint32_t *locals)
{
    return same_instances(planner, world, method, locals)
               ? holds(planner, world, HTNI_FIELD(planner->machine.domain, METHODS, method, WHILE), locals)
               : HTN_NO_PLAN;
}

htn_status htni_whiles_hold(const htn_planner *planner, const htn_world *world, uint32_t step, uint32_t *failed)
{
    uint32_t locals[HTN_MAX_LOCALS], before = 0;
    htn_plan running;
    if (!htn_planner_running(planner, &running))
        return HTN_NO_RUNNING_PLAN;
    if (step >= running.step_count)
        return HTN_BAD_ARGUMENT;
    for (uint32_t i = 0; i < running.span_count; i++) {
        const htn_span *span = &running.spans[i];
        if (span->kind != HTN_SPAN_WHILE)
            continue;
        const uint32_t which = span->entry == HTN_NONE ? before++ : 0;
        if (step < span->first || step >= span->end)
            continue;
        const uint32_t method =
            span->entry == HTN_NONE ? take_rest(planner, which, locals) : take_kept(planner, span->entry, locals);
        const htn_status status = method == HTN_NONE ? HTN_OK : while_holds(planner, world, method, locals);
        if (status == HTN_OK)
            continue;
        if (status == HTN_NO_PLAN && failed != NULL)
            *failed = method;
        return status;
    }
    return HTN_OK;
}

/* --- What is written ---------------------------------------------------------------------------- */

htn_status htni_do_effects(const htn_planner *planner, const htn_world *world, htn_task task, const int32_t *values,
                           htni_effects which, const htni_block *how)
{
    const htn_domain *domain = planner->machine.domain;
    int32_t stack[HTN_MAX_STACK];
    uint32_t locals[HTN_MAX_LOCALS];
    htni_block block = block_on(domain, world, planner->answerer, planner->answerer_user, locals, stack);
    const bool during = which == HTNI_DURING;
    const uint32_t pc = during ? HTNI_FIELD(domain, TASKS, task, DURING) : HTNI_FIELD(domain, TASKS, task, EFFECTS);
    if (pc == HTN_NONE)
        return HTN_OK;
    block.end = during ? HTN_NONE : HTNI_FIELD(domain, TASKS, task, EXPECTED);
    block.write = how->write;
    block.user = how->user;
    block.pending = how->pending;
    block.pending_room = how->pending_room;
    take_values(domain, task, values, locals);
    return htni_run_block(&block, pc);
}
