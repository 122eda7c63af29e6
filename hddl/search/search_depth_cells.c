/* Pending tasks, and what they need (search_depth_cells.h). */
#include "hddl/search/search_depth_cells.h"

#include <string.h>

void depth_cells_init(depth_cells *cells, hddl_pool *pool, const infer *inferred)
{
    *cells = (depth_cells){.pool = pool, .inferred = inferred, .mask = 1023};
    cells->table = hddl_pool_zeroed(pool, (size_t)cells->mask + 1, sizeof *cells->table);
    cells->capacity = 1024;
    cells->cells = hddl_pool_zeroed(pool, cells->capacity, sizeof *cells->cells);
    cells->count = 1; /* the empty list: table entries of 0 are free */
}

void depth_cells_free(depth_cells *cells)
{
    hddl_pool_release(cells->pool, cells->table);
    hddl_pool_release(cells->pool, cells->cells);
    hddl_pool_release(cells->pool, cells->facts.items);
    cells->table = NULL;
    cells->cells = NULL;
    cells->facts = (hddl_numbers){0};
}

static uint32_t hash_of(uint32_t item, uint32_t rest)
{
    uint64_t hash = ((uint64_t)item << 32 | rest) * 0x9E3779B97F4A7C15U;
    hash = (hash ^ hash >> 32) * 0xD6E8FEB86659FD93U;
    return (uint32_t)(hash >> 32);
}

static void grow(depth_cells *cells)
{
    hddl_pool_release(cells->pool, cells->table);
    cells->mask = cells->mask * 2 + 1;
    cells->table = hddl_pool_zeroed(cells->pool, (size_t)cells->mask + 1, sizeof *cells->table);
    for (uint32_t i = 1; i < cells->count; i++) {
        uint32_t slot = hash_of(cells->cells[i].item, cells->cells[i].rest) & cells->mask;
        while (cells->table[slot])
            slot = (slot + 1) & cells->mask;
        cells->table[slot] = i;
    }
}

static uint32_t most_needs(const depth_cells *cells)
{
    return cells->facts.count < DEPTH_FACTS_MANY ? DEPTH_NEEDS_MOST : DEPTH_NEEDS_FEW;
}

/* What the item itself needs: of a task a row, of an action a list. */
static uint32_t add_own(depth_cells *cells, uint32_t item, const ground_lists *of_actions, const uint64_t *of_tasks)
{
    uint32_t actions = cells->inferred->problem->action_count, count = 0, most = most_needs(cells);
    size_t words = cells->inferred->words;
    if (item < actions) {
        for (uint32_t i = of_actions->begin[item]; i < of_actions->begin[item + 1] && count < most; i++) {
            hddl_numbers_add(cells->pool, &cells->facts, of_actions->items[i]);
            count++;
        }
        return count;
    }
    const uint64_t *row = of_tasks + (item - actions) * words;
    for (size_t i = 0; i < words; i++) {
        uint32_t fact = (uint32_t)(i * 64);
        for (uint64_t bits = row[i]; bits && count < most; bits >>= 1, fact++) {
            if (bits & 1) {
                hddl_numbers_add(cells->pool, &cells->facts, fact);
                count++;
            }
        }
    }
    return count;
}

static bool listed(const uint32_t *facts, size_t count, uint32_t fact)
{
    for (size_t i = 0; i < count; i++)
        if (facts[i] == fact)
            return true;
    return false;
}

typedef bool can_change(const infer *made, uint32_t item, uint32_t fact);

/* What the rest needs and the item cannot bring about; behind the item's own, `own` of them. How many there are in all. */
static uint16_t add_rest(depth_cells *cells, uint32_t item, uint32_t from, uint32_t count, uint32_t own,
                         can_change *can)
{
    size_t begin = cells->facts.count - own, most = begin + most_needs(cells);
    for (uint32_t i = 0; i < count && cells->facts.count < most; i++) {
        uint32_t fact = cells->facts.items[from + i];
        if (!can(cells->inferred, item, fact) && !listed(cells->facts.items + begin, own, fact))
            hddl_numbers_add(cells->pool, &cells->facts, fact);
    }
    return (uint16_t)(cells->facts.count - begin);
}

static void find_needs(depth_cells *cells, depth_cell *cell)
{
    const infer *inferred = cells->inferred;
    const depth_cell *rest = &cells->cells[cell->rest];
    uint64_t least = (uint64_t)inferred->least[cell->item] + rest->least;
    cell->least = least < UINT32_MAX ? (uint32_t)least : UINT32_MAX;
    cell->needs = hddl_pool_u32(cells->pool, cells->facts.count);
    uint32_t own = add_own(cells, cell->item, &inferred->problem->needs, inferred->needs);
    cell->needs_count = add_rest(cells, cell->item, rest->needs, rest->needs_count, own, infer_can_add);
    own = add_own(cells, cell->item, &inferred->problem->needs_not, inferred->needs_not);
    cell->needs_not_count =
        add_rest(cells, cell->item, rest->needs + rest->needs_count, rest->needs_not_count, own, infer_can_delete);
}

uint32_t depth_cells_push(depth_cells *cells, uint32_t item, uint32_t rest)
{
    uint32_t slot = hash_of(item, rest) & cells->mask;
    for (; cells->table[slot]; slot = (slot + 1) & cells->mask) {
        const depth_cell *cell = &cells->cells[cells->table[slot]];
        if (cell->item == item && cell->rest == rest)
            return cells->table[slot];
    }
    if (cells->count == cells->capacity) {
        cells->capacity += cells->capacity / 2;
        cells->cells = hddl_pool_resize(cells->pool, cells->cells, cells->capacity * sizeof *cells->cells);
    }
    depth_cell made = {.item = item, .rest = rest};
    find_needs(cells, &made);
    cells->table[slot] = hddl_pool_u32(cells->pool, cells->count);
    cells->cells[cells->count] = made;
    if (++cells->count > cells->mask / 3 * 2) {
        grow(cells);
        return cells->count - 1;
    }
    return cells->table[slot];
}
