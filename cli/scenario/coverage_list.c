/* Items in order, sums and words; see coverage_list.h. */
#include "cli/scenario/coverage_list.h"
#include <stdlib.h>

const char *const coverage_columns[3] = {"methods", "conditions", "tasks"};

static uint32_t column_of(coverage_kind kind)
{
    return kind == COVERAGE_METHOD ? 0 : kind == COVERAGE_CONDITION ? 1 : 2;
}

coverage_tally coverage_tally_of(const coverage_map *map, uint32_t file)
{
    coverage_tally of = {{0}, {0}};
    for (const coverage_item *item = map->items; item != NULL; item = item->hh.next) {
        if ((file < map->source_count && item->file != file) || !coverage_counts_in(item))
            continue;
        of.all[column_of(item->kind)]++;
        of.covered[column_of(item->kind)] += coverage_is_covered(item);
    }
    return of;
}

static int by_place(const void *a, const void *b)
{
    const coverage_item *x = *(coverage_item *const *)a, *y = *(coverage_item *const *)b;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return x->column != y->column ? (x->column < y->column ? -1 : 1) : (int)x->kind - (int)y->kind;
}

coverage_item **coverage_sorted(const coverage_map *map, uint32_t *count)
{
    coverage_item **list = base_allocate((HASH_COUNT(map->items) + 1) * sizeof(coverage_item *));
    *count = 0;
    for (coverage_item *item = map->items; item != NULL; item = item->hh.next)
        if (coverage_counts_in(item))
            list[(*count)++] = item;
    if (*count > 0)
        qsort(list, *count, sizeof(coverage_item *), by_place);
    return list;
}

bool coverage_has_items(const coverage_tally *of)
{
    return of->all[0] + of->all[1] + of->all[2] > 0;
}

const coverage_item *coverage_task_of(const coverage_item *item)
{
    while (item->of != NULL)
        item = item->of;
    return item;
}

void coverage_add_subject(base_text *text, const coverage_item *item)
{
    if (item->kind == COVERAGE_METHOD)
        base_text_add(text, "method %s of %s", item->text, item->of->text);
    else if (item->kind == COVERAGE_CONDITION)
        base_text_add(text, "condition [%s] of %s", item->text, coverage_task_of(item)->text);
    else
        base_text_add(text, "task %s", item->text);
}

bool coverage_is_implied(const coverage_item *item)
{
    for (const coverage_item *around = item->of; around != NULL; around = around->of)
        if (around->counts.tried == 0)
            return true;
    return false;
}

uint64_t coverage_times(const coverage_item *item)
{
    return item->operated ? item->counts.started : item->counts.planned;
}

/* Sums up what the conditions of a line say: those behind the first of a method are tested where that one held. */
static uint64_t times_of_conditions(coverage_item *const *items, uint32_t count)
{
    uint64_t times = 0;
    for (uint32_t i = 0; i < count; i++)
        if (i == 0 || items[i]->of != items[i - 1]->of)
            times += items[i]->counts.succeeded + items[i]->counts.failed;
    return times;
}

bool coverage_times_of_line(coverage_item *const *items, uint32_t count, uint64_t *times)
{
    const coverage_item *task = NULL;
    uint64_t own = 0, methods = 0, sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (items[i]->kind == COVERAGE_CONDITION)
            continue;
        if (coverage_task_of(items[i]) != task) {
            sum += own > methods ? own : methods;
            own = methods = 0;
            task = coverage_task_of(items[i]);
        }
        *(items[i]->kind == COVERAGE_METHOD ? &methods : &own) += coverage_times(items[i]);
    }
    *times = task == NULL ? times_of_conditions(items, count) : sum + (own > methods ? own : methods);
    return task != NULL;
}
