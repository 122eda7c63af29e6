/*
 * A simplified formula as a disjunction of conjunctions, while they are few: what would make too many stays whole, as one of
 * a conjunction's items.
 */
#include "hddl/normal/normal_inside.h"

#include <string.h>

static void alone(base_arena *arena, const hddl_formula *item, normal_disjuncts *disjuncts)
{
    const hddl_formula **items = base_alloc_array(arena, 1, sizeof(hddl_formula *));
    items[0] = item;
    disjuncts->items[0] = (normal_disjunct){.items = items, .count = 1};
    disjuncts->count = 1;
}

static void split_or(base_arena *arena, const hddl_formula *formula, normal_disjuncts *disjuncts)
{
    disjuncts->count = 0;
    for (uint32_t i = 0; i < formula->part_count; i++) {
        normal_disjuncts more;
        normal_split(arena, formula->parts[i], &more);
        if (disjuncts->count + more.count > NORMAL_MOST_SPLITS) {
            alone(arena, formula, disjuncts);
            return;
        }
        memcpy(disjuncts->items + disjuncts->count, more.items, more.count * sizeof *more.items);
        disjuncts->count += more.count;
    }
}

static normal_disjunct both(base_arena *arena, const normal_disjunct *left, const normal_disjunct *right)
{
    const hddl_formula **items = base_alloc_array(arena, left->count + right->count, sizeof(hddl_formula *));
    if (left->count != 0)
        memcpy(items, left->items, left->count * sizeof(hddl_formula *));
    if (right->count != 0)
        memcpy(items + left->count, right->items, right->count * sizeof(hddl_formula *));
    return (normal_disjunct){.items = items, .count = left->count + right->count};
}

/* The parts that are not split stand together in front, so that a long conjunction is not copied once for each. */
static void split_and(base_arena *arena, const hddl_formula *formula, normal_disjuncts *disjuncts)
{
    const hddl_formula **items = base_alloc_array(arena, formula->part_count, sizeof(hddl_formula *));
    normal_disjuncts product = {.items = {{.count = 0}}, .count = 1};
    uint32_t count = 0;
    for (uint32_t i = 0; i < formula->part_count; i++) {
        normal_disjuncts part = {.count = 1};
        if (formula->parts[i]->kind == HDDL_OR)
            normal_split(arena, formula->parts[i], &part);
        if (part.count == 1 || product.count * part.count > NORMAL_MOST_SPLITS) {
            items[count++] = formula->parts[i];
            continue;
        }
        normal_disjuncts before = product;
        product.count = 0;
        for (uint32_t left = 0; left < before.count; left++)
            for (uint32_t right = 0; right < part.count; right++)
                product.items[product.count++] = both(arena, &before.items[left], &part.items[right]);
    }
    normal_disjunct shared = {.items = items, .count = count};
    for (uint32_t i = 0; i < product.count; i++)
        disjuncts->items[i] = both(arena, &shared, &product.items[i]);
    disjuncts->count = product.count;
}

void normal_split(base_arena *arena, const hddl_formula *simplified, normal_disjuncts *disjuncts)
{
    if (simplified->kind == HDDL_OR)
        split_or(arena, simplified, disjuncts);
    else if (simplified->kind == HDDL_AND)
        split_and(arena, simplified, disjuncts);
    else
        alone(arena, simplified, disjuncts);
}
