/*
 * Static facts: tables that nothing writes. What they say of constants is folded; and a loop whose instances a static
 * table of truths picks out goes through a list of just those, kept for each combination of the other arguments.
 */
#include "lower.h"

/* A static index: a table without one of its parameters, which is free. */
typedef struct htnc_index {
    struct htnc_index *next;
    const htnc_property *table;
    uint32_t position;
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

/* --- Building an index ---------------------------------------------------------------------------- */

static uint32_t width_of(const htnc_type *type)
{
    return (uint32_t)(type->high - type->low + 1);
}

/* A cell number is (outer * width + instance) * inner + rest; the key leaves the instance out. */
typedef struct split {
    uint32_t width, inner;
    const htnc_type *type;
} split;

static split split_at(const htnc_property *table, uint32_t position)
{
    split found = {1, 1, NULL};
    uint32_t i = 0;
    for (const htnc_variable *each = table->declaration->parameters; each != NULL; each = each->next, i++) {
        if (i == position) {
            found.type = each->type;
            found.width = width_of(each->type);
        } else if (i > position) {
            found.inner *= width_of(each->type);
        }
    }
    return found;
}

static uint32_t key_of(const split *at, uint32_t cell)
{
    return cell / at->inner / at->width * at->inner + cell % at->inner;
}

/* The next true cell at or after `cell`; the number of cells where there is none. `fact` goes along. */
static uint32_t next_true(const htnc_property *table, uint32_t cell, uint32_t *fact)
{
    if (table->initial == 0) {
        while (*fact < table->fact_count && (table->facts[*fact].cell < cell || table->facts[*fact].value == 0))
            ++*fact;
        return *fact < table->fact_count ? table->facts[*fact].cell : table->cells;
    }
    while (cell < table->cells) {
        while (*fact < table->fact_count && table->facts[*fact].cell < cell)
            ++*fact;
        if (*fact == table->fact_count || table->facts[*fact].cell != cell || table->facts[*fact].value != 0)
            return cell;
        cell++;
    }
    return cell;
}

/* Instances in two walks over the true cells, which rise: count those of each key, then put them in their places. */
static void fill(htnc_lowering *lowering, const htnc_property *table, uint32_t position, htnc_index_code *code)
{
    split at = split_at(table, position);
    uint32_t keys = table->cells / at.width, fact = 0, cell;
    int32_t *starts = htnc_alloc_array(lowering->arena, (size_t)keys + 1, sizeof *starts);
    uint32_t *next = htnc_alloc_array(lowering->arena, (size_t)keys + 1, sizeof *next);
    int32_t *list;
    for (cell = next_true(table, 0, &fact); cell < table->cells; cell = next_true(table, cell + 1, &fact))
        starts[key_of(&at, cell) + 1]++;
    for (uint32_t key = 0; key < keys; key++) {
        next[key] = (uint32_t)starts[key];
        starts[key + 1] += starts[key];
    }
    list = htnc_alloc_array(lowering->arena, (size_t)starts[keys] + 1, sizeof *list);
    fact = 0;
    for (cell = next_true(table, 0, &fact); cell < table->cells; cell = next_true(table, cell + 1, &fact))
        list[next[key_of(&at, cell)]++] = at.type->low + (int32_t)(cell / at.inner % at.width);
    code->property = table->index;
    code->keys = keys;
    code->starts = htnc_add_constants(lowering, starts, keys + 1);
    code->list = htnc_add_constants(lowering, list, (uint32_t)starts[keys]);
}

static uint32_t index_of(htnc_lowering *lowering, const htnc_property *table, uint32_t position)
{
    htnc_code *code = lowering->code;
    for (const htnc_index *each = lowering->indexes; each != NULL; each = each->next)
        if (each->table == table && each->position == position)
            return each->number;
    htnc_index *made = HTNC_NEW(lowering->arena, htnc_index);
    made->table = table;
    made->position = position;
    made->number = code->index_count;
    made->next = lowering->indexes;
    lowering->indexes = made;
    if ((code->index_count & (code->index_count - 1)) == 0) /* full at each power of two */
        code->indexes = htnc_grow(lowering->arena, code->indexes, code->index_count * sizeof *code->indexes,
                                  (code->index_count == 0 ? 1 : code->index_count * 2) * sizeof *code->indexes);
    fill(lowering, table, position, &code->indexes[code->index_count++]);
    return made->number;
}

/* --- Choosing one --------------------------------------------------------------------------------- */

static bool is_local(void *user, const htnc_node *node)
{
    return node->kind == HTNC_NODE_LOCAL && (uint32_t)node->value == *(uint32_t *)user;
}

/* The position at which a static fact has the loop's variable, once and as it is; its number of arguments: none. */
static uint32_t free_position(const htnc_node *node, uint32_t variable)
{
    uint32_t position = node->count;
    for (uint32_t i = 0; i < node->count; i++) {
        if (!htnc_node_any(node->arguments[i], is_local, &variable))
            continue;
        if (position != node->count || !is_local(&variable, node->arguments[i]))
            return node->count;
        position = i;
    }
    return position;
}

/* Whether `type` ranges over all that the parameter does, so that the index lists nothing foreign. */
static bool ranges_over(const htnc_type *type, const htnc_type *parameter)
{
    return type == parameter || (type->low <= parameter->low && type->high >= parameter->high);
}

/* The number of the combination of the other arguments; NULL where one may be no value of its type, with others beside it. */
static htnc_node *key_node(htnc_lowering *lowering, const htnc_node *fact, uint32_t position)
{
    htnc_node *key = htnc_node_constant(lowering, 0);
    const htnc_variable *parameter = fact->property->declaration->parameters;
    for (uint32_t i = 0; i < fact->count; i++, parameter = parameter->next) {
        htnc_node *argument = fact->arguments[i];
        if (i == position)
            continue;
        if (fact->count > 2 && (argument->low < parameter->type->low || argument->high > parameter->type->high))
            return NULL;
        key =
            htnc_node_binary(lowering, HTNC_MUL, key, htnc_node_constant(lowering, (int32_t)width_of(parameter->type)));
        if (parameter->type->low != 0)
            argument =
                htnc_node_binary(lowering, HTNC_SUB, argument, htnc_node_constant(lowering, parameter->type->low));
        key = htnc_node_is_constant(key) && key->value == 0 ? argument
                                                            : htnc_node_binary(lowering, HTNC_ADD, key, argument);
    }
    return key;
}

static const htnc_type *parameter_type(const htnc_property *table, uint32_t position)
{
    const htnc_variable *parameter = table->declaration->parameters;
    while (position-- > 0)
        parameter = parameter->next;
    return parameter->type;
}

void htnc_choose_index(htnc_lowering *lowering, htnc_loop *loop, htnc_test *tests, uint32_t level)
{
    if (loop->type->open)
        return; /* facts cannot name its instances */
    for (htnc_test *test = tests; test != NULL; test = test->next) {
        const htnc_node *fact = test->node;
        if (test->level != level || fact->kind != HTNC_NODE_CELL || !fact->property->is_static || fact->low != 0 ||
            fact->high != 1 || fact->property->type->kind != HTNC_TYPE_BOOL)
            continue;
        uint32_t position = free_position(fact, loop->variable);
        if (position == fact->count || !ranges_over(loop->type, parameter_type(fact->property, position)))
            continue;
        htnc_node *key = key_node(lowering, fact, position);
        if (key == NULL)
            continue;
        loop->indexed = true;
        loop->key = key;
        loop->index = index_of(lowering, fact->property, position);
        test->implied = true;
        return;
    }
}
