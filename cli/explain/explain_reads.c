/*
 * What the instructions of a condition read; see explain_code.h. Values that are computed on the way are not looked at, and
 * of a loop within the condition neither is what depends on its instance, which is gone when the condition has failed.
 */
#include "cli/explain/explain_code.h"
#include <string.h>

/* Whether a local holds the same while the instruction is in force: a parameter, or what the list has bound. */
static bool is_kept(const explain_code *code, uint32_t pc, uint32_t slot)
{
    const explain_place *place = &code->places[pc];
    const htn_domain *domain = code->domain;
    uint32_t first = explain_task_field(domain, place->task, HTN_TASKS_PARAMETER_COUNT);
    uint32_t count = explain_task_field(domain, place->task, HTN_TASKS_BINDINGS);
    if (slot < first)
        return true;
    if (place->method != HTN_NONE) {
        uint32_t method = explain_task_field(domain, place->task, HTN_TASKS_FIRST_METHOD) + place->method;
        first = htn_domain_field(domain, HTN_SECTION_METHODS, method, HTN_METHODS_FIRST_BINDING);
        count = htn_domain_field(domain, HTN_SECTION_METHODS, method, HTN_METHODS_BINDINGS);
    }
    return slot >= first && slot - first < count;
}

static bool is_load(uint8_t op)
{
    return op >= HTN_OP_LOAD_U8 && op <= HTN_OP_LOAD_S32;
}

/* One index of a cell, pushed by the instruction at `pc`. */
static bool read_index(const explain_code *code, uint32_t pc, explain_read *read)
{
    cli_instruction in = cli_instruction_at(code->domain, pc);
    bool local = in.op == HTN_OP_LOCAL, constant = in.op == HTN_OP_PUSH;
    if (!local && !constant && !is_load(in.op))
        return false;
    uint32_t index = local ? in.b : constant ? in.c : htn_property_at(code->domain, in.c);
    read->at[read->count].kind = local ? EXPLAIN_LOCAL : constant ? EXPLAIN_CONSTANT : EXPLAIN_PROPERTY;
    read->at[read->count++].index = index;
    return index != HTN_NONE && (!local || is_kept(code, pc, index));
}

/* A cell, by the instruction at `pc`; the pushes of its indexes stand in front of it, where it does not name a local. */
static bool read_cell(const explain_code *code, uint32_t pc, explain_read *read)
{
    cli_instruction in = cli_instruction_at(code->domain, pc);
    bool one = in.op == HTN_OP_LOAD_AT || in.op == HTN_OP_TEST_CELL || in.op == HTN_OP_TEST_NO_CELL;
    *read =
        (explain_read){.kind = EXPLAIN_CELL, .index = in.op == HTN_OP_LOAD_AT || in.op == HTN_OP_CELL ? in.c : in.b};
    if (one) {
        read->count = 1;
        read->at[0].kind = EXPLAIN_LOCAL;
        read->at[0].index = in.a;
        return is_kept(code, pc, in.a);
    }
    uint32_t count = htn_domain_field(code->domain, HTN_SECTION_PROPERTIES, in.c, HTN_PROPERTIES_PARAMETER_COUNT);
    bool known = in.op == HTN_OP_CELL && count <= EXPLAIN_INDEXES && count <= pc;
    for (uint32_t i = 0; known && i < count; i++)
        known = read_index(code, pc - count + i, read);
    return known;
}

/* Whether what the instruction at `pc` pushes is an index of a cell, and says nothing by itself. */
static bool is_index(const explain_code *code, uint32_t pc, uint32_t end)
{
    explain_read cell;
    for (uint32_t at = pc + 1; at < end && at <= pc + EXPLAIN_INDEXES; at++)
        if (cli_instruction_at(code->domain, at).op == HTN_OP_CELL && read_cell(code, at, &cell))
            return at - pc <= cell.count;
    return false;
}

static bool read_of(const explain_code *code, uint32_t pc, uint32_t end, explain_read *read)
{
    const htn_domain *domain = code->domain;
    cli_instruction in = cli_instruction_at(domain, pc);
    *read = (explain_read){.kind = in.op == HTN_OP_LOCAL ? EXPLAIN_LOCAL : EXPLAIN_PROPERTY};
    if (in.op == HTN_OP_TEST_CELL || in.op == HTN_OP_TEST_NO_CELL || in.op == HTN_OP_LOAD_AT || in.op == HTN_OP_CELL)
        return read_cell(code, pc, read);
    if (in.op == HTN_OP_QUERY) {
        *read = (explain_read){.kind = EXPLAIN_QUESTION, .index = pc};
        return true;
    }
    if (in.op >= HTN_OP_TEST_EQ_U8 && in.op <= HTN_OP_TEST_GE_U8)
        read->index = htn_property_at(domain, in.b);
    else if (is_load(in.op))
        read->index = htn_property_at(domain, in.c);
    else if (in.op == HTN_OP_LOCAL &&
             in.b < explain_task_field(domain, code->places[pc].task, HTN_TASKS_PARAMETER_COUNT))
        read->index = in.b;
    else
        return false;
    return read->index != HTN_NONE && !is_index(code, pc, end);
}

uint32_t explain_reads(const explain_code *code, uint32_t first, uint32_t end, explain_read *out, uint32_t capacity)
{
    uint32_t count = 0;
    for (uint32_t pc = first; pc < end && pc < code->count && count < capacity; pc++) {
        explain_read read;
        bool known = false;
        if (!read_of(code, pc, end, &read))
            continue;
        for (uint32_t i = 0; i < count; i++)
            known = known || memcmp(&out[i], &read, sizeof read) == 0;
        if (!known)
            out[count++] = read;
    }
    return count;
}
