/* Sets of indices as sorted arrays: types in hddl_types.c, objects of a type in hddl_problem.c. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Sorts `count` indices and removes duplicates. Returns how many remain. */
uint32_t hddl_make_index_set(uint32_t *indices, uint32_t count);

/* Whether a set with `count` > 0 members contains an index: binary search. */
bool hddl_index_set_has(const uint32_t *indices, uint32_t count, uint32_t wanted);
