/* Messages about a wrong command line: what is wrong, what the user may have meant, and where to find help. */
#pragma once

#include "base/printf_like.h"
#include <htn/domain.h>
#include <stddef.h>

/* Prints `htn COMMAND: message` and where to find help on stderr. Returns CLI_EXIT_USAGE. */
int cli_usage_error(const char *command, const char *format, ...) BASE_PRINTF(2, 3);

/* `; did you mean 'X'?` for the name in `names` that is most like `name`; "" where none is like it. Valid until the next call. */
const char *cli_did_you_mean(const char *name, const char *const *names, size_t count);

/* The same for `count` names of a domain, which `name_of` returns by index. */
const char *cli_did_you_mean_of(const htn_domain *domain, const char *name, uint32_t count,
                                const char *(*name_of)(const htn_domain *domain, uint32_t index));
