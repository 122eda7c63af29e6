/* The items of coverage and what they lack; see coverage.h. */
#include "cli/scenario/coverage.h"
#include "base/text.h"
#include <stdlib.h>
#include <string.h>

uint32_t coverage_find_source(coverage_map *map, const char *path, const char *text)
{
    for (uint32_t i = 0; i < map->source_count; i++)
        if (strcmp(map->sources[i].path, path) == 0)
            return i;
    map->sources = base_grow_array(map->sources, map->source_count, &map->source_capacity, sizeof *map->sources);
    map->sources[map->source_count] = (coverage_source){base_duplicate_text(path), base_duplicate_text(text)};
    return map->source_count++;
}

coverage_item *coverage_find_item(coverage_map *map, coverage_kind kind, uint32_t file, uint32_t line, uint32_t column)
{
    coverage_item *item;
    base_text key = {0};
    base_text_add(&key, "%d %u:%u:%u", (int)kind, file, line, column);
    HASH_FIND_STR(map->items, base_text_of(&key), item);
    if (item != NULL) {
        base_text_free(&key);
        return item;
    }
    item = base_allocate(sizeof *item);
    *item = (coverage_item){.key = key.bytes, .kind = kind, .file = file, .line = line, .column = column};
    HASH_ADD_KEYPTR(hh, map->items, item->key, key.length, item);
    return item;
}

void coverage_free(coverage_map *map)
{
    coverage_item *item, *next;
    HASH_ITER(hh, map->items, item, next)
    {
        HASH_DEL(map->items, item);
        free(item->key);
        free(item->text);
        free(item);
    }
    for (uint32_t i = 0; i < map->source_count; i++) {
        free(map->sources[i].path);
        free(map->sources[i].text);
    }
    free(map->sources);
}

const char *coverage_lack(const coverage_item *item)
{
    const coverage_counts *counts = &item->counts;
    switch (item->kind) {
    case COVERAGE_COMPOUND:
        return counts->tried == 0     ? "was never reached"
               : counts->taken == 0   ? "was reached, but the conditions of its methods never held"
               : counts->planned == 0 ? "was tried, but was in no plan that was found"
                                      : "";
    case COVERAGE_PRIMITIVE:
        return counts->tried == 0                       ? "was never reached"
               : counts->taken == 0                     ? "was reached, but its preconditions never held"
               : counts->planned == 0                   ? "was tried, but was in no plan that was found"
               : item->operated && counts->started == 0 ? "was planned, but never ran"
                                                        : "";
    case COVERAGE_METHOD:
        return counts->tried == 0     ? "was never reached"
               : counts->taken == 0   ? "was reached, but its conditions never held"
               : counts->planned == 0 ? "could be taken, but was in no plan that was found"
                                      : "";
    case COVERAGE_CONDITION:
        return counts->succeeded == 0 && counts->failed == 0 ? "was never tested"
               : counts->succeeded == 0                      ? "never held"
               : counts->failed == 0                         ? "never failed"
                                                             : "";
    }
    return "";
}

bool coverage_counts_in(const coverage_item *item)
{
    const coverage_counts *counts = &item->counts;
    return item->kind != COVERAGE_CONDITION || counts->succeeded + counts->failed > 0 || item->of->counts.taken == 0;
}

bool coverage_is_covered(const coverage_item *item)
{
    return coverage_lack(item)[0] == '\0';
}
