/* Rankings, for `Prefer` and `Select`: code around the instructions RANK, DRAW and SELECT. */
#ifndef HTNC_LOWER_RANK_H
#define HTNC_LOWER_RANK_H

#include "compiler/lower/lower_list.h"
#include "compiler/lower/lower_state.h"

/* Where a ranking's locals are: its fields and keys, then what the best candidate binds. */
typedef struct htnc_ranking {
    uint32_t at;
    uint32_t keys; /* at most */
} htnc_ranking;

uint32_t htnc_count_keys(const htnc_prefer_key *keys);

/* How many locals a ranking takes; more than HTN_MAX_LOCALS where no frame has so many. */
uint32_t htnc_ranking_locals(uint32_t keys, uint32_t bindings);

/* Computes the keys of a candidate. The candidate's rank is pushed afterwards. */
void htnc_rank_keys(htnc_lowering *lowering, const htnc_ranking *ranking, const htnc_list *list,
                    const htnc_prefer_key *keys);

/*
 * RANK or DRAW (`op`) with the rank that is on the stack: keeps the candidate if it is the best so far. Control goes to `again`,
 * which follows at once where the list binds nothing.
 */
void htnc_rank(htnc_emitter *to, const htnc_ranking *ranking, htn_opcode op, const htnc_list *list, uint32_t keys,
               htnc_label *again);

/* Behind SELECT: puts the candidate's bindings into the list's locals. */
void htnc_rank_bind(htnc_emitter *to, const htnc_ranking *ranking, const htnc_list *list);

#endif
