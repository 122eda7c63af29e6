/* Which properties the domain itself can change: by an effect of any kind, or by a sensor that it declares. */
#pragma once

#include <htn/domain.h>

/*
 * For each property whether nothing in the domain sets it, so that only the game does. Tables of Facts and what the runtime keeps by
 * itself (Held, cooldowns) count as set. The caller frees the array.
 */
bool *cli_never_set(const htn_domain *domain);
