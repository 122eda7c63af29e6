/*
 * Random domains as .htn text, from a seed: propositional (no tables, no binders), every construct
 * that the compiler translates, always accepted. Tuned so that searches fail late and often, and so
 * that most worlds have some plan: see the statistics that test_differential prints.
 */
#ifndef TESTS_GENERATE_H
#define TESTS_GENERATE_H

#include "dice.h"
#include <stddef.h>

enum { GENERATED_SIZE = 128 << 10 };

/* Writes a domain, NUL-ended, to `text` (GENERATED_SIZE bytes); returns its length. */
size_t generate_domain(uint64_t seed, char *text);

/*
 * A domain for testing arithmetic: int properties W0 to W3, and primitive tasks Task0, Task1, ..., whose
 * operator has one argument, a random expression over them; in some domains over constants only, which
 * the compiler folds. The root does all tasks once.
 */
enum { GENERATED_EXPRESSIONS = 16 };
size_t generate_arithmetic(uint64_t seed, char *text);

#endif
