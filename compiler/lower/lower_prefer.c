/*
 * `Prefer` takes the solutions of a list in the order of their keys, without storing them. For each solution that is taken, a scan
 * over all solutions keeps the best one that comes after the one taken last, by keys and then by the order of the solutions. So it
 * needs room for one solution, however many there are. It is a ranking (lower_rank.c) in which all solutions have the same rank.
 */
#include "compiler/lower/lower_prefer.h"
#include "compiler/lower/debug_notes.h"
#include "compiler/lower/lower_rank.h"

uint32_t htnc_prefer_locals(const htnc_prefer_key *keys, uint32_t bindings)
{
    return keys == NULL ? 0 : htnc_ranking_locals(htnc_count_keys(keys), bindings);
}

void htnc_emit_preferred(htnc_lowering *lowering, const htnc_list *list, const htnc_prefer_key *keys, htnc_label *again,
                         htnc_label *otherwise)
{
    const htnc_ranking ranking = {list->extra, htnc_count_keys(keys), false};
    htnc_label next = HTNC_LABEL, all = HTNC_LABEL;
    htnc_emit_begin_ranked(lowering->to, list);
    htnc_emit(lowering->to, HTN_OP_RANKING, ranking.at, 0, 0);
    htnc_emit_back_label(lowering->to, again);
    htnc_emit_solutions(lowering->to, list, &next, &all);
    htnc_rank_keys(lowering, &ranking, list, keys);
    htnc_emit(lowering->to, HTN_OP_PUSH, 0, 0, 0);
    htnc_rank(lowering->to, &ranking, HTN_OP_RANK, list, ranking.keys, &next);
    htnc_emit_label(lowering->to, &all);
    htnc_begin_binder(lowering->to, list, &list->binders[0]);
    htnc_emit_jump(lowering->to, HTN_OP_SELECT, ranking.at, ranking.keys, otherwise);
    htnc_note_no_solution(lowering->to);
    htnc_item_end(lowering->to);
    htnc_rank_bind(lowering->to, &ranking, list);
}
