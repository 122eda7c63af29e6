/*
 * What the groups of the damage tests share: compiling from memory, and putting a blob that the
 * verifier accepted through everything that a game would do with it.
 */
#pragma once

#include "../../compiler/htnc.h"
#include <htn/htn.h>
#include <stdio.h>

/* Random numbers that are the same on every run. */
uint32_t random_below(uint64_t *state, uint32_t count);

/* malloc() that ends the program instead of returning NULL. */
void *must_allocate(size_t size);

/* The text of a file, NUL-ended; ends the program where it cannot be read. The caller frees it. */
char *file_text(const char *path, size_t *length);

/* Compiles text as the only file there is. */
base_result compile_text(htnc_compilation *compilation, const char *text, size_t length, bool no_debug,
                         const base_allocator *allocator);

/*
 * Loads a blob and, if it is accepted, plans, replans, validates and evaluates arguments over it in some worlds
 * with little memory and little work, and reads all its names. Returns the loader's status.
 * A crash, a sanitizer's report or a hang is the failure that this looks for; a status that cannot be is one too,
 * and ends the program.
 */
htn_status exercise(const uint8_t *blob, size_t size);

/* Ends the program unless a plan's spans lie in it and in one another, as they do whatever the code did. */
void expect_spans(const htn_plan *plan);

/* The same without planning: for damage to what only diagnosis reads. */
htn_status exercise_names(const uint8_t *blob, size_t size);

/* How long one case may take before the program is ended with a message that names `what` and `at`. */
void watch(const char *what, size_t at);

/* How texts have fared, and where their diagnostics go. */
typedef struct text_counts {
    FILE *nowhere;
    size_t accepted, rejected;
} text_counts;

/* Compiles a text and exercises its blob; false, after saying so, where it is neither refused with errors nor verifies. */
bool try_text(const char *name, size_t at, const char *text, size_t length, text_counts *counts);

/* Instances come and go, values are set, to ends of their ranges where they are single ones. */
void disturb(htn_world *world, uint64_t *state);

/* The groups; each returns false after it printed what was wrong as TAP comments. */
/* `stride`: of the bits of the blob, or the bytes of the source, every so many-th one is damaged. */
bool damage_blob(const char *name, const uint8_t *blob, size_t size, uint32_t stride, uint32_t random_cases);
bool damage_source(const char *name, const char *text, size_t length, uint32_t stride);
bool fail_allocations(const char *name, const char *text, size_t length);
/* Of a file and what it imports; or, where `problem` is not NULL, of a domain and a problem in HDDL. `wanted`: what comes of them else. */
bool fail_allocations_of_files(const char *path, const char *problem, base_result wanted);
