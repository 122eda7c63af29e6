/*
 * Choice points as far as they are known when the C is written: where the choice point at the top belongs to the task
 * itself, failing goes back to its alternative directly, and undoes only what has been done since.
 */
#pragma once

#include "base/buffer.h"
#include "compiler/native/native_program.h"

/* The choice point at the top, if it is known, and what has been done since it was left. */
typedef struct native_choice {
    uint32_t alternative; /* HTN_NONE: it is not known */
    uint32_t methods, steps, writes;
    uint32_t address; /* of the last write */
} native_choice;

/*
 * Whether it is an alternative that leaves a choice point again: backtracking finds the old one still in its place.
 */
bool htnc_native_comes_again(const native_program *program, uint32_t pc);

/* Whether only backtracking leads to it, or a suspended search that continues, and its first write is a REWRITE. */
bool htnc_native_rewrites(const native_program *program, uint32_t pc);

/*
 * The letter of the label that backtracking goes to: F, behind what is only for those who come another way; else L.
 */
char htnc_native_alternative(const native_program *program, uint32_t pc);

/* Writes the C that goes back to the alternative of `own`, which is known. */
void htnc_native_put_back(base_buffer *text, const native_program *program, const native_choice *own);

/* Adds to `own` what an instruction does. */
void htnc_native_note_done(native_choice *own, const htni_instruction *in);
