/*
 * What the doors share. A door is test_door_X.c: a function that libFuzzer and AFL++ call with bytes that they make (`make fuzz`),
 * and that replay_corpus.c calls with those of files (`make test`). Whatever the bytes are, it returns; a crash, a sanitizer's
 * report, a hang, or an answer that cannot be ends the program. Neighbours: wild_game.h plays with what was let in.
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include "../damage/damage.h"

/* A door: always 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The domain of tests/damage/everything.htn, and another build of it: less room, and a task by another name. Made once. */
const htn_domain *fuzz_domain(void);
const htn_domain *fuzz_other_build(void);

/* Ends the program, and says what cannot be, unless it is good. */
void fuzz_expect(bool good, const char *what);

void fuzz_put32(uint8_t *at, uint32_t value);

#endif
