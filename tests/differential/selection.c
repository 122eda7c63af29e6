/*
 * `Select` in the reference planner: all candidates of a task, pairs of a method and a way in which its conditions hold,
 * sorted by rank (docs/language.md, "Selecting"). Draws are computed here a second time, from what the
 * documentation says.
 */
#include "reference_inside.h"

static uint32_t scramble(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    x ^= x >> 16;
    return x;
}

/* 32 - log2(n) in units of 2^-26: the logarithm is the greatest such number that squaring does not refute. */
static uint64_t lack_of_log2(uint64_t n)
{
    uint64_t result = 0, bit;
    uint64_t x = n; /* in units of 2^-31 once it is from 1 to 2 */

    for (bit = (uint64_t)5 << 26; x >= (uint64_t)1 << 32; x >>= 1)
        result += (uint64_t)1 << 26;
    result += (uint64_t)31 << 26;
    while (x < (uint64_t)1 << 31) {
        x <<= 1;
        result -= (uint64_t)1 << 26;
    }
    for (bit = (uint64_t)1 << 25; bit; bit >>= 1) {
        x = (x * x) >> 31;
        if (x >> 32) {
            x >>= 1;
            result += bit;
        }
    }
    return ((uint64_t)32 << 26) - result;
}

/* `thousandths`: of the weight in 1. A weight of 1.0 draws as one of 1. */
static int64_t draw(const reference_planner *reference, uint32_t ordinal, int32_t weight, bool thousandths)
{
    const reference_plan *plan = reference->plan;
    uint32_t hash = scramble(reference->limits.seed ^ 0x9e3779b9u), i;
    uint64_t key;

    for (i = 0; i < plan->record_count; i++)
        hash = scramble(hash ^ (plan->record[i] + 1));
    hash = scramble(hash ^ (0x80000000u ^ ordinal));
    key = lack_of_log2((uint64_t)hash + 1);
    if (thousandths)
        return (int64_t)(key * 1000 / (uint64_t)weight);
    key /= (uint64_t)weight;
    return reference_saturate((int64_t)key, 0, INT32_MAX);
}

int32_t reference_utility(reference_planner *reference, const htnc_method *method, const binding *scope,
                          const int32_t *world)
{
    reference->uses[REFERENCE_FIXED_UTILITIES] += method->utility && method->utility->type->kind == HTNC_TYPE_FIXED;
    return method->utility ? reference_whole_value(reference, method->utility, scope, world) : 0;
}

/* Puts one behind all that rank as high or higher; `rank` of a draw is negative, so that the smallest key is first. */
static void insert(candidate **sorted, candidate *one)
{
    while (*sorted && (*sorted)->rank >= one->rank)
        sorted = &(*sorted)->next;
    one->next = *sorted;
    *sorted = one;
}

/*
 * A draw's ordinal is the candidate's place, from 1, in the order of methods and, within one, of the instances bound:
 * `Prefer` does not change it, and breaks ties only.
 */
static uint32_t place_of(const solution *ways, const solution *way)
{
    uint32_t place = 1;

    for (; ways; ways = ways->next)
        place += ways->place < way->place;
    return place;
}

candidate *reference_candidates(reference_planner *reference, const htnc_task *task, const binding *arguments,
                                const int32_t *world)
{
    candidate *sorted = NULL;
    const htnc_method *method;
    uint32_t before = 0;
    bool fixed = false;

    for (method = task->methods; method; method = method->next)
        fixed = fixed || (method->weight && method->weight->type->kind == HTNC_TYPE_FIXED);
    for (method = task->methods; method && !method->is_else; method = method->next) {
        solution *ways = reference_ways(reference, method, arguments, world), *way;

        for (way = ways; way; way = way->next) {
            candidate *one;
            int32_t weight = fixed ? 1000 : 1;

            if (reference_is_short_of_memory(reference)) {
                reference->gave_up = true;
                return NULL;
            }
            one = reference_allocate(reference, sizeof *one);
            one->method = method;
            one->scope = way->scope;
            if (task->select == HTNC_SELECT_HIGHEST)
                one->rank = reference_utility(reference, method, way->scope, world);
            else if (method->weight)
                weight = reference_whole_value(reference, method->weight, way->scope, world);
            reference->uses[REFERENCE_FIXED_WEIGHTS] += fixed && task->select == HTNC_SELECT_RANDOM;
            if (task->select == HTNC_SELECT_RANDOM && weight > 0)
                one->rank = -draw(reference, before + place_of(ways, way), weight, fixed);
            if (weight > 0)
                insert(&sorted, one);
        }
        for (way = ways; way; way = way->next)
            before++;
    }
    return sorted;
}
