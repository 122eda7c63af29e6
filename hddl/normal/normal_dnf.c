/*
 * Disjunctive normal form, as far as it stays small; see normal_dnf.h. A disjunction whose parts would make
 * too many disjuncts stays whole, as one item of a conjunction.
 */
#include "hddl/normal/normal_dnf.h"

#include <string.h>

static void keep_whole(hddl_pool *pool, const hddl_formula *item, normal_dnf *dnf)
{
    const hddl_formula **items = hddl_pool_zeroed(pool, 1, sizeof(hddl_formula *));
    items[0] = item;
    dnf->items[0] = (normal_disjunct){.items = items, .count = 1};
    dnf->count = 1;
}

static void split_or(hddl_pool *pool, const hddl_formula *formula, normal_dnf *dnf)
{
    dnf->count = 0;
    for (uint32_t i = 0; i < formula->part_count; i++) {
        normal_dnf more;
        normal_dnf_make(pool, formula->parts[i], &more);
        if (dnf->count + more.count > NORMAL_MOST_DISJUNCTS) {
            keep_whole(pool, formula, dnf);
            return;
        }
        memcpy(dnf->items + dnf->count, more.items, more.count * sizeof *more.items);
        dnf->count += more.count;
    }
}

static normal_disjunct concatenate(hddl_pool *pool, const normal_disjunct *left, const normal_disjunct *right)
{
    const hddl_formula **items = hddl_pool_zeroed(pool, left->count + right->count, sizeof(hddl_formula *));
    if (left->count != 0)
        memcpy(items, left->items, left->count * sizeof(hddl_formula *));
    if (right->count != 0)
        memcpy(items + left->count, right->items, right->count * sizeof(hddl_formula *));
    return (normal_disjunct){.items = items, .count = left->count + right->count};
}

/*
 * The disjuncts of a conjunction are the products of those of its parts. Items that all disjuncts share are
 * collected once and put in front, so that a long conjunction is not copied for each product.
 */
static void split_and(hddl_pool *pool, const hddl_formula *formula, normal_dnf *dnf)
{
    const hddl_formula **items = hddl_pool_zeroed(pool, formula->part_count, sizeof(hddl_formula *));
    normal_dnf product = {.items = {{.count = 0}}, .count = 1};
    uint32_t count = 0;
    for (uint32_t i = 0; i < formula->part_count; i++) {
        normal_dnf part = {.count = 1};
        if (formula->parts[i]->kind == HDDL_OR)
            normal_dnf_make(pool, formula->parts[i], &part);
        if (part.count == 1 || product.count * part.count > NORMAL_MOST_DISJUNCTS) {
            items[count++] = formula->parts[i];
            continue;
        }
        normal_dnf before = product;
        product.count = 0;
        for (uint32_t left = 0; left < before.count; left++)
            for (uint32_t right = 0; right < part.count; right++)
                product.items[product.count++] = concatenate(pool, &before.items[left], &part.items[right]);
    }
    normal_disjunct shared = {.items = items, .count = count};
    for (uint32_t i = 0; i < product.count; i++)
        dnf->items[i] = concatenate(pool, &shared, &product.items[i]);
    dnf->count = product.count;
}

void normal_dnf_make(hddl_pool *pool, const hddl_formula *simplified, normal_dnf *dnf)
{
    if (simplified->kind == HDDL_OR)
        split_or(pool, simplified, dnf);
    else if (simplified->kind == HDDL_AND)
        split_and(pool, simplified, dnf);
    else
        keep_whole(pool, simplified, dnf);
}
