/*
 * Static facts: tables that nothing writes. What they say of constants is folded; what they say of a loop's variable
 * becomes a list of the instances it is true of, for each combination of what else it depends on (a static index).
 */
#include "lower.h"

/* A static index that was made. */
typedef struct htnc_index {
    struct htnc_index *next;
    htnc_pattern pattern;
    uint32_t number;
} htnc_index;

int32_t htnc_fact_value(const htnc_property *table, uint32_t cell)
{
    uint32_t low = 0, high = table->fact_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (table->facts[middle].cell == cell)
            return table->facts[middle].value;
        if (table->facts[middle].cell < cell)
            low = middle + 1;
        else
            high = middle;
    }
    return table->initial;
}

/* --- The cells that a pattern is true of ---------------------------------------------------------- */

static uint32_t width_of(const htnc_type *type)
{
    return (uint32_t)(type->high - type->low + 1);
}

static bool is_true_of(const htnc_pattern *pattern, int32_t value)
{
    return pattern->by_value || htnc_fold_binary(pattern->op, value, pattern->value) != 0;
}

bool htnc_pattern_holds_by_default(const htnc_pattern *pattern)
{
    return is_true_of(pattern, htnc_default_value(pattern->table->type));
}

uint64_t htnc_pattern_keys(const htnc_pattern *pattern)
{
    uint64_t keys = pattern->table->cells / width_of(pattern->free_type);
    return pattern->by_value ? keys * (uint64_t)((int64_t)pattern->table->type->high - pattern->value + 1) : keys;
}

uint64_t htnc_pattern_matches(const htnc_pattern *pattern)
{
    const htnc_property *table = pattern->table;
    uint64_t matches = is_true_of(pattern, table->initial) ? table->cells - table->fact_count : 0;
    for (uint32_t i = 0; i < table->fact_count; i++)
        matches += is_true_of(pattern, table->facts[i].value);
    return matches;
}

/* Goes through those cells, which rise. */
typedef struct walk {
    const htnc_pattern *pattern;
    uint32_t cell, fact; /* where it is; the first fact of that cell or of a later one */
    int32_t value;       /* there */
    bool all;            /* cells without a fact as well */
} walk;

static void skip_to_fact(walk *at)
{
    const htnc_property *table = at->pattern->table;
    if (!at->all)
        at->cell = at->fact < table->fact_count ? table->facts[at->fact].cell : table->cells;
    at->value = at->fact < table->fact_count && table->facts[at->fact].cell == at->cell ? table->facts[at->fact].value
                                                                                        : table->initial;
}

/* False: there is none left. The first time, `at` is all zero but for the pattern and `all`. */
static bool find_cell(walk *at, bool first)
{
    const htnc_property *table = at->pattern->table;
    for (bool next = !first;; next = true) {
        if (next) {
            at->fact += at->fact < table->fact_count && table->facts[at->fact].cell == at->cell;
            at->cell++;
        }
        skip_to_fact(at);
        if (at->cell >= table->cells)
            return false;
        if (is_true_of(at->pattern, at->value))
            return true;
    }
}

static walk walk_of(const htnc_pattern *pattern)
{
    return (walk){.pattern = pattern, .all = is_true_of(pattern, pattern->table->initial)};
}

/* --- Building an index ---------------------------------------------------------------------------- */

/* A cell number is (outer * width + instance) * inner + rest; the key leaves the instance out. */
typedef struct split {
    uint32_t width, inner;
} split;

static split split_at(const htnc_pattern *pattern)
{
    split found = {width_of(pattern->free_type), 1};
    uint32_t i = 0;
    for (const htnc_variable *each = pattern->table->declaration->parameters; each != NULL; each = each->next, i++)
        if (i > pattern->position)
            found.inner *= width_of(each->type);
    return found;
}

static uint32_t key_of(const walk *at, split by)
{
    const htnc_type *type = at->pattern->table->type;
    uint32_t key = at->cell / by.inner / by.width * by.inner + at->cell % by.inner;
    if (!at->pattern->by_value)
        return key;
    return key * (uint32_t)(type->high - at->pattern->value + 1) + (uint32_t)(at->value - at->pattern->value);
}

static int32_t instance_of(const walk *at, split by)
{
    return at->pattern->free_type->low + (int32_t)(at->cell / by.inner % by.width);
}

static bool is_listed(const walk *at, int32_t instance)
{
    return instance >= at->pattern->low && instance <= at->pattern->high;
}

/* Instances in two walks over the cells: count those of each key, then put them in their places. */
static void fill(htnc_lowering *lowering, const htnc_pattern *pattern, htnc_index_code *code)
{
    split by = split_at(pattern);
    uint32_t keys = (uint32_t)htnc_pattern_keys(pattern);
    int32_t *starts = htnc_alloc_array(lowering->arena, (size_t)keys + 1, sizeof *starts);
    uint32_t *next = htnc_alloc_array(lowering->arena, (size_t)keys + 1, sizeof *next);
    walk at = walk_of(pattern);
    for (bool more = find_cell(&at, true); more; more = find_cell(&at, false))
        starts[key_of(&at, by) + 1] += is_listed(&at, instance_of(&at, by));
    for (uint32_t key = 0; key < keys; key++) {
        next[key] = (uint32_t)starts[key];
        starts[key + 1] += starts[key];
    }
    int32_t *list = htnc_alloc_array(lowering->arena, (size_t)starts[keys] + 1, sizeof *list);
    at = walk_of(pattern);
    for (bool more = find_cell(&at, true); more; more = find_cell(&at, false))
        if (is_listed(&at, instance_of(&at, by)))
            list[next[key_of(&at, by)]++] = instance_of(&at, by);
    code->property = pattern->table->index;
    code->keys = keys;
    code->starts = htnc_add_constants(lowering, starts, keys + 1);
    code->list = htnc_add_constants(lowering, list, (uint32_t)starts[keys]);
}

static bool is_same(const htnc_pattern *a, const htnc_pattern *b)
{
    return a->table == b->table && a->position == b->position && a->low == b->low && a->high == b->high &&
           a->by_value == b->by_value && a->op == b->op && a->value == b->value;
}

uint32_t htnc_index_of(htnc_lowering *lowering, const htnc_pattern *pattern)
{
    htnc_code *code = lowering->code;
    for (const htnc_index *each = lowering->indexes; each != NULL; each = each->next)
        if (is_same(&each->pattern, pattern))
            return each->number;
    htnc_index *made = HTNC_NEW(lowering->arena, htnc_index);
    made->pattern = *pattern;
    made->number = code->index_count;
    made->next = lowering->indexes;
    lowering->indexes = made;
    if ((code->index_count & (code->index_count - 1)) == 0) /* full at each power of two */
        code->indexes = htnc_grow(lowering->arena, code->indexes, code->index_count * sizeof *code->indexes,
                                  (code->index_count == 0 ? 1 : code->index_count * 2) * sizeof *code->indexes);
    fill(lowering, pattern, &code->indexes[code->index_count++]);
    return made->number;
}
