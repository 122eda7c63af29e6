/* Making a failing domain smaller by leaving out lines and list items as long as it still fails. */
#ifndef TESTS_SHRINK_H
#define TESTS_SHRINK_H

#include "match.h"

/* Shrinks `text` (GENERATED_SIZE bytes) in place. `match` must be quiet. */
void shrink_domain(match_state *match, char *text, uint64_t seed);

#endif
