/* Which properties the domain itself can change: by an effect of any kind, or by a sensor that it declares. */
#pragma once

#include "cli/common/instruction.h"
#include <htn/domain.h>

/* The property that an instruction writes, or a cell of it; HTN_NONE: none. */
htn_property cli_written_by(const htn_domain *domain, const cli_instruction *in);

/*
 * For each property whether nothing in the domain sets it, so that only the game does. Tables of Facts and what the runtime keeps by
 * itself (Held, cooldowns) count as set. The caller frees the array.
 */
bool *cli_never_set(const htn_domain *domain);
