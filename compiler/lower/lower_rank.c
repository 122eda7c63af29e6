/*
 * The instructions RANK and DRAW compare a candidate with the best one so far, by rank and then by keys, and SELECT takes the best.
 * The code around them computes the keys and copies bindings. The higher key comes first, so a key whose lower value is preferred
 * is complemented (-1 - key cannot overflow).
 */
#include "compiler/lower/lower_rank.h"
#include "compiler/lower/lower_evaluate.h"

uint32_t htnc_count_keys(const htnc_prefer_key *keys)
{
    uint32_t count = 0;
    for (; keys != NULL; keys = keys->next)
        count++;
    return count;
}

uint32_t htnc_ranking_locals(uint32_t keys, uint32_t bindings)
{
    if (keys > HTN_MAX_LOCALS || bindings > HTN_MAX_LOCALS) /* no frame has so many; the sum could overflow */
        return HTN_MAX_LOCALS + 1;
    return HTN_RANKING_FIELDS + 3 * keys + bindings;
}

static void copy(htnc_emitter *to, uint32_t target, uint32_t source, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        htnc_emit_get(to, source + i);
        htnc_emit_set(to, target + i);
    }
}

/* The first local with the bindings of the best candidate. */
static uint32_t bindings_at(const htnc_ranking *ranking)
{
    return ranking->at + HTN_RANKING_FIELDS + 3 * ranking->keys;
}

void htnc_rank_keys(htnc_lowering *lowering, const htnc_ranking *ranking, const htnc_list *list,
                    const htnc_prefer_key *keys)
{
    uint32_t slot = ranking->at + HTN_RANKING_FIELDS + (ranking->halved ? 3 : 0);
    for (const htnc_prefer_key *key = keys; key != NULL; key = key->next, slot += 3) {
        htnc_item_begin(lowering->to, HTN_ITEM_RANK, list->task, list->method, key->span);
        htnc_push_expr(lowering, key->value);
        if (!key->highest) {
            htnc_emit(lowering->to, HTN_OP_PUSH, 0, 0, (uint32_t)-1);
            htnc_emit(lowering->to, HTN_OP_SUB_FROM, 0, 0, 0);
        }
        htnc_emit_set(lowering->to, slot);
        htnc_item_end(lowering->to);
    }
}

void htnc_rank(htnc_emitter *to, const htnc_ranking *ranking, htn_opcode op, const htnc_list *list, uint32_t keys,
               htnc_label *again)
{
    htnc_emit(to, op, ranking->at, list->method, keys);
    htnc_emit_jump(to, HTN_OP_BRANCH_FALSE, 0, 0, again);
    if (list->binding_count == 0) /* nothing to copy, and `again` follows at once */
        return;
    copy(to, bindings_at(ranking), list->first_binding, list->binding_count);
    htnc_emit_jump(to, HTN_OP_JUMP, 0, 0, again);
}

void htnc_rank_bind(htnc_emitter *to, const htnc_ranking *ranking, const htnc_list *list)
{
    copy(to, list->first_binding, bindings_at(ranking), list->binding_count);
}
