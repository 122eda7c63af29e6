/*
 * Static indexes. Example: for the fact table `Connected(Room, Room)` and the condition `Connected(From, x)`, the index over the
 * second parameter maps a room to all rooms connected to it, so a loop over x visits only these.
 *
 * An index is two runs of constants, `starts` and `list`. The instances of key k are list[starts[k]] to list[starts[k + 1] - 1],
 * in rising order, so a loop over an index finds the same instances in the same order as a loop over all of them. (This is the
 * compressed sparse row format of matrices.) Where few of the possible keys have instances, a sorted key list holds those that
 * do, and k is the key's position in it.
 */
#include "compiler/lower/lower_static_index.h"
#include "compiler/types/fold_operators.h"
#include "compiler/types/types.h"
#include <stdlib.h>

/* A static index that was made before. */
typedef struct htnc_static_index {
    struct htnc_static_index *next;
    htnc_pattern pattern;
    uint32_t number, key_list;
} htnc_static_index;

static int compare_numbers(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* Facts are sorted by cell, their first member. */
int32_t htnc_fact_value(const htnc_property *table, uint64_t cell)
{
    const htnc_fact *found = NULL;
    if (table->fact_count > 0)
        found = bsearch(&cell, table->facts, table->fact_count, sizeof *found, compare_numbers);
    return found != NULL ? found->value : table->initial;
}

/* --- The cells of a pattern ----------------------------------------------------------------------- */

static bool passes(const htnc_pattern *pattern, int32_t value)
{
    return pattern->by_value || htnc_fold_binary(pattern->op, value, pattern->value) != 0;
}

bool htnc_pattern_matches_default(const htnc_pattern *pattern)
{
    return passes(pattern, htnc_default_value(pattern->table->type));
}

uint64_t htnc_pattern_keys(const htnc_pattern *pattern)
{
    uint64_t keys = pattern->table->cells / htnc_count_values(pattern->free_type);
    return pattern->by_value
               ? htnc_saturated_product(keys, (uint64_t)((int64_t)pattern->table->type->high - pattern->value + 1))
               : keys;
}

uint64_t htnc_pattern_matches(const htnc_pattern *pattern)
{
    const htnc_property *table = pattern->table;
    uint64_t matches = passes(pattern, table->initial) ? table->cells - table->fact_count : 0;
    for (uint32_t i = 0; i < table->fact_count; i++)
        matches += passes(pattern, table->facts[i].value);
    return matches;
}

/*
 * Visits the cells whose instances are listed, in rising order. A table may have 2^63 cells, but few facts. So where cells without a
 * fact do not pass, only the facts are visited.
 *
 * A cell's number is its arguments in mixed radix: (before * width + instance) * inner + behind. `before` is made of the arguments
 * before the free one, `behind` of those behind it. The key is before * inner + behind; by value, the cell's value is its last digit.
 */
typedef struct cell_walk {
    const htnc_pattern *pattern;
    uint64_t width, inner;
    bool all;     /* cells without a fact are visited too */
    bool started; /* the walk is at a cell */
    uint64_t cell;
    uint32_t fact;    /* the first fact that is not about an earlier cell */
    int32_t instance; /* of the cell */
    uint64_t key;     /* of the cell */
} cell_walk;

static cell_walk walk_of(const htnc_pattern *pattern)
{
    cell_walk at = {.pattern = pattern, .width = htnc_count_values(pattern->free_type), .inner = 1};
    uint32_t i = 0;
    for (const htnc_variable *each = pattern->table->declaration->parameters; each != NULL; each = each->next, i++)
        if (i > pattern->position)
            at.inner *= htnc_count_values(each->type);
    at.all = passes(pattern, pattern->table->initial);
    return at;
}

static bool is_at_fact(const cell_walk *at)
{
    const htnc_property *table = at->pattern->table;
    return at->fact < table->fact_count && table->facts[at->fact].cell == at->cell;
}

/* Whether the cell passes and its instance is listed. Sets the instance and the key. */
static bool read_cell(cell_walk *at)
{
    const htnc_pattern *pattern = at->pattern;
    const htnc_property *table = pattern->table;
    const int32_t value = is_at_fact(at) ? table->facts[at->fact].value : table->initial;
    at->instance = pattern->free_type->low + (int32_t)(at->cell / at->inner % at->width);
    at->key = at->cell / at->inner / at->width * at->inner + at->cell % at->inner;
    if (pattern->by_value)
        at->key = at->key * (uint64_t)((int64_t)table->type->high - pattern->value + 1) +
                  (uint64_t)((int64_t)value - pattern->value);
    return passes(pattern, value) && at->instance >= pattern->low && at->instance <= pattern->high;
}

/* Moves to the first or the next cell. False: there is none left. */
static bool next_cell(cell_walk *at)
{
    const htnc_property *table = at->pattern->table;
    do {
        if (at->started) {
            at->fact += is_at_fact(at);
            at->cell++;
        }
        at->started = true;
        if (!at->all)
            at->cell = at->fact < table->fact_count ? table->facts[at->fact].cell : table->cells;
        if (at->cell >= table->cells)
            return false;
    } while (!read_cell(at));
    return true;
}

/* --- Keys ----------------------------------------------------------------------------------------- */

/* The numbers of keys: a key is its own number, or its position in a sorted list. */
typedef struct numbering {
    const uint64_t *keys; /* rising; NULL: a key is its own number */
    uint32_t count;
} numbering;

/* The key has instances. */
static uint32_t number_of(const numbering *keys, uint64_t key)
{
    if (keys->keys == NULL)
        return (uint32_t)key;
    const uint64_t *found = bsearch(&key, keys->keys, keys->count, sizeof key, compare_numbers);
    return (uint32_t)(found - keys->keys);
}

/* All keys that have instances, sorted, each once. */
static numbering find_keys(htnc_builder *build, const htnc_pattern *pattern)
{
    numbering found = {.count = 0};
    if (!pattern->few_keys) {
        found.count = (uint32_t)htnc_pattern_keys(pattern);
        return found;
    }
    uint64_t *keys = base_alloc_array(build->arena, (size_t)htnc_pattern_matches(pattern) + 1, sizeof *keys);
    uint32_t count = 0;
    for (cell_walk at = walk_of(pattern); next_cell(&at);)
        keys[count++] = at.key;
    if (count > 0)
        qsort(keys, count, sizeof *keys, compare_numbers);
    for (uint32_t i = 0; i < count; i++)
        if (found.count == 0 || keys[found.count - 1] != keys[i])
            keys[found.count++] = keys[i];
    found.keys = keys;
    return found;
}

/* --- Building ------------------------------------------------------------------------------------- */

/*
 * A counting sort in two walks over the cells. The first counts the instances of each key, the sums of the counts are the starts, and
 * the second puts each instance at the next free position of its key.
 */
static void fill(htnc_builder *build, const htnc_pattern *pattern, const numbering *keys, htnc_index_code *code)
{
    int32_t *starts = base_alloc_array(build->arena, (size_t)keys->count + 1, sizeof *starts);
    uint32_t *next = base_alloc_array(build->arena, (size_t)keys->count + 1, sizeof *next);
    for (cell_walk at = walk_of(pattern); next_cell(&at);)
        starts[number_of(keys, at.key) + 1]++;
    for (uint32_t key = 0; key < keys->count; key++) {
        next[key] = (uint32_t)starts[key];
        starts[key + 1] += starts[key];
    }
    int32_t *list = base_alloc_array(build->arena, (size_t)starts[keys->count] + 1, sizeof *list);
    for (cell_walk at = walk_of(pattern); next_cell(&at);)
        list[next[number_of(keys, at.key)]++] = at.instance;
    code->property = pattern->table->index;
    code->keys = keys->count;
    code->starts = htnc_add_constants(build->code, starts, keys->count + 1);
    code->list = htnc_add_constants(build->code, list, (uint32_t)starts[keys->count]);
}

static uint32_t add_key_list(htnc_builder *build, const htnc_pattern *pattern, const numbering *keys)
{
    htnc_code *code = build->code;
    int32_t *halves = base_alloc_array(build->arena, (size_t)keys->count * 2 + 1, sizeof *halves);
    for (uint32_t i = 0; i < keys->count; i++) {
        halves[2 * (size_t)i] = (int32_t)(uint32_t)keys->keys[i];
        halves[2 * (size_t)i + 1] = (int32_t)(uint32_t)(keys->keys[i] >> 32);
    }
    code->key_lists = base_grow_by_one(build->arena, code->key_lists, code->key_list_count, sizeof *code->key_lists);
    code->key_lists[code->key_list_count] =
        (htnc_key_list_code){pattern->table->index, pattern->position, keys->count,
                             htnc_add_constants(build->code, halves, keys->count * 2)};
    return code->key_list_count++;
}

static bool is_same(const htnc_pattern *a, const htnc_pattern *b)
{
    return a->table == b->table && a->position == b->position && a->low == b->low && a->high == b->high &&
           a->by_value == b->by_value && a->op == b->op && a->value == b->value;
}

uint32_t htnc_static_index_of(htnc_builder *build, const htnc_pattern *pattern, uint32_t *key_list)
{
    htnc_code *code = build->code;
    htnc_static_index *made;
    for (made = build->indexes; made != NULL; made = made->next)
        if (is_same(&made->pattern, pattern))
            break;
    if (made == NULL) {
        numbering keys = find_keys(build, pattern);
        made = BASE_NEW(build->arena, htnc_static_index);
        *made = (htnc_static_index){build->indexes, *pattern, code->index_count, HTN_NONE};
        build->indexes = made;
        code->indexes = base_grow_by_one(build->arena, code->indexes, code->index_count, sizeof *code->indexes);
        fill(build, pattern, &keys, &code->indexes[code->index_count++]);
        if (pattern->few_keys)
            made->key_list = add_key_list(build, pattern, &keys);
    }
    *key_list = made->key_list;
    return made->number;
}
