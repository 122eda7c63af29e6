/*
 * The emitter: appends instructions, resolves jumps, marks leaders, notes items, and follows the depth of the evaluation stack.
 * It is the lowest layer of lowering and knows no expressions. There are two of them: `fragments` gets the code of primitive tasks,
 * from which `program`, the domain's code, gets copies.
 */
#pragma once

#include "compiler/lower/code.h"
#include "compiler/lower/lower_subject.h"
#include "compiler/names/model.h"

struct htnc_byte_ranges;
struct htnc_note_context;

enum { HTNC_CODE_LIMIT = 1 << 26 }; /* instructions of a domain: sizes in a blob have 32 bits */

/* A target of jumps. Only a label of htnc_emit_back_label() may have jumps behind it. */
typedef struct htnc_label {
    bool bound; /* it is placed, at `address` */
    uint32_t address;
    uint32_t waiting; /* not placed: the latest jump to it, plus 1. Operand c of a jump is the jump before it, plus 1 */
} htnc_label;

#define HTNC_LABEL ((htnc_label){false, 0, 0})            /* not yet placed */
#define HTNC_FAIL  ((htnc_label){true, HTN_SLOT_FAIL, 0}) /* the FAIL instruction in slot 0: backtrack */

typedef struct htnc_emitter {
    base_arena *arena;
    htnc_subject *subject; /* where limits are reported */
    htnc_code *code;       /* addresses of properties, types and entries; `stack` is updated */
    const uint32_t *property_arity, *query_arity, *derived_arity; /* by index: how many parameters */
    struct htnc_note_context *noting;                             /* debug_notes.h: what the emitted code belongs to */
    struct htnc_byte_ranges *ranges; /* lower_redundant_test.c: what is known of the world here */
    htnc_instruction *instructions;
    bool *leaders;
    uint32_t count, capacity;
    htnc_item *items;
    uint32_t item_count;
    htnc_item item; /* the latest one that has begun */
    htnc_debug_notes notes;
    uint32_t stack; /* depth of the evaluation stack behind the last instruction */
} htnc_emitter;

/* An emitter without instructions. */
htnc_emitter *htnc_new_emitter(htnc_subject *subject, htnc_code *code, const htnc_model *model);

void htnc_emit(htnc_emitter *to, htn_opcode op, uint32_t a, uint32_t b, uint32_t c);

/* Emits an instruction whose operand c is a label. */
void htnc_emit_jump(htnc_emitter *to, htn_opcode op, uint32_t a, uint32_t b, htnc_label *label);

/* Marks the next instruction as a leader: control may arrive there from elsewhere. */
void htnc_emit_leader(htnc_emitter *to);

/* Places a label here. All jumps to it have been emitted. */
void htnc_emit_label(htnc_emitter *to, htnc_label *label);
/* Places a label here. More jumps to it may follow. */
void htnc_emit_back_label(htnc_emitter *to, htnc_label *label);

/* Begins a block that control enters from elsewhere: marks the next instruction as a leader and returns its address. */
uint32_t htnc_emit_entry(htnc_emitter *to);

/* Emits the end of a task or block. `framed`: it has a frame. */
void htnc_emit_return(htnc_emitter *to, bool framed);

/* Emits a jump to FAIL: the branch can never succeed. */
void htnc_emit_fail(htnc_emitter *to);

/* Pops a value into a local; puts a constant into it; pushes it. */
void htnc_emit_set(htnc_emitter *to, uint32_t slot);
void htnc_emit_set_constant(htnc_emitter *to, uint32_t slot, int32_t value);
void htnc_emit_get(htnc_emitter *to, uint32_t slot);

/* Completes the FRAME instruction at address `frame`: how many locals the frame has. */
void htnc_emit_frame_size(htnc_emitter *to, uint32_t frame, uint32_t locals);

/*
 * An item: the instructions between the two calls come from `span` of the source, which is also a new subject. `method`: its
 * index in the task, or HTN_NONE. Items do not nest. An item without instructions is dropped.
 */
void htnc_item_begin(htnc_emitter *to, htn_item_kind kind, const htnc_task *task, uint32_t method, base_span span);
void htnc_item_end(htnc_emitter *to);

/* Appends a copy of the instructions [first, end) of another emitter, with the items and notes in it. */
void htnc_emit_copy(htnc_emitter *to, const htnc_emitter *from, uint32_t first, uint32_t end);

/* Completes all calls: their operand is the index of a task until then, and becomes the entry of that task. */
void htnc_emit_link(htnc_emitter *to);
