/*
 * A jump to a label that is not yet placed waits for it: the jumps to one label form a list through their operands c. Each
 * instruction changes the depth of the evaluation stack as opcodes.def says; code that needs too much is reported here.
 */
#include "compiler/lower/lower_emit.h"
#include "compiler/lower/debug_notes.h"
#include "runtime/blob/opcode_table.h"

htnc_emitter *htnc_new_emitter(htnc_subject *subject, htnc_code *code, const htnc_model *model)
{
    htnc_emitter *to = BASE_NEW(subject->arena, htnc_emitter);
    uint32_t *properties = base_alloc_array(subject->arena, model->property_count, sizeof *properties);
    uint32_t *queries = base_alloc_array(subject->arena, model->query_count, sizeof *queries);
    for (const htnc_property *each = model->properties; each != NULL; each = each->next)
        properties[each->index] = each->parameter_count;
    for (const htnc_query *each = model->queries; each != NULL; each = each->next)
        queries[each->index] = each->parameter_count;
    uint32_t *derived = base_alloc_array(subject->arena, (size_t)model->derived_count + 1, sizeof *derived);
    for (const htnc_condition *each = model->conditions; each != NULL; each = each->next)
        if (each->cycle != NULL)
            derived[each->derived] = each->parameter_count;
    to->derived_arity = derived;
    to->arena = subject->arena;
    to->subject = subject;
    to->code = code;
    to->property_arity = properties;
    to->query_arity = queries;
    to->noting = BASE_NEW(subject->arena, htnc_note_context);
    return to;
}

static void reserve(htnc_emitter *to)
{
    uint32_t capacity = to->capacity == 0 ? 256 : to->capacity * 2;
    if (to->count + 1 < to->capacity) /* leaders need one more: a label may stand behind the last instruction */
        return;
    to->instructions = base_regrow(to->arena, to->instructions, to->count * sizeof *to->instructions,
                                   capacity * sizeof *to->instructions);
    to->leaders =
        base_regrow(to->arena, to->leaders, to->capacity * sizeof *to->leaders, capacity * sizeof *to->leaders);
    to->capacity = capacity;
}

/* As htni_popped(), which reads a blob. */
static uint32_t pops_of(const htnc_emitter *to, uint32_t op, uint32_t a, uint32_t c)
{
    switch (htni_opcodes[op].pops) {
    case HTNI_POPS_A: return a;
    case HTNI_POPS_TABLE: return to->property_arity[c];
    case HTNI_POPS_QUERY: return to->query_arity[c];
    case HTNI_POPS_DERIVED: return to->derived_arity[c];
    case HTNI_POPS_KEY: return to->property_arity[to->code->key_lists[c].property] - 1;
    case HTNI_POPS_WRITE: return to->property_arity[c] == 0 ? 1 : 2;
    case HTNI_POPS_ALL: return to->stack;
    case HTNI_POPS_CALLERS: return 0;
    default: return htni_opcodes[op].pops;
    }
}

static void follow_stack(htnc_emitter *to, uint32_t op, uint32_t a, uint32_t c)
{
    uint32_t pops = pops_of(to, op, a, c);
    to->stack = htni_opcodes[op].flow == HTNI_FLOW_ENDS ? 0 : to->stack - pops + htni_opcodes[op].pushes;
    if (to->stack > to->code->stack)
        to->code->stack = to->stack;
    if (to->stack > HTN_MAX_STACK)
        htnc_too_large(to->subject, "this needs more than %d values at a time", HTN_MAX_STACK);
}

void htnc_emit(htnc_emitter *to, htn_opcode op, uint32_t a, uint32_t b, uint32_t c)
{
    if (to->count >= HTNC_CODE_LIMIT) {
        htnc_too_large(to->subject, "the domain makes more instructions than a blob can hold");
        return;
    }
    reserve(to);
    to->instructions[to->count] = (htnc_instruction){(uint8_t)op, (uint8_t)a, (uint16_t)b, c};
    to->count++;
    follow_stack(to, op, a, c);
}

void htnc_emit_jump(htnc_emitter *to, htn_opcode op, uint32_t a, uint32_t b, htnc_label *label)
{
    uint32_t c = label->bound ? label->address : label->waiting;
    if (to->count >= HTNC_CODE_LIMIT)
        return;
    htnc_emit(to, op, a, b, c);
    if (!label->bound)
        label->waiting = to->count;
    htnc_note_jump(to, label);
}

void htnc_emit_leader(htnc_emitter *to)
{
    reserve(to);
    to->leaders[to->count] = true;
}

void htnc_emit_label(htnc_emitter *to, htnc_label *label)
{
    if (label->waiting != 0)
        htnc_emit_leader(to);
    while (label->waiting != 0) {
        htnc_instruction *jump = &to->instructions[label->waiting - 1];
        label->waiting = jump->c;
        jump->c = to->count;
    }
    label->bound = true;
    label->address = to->count;
}

void htnc_emit_back_label(htnc_emitter *to, htnc_label *label)
{
    htnc_emit_leader(to);
    htnc_emit_label(to, label);
}

uint32_t htnc_emit_entry(htnc_emitter *to)
{
    htnc_emit_leader(to);
    return to->count;
}

void htnc_emit_return(htnc_emitter *to, bool framed)
{
    htnc_emit(to, framed ? HTN_OP_RETURN : HTN_OP_PROCEED, 0, 0, 0);
}

void htnc_emit_fail(htnc_emitter *to)
{
    htnc_label fail = HTNC_FAIL;
    htnc_emit_jump(to, HTN_OP_JUMP, 0, 0, &fail);
}

void htnc_emit_set(htnc_emitter *to, uint32_t slot)
{
    htnc_emit(to, HTN_OP_SET_LOCAL, 0, slot, 0);
}

void htnc_emit_set_constant(htnc_emitter *to, uint32_t slot, int32_t value)
{
    htnc_emit(to, HTN_OP_PUSH, 0, 0, (uint32_t)value);
    htnc_emit_set(to, slot);
}

void htnc_emit_get(htnc_emitter *to, uint32_t slot)
{
    htnc_emit(to, HTN_OP_LOCAL, 0, slot, 0);
}

void htnc_emit_frame_size(htnc_emitter *to, uint32_t frame, uint32_t locals)
{
    if (frame < to->count) /* else the code was full, which was reported */
        to->instructions[frame].b = (uint16_t)locals;
}

void htnc_item_begin(htnc_emitter *to, htn_item_kind kind, const htnc_task *task, uint32_t method, base_span span)
{
    htnc_begin_subject(to->subject, span);
    to->item = (htnc_item){to->count, to->count, kind, task->index, method, span};
}

static void add_item(htnc_emitter *to, htnc_item item)
{
    to->items = base_grow_by_one(to->arena, to->items, to->item_count, sizeof item);
    to->items[to->item_count++] = item;
}

void htnc_item_end(htnc_emitter *to)
{
    to->item.end = to->count;
    if (to->item.end > to->item.first)
        add_item(to, to->item);
}

void htnc_emit_copy(htnc_emitter *to, const htnc_emitter *from, uint32_t first, uint32_t end)
{
    const uint32_t moved = to->count - first; /* modulo 2^32 */
    htnc_copy_notes(to, from, first, end);
    for (uint32_t i = first; i < end; i++) {
        htnc_instruction copy = from->instructions[i];
        if (htni_has_label(copy.op) && copy.c != HTN_SLOT_FAIL)
            copy.c += moved;
        if (from->leaders[i])
            htnc_emit_leader(to);
        htnc_emit(to, (htn_opcode)copy.op, copy.a, copy.b, copy.c);
    }
    for (uint32_t i = htnc_first_note(from->items, from->item_count, sizeof *from->items, first);
         i < from->item_count && from->items[i].first < end; i++) {
        htnc_item item = from->items[i];
        item.first += moved;
        item.end += moved;
        add_item(to, item);
    }
}

void htnc_emit_link(htnc_emitter *to)
{
    for (uint32_t i = 0; i < to->count; i++)
        if (htni_opcodes[to->instructions[i].op].family == HTNI_FAMILY_CALL)
            to->instructions[i].c = to->code->tasks[to->instructions[i].c].entry;
}
