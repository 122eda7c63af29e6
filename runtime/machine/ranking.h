/* Rankings: in which order the candidates of a choice are taken. */
#pragma once

#include <htn/native.h>

/* Gives the current candidate of a ranking its rank. Returns whether it is the best one so far. */
bool htni_rank(uint32_t *ranking, uint32_t method, uint32_t keys, int32_t rank);

/* Draws a rank for the current candidate, by its weight, which is above 0. */
int32_t htni_draw(const htn_planner *planner, const htni_registers *now, const uint32_t *ranking, int32_t weight);

/*
 * The same with a rank of 64 bits, whose lower half lies in the place of the first of `keys` (at least 1); and the draw of such a
 * rank, by a weight in thousandths.
 */
bool htni_rank_halved(uint32_t *ranking, uint32_t method, uint32_t keys, int64_t rank);
int64_t htni_draw_fixed(const htn_planner *planner, const htni_registers *now, const uint32_t *ranking, int32_t weight);

/* Takes the best candidate. False: there is none. */
bool htni_select(uint32_t *ranking, uint32_t keys);

/*
 * Behind the ranking's other fields, for each key: of this candidate, of the best one so far, of the one taken
 * last.
 */
enum { HTNI_KEY_THIS, HTNI_KEY_BEST, HTNI_KEY_TAKEN, HTNI_KEY_FIELDS };
