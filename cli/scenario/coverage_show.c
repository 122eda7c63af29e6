/* The result of coverage; see coverage_show.h. */
#include "cli/scenario/coverage_show.h"
#include "base/text.h"
#include "cli/scenario/coverage_list.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- For people ----------------------------------------------------------------------------------- */

static void print_row(const coverage_tally *of, const char *name, int width)
{
    printf("%s%*s", name, base_padding(name, width), "");
    for (uint32_t i = 0; i < 3; i++) {
        char text[32];
        snprintf(text, sizeof text, "%u of %u", of->covered[i], of->all[i]);
        printf(i < 2 ? "  %-12s" : "  %s\n", text);
    }
}

static void print_table(const coverage_map *map)
{
    int width = (int)strlen("exercised");
    uint32_t rows = 0;
    for (uint32_t i = 0; i < map->source_count; i++) {
        const int length = (int)base_columns(map->sources[i].path);
        width = length > width ? length : width;
    }
    printf("\n%-*s  %-12s  %-12s  %s\n", width, "exercised", coverage_columns[0], coverage_columns[1],
           coverage_columns[2]);
    for (uint32_t i = 0; i < map->source_count; i++) {
        const coverage_tally of = coverage_tally_of(map, i);
        if (coverage_has_items(&of))
            print_row(&of, map->sources[i].path, width);
        rows += coverage_has_items(&of);
    }
    const coverage_tally all = coverage_tally_of(map, UINT32_MAX);
    if (rows > 1)
        print_row(&all, "all", width);
}

void coverage_print(const coverage_map *map, bool colour)
{
    uint32_t count;
    coverage_item **list = coverage_sorted(map, &count);
    print_table(map);
    bool begun = false;
    for (uint32_t i = 0; i < count; i++) {
        if (coverage_is_covered(list[i]) || coverage_is_implied(list[i]))
            continue;
        base_text text = {0};
        coverage_add_subject(&text, list[i]);
        printf("%s%s%s:%u:%u:%s %s %s\n", begun ? "" : "\n", colour ? "\033[1m" : "", map->sources[list[i]->file].path,
               list[i]->line, list[i]->column, colour ? "\033[0m" : "", base_text_of(&text), coverage_lack(list[i]));
        base_text_free(&text);
        begun = true;
    }
    free(list);
}

/* --- Line by line --------------------------------------------------------------------------------- */

static void print_line(const char *line, uint32_t number, coverage_item *const *items, uint32_t count, bool colour)
{
    char times[24] = "";
    uint64_t number_of_times;
    bool lacks = false;
    for (uint32_t i = 0; i < count; i++)
        lacks |= !coverage_is_covered(items[i]);
    if (coverage_times_of_line(items, count, &number_of_times))
        snprintf(times, sizeof times, "%llu", (unsigned long long)number_of_times);
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
    coverage_item **list = coverage_sorted(map, &count);
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
        cJSON_AddStringToObject(json, "task", coverage_task_of(item)->text);
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
    const coverage_tally all = coverage_tally_of(map, UINT32_MAX);
    uint32_t count;
    coverage_item **list = coverage_sorted(map, &count);
    for (uint32_t i = 0; i < 3; i++) {
        cJSON *sum = cJSON_AddObjectToObject(json, coverage_columns[i]);
        add_number(sum, "exercised", all.covered[i]);
        add_number(sum, "all", all.all[i]);
    }
    cJSON *items = cJSON_AddArrayToObject(json, "items");
    for (uint32_t i = 0; i < count; i++)
        cJSON_AddItemToArray(items, item_json(map, list[i]));
    free(list);
    return json;
}
