/* The types `lo..hi`. Invariant: one htnc_type per pair of ends, so that equal types are the same pointer. */
#include "compiler/types/types_ranges.h"

#include <uthash.h>

/* The table's memory comes from an `arena` in scope. */
#undef uthash_malloc
#undef uthash_free
#define uthash_malloc(size)       base_alloc(arena, (size))
#define uthash_free(memory, size) ((void)(memory))

typedef struct htnc_range_entry {
    struct {
        int32_t low, high;
    } ends; /* the key */
    const htnc_type *type;
    UT_hash_handle hh;
} htnc_range_entry;

const htnc_type *htnc_range_type(htnc_checker *checker, int32_t low, int32_t high)
{
    base_arena *arena = checker->arena;
    htnc_range_entry *entry, key;
    memset(&key, 0, sizeof key);
    key.ends.low = low;
    key.ends.high = high;
    HASH_FIND(hh, checker->ranges, &key.ends, sizeof key.ends, entry);
    if (entry)
        return entry->type;
    htnc_type *type = BASE_NEW(arena, htnc_type);
    *type = (htnc_type){.kind = HTNC_TYPE_INTEGER,
                        .name = base_format(arena, "%d..%d", (int)low, (int)high),
                        .low = low,
                        .high = high,
                        .index = checker->model->type_count++};
    *checker->types_end = type;
    checker->types_end = &type->next;
    entry = BASE_NEW(arena, htnc_range_entry);
    entry->ends.low = low;
    entry->ends.high = high;
    entry->type = type;
    HASH_ADD(hh, checker->ranges, ends, sizeof entry->ends, entry);
    return type;
}
