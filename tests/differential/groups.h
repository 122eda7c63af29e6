/*
 * The groups of tests beside the random domains. Each returns whether it passed, and prints what went wrong
 * as TAP comments.
 */
#pragma once

#include "match.h"

/* wide_integers.c: random expressions of so many domains against wide integers. */
bool group_arithmetic(reference_planner *reference, uint32_t domains, uint64_t *compared);

/* regions.c: blocks of every size, and every limit tiny. */
bool group_every_size(void);
bool group_tiny_limits(void);

/* large_world.c: properties that instructions with 16-bit operands cannot reach. */
bool group_large_world(void);

/* sparse_facts.c: a static table with more cells than 32 bits can number. */
bool group_sparse_facts(void);

/* processes.c: a search saved in the middle and gone on with by another process. */
bool group_other_process(const char *program, const char *path, uint32_t worlds, uint32_t *compared);

/* What the other process does: answers on stdout; the exit status. */
int resume_search(const char *blob_path, const char *block_path);
