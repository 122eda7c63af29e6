/*
 * Rankings for Select [highest], Select [random] and Prefer; HTN_RANKING_* in blob.h is the layout. A ranking
 * lies in the locals of its frame. These are written only in front of the choice that it serves, so
 * backtracking finds it as it was.
 */
#include "ranking.h"
#include "../search/planner_block.h"
#include <htn/arithmetic.h>

/*
 * Whether this candidate comes before another: by higher rank; in the same method by higher keys; else by
 * earlier position. `halved`: the rank has 64 bits, and its lower half stands in the place of the first key.
 */
static inline bool comes_before(const uint32_t *ranking, uint32_t method, uint32_t keys, uint32_t other, uint32_t key,
                                bool halved)
{
    const uint32_t *at = ranking + HTN_RANKING_FIELDS;
    const int32_t rank = htni_signed(ranking[HTN_RANKING_THIS_RANK]);
    const int32_t other_rank = htni_signed(ranking[other + HTN_RANKING_RANK]);
    if (rank != other_rank)
        return rank > other_rank;
    if (halved && at[HTNI_KEY_THIS] != at[key])
        return at[HTNI_KEY_THIS] > at[key];
    if (halved) {
        keys--;
        at += HTNI_KEY_FIELDS;
    }
    if (ranking[other + HTN_RANKING_METHOD] != method)
        keys = 0;
    for (; keys > 0; keys--, at += HTNI_KEY_FIELDS)
        if (at[HTNI_KEY_THIS] != at[key])
            return htni_signed(at[HTNI_KEY_THIS]) > htni_signed(at[key]);
    return ranking[HTN_RANKING_THIS_POSITION] < ranking[other + HTN_RANKING_POSITION];
}

static inline bool rank_candidate(uint32_t *ranking, uint32_t method, uint32_t keys, int32_t rank, bool halved)
{
    const uint32_t position = ranking[HTN_RANKING_THIS_POSITION], taken = ranking[HTN_RANKING_TAKEN_POSITION];
    ranking[HTN_RANKING_THIS_RANK] = (uint32_t)rank;
    if (taken != 0 &&
        (taken == position || comes_before(ranking, method, keys, HTN_RANKING_TAKEN_METHOD, HTNI_KEY_TAKEN, halved)))
        return false;
    if (ranking[HTN_RANKING_POSITION] != 0 &&
        !comes_before(ranking, method, keys, HTN_RANKING_METHOD, HTNI_KEY_BEST, halved))
        return false;
    ranking[HTN_RANKING_METHOD] = method;
    ranking[HTN_RANKING_RANK] = (uint32_t)rank;
    ranking[HTN_RANKING_POSITION] = position;
    for (uint32_t *at = ranking + HTN_RANKING_FIELDS; keys > 0; keys--, at += HTNI_KEY_FIELDS)
        at[HTNI_KEY_BEST] = at[HTNI_KEY_THIS];
    return true;
}

bool htni_rank(uint32_t *ranking, uint32_t method, uint32_t keys, int32_t rank)
{
    return rank_candidate(ranking, method, keys, rank, false);
}

bool htni_rank_halved(uint32_t *ranking, uint32_t method, uint32_t keys, int64_t rank)
{
    ranking[HTN_RANKING_FIELDS + HTNI_KEY_THIS] = (uint32_t)rank;
    return rank_candidate(ranking, method, keys, htni_signed((uint32_t)((uint64_t)rank >> 32)), true);
}

bool htni_select(uint32_t *ranking, uint32_t keys)
{
    if (ranking[HTN_RANKING_POSITION] == 0)
        return false;
    ranking[HTN_RANKING_TAKEN_METHOD] = ranking[HTN_RANKING_METHOD];
    ranking[HTN_RANKING_TAKEN_RANK] = ranking[HTN_RANKING_RANK];
    ranking[HTN_RANKING_TAKEN_POSITION] = ranking[HTN_RANKING_POSITION];
    for (uint32_t *at = ranking + HTN_RANKING_FIELDS; keys > 0; keys--, at += HTNI_KEY_FIELDS)
        at[HTNI_KEY_TAKEN] = at[HTNI_KEY_BEST];
    ranking[HTN_RANKING_POSITION] = 0;
    ranking[HTN_RANKING_THIS_POSITION] = 0;
    return true;
}

/* --- Draws ------------------------------------------------------------------------------------------ */

/* A bijection of 32 bits in which every bit depends on all others: lowbias32 by C. Wellons (public domain). */
static uint32_t scramble(uint32_t x)
{
    x = (x ^ x >> 16) * UINT32_C(0x7FEB352D);
    x = (x ^ x >> 15) * UINT32_C(0x846CA68B);
    return x ^ x >> 16;
}

/* -log2(n / 2^32) with 26 fractional bits, rounded up, for n from 1 to 2^32. Each squaring gives one bit. */
static uint32_t minus_log2(uint64_t n)
{
    uint32_t whole = 0, fraction = 0;
    while (n >> whole > 1)
        whole++;
    uint64_t mantissa = whole > 31 ? n >> (whole - 31) : n << (31 - whole); /* from 1 to 2, in units of 2^-31 */
    for (int bit = 0; bit < 26; bit++) {
        mantissa = mantissa * mantissa >> 31;
        fraction = fraction << 1 | (uint32_t)(mantissa >> 32);
        mantissa >>= mantissa >> 32;
    }
    return (UINT32_C(32) << 26) - (whole << 26 | fraction);
}

/*
 * Weighted sampling without replacement (Efraimidis and Spirakis, "Weighted random sampling with a reservoir",
 * Information Processing Letters 97, 2006): each candidate draws an exponential key with its weight as the
 * rate, and the smallest key comes first. Ranks are highest first, so the rank is the complement of the key.
 * The key depends on the seed, the record so far and the position only; so the same search draws the same.
 */
static uint32_t draw(const htn_planner *planner, const htni_registers *now, const uint32_t *ranking)
{
    const uint16_t *record = htni_record(&planner->machine);
    uint32_t hash = scramble(planner->search.seed ^ UINT32_C(0x9E3779B9));
    for (uint32_t i = 0; i < now->record; i++)
        hash = scramble(hash ^ (record[i] + UINT32_C(1)));
    hash = scramble(hash ^ UINT32_C(0x80000000) ^ ranking[HTN_RANKING_THIS_POSITION]);
    return minus_log2((uint64_t)hash + 1);
}

int32_t htni_draw(const htn_planner *planner, const htni_registers *now, const uint32_t *ranking, int32_t weight)
{
    const uint32_t key = draw(planner, now, ranking) / (weight > 0 ? (uint32_t)weight : 1);
    return -1 - (key > INT32_MAX ? INT32_MAX : (int32_t)key);
}

int64_t htni_draw_fixed(const htn_planner *planner, const htni_registers *now, const uint32_t *ranking, int32_t weight)
{
    const uint64_t key = (uint64_t)draw(planner, now, ranking) * HTNI_FIXED_ONE;
    return -1 - (int64_t)(key / (weight > 0 ? (uint32_t)weight : 1));
}
