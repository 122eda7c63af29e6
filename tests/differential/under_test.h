/*
 * The system under test, set up for one domain: text compiled in memory, the blob loaded, a world and
 * a planner made. Memory has exactly the size asked for, so that a sanitizer sees a byte too many.
 */
#pragma once

#include "../../compiler/htnc.h"
#include "answers.h"

typedef struct subject_state {
    htnc_compilation compilation; /* its model is what the reference plans over */
    base_result result;
    uint8_t *blob; /* a copy of exactly its size */
    htn_domain domain;
    htn_world world;
    void *world_memory;
    htn_limits limits;
    htn_planner *planner;
    answers_state answers; /* of queries; bound to the planner */
    void *block;
    size_t block_size;
} subject_state;

/*
 * Compiles and sets everything up. `text` NULL: reads the file `path`; else that is its text and there
 * are no others. False where something did not work: `problem` (of `size` bytes) says what; close it all the same.
 */
bool subject_open(subject_state *subject, const char *path, const char *text, bool no_debug, const htn_limits *limits,
                  char *problem, size_t size);
void subject_close(subject_state *subject);

/* Whether the blob loops over instances anywhere, or searches for a goal: how much work that is nobody says. */
bool subject_has_loops(const subject_state *subject);

/* Whether it uses a condition that uses itself. */
bool subject_has_derived(const subject_state *subject);

/* Whether it has a Parallel. */
bool subject_has_groups(const subject_state *subject);

/* Only checks the text, as the only file there is. */
void subject_understand(htnc_compilation *compilation, const char *text);

/* Moves the planner, in whatever state, to other memory, spoiling the old. False where it is refused. */
bool subject_move(subject_state *subject);

/* The index that the blob has for a type of the model; HTN_NONE where it has none. */
uint32_t subject_type(const subject_state *subject, const htnc_type *type);

/* The diagnostics as text, cut at `size`. */
void subject_diagnostics(subject_state *subject, char *text, size_t size);

/* malloc() that ends the program instead of returning NULL. */
void *subject_memory(size_t size);
