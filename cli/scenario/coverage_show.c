/* The result of coverage; see coverage_show.h. */
#include "cli/scenario/coverage_show.h"
#include "base/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How many items there are and how many are exercised, by column. */
typedef struct tally {
    uint32_t covered[3], all[3]; /* methods, conditions, tasks */
} tally;

static const char *const columns[] = {"methods", "conditions", "tasks"};

static uint32_t column_of(coverage_kind kind)
{
    return kind == COVERAGE_METHOD ? 0 : kind == COVERAGE_CONDITION ? 1 : 2;
}

/* Of one source, or of all if `file` is no source. */
static tally tally_of(const coverage_map *map, uint32_t file)
{
    tally of = {{0}, {0}};
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

/* All items that count, by file, line and column. The caller frees the array. */
static coverage_item **sorted(const coverage_map *map, uint32_t *count)
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

/* --- For people ----------------------------------------------------------------------------------- */

static void print_row(const tally *of, const char *name, int width)
{
    printf("%s%*s", name, base_padding(name, width), "");
    for (uint32_t i = 0; i < 3; i++) {
        char text[32];
        snprintf(text, sizeof text, "%u of %u", of->covered[i], of->all[i]);
        printf(i < 2 ? "  %-12s" : "  %s\n", text);
    }
}

static bool has_items(const tally *of)
{
    return of->all[0] + of->all[1] + of->all[2] > 0;
}

static void print_table(const coverage_map *map)
{
    int width = (int)strlen("exercised");
    uint32_t rows = 0;
    for (uint32_t i = 0; i < map->source_count; i++) {
        const int length = (int)base_columns(map->sources[i].path);
        width = length > width ? length : width;
    }
    printf("\n%-*s  %-12s  %-12s  %s\n", width, "exercised", columns[0], columns[1], columns[2]);
    for (uint32_t i = 0; i < map->source_count; i++) {
        const tally of = tally_of(map, i);
        if (has_items(&of))
            print_row(&of, map->sources[i].path, width);
        rows += has_items(&of);
    }
    const tally all = tally_of(map, UINT32_MAX);
    if (rows > 1)
        print_row(&all, "all", width);
}

static const coverage_item *task_of(const coverage_item *item)
{
    while (item->of != NULL)
        item = item->of;
    return item;
}

/* `method 2 of Attack`, `task Hide`, `condition [Alarm] of Guard` */
static void add_subject(base_text *text, const coverage_item *item)
{
    if (item->kind == COVERAGE_METHOD)
        base_text_add(text, "method %s of %s", item->text, item->of->text);
    else if (item->kind == COVERAGE_CONDITION)
        base_text_add(text, "condition [%s] of %s", item->text, task_of(item)->text);
    else
        base_text_add(text, "task %s", item->text);
}

/* Whether the item is part of one that was never reached: the line about that one says enough. */
static bool is_implied(const coverage_item *item)
{
    for (const coverage_item *around = item->of; around != NULL; around = around->of)
        if (around->counts.tried == 0)
            return true;
    return false;
}

void coverage_print(const coverage_map *map, bool colour)
{
    uint32_t count;
    coverage_item **list = sorted(map, &count);
    print_table(map);
    bool begun = false;
    for (uint32_t i = 0; i < count; i++) {
        if (coverage_is_covered(list[i]) || is_implied(list[i]))
            continue;
        base_text text = {0};
        add_subject(&text, list[i]);
        printf("%s%s%s:%u:%u:%s %s %s\n", begun ? "" : "\n", colour ? "\033[1m" : "", map->sources[list[i]->file].path,
               list[i]->line, list[i]->column, colour ? "\033[0m" : "", base_text_of(&text), coverage_lack(list[i]));
        base_text_free(&text);
        begun = true;
    }
    free(list);
}

/* --- Line by line --------------------------------------------------------------------------------- */

/* How often a task or method was in a plan; for a task with an operator, how often that started. */
static uint64_t count_of(const coverage_item *item)
{
    return item->operated ? item->counts.started : item->counts.planned;
}

static void print_line(const char *line, uint32_t number, coverage_item *const *items, uint32_t count, bool colour)
{
    char times[24] = "";
    bool lacks = false;
    for (uint32_t i = 0; i < count; i++) {
        lacks |= !coverage_is_covered(items[i]);
        if (items[i]->kind != COVERAGE_CONDITION && times[0] == '\0')
            snprintf(times, sizeof times, "%llu", (unsigned long long)count_of(items[i]));
    }
    printf("%s%8s %c%5u | %.*s%s\n", lacks && colour ? "\033[31m" : "", times, lacks ? '!' : ' ', number,
           (int)strcspn(line, "\r\n"), line, lacks && colour ? "\033[0m" : "");
}

static void print_source(const coverage_source *source, coverage_item *const *items, uint32_t count, bool colour)
{
    const char *line = source->text;
    printf("\n%s\n", source->path);
    for (uint32_t number = 1; *line != '\0'; number++) {
        uint32_t on = 0;
        while (on < count && items[on]->line == number)
            on++;
        print_line(line, number, items, on, colour);
        items += on;
        count -= on;
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
}

void coverage_print_sources(const coverage_map *map, bool colour)
{
    uint32_t count, first = 0;
    coverage_item **list = sorted(map, &count);
    while (first < count) {
        uint32_t end = first;
        while (end < count && list[end]->file == list[first]->file)
            end++;
        print_source(&map->sources[list[first]->file], list + first, end - first, colour);
        first = end;
    }
    free(list);
}

/* --- For programs --------------------------------------------------------------------------------- */

static void add_number(cJSON *json, const char *name, uint64_t number)
{
    cJSON_AddNumberToObject(json, name, (double)number);
}

static cJSON *item_json(const coverage_map *map, const coverage_item *item)
{
    static const char *const kinds[] = {"compound task", "primitive task", "method", "condition"};
    const coverage_counts *counts = &item->counts;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "kind", kinds[item->kind]);
    cJSON_AddStringToObject(json, "file", map->sources[item->file].path);
    add_number(json, "line", item->line);
    add_number(json, "column", item->column);
    cJSON_AddStringToObject(json, "text", item->text);
    if (item->of != NULL)
        cJSON_AddStringToObject(json, "task", task_of(item)->text);
    if (item->kind == COVERAGE_CONDITION) {
        add_number(json, "held", counts->succeeded);
        add_number(json, "failed", counts->failed);
    } else {
        add_number(json, "reached", counts->tried);
        add_number(json, "tried", counts->taken);
        add_number(json, "planned", counts->planned);
    }
    if (item->kind == COVERAGE_PRIMITIVE && item->operated) {
        add_number(json, "started", counts->started);
        add_number(json, "succeeded", counts->succeeded);
        add_number(json, "failed", counts->failed);
    }
    cJSON_AddBoolToObject(json, "exercised", coverage_is_covered(item));
    return json;
}

cJSON *coverage_json(const coverage_map *map)
{
    cJSON *json = cJSON_CreateObject();
    const tally all = tally_of(map, UINT32_MAX);
    uint32_t count;
    coverage_item **list = sorted(map, &count);
    for (uint32_t i = 0; i < 3; i++) {
        cJSON *sum = cJSON_AddObjectToObject(json, columns[i]);
        add_number(sum, "exercised", all.covered[i]);
        add_number(sum, "all", all.all[i]);
    }
    cJSON *items = cJSON_AddArrayToObject(json, "items");
    for (uint32_t i = 0; i < count; i++)
        cJSON_AddItemToArray(items, item_json(map, list[i]));
    free(list);
    return json;
}
