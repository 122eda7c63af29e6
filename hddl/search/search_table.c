/* The memory of the searches over the ground problem: see search_table.h. */
#include "hddl/search/search_table.h"

#include <stdlib.h>
#include <string.h>

bool search_grow(hddl_budget *budget, void **array, size_t *capacity, size_t needed, size_t size)
{
    if (needed <= *capacity)
        return true;
    size_t wanted = *capacity + *capacity / 2 + 64;
    if (wanted < needed)
        wanted = needed;
    if (wanted > SIZE_MAX / size || !hddl_budget_claim(budget, (wanted - *capacity) * size))
        return false;
    void *grown = realloc(*array, wanted * size);
    if (!grown) {
        hddl_budget_release(budget, (wanted - *capacity) * size);
        return false;
    }
    *array = grown;
    *capacity = wanted;
    return true;
}

void search_drop(hddl_budget *budget, void **array, size_t *capacity, size_t size)
{
    free(*array);
    hddl_budget_release(budget, *capacity * size);
    *array = NULL;
    *capacity = 0;
}

void *search_claim(hddl_budget *budget, size_t count, size_t size)
{
    if (count > SIZE_MAX / size || !hddl_budget_claim(budget, count * size))
        return NULL;
    void *array = calloc(count ? count : 1, size);
    if (!array)
        hddl_budget_release(budget, count * size);
    return array;
}

void search_release(hddl_budget *budget, void *array, size_t count, size_t size)
{
    if (!array)
        return;
    free(array);
    hddl_budget_release(budget, count * size);
}

bool search_table_reserve(search_table *table, hddl_budget *budget, search_hash *hash, const void *user)
{
    if (table->size && (table->count + 1) * 2 <= table->size)
        return true;
    size_t size = table->size ? table->size * 2 : 64;
    if (!hddl_budget_claim(budget, size * sizeof *table->slots))
        return false;
    uint32_t *slots = malloc(size * sizeof *slots);
    if (!slots) {
        hddl_budget_release(budget, size * sizeof *slots);
        return false;
    }
    memset(slots, 0xFF, size * sizeof *slots);
    for (size_t i = 0; i < table->size; i++) {
        if (table->slots[i] == HDDL_NONE)
            continue;
        size_t slot = (size_t)(hash(user, table->slots[i]) & (size - 1));
        while (slots[slot] != HDDL_NONE)
            slot = (slot + 1) & (size - 1);
        slots[slot] = table->slots[i];
    }
    free(table->slots);
    hddl_budget_release(budget, table->size * sizeof *slots);
    table->slots = slots;
    table->size = size;
    return true;
}

void search_table_free(search_table *table, hddl_budget *budget)
{
    free(table->slots);
    hddl_budget_release(budget, table->size * sizeof *table->slots);
    *table = (search_table){0};
}
