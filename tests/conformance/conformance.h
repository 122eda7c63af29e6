/*
 * What the runtime makes of a compiled domain, as text: searches in random worlds, and the life of an agent with its journal. Everything
 * is drawn from the seed, so on every host the text must be the same, byte by byte (tests/conformance/run). Knows the
 * runtime's public headers only, and allocates nothing.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/*
 * Writes the text, which is not ended by a NUL, to `out`; returns its length. 0: `out` or `memory` (of the caller's, aligned
 * to 8, for all that the runtime needs) is too small.
 */
size_t conformance_answer(const void *blob, size_t blob_size, uint64_t seed, void *memory, size_t memory_size,
                          char *out, size_t out_size);
