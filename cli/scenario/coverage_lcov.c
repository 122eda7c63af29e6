/* Coverage for lcov; see coverage_lcov.h. */
#include "cli/scenario/coverage_lcov.h"
#include "cli/scenario/coverage_list.h"
#include <stdlib.h>

/* `Attack`, `Attack: 1 charge`. A comma would end the name. */
static void add_name(base_text *text, const coverage_item *item)
{
    base_text name = {0};
    base_text_add(&name, "%s", coverage_task_of(item)->text);
    if (item->kind == COVERAGE_METHOD)
        base_text_add(&name, ": %s", item->text);
    for (const char *c = base_text_of(&name); *c != '\0'; c++)
        base_text_add(text, "%c", *c == ',' || *c == '\n' ? ' ' : *c);
    base_text_free(&name);
}

static void add_functions(base_text *text, coverage_item *const *items, uint32_t count)
{
    uint32_t found = 0, hit = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (items[i]->kind == COVERAGE_CONDITION)
            continue;
        base_text_add(text, "FN:%u,", items[i]->line);
        add_name(text, items[i]);
        base_text_add(text, "\nFNDA:%llu,", (unsigned long long)coverage_times(items[i]));
        add_name(text, items[i]);
        base_text_add(text, "\n");
        found++;
        hit += coverage_times(items[i]) > 0;
    }
    base_text_add(text, "FNF:%u\nFNH:%u\n", found, hit);
}

/* A branch that was never tested has no number. */
static void add_branch(base_text *text, const coverage_item *item, uint32_t block, uint32_t branch, uint64_t times)
{
    const bool tested = item->counts.succeeded + item->counts.failed > 0;
    base_text_add(text, "BRDA:%u,%u,%u,", item->line, block, branch);
    if (tested)
        base_text_add(text, "%llu\n", (unsigned long long)times);
    else
        base_text_add(text, "-\n");
}

static void add_branches(base_text *text, coverage_item *const *items, uint32_t count)
{
    uint32_t found = 0, hit = 0, block = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0 && items[i]->line != items[i - 1]->line)
            block = 0;
        if (items[i]->kind != COVERAGE_CONDITION)
            continue;
        add_branch(text, items[i], block, 0, items[i]->counts.succeeded);
        add_branch(text, items[i], block, 1, items[i]->counts.failed);
        found += 2;
        hit += (items[i]->counts.succeeded > 0 ? 1u : 0u) + (items[i]->counts.failed > 0 ? 1u : 0u);
        block++;
    }
    base_text_add(text, "BRF:%u\nBRH:%u\n", found, hit);
}

static void add_lines(base_text *text, coverage_item *const *items, uint32_t count)
{
    uint32_t found = 0, hit = 0;
    for (uint32_t i = 0, end; i < count; i = end) {
        uint64_t times;
        for (end = i; end < count && items[end]->line == items[i]->line;)
            end++;
        coverage_times_of_line(items + i, end - i, &times);
        base_text_add(text, "DA:%u,%llu\n", items[i]->line, (unsigned long long)times);
        found++;
        hit += times > 0;
    }
    base_text_add(text, "LF:%u\nLH:%u\n", found, hit);
}

void coverage_add_lcov(base_text *text, const coverage_map *map)
{
    uint32_t count, first = 0;
    coverage_item **list = coverage_sorted(map, &count);
    while (first < count) {
        uint32_t end = first;
        while (end < count && list[end]->file == list[first]->file)
            end++;
        base_text_add(text, "TN:\nSF:%s\n", map->sources[list[first]->file].path);
        add_functions(text, list + first, end - first);
        add_branches(text, list + first, end - first);
        add_lines(text, list + first, end - first);
        base_text_add(text, "end_of_record\n");
        first = end;
    }
    free(list);
}
