/* The memory of the searches over the ground problem: see search_table.h. */
#include "hddl/search/search_table.h"

#include <stdlib.h>
#include <string.h>

bool search_grow(solve_clock *clock, void **array, size_t *capacity, size_t needed, size_t size)
{
    if (needed <= *capacity)
        return true;
    size_t wanted = *capacity + *capacity / 2 + 64;
    if (wanted < needed)
        wanted = needed;
    if (wanted > SIZE_MAX / size || !solve_claim(clock, (wanted - *capacity) * size))
        return false;
    void *grown = realloc(*array, wanted * size);
    if (!grown) {
        solve_release(clock, (wanted - *capacity) * size);
        return false;
    }
    *array = grown;
    *capacity = wanted;
    return true;
}

void search_drop(solve_clock *clock, void **array, size_t *capacity, size_t size)
{
    free(*array);
    solve_release(clock, *capacity * size);
    *array = NULL;
    *capacity = 0;
}

void *search_claim(solve_clock *clock, size_t count, size_t size)
{
    if (count > SIZE_MAX / size || !solve_claim(clock, count * size))
        return NULL;
    void *array = calloc(count ? count : 1, size);
    if (!array)
        solve_release(clock, count * size);
    return array;
}

void search_release(solve_clock *clock, void *array, size_t count, size_t size)
{
    if (!array)
        return;
    free(array);
    solve_release(clock, count * size);
}

bool search_table_reserve(search_table *table, solve_clock *clock, search_hash *hash, const void *user)
{
    if (table->size && (table->count + 1) * 2 <= table->size)
        return true;
    size_t size = table->size ? table->size * 2 : 64;
    if (!solve_claim(clock, size * sizeof *table->slots))
        return false;
    uint32_t *slots = malloc(size * sizeof *slots);
    if (!slots) {
        solve_release(clock, size * sizeof *slots);
        return false;
    }
    memset(slots, 0xFF, size * sizeof *slots);
    for (size_t i = 0; i < table->size; i++) {
        if (table->slots[i] == SEARCH_NONE)
            continue;
        size_t slot = (size_t)(hash(user, table->slots[i]) & (size - 1));
        while (slots[slot] != SEARCH_NONE)
            slot = (slot + 1) & (size - 1);
        slots[slot] = table->slots[i];
    }
    free(table->slots);
    solve_release(clock, table->size * sizeof *slots);
    table->slots = slots;
    table->size = size;
    return true;
}

void search_table_free(search_table *table, solve_clock *clock)
{
    free(table->slots);
    solve_release(clock, table->size * sizeof *table->slots);
    *table = (search_table){0};
}
