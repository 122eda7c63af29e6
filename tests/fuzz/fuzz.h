/*
 * What the doors share. A door is test_door_X.c: one function that takes any bytes. libFuzzer and AFL++ call it with bytes that they
 * make up (`make fuzz`); replay_corpus.c calls it with files (`make test`). It returns whatever the bytes are. A crash, a sanitizer's
 * report, a hang, or an impossible answer ends the program. Neighbours: wild_game.h plays with what the loaders accepted.
 */
#pragma once

#include "../damage/damage.h"

/* A door: always 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
/* libFuzzer's own change of some bytes; and a door's, which libFuzzer calls instead. Both return the size, `most` at most. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned int seed);
#endif

/* The domain of tests/damage/everything.htn, and another build of it: smaller arrays, one task renamed. Each is compiled once. */
const htn_domain *fuzz_domain(void);
const htn_domain *fuzz_other_build(void);

/* Prints `what` and aborts the program unless `good`. */
void fuzz_expect(bool good, const char *what);

void fuzz_put32(uint8_t *at, uint32_t value);
