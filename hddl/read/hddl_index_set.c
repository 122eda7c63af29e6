/* Sorted arrays of indices; see hddl_index_set.h. */
#include "hddl/read/hddl_index_set.h"

#include <stdlib.h>

static int compare_indices(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a;
    const uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

uint32_t hddl_make_index_set(uint32_t *indices, uint32_t count)
{
    uint32_t kept = 0;
    if (count == 0)
        return 0;
    qsort(indices, count, sizeof *indices, compare_indices);
    for (uint32_t i = 1; i < count; i++)
        if (indices[i] != indices[kept])
            indices[++kept] = indices[i];
    return kept + 1;
}

bool hddl_index_set_has(const uint32_t *indices, uint32_t count, uint32_t wanted)
{
    uint32_t low = 0;
    while (count > 0) {
        const uint32_t half = count / 2;
        if (indices[low + half] < wanted) {
            low += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return indices[low] == wanted;
}
