/* `Prefer`: the solutions of a list in the order of their keys. */
#ifndef HTNC_LOWER_PREFER_H
#define HTNC_LOWER_PREFER_H

#include "compiler/lower/lower_list.h"
#include "compiler/lower/lower_state.h"

/* How many locals it needs, to be asked for as the list's `extra`; 0 without keys. */
uint32_t htnc_prefer_locals(const htnc_prefer_key *keys, uint32_t bindings);

/* In place of htnc_emit_solutions(): with the best solution that is left; the next best is at `again`. */
void htnc_emit_preferred(htnc_lowering *lowering, const htnc_list *list, const htnc_prefer_key *keys, htnc_label *again,
                         htnc_label *otherwise);

#endif
