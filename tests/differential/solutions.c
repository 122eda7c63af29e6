/*
 * Conditions of the reference planner: all solutions of a list, found by trying every instance of every
 * binder in turn and every item where it stands (docs/language.md, "Conditions"). Nothing is tried earlier
 * than it is written, so that what lowering moves is checked against the order that the language promises.
 */
#include "reference_inside.h"

const binding *reference_bind(reference_planner *reference, const htnc_variable *variable, int32_t value,
                              const binding *scope)
{
    binding *bound = reference_allocate(reference, sizeof *bound);

    bound->variable = variable;
    bound->value = value;
    bound->next = scope;
    return bound;
}

/* --- All ways ------------------------------------------------------------------------------------ */

typedef struct search {
    reference_planner *reference;
    const int32_t *world;
    bool first_only;
    uint32_t count;
    solution *first, **end;
} search;

static bool is_enough(const search *searching)
{
    return (searching->first_only && searching->first) || searching->reference->gave_up;
}

static void add_solution(search *searching, const binding *scope)
{
    solution *found = reference_allocate(searching->reference, sizeof *found);

    found->scope = scope;
    found->place = searching->count++;
    found->next = NULL;
    *searching->end = found;
    searching->end = &found->next;
}

static void try_items(search *searching, const htnc_expr *item, const binding *scope);

static const binding *bind_let(reference_planner *reference, const htnc_expr *let, const binding *scope,
                               const int32_t *world)
{
    reference->lets++;
    reference->uses[REFERENCE_LETS]++;
    return reference_bind(reference, let->variables, reference_whole_value(reference, let->operands, scope, world),
                          scope);
}

static void try_instances(search *searching, const htnc_expr *binder, const binding *scope)
{
    reference_planner *reference = searching->reference;
    const htnc_variable *variable = binder->variables;
    reference_reach range;
    int32_t instance;

    reference_begin_range(reference, &range, binder, scope, searching->world);
    reference->uses[REFERENCE_LISTS_BOUND] += range.listed;
    while (!is_enough(searching) && reference_next_of_range(reference, &range, searching->world, &instance)) {
        const binding *inner = reference_bind(reference, variable, instance, scope);

        if (++reference->tried > REFERENCE_TRIED || reference_is_short_of_memory(reference))
            reference->gave_up = true;
        else if (!binder->where || reference_value(reference, binder->where, inner, searching->world))
            try_items(searching, binder->next, inner);
    }
}

static void try_items(search *searching, const htnc_expr *item, const binding *scope)
{
    if (!item)
        add_solution(searching, scope);
    else if (item->kind == HTNC_EXPR_ANY)
        try_instances(searching, item, scope);
    else if (item->kind == HTNC_EXPR_LET)
        try_items(searching, item->next, bind_let(searching->reference, item, scope, searching->world));
    else if (reference_value(searching->reference, item, scope, searching->world))
        try_items(searching, item->next, scope);
    else if (searching->reference->whole)
        for (item = item->next; item && item->kind != HTNC_EXPR_ANY && item->kind != HTNC_EXPR_LET; item = item->next)
            reference_value(searching->reference, item, scope, searching->world);
}

bool reference_holds(reference_planner *reference, const htnc_expr *conditions, const binding *scope,
                     const int32_t *world)
{
    search searching = {reference, world, true, 0, NULL, NULL};
    size_t mark = reference->memory_used;

    searching.end = &searching.first;
    try_items(&searching, conditions, scope);
    reference->memory_used = mark;
    return searching.first != NULL;
}

/* --- Order --------------------------------------------------------------------------------------- */

static bool find_keys(reference_planner *reference, const htnc_prefer_key *keys, solution *of, const int32_t *world)
{
    const htnc_prefer_key *key;
    uint32_t count = 0;

    for (key = keys; key; key = key->next)
        count++;
    if (reference_is_short_of_memory(reference)) {
        reference->gave_up = true;
        return false;
    }
    of->keys = reference_allocate(reference, count * sizeof *of->keys);
    for (key = keys, count = 0; key; key = key->next)
        of->keys[count++] = reference_whole_value(reference, key->value, of->scope, world);
    return true;
}

/* Whether `a` is to be tried before `b`, which was found before it. */
static bool is_preferred(const htnc_prefer_key *keys, const solution *a, const solution *b)
{
    uint32_t i;

    for (i = 0; keys; i++, keys = keys->next)
        if (a->keys[i] != b->keys[i])
            return keys->highest ? a->keys[i] > b->keys[i] : a->keys[i] < b->keys[i];
    return false;
}

/* Sorts by inserting each in front of the first that it is preferred to. */
static solution *in_order(reference_planner *reference, const htnc_prefer_key *keys, solution *found,
                          const int32_t *world)
{
    solution *sorted = NULL, *one;

    for (one = found; one; one = one->next)
        if (!find_keys(reference, keys, one, world))
            return found;
    while (found) {
        solution **place = &sorted;

        one = found;
        found = found->next;
        while (*place && !is_preferred(keys, one, *place))
            place = &(*place)->next;
        one->next = *place;
        *place = one;
    }
    return sorted;
}

solution *reference_solutions(reference_planner *reference, const htnc_expr *conditions, const htnc_prefer_key *prefer,
                              const binding *scope, const int32_t *world)
{
    search searching = {reference, world, false, 0, NULL, NULL};

    searching.end = &searching.first;
    try_items(&searching, conditions, scope);
    return prefer ? in_order(reference, prefer, searching.first, world) : searching.first;
}

/* --- One way of old ------------------------------------------------------------------------------ */

uint32_t reference_bindings(const binding *scope, const binding *below, int32_t *values, uint32_t room)
{
    const binding *each;
    uint32_t count = 0, i;

    for (each = scope; each != below; each = each->next)
        count++;
    if (count > room)
        reference_impossible("more binders than there is room for");
    i = count;
    for (each = scope; each != below; each = each->next)
        values[--i] = each->value;
    return count;
}

const binding *reference_bound(reference_planner *reference, const htnc_expr *conditions, const int32_t *values,
                               const binding *scope, const int32_t *then, const int32_t *world, bool *holds)
{
    *holds = true;
    for (; conditions; conditions = conditions->next) {
        const htnc_expr *test = conditions;

        if (conditions->kind == HTNC_EXPR_ANY || conditions->kind == HTNC_EXPR_LET) {
            const htnc_type *type = conditions->variables->type;

            *holds = *holds && reference_same_instance(reference, type, *values, then, world);
            scope = reference_bind(reference, conditions->variables, *values++, scope);
            reference->kept_lets += conditions->kind == HTNC_EXPR_LET;
            reference->uses[REFERENCE_LETS_KEPT] += conditions->kind == HTNC_EXPR_LET;
            test = conditions->where;
        }
        *holds = *holds && (!test || reference_value(reference, test, scope, world));
    }
    return scope;
}
