/*
 * Changes that keep the form of what they change, so that a fuzzer gets past the loaders' first checks: an instruction of a blob gets
 * another operand, a field of a save another value, an event of a journal is told twice. The doors mend checksums. `state` is that of
 * random_below() (tests/damage/damage.h). Bytes that have no such form are left as they are.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* One to four instructions or fields of tables. The size stays. */
void fuzz_mutate_blob(uint8_t *blob, size_t size, uint64_t *state);

/* One to four fields behind the header. The size stays. */
void fuzz_mutate_save(uint8_t *save, size_t size, uint64_t *state);

/* One event, which is left out, repeated, exchanged with another, or has another number. Returns the size, `most` at most. */
size_t fuzz_mutate_journal(uint8_t *journal, size_t size, size_t most, uint64_t *state);
