/* The types `lo..hi`. Invariant: one htnc_type per pair of ends, so that equal types are the same pointer. */
#include "compiler/types/types_ranges.h"

#include "compiler/types/types_report.h"

#include <uthash.h>

/* The table's memory comes from an `arena` in scope. */
#undef uthash_malloc
#undef uthash_free
#define uthash_malloc(size)       base_alloc(arena, (size))
#define uthash_free(memory, size) ((void)(memory))

typedef struct htnc_range_entry {
    struct {
        int32_t low, high, kind;
    } ends; /* the key */
    const htnc_type *type;
    UT_hash_handle hh;
} htnc_range_entry;

/* Adds a type to the model's list. */
static void list(htnc_checker *checker, htnc_type *type)
{
    type->index = checker->model->type_count++;
    *checker->types_end = type;
    checker->types_end = &type->next;
}

static const htnc_type *range_type(htnc_checker *checker, htnc_type_kind kind, int32_t low, int32_t high)
{
    base_arena *arena = checker->arena;
    htnc_range_entry *entry, key;
    memset(&key, 0, sizeof key);
    key.ends.low = low;
    key.ends.high = high;
    key.ends.kind = (int32_t)kind;
    HASH_FIND(hh, checker->ranges, &key.ends, sizeof key.ends, entry);
    if (entry)
        return entry->type;
    htnc_type *type = BASE_NEW(arena, htnc_type);
    *type = (htnc_type){.kind = kind, .low = low, .high = high};
    type->name =
        base_format(arena, "%s..%s", htnc_number_text(checker, type, low), htnc_number_text(checker, type, high));
    list(checker, type);
    entry = BASE_NEW(arena, htnc_range_entry);
    entry->ends = key.ends;
    entry->type = type;
    HASH_ADD(hh, checker->ranges, ends, sizeof entry->ends, entry);
    return type;
}

const htnc_type *htnc_range_type(htnc_checker *checker, int32_t low, int32_t high)
{
    return range_type(checker, HTNC_TYPE_INTEGER, low, high);
}

const htnc_type *htnc_fixed_range_type(htnc_checker *checker, int32_t low, int32_t high)
{
    return range_type(checker, HTNC_TYPE_FIXED, low, high);
}

const htnc_type *htnc_listed_fixed_type(htnc_checker *checker)
{
    htnc_type *type = checker->model->fixed_type;
    if (type->index == UINT32_MAX)
        list(checker, type);
    return type;
}
