/* Rankings, for `Prefer` and `Select`: code around the instructions RANK, DRAW, DRAW_FIXED and SELECT. */
#pragma once

#include "compiler/lower/lower_list.h"
#include "compiler/lower/lower_state.h"

/* The locals of a ranking: its fields and keys, then the bindings of the best candidate. */
typedef struct htnc_ranking {
    uint32_t at;   /* the first local */
    uint32_t keys; /* the greatest number of keys of a candidate */
    bool halved;   /* ranks have 64 bits: in the place of the first key is the lower half */
} htnc_ranking;

uint32_t htnc_count_keys(const htnc_prefer_key *keys);

/* How many locals a ranking takes; more than HTN_MAX_LOCALS where no frame has so many. */
uint32_t htnc_ranking_locals(uint32_t keys, uint32_t bindings);

/* Emits code that computes the keys of a candidate. The caller pushes the candidate's rank afterwards. */
void htnc_rank_keys(htnc_lowering *lowering, const htnc_ranking *ranking, const htnc_list *list,
                    const htnc_prefer_key *keys);

/*
 * Emits `op`, RANK, DRAW or DRAW_FIXED, which takes the rank from the stack and keeps the candidate if it is the best so far. Goes to `again`;
 * where the list has no binders, the caller places `again` right behind.
 */
void htnc_rank(htnc_emitter *to, const htnc_ranking *ranking, htn_opcode op, const htnc_list *list, uint32_t keys,
               htnc_label *again);

/* Behind SELECT: copies the bindings of the best candidate into the list's locals. */
void htnc_rank_bind(htnc_emitter *to, const htnc_ranking *ranking, const htnc_list *list);
