/* See exhaustive.h. A state is a set of bits, one for each ground atom; a set of states is a bitmap. */
#include "exhaustive.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_ATOMS = 14, MOST_ENTRIES = 400, MOST_VALUES = 32, MOST_ARGUMENTS = 8, WORDS = (1 << MOST_ATOMS) / 64 };

typedef struct states {
    uint64_t has[WORDS];
} states;

/* A task begun in a state, and where it can end. */
typedef struct entry {
    uint32_t task, state, arguments[MOST_ARGUMENTS];
    states *ends;
} entry;

static bool has(const states *set, uint32_t state)
{
    return (set->has[state / 64] >> state % 64 & 1) != 0;
}

static void add(states *set, uint32_t state)
{
    set->has[state / 64] |= (uint64_t)1 << state % 64;
}

/* Whether any was new. */
static bool add_all(states *set, const states *more)
{
    uint64_t fresh = 0;
    for (uint32_t i = 0; i < WORDS; i++) {
        fresh |= more->has[i] & ~set->has[i];
        set->has[i] |= more->has[i];
    }
    return fresh != 0;
}

typedef struct table {
    const hddl_problem *problem;
    uint32_t first[64]; /* of each predicate: its first atom's bit */
    entry *entries;
    uint32_t count;
    bool too_large, changed;
} table;

static uint32_t value_of(hddl_term term, const uint32_t *values)
{
    return hddl_is_object(term) ? hddl_object_of(term) : values[term];
}

static uint32_t bit_of(const table *t, const hddl_atom *atom, const uint32_t *values)
{
    uint32_t bit = 0;
    for (uint32_t i = 0; i < t->problem->predicates[atom->predicate].parameters.count; i++)
        bit = bit * t->problem->object_count + value_of(atom->terms[i], values);
    return (uint32_t)1 << (t->first[atom->predicate] + bit);
}

static bool holds(const table *t, const hddl_schema *schema, const hddl_formula *f, uint32_t *values, uint32_t state);

static bool for_some(const table *t, const hddl_schema *schema, const hddl_formula *f, uint32_t depth, bool wanted,
                     uint32_t *values, uint32_t state)
{
    if (depth == f->count)
        return holds(t, schema, f->parts[0], values, state) == wanted;
    for (uint32_t object = 0; object < t->problem->object_count; object++) {
        values[f->first + depth] = object;
        if (hddl_is_of(t->problem, object, schema->variables.items[f->first + depth].type) &&
            for_some(t, schema, f, depth + 1, wanted, values, state))
            return true;
    }
    return false;
}

static bool holds(const table *t, const hddl_schema *schema, const hddl_formula *f, uint32_t *values, uint32_t state)
{
    if (f == NULL)
        return true;
    switch (f->kind) {
    case HDDL_ATOM: return (state & bit_of(t, &f->atom, values)) != 0;
    case HDDL_EQUAL: return value_of(f->left, values) == value_of(f->right, values);
    case HDDL_SORT: return hddl_is_of(t->problem, value_of(f->left, values), f->type);
    case HDDL_NOT: return !holds(t, schema, f->parts[0], values, state);
    case HDDL_IMPLY:
        return !holds(t, schema, f->parts[0], values, state) || holds(t, schema, f->parts[1], values, state);
    case HDDL_FORALL: return !for_some(t, schema, f, 0, false, values, state);
    case HDDL_EXISTS: return for_some(t, schema, f, 0, true, values, state);
    case HDDL_AND:
    case HDDL_OR: break;
    }
    for (uint32_t i = 0; i < f->part_count; i++)
        if (holds(t, schema, f->parts[i], values, state) != (f->kind == HDDL_AND))
            return f->kind == HDDL_OR;
    return f->kind == HDDL_AND;
}

/* All values of an effect's own variables. */
static void collect(const table *t, const hddl_action *action, const hddl_effect *effect, uint32_t depth,
                    uint32_t *values, uint32_t state, uint32_t *changes)
{
    if (depth == effect->count) {
        if (holds(t, &action->schema, effect->when, values, state))
            *changes |= bit_of(t, &effect->atom, values);
        return;
    }
    const uint32_t variable = effect->first + depth;
    for (uint32_t object = 0; object < t->problem->object_count; object++) {
        values[variable] = object;
        if (hddl_is_of(t->problem, object, action->schema.variables.items[variable].type))
            collect(t, action, effect, depth + 1, values, state, changes);
    }
}

static bool of_types(const table *t, const hddl_schema *schema, const uint32_t *values)
{
    for (uint32_t i = 0; i < schema->parameter_count; i++)
        if (!hddl_is_of(t->problem, values[i], schema->variables.items[i].type))
            return false;
    return true;
}

/* Adds where the subtask can end if it begins in `state`; a task that was not asked for is noted. */
static void do_subtask(table *t, const hddl_subtask *subtask, const uint32_t *values, uint32_t state, states *ends)
{
    uint32_t arguments[MOST_VALUES] = {0}, adds = 0, deletes = 0;
    const hddl_schema *schema =
        subtask->primitive ? &t->problem->actions[subtask->index].schema : &t->problem->tasks[subtask->index].schema;
    for (uint32_t i = 0; i < schema->parameter_count; i++)
        arguments[i] = value_of(subtask->terms[i], values);
    if (!of_types(t, schema, arguments))
        return;
    if (subtask->primitive) {
        const hddl_action *action = &t->problem->actions[subtask->index];
        if (!holds(t, schema, action->precondition, arguments, state))
            return;
        for (uint32_t i = 0; i < action->effect_count; i++)
            collect(t, action, &action->effects[i], 0, arguments, state, action->effects[i].adds ? &adds : &deletes);
        add(ends, (state & ~deletes) | adds);
        return;
    }
    for (uint32_t i = 0; i < t->count; i++) {
        const entry *e = &t->entries[i];
        if (e->task != subtask->index || e->state != state || memcmp(e->arguments, arguments, sizeof e->arguments) != 0)
            continue;
        add_all(ends, e->ends);
        return;
    }
    if (t->count == MOST_ENTRIES) {
        t->too_large = true;
        return;
    }
    entry *fresh = &t->entries[t->count++];
    *fresh = (entry){.task = subtask->index, .state = state, .ends = calloc(1, sizeof(states))};
    memcpy(fresh->arguments, arguments, sizeof fresh->arguments);
    t->changed = true;
}

static void do_network(table *t, const hddl_network *network, const uint32_t *values, uint32_t state, states *ends)
{
    states *now = calloc(1, sizeof *now), *next = malloc(sizeof *next);
    if (now == NULL || next == NULL)
        abort();
    add(now, state);
    for (uint32_t i = 0; i < network->count; i++) {
        memset(next, 0, sizeof *next);
        for (uint32_t begin = 0; begin < WORDS * 64;
             begin += now->has[begin / 64] >> begin % 64 > 1 ? 1 : 64 - begin % 64)
            if (has(now, begin))
                do_subtask(t, &network->subtasks[i], values, begin, next);
        memcpy(now, next, sizeof *now);
    }
    t->changed |= add_all(ends, now);
    free(now);
    free(next);
}

typedef struct decomposition {
    const hddl_schema *schema;
    const hddl_method *method; /* NULL: the initial network */
    const uint32_t *arguments;
    uint32_t state;
    states *ends;
} decomposition;

static bool applies(const table *t, const decomposition *d, uint32_t *values)
{
    const hddl_initial *initial = &t->problem->initial;
    if (!of_types(t, d->schema, values))
        return false;
    if (d->method == NULL)
        return holds(t, d->schema, initial->constraints, values, d->state);
    for (uint32_t i = 0; i < t->problem->tasks[d->method->task].schema.parameter_count; i++)
        if (value_of(d->method->terms[i], values) != d->arguments[i])
            return false;
    return holds(t, d->schema, d->method->precondition, values, d->state) &&
           holds(t, d->schema, d->method->constraints, values, d->state);
}

static void try_values(table *t, const decomposition *d, uint32_t depth, uint32_t *values)
{
    if (depth < d->schema->parameter_count) {
        for (uint32_t object = 0; object < t->problem->object_count; object++) {
            values[depth] = object;
            try_values(t, d, depth + 1, values);
        }
    } else if (applies(t, d, values)) {
        do_network(t, d->method != NULL ? &d->method->network : &t->problem->initial.network, values, d->state,
                   d->ends);
    }
}

static void try_methods(table *t, uint32_t index)
{
    const entry e = t->entries[index];
    uint32_t values[MOST_VALUES];
    for (uint32_t i = 0; i < t->problem->method_count; i++) {
        const hddl_method *method = &t->problem->methods[i];
        const decomposition d = {&method->schema, method, e.arguments, e.state, e.ends};
        if (method->task == e.task)
            try_values(t, &d, 0, values);
    }
}

static exhaustive_answer answer(table *t, uint32_t state)
{
    const hddl_problem *problem = t->problem;
    states *ends = calloc(1, sizeof *ends);
    uint32_t values[MOST_VALUES];
    bool found = false;
    if (ends == NULL)
        abort();
    const decomposition initial = {&problem->initial.schema, NULL, NULL, state, ends};
    do {
        t->changed = false;
        try_values(t, &initial, 0, values);
        for (uint32_t i = 0; i < t->count && !t->too_large; i++)
            try_methods(t, i);
    } while (t->changed && !t->too_large);
    for (uint32_t end = 0; end < WORDS * 64; end++)
        found = found || (has(ends, end) && holds(t, &problem->goal_schema, problem->goal, values, end));
    free(ends);
    return found ? EXHAUSTIVE_PLAN : t->too_large ? EXHAUSTIVE_TOO_LARGE : EXHAUSTIVE_NONE;
}

exhaustive_answer exhaustive_solve(const hddl_problem *problem)
{
    table t = {.problem = problem, .entries = malloc(MOST_ENTRIES * sizeof *t.entries)};
    uint32_t atoms = 0, state = 0;
    for (uint32_t i = 0; i < problem->predicate_count; i++) {
        uint32_t own = 1;
        for (uint32_t k = 0; k < problem->predicates[i].parameters.count; k++)
            own *= problem->object_count;
        t.first[i] = atoms;
        atoms += own;
    }
    if (atoms > MOST_ATOMS || t.entries == NULL)
        abort();
    for (uint32_t i = 0; i < problem->fact_count; i++)
        state |= bit_of(&t, &problem->facts[i], NULL);
    const exhaustive_answer result = answer(&t, state);
    for (uint32_t i = 0; i < t.count; i++)
        free(t.entries[i].ends);
    free(t.entries);
    return result;
}
