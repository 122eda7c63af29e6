/*
 * Notes for the debug sections, which `htn explain` shows: which outcome a failing test has, what a condition reads, which code
 * belongs to which subtask. (Items, htnc_item, are noted by lower_emit.c.) Notes never change the code.
 *
 * Each emitter collects its notes by rising address. htnc_emit_copy() copies those of the instructions that it copies.
 *
 * Rule for all functions: "the latest instruction" is the one emitted just before the call.
 */
#pragma once

#include "compiler/lower/lower_emit.h"

struct htnc_list;
struct htnc_loop;
struct htnc_node;

enum { HTNC_NOTED_RESULTS = 8 };

/* The source that instructions are being emitted for. All zero at first. */
typedef struct htnc_note_context {
    const struct htnc_list *list;         /* the list of conditions; NULL: tests and reads are not noted */
    const htnc_label *otherwise;          /* where control goes when the list fails */
    const htnc_label *next, *outer;       /* the next instance of the innermost binder, and of the one around it */
    uint32_t next_local, outer_local;     /* the locals that hold their instances */
    const struct htnc_loop *loop;         /* the innermost loop of a quantifier; NULL: the code is in none */
    uint32_t results[HTNC_NOTED_RESULTS]; /* locals with values of quantifiers that the next test compares */
    bool fixed[HTNC_NOTED_RESULTS];       /* which of these are in thousandths */
    uint32_t result_count;
    bool silent;      /* reads are not noted: they are arguments of a cell, whose note shows them */
    uint32_t subtask; /* the innermost subtask, plus 1; 0: none */
} htnc_note_context;

/* Between these two calls, tests and reads are those of a list of conditions, which goes to `otherwise` when it fails. */
void htnc_note_list(htnc_emitter *to, const struct htnc_list *list, const htnc_label *otherwise);
void htnc_note_list_end(htnc_emitter *to);

/* The loop of binder `index` of the list begins: its next instance is at `next`, that of the binder around it at `outer`. */
void htnc_note_binder(htnc_emitter *to, uint32_t index, const htnc_label *next, const htnc_label *outer);

/* The binders' labels are gone: no further jump is to one of them. */
void htnc_note_binders_end(htnc_emitter *to);

/* The latest instruction is a test that goes to `label` when it fails. */
void htnc_note_jump(htnc_emitter *to, const htnc_label *label);
/* The latest instruction ends a branch or a scan. It is no test of a list. */
void htnc_note_outcome(htnc_emitter *to, htn_test_outcome outcome);
/* The latest instruction leaves the loop, because no instance is left. */
void htnc_note_exhausted(htnc_emitter *to, const struct htnc_loop *loop);
/* The latest instruction finds that `Prefer` has no solution left. Notes the types of the list's binders. */
void htnc_note_no_solution(htnc_emitter *to);

/* The latest instruction reads the value of a node: a PROPERTY, LOCAL, CELL, QUERY, DERIVE, or the result of a SEARCH. */
void htnc_note_read(htnc_emitter *to, const struct htnc_node *node);
/* The latest instruction is a fused test, which reads a property. */
void htnc_note_property(htnc_emitter *to, const htnc_property *property);
/*
 * Around the code that pushes the arguments of a cell or a derived condition. Arguments that its note can show are not noted as
 * reads of their own. The second call takes what the first returned.
 */
bool htnc_note_arguments(htnc_emitter *to, const struct htnc_node *cell);
void htnc_note_arguments_end(htnc_emitter *to, bool before);

/* The following code is in the loop of a quantifier; NULL: in none. Returns the loop before, for the call at its end. */
const struct htnc_loop *htnc_note_loop(htnc_emitter *to, const struct htnc_loop *loop);

/*
 * The code of a subtask begins. `task`: HTN_NONE for a parallel group, an Achieve or a Split. `member`: its index in its group.
 * Returns a number for htnc_note_subtask_end().
 */
uint32_t htnc_note_subtask(htnc_emitter *to, htn_subtask_kind kind, uint32_t task, uint32_t method, uint32_t member);
void htnc_note_subtask_end(htnc_emitter *to, uint32_t subtask);

/*
 * The index of the first of `count` notes or items, `size` bytes each, that is about an instruction at or behind `address`.
 * Notes begin with an address, a uint32_t, and are sorted by it.
 */
uint32_t htnc_first_note(const void *notes, uint32_t count, size_t size, uint32_t address);

/* Copies the notes on instructions [first, end) of `other`. The next instruction of `to` is the copy of `first`. */
void htnc_copy_notes(htnc_emitter *to, const htnc_emitter *other, uint32_t first, uint32_t end);
