/*
 * The emitter: appends instructions, resolves jumps, marks leaders, notes debug items, and follows the depth of the evaluation
 * stack. It is the lowest layer of lowering and knows no expressions.
 */
#ifndef HTNC_LOWER_EMIT_H
#define HTNC_LOWER_EMIT_H

#include "compiler/lower/lower_state.h"

enum { HTNC_CODE_LIMIT = 1 << 26 }; /* instructions in all: the blob's sizes are 32 bits */

/* A target of jumps. Jumps backwards lead only to labels of htnc_emit_back_label(). */
typedef struct htnc_label {
    bool bound;
    uint32_t address;
    uint32_t waiting; /* latest jump to it, plus 1; each has the one before in its operand c */
} htnc_label;

#define HTNC_LABEL ((htnc_label){false, 0, 0})            /* not yet placed */
#define HTNC_FAIL  ((htnc_label){true, HTN_SLOT_FAIL, 0}) /* the FAIL instruction in slot 0: the branch has failed */

typedef struct htnc_emitter {
    htnc_instruction *instructions;
    bool *leaders;
    uint32_t count, capacity;
    htnc_item *items;
    uint32_t item_count;
    htnc_item item; /* the one that has begun */
    htnc_debug_notes notes;
    uint32_t stack; /* depth here */
} htnc_emitter;

void htnc_emit(htnc_lowering *lowering, htn_opcode op, uint32_t a, uint32_t b, uint32_t c);

/* Emits an instruction whose operand c is a label. */
void htnc_emit_jump(htnc_lowering *lowering, htn_opcode op, uint32_t a, uint32_t b, htnc_label *label);

/* Marks the next instruction as a leader: control may arrive there from elsewhere. */
void htnc_emit_leader(htnc_lowering *lowering);

/* Places a label here: all jumps to it have been emitted, */
void htnc_emit_label(htnc_lowering *lowering, htnc_label *label);
/* or jumps to it may follow. */
void htnc_emit_back_label(htnc_lowering *lowering, htnc_label *label);

/* Pops a value into a local; puts a constant into it; pushes it. */
void htnc_emit_set(htnc_lowering *lowering, uint32_t slot);
void htnc_emit_set_constant(htnc_lowering *lowering, uint32_t slot, int32_t value);
void htnc_emit_get(htnc_lowering *lowering, uint32_t slot);

/* Sets the size of the frame that the FRAME instruction at address `frame` makes. */
void htnc_emit_frame_size(htnc_lowering *lowering, uint32_t frame, uint32_t locals);

/*
 * What is emitted between the two calls comes from `span`, which is also a new subject. `method`: its index in the task, or
 * HTN_NONE. Items do not nest. One without instructions is not noted.
 */
void htnc_item_begin(htnc_lowering *lowering, htn_item_kind kind, const htnc_task *task, uint32_t method,
                     base_span span);
void htnc_item_end(htnc_lowering *lowering);

/* Appends a copy of the fragments' instructions [first, end), with the items in it. */
void htnc_emit_copy(htnc_lowering *lowering, uint32_t first, uint32_t end);

/* Replaces the operand of every call, which is the index of a task until then, by the task's entry. */
void htnc_emit_link(htnc_lowering *lowering);

#endif
