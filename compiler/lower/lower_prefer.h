/* `Prefer`: the solutions of a list in the order of their keys. */
#pragma once

#include "compiler/lower/lower_list.h"
#include "compiler/lower/lower_state.h"

/* How many locals it needs: the `extra` of htnc_list_of(). 0 without keys. */
uint32_t htnc_prefer_locals(const htnc_prefer_key *keys, uint32_t bindings);

/* As htnc_emit_solutions(), but continues with the best solution first, then from `again` with the next best one. */
void htnc_emit_preferred(htnc_lowering *lowering, const htnc_list *list, const htnc_prefer_key *keys, htnc_label *again,
                         htnc_label *otherwise);
