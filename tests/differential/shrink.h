/* Making a failing domain smaller by leaving out lines and list items as long as it still fails. */
#pragma once

#include <stdbool.h>

/* Whether a text still fails, and in the same way. */
typedef bool shrink_fails(void *user, const char *text);

/* Shrinks `text` (GENERATED_SIZE bytes), which fails, in place. */
void shrink_domain(shrink_fails *fails, void *user, char *text);
