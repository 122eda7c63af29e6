/* Applies corrections; see fixes.h. */
#include "mcp/fixes.h"

#include "base/reader.h"
#include "cli/common/output_files.h"
#include "rpc/json_members.h"
#include <stdlib.h>
#include <string.h>

typedef struct fix {
    const char *file, *text;
    uint32_t begin, end;
} fix;

typedef struct fixes {
    fix *items;
    size_t count, capacity;
} fixes;

static void collect(const cJSON *checked, fixes *all)
{
    const cJSON *diagnostic, *each;
    cJSON_ArrayForEach(diagnostic, rpc_member(checked, "diagnostics"))
        cJSON_ArrayForEach(each, rpc_member(diagnostic, "fixits"))
    {
        fix made = {.file = rpc_string(each, "file"), .text = rpc_string(each, "text")};
        if (made.file == NULL || made.text == NULL || !rpc_number(each, "span.begin", &made.begin) ||
            !rpc_number(each, "span.end", &made.end))
            continue;
        all->items = base_grow_array(all->items, all->count, &all->capacity, sizeof *all->items);
        all->items[all->count++] = made;
    }
}

/* By file, then from the front. */
static int compare(const void *a, const void *b)
{
    const fix *one = a, *other = b;
    const int files = strcmp(one->file, other->file);
    if (files != 0)
        return files;
    return one->begin != other->begin ? (one->begin < other->begin ? -1 : 1) : 0;
}

/* The text of a file with those of `count` corrections that begin behind the end of the one before. Returns how many these are. */
static int correct(const char *bytes, size_t length, const fix *items, size_t count, base_text *made)
{
    const size_t mark = length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; /* offsets do not count it */
    size_t at = 0, applied = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t begin = items[i].begin + mark, end = items[i].end + mark;
        const bool repeats = i > 0 && items[i].begin == items[i - 1].begin;
        if (repeats || begin < at || end < begin || end > length)
            continue;
        base_text_add_bytes(made, bytes + at, begin - at);
        base_text_add_bytes(made, items[i].text, strlen(items[i].text));
        at = end;
        applied++;
    }
    base_text_add_bytes(made, bytes + at, length - at);
    return (int)applied;
}

static int correct_file(const fix *items, size_t count, base_text *text)
{
    char *bytes = NULL;
    size_t length = 0;
    base_text made = {0};
    const char *failed = items->file,
               *problem = base_file_system.read(base_file_system.user, items->file, &bytes, &length);
    int applied = -1;
    if (problem == NULL) {
        applied = correct(bytes, length, items, count, &made);
        cli_output output = {.path = items->file, .bytes = base_text_of(&made), .size = made.length};
        if (!cli_write_files(&output, 1, &failed, &problem))
            applied = -1;
        base_file_system.release(base_file_system.user, bytes);
    }
    if (applied < 0)
        base_text_add(text, "cannot correct %s: %s\n", failed, problem);
    else
        base_text_add(text, "%s: %d correction%s applied\n", items->file, applied, applied == 1 ? "" : "s");
    base_text_free(&made);
    return applied;
}

int mcp_apply_fixes(const cJSON *checked, base_text *text)
{
    fixes all = {0};
    int applied = 0;
    collect(checked, &all);
    if (all.count > 0)
        qsort(all.items, all.count, sizeof *all.items, compare);
    for (size_t i = 0, next; i < all.count && applied >= 0; i = next) {
        for (next = i + 1; next < all.count && strcmp(all.items[next].file, all.items[i].file) == 0;)
            next++;
        const int here = correct_file(&all.items[i], next - i, text);
        applied = here < 0 ? -1 : applied + here;
    }
    free(all.items);
    return applied;
}
