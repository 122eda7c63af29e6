/*
 * What lowering notes for the debug sections, besides the items (htnc_item): what follows when a test fails, what a
 * condition reads, which code belongs to which subtask. `htn explain` shows it. Notes never change the code.
 *
 * Notes are collected beside the instructions, in each emitter, by rising address. htnc_emit_copy() copies them too.
 */
#ifndef HTNC_DEBUG_NOTES_H
#define HTNC_DEBUG_NOTES_H

#include "compiler/lower/lower_emit.h"

struct htnc_list;
struct htnc_loop;
struct htnc_node;

enum { HTNC_NOTED_RESULTS = 8 };

/* What the code that is being emitted belongs to. All zero at first. */
typedef struct htnc_note_context {
    const struct htnc_list *list;         /* the list of conditions; NULL: tests and reads are not noted */
    const htnc_label *otherwise;          /* where control goes when the list fails */
    const htnc_label *next, *outer;       /* the next instance of the innermost binder, and of the one around it */
    uint32_t next_local, outer_local;     /* the locals that hold their instances */
    const struct htnc_loop *loop;         /* the loop of a quantifier that the code is in; NULL: in none */
    uint32_t results[HTNC_NOTED_RESULTS]; /* locals with quantifiers' numbers that the next test compares */
    uint32_t result_count;
    bool silent;      /* reads are not noted: they are arguments of a cell that is */
    uint32_t subtask; /* the subtask around, plus 1; 0: none */
} htnc_note_context;

/* Between these two calls, tests and reads are those of a list, which goes to `otherwise` when it fails. */
void htnc_note_list(htnc_emitter *to, const struct htnc_list *list, const htnc_label *otherwise);
void htnc_note_list_end(htnc_emitter *to);

/* The loop of binder `index` of the list begins: its next instance is at `next`, that of the binder around at `outer`. */
void htnc_note_binder(htnc_emitter *to, uint32_t index, const htnc_label *next, const htnc_label *outer);

/* The instruction just emitted goes to `label` when its test fails. */
void htnc_note_jump(htnc_emitter *to, const htnc_label *label);
/* The instruction just emitted is not a test of a list, but ends a branch or a scan. */
void htnc_note_outcome(htnc_emitter *to, htn_test_outcome outcome);
/* The instruction just emitted leaves the loop, because no instance is left. */
void htnc_note_exhausted(htnc_emitter *to, const struct htnc_loop *loop);
/* `Prefer` has no solution left: types of the list's binders that may have no instance. */
void htnc_note_no_solution(htnc_emitter *to);

/* The instruction just emitted reads what a node says: a PROPERTY, LOCAL, CELL, QUERY, or the number of a SEARCH. */
void htnc_note_read(htnc_emitter *to, const struct htnc_node *node);
/* The fused test just emitted reads a property. */
void htnc_note_property(htnc_emitter *to, const htnc_property *property);
/*
 * Around the code that pushes a cell's arguments: where they can be shown with the cell, they are not noted as reads of their
 * own. The second call takes what the first returned.
 */
bool htnc_note_arguments(htnc_emitter *to, const struct htnc_node *cell);
void htnc_note_arguments_end(htnc_emitter *to, bool before);

/* The code that follows is in the loop of a quantifier (NULL: in none). Returns the loop before, to go back to. */
const struct htnc_loop *htnc_note_loop(htnc_emitter *to, const struct htnc_loop *loop);

/* The code of a subtask begins; returns what htnc_note_subtask_end() takes. `task` HTN_NONE: a group, Achieve or Split. */
uint32_t htnc_note_subtask(htnc_emitter *to, htn_subtask_kind kind, uint32_t task, uint32_t method, uint32_t member);
void htnc_note_subtask_end(htnc_emitter *to, uint32_t subtask);

/*
 * The index of the first of `count` notes or items, `size` bytes each, that is about an instruction at or behind `address`.
 * Notes begin with an address, a uint32_t, and are sorted by it.
 */
uint32_t htnc_first_note(const void *notes, uint32_t count, size_t size, uint32_t address);

/* Copies the notes on instructions [first, end) of another emitter, of which the first is the next one here. */
void htnc_copy_notes(htnc_emitter *to, const htnc_emitter *from, uint32_t first, uint32_t end);

#endif
