/* Which goals tasks can bring about; see lifted_reach.h. */
#include "hddl/lifted/lifted_reach.h"

#include "hddl/common/bits.h"
#include "hddl/lifted/lifted_slots.h"

#include <stdlib.h>
#include <string.h>

#define ANY HDDL_NONE /* object */

enum { MOST_CELLS = 1 << 22, MOST_WAYS = 1 << 20 };

bool lifted_can_add(const lifted_search *search, const lifted_schema *schema, const lifted_effect *effect,
                    const lifted_goal *goal, uint32_t *values)
{
    const uint32_t *objects = lifted_objects(goal->relation, goal->atom);
    if (!effect->source->adds || effect->relation != goal->relation)
        return false;
    for (uint32_t i = 0; i < schema->source->slot_count; i++)
        values[i] = HDDL_NONE;
    for (uint32_t i = 0; i < effect->source->term_count; i++) {
        normal_term term = effect->source->terms[i];
        if (!hddl_is_object(term) && values[term] == HDDL_NONE) {
            if (!hddl_is_of(search->problem->source, objects[i], schema->source->types[term]))
                return false;
            values[term] = objects[i];
        }
        if (normal_value(term, values) != objects[i])
            return false;
    }
    return true;
}

typedef struct fixpoint {
    lifted_search *search;
    lifted_reach *rows; /* of each name of actions, then of each task */
    uint32_t *needed;   /* of each of a schema's variables: the object that it must be for the goal at hand, or ANY */
    uint32_t *fixed;    /* the same by the schema's equations */
    uint32_t *required; /* of each parameter, for the goal at hand */
} fixpoint;

static bool agree(uint32_t *known, uint32_t object)
{
    if (object == ANY || *known == object)
        return true;
    if (*known != ANY)
        return false;
    *known = object;
    return true;
}

/* Adds a way to the goal, with the arguments in f->required. Whether that changes anything. */
static bool join(fixpoint *f, lifted_reach *into, uint32_t goal)
{
    uint32_t *required = into->required + (size_t)goal * into->arity;
    bool changed = false;
    if (!hddl_has_bit(into->possible, goal)) {
        hddl_flip_bit(into->possible, goal);
        memcpy(required, f->required, into->arity * sizeof *required);
        return true;
    }
    for (uint32_t i = 0; i < into->arity; i++) {
        if (required[i] == ANY || required[i] == f->required[i])
            continue;
        required[i] = ANY;
        changed = true;
    }
    return changed;
}

static void join_actions(fixpoint *f)
{
    lifted_search *search = f->search;
    for (uint32_t i = 0; i < search->problem->action_count; i++) {
        const lifted_schema *schema = &search->schemas[i];
        lifted_reach *into = &f->rows[search->problem->actions[i].name];
        for (uint32_t effect = 0; effect < schema->effect_count; effect++) {
            for (uint32_t goal = 0; goal < search->goals.count; goal++) {
                if (!lifted_can_add(search, schema, &schema->effects[effect], &search->goals.list[goal], f->needed))
                    continue;
                memcpy(f->required, f->needed, into->arity * sizeof *f->required);
                join(f, into, goal);
            }
        }
    }
}

/* The objects that the method's own equations give to its variables. False: they contradict each other. */
static bool fix_variables(fixpoint *f, const lifted_schema *schema)
{
    for (uint32_t i = 0; i < schema->source->slot_count; i++)
        f->fixed[i] = ANY;
    for (uint32_t i = 0; i < schema->source->condition.count; i++) {
        const normal_literal *literal = &schema->source->condition.literals[i];
        if (literal->predicate != NORMAL_EQUAL || !literal->positive)
            continue;
        for (uint32_t side = 0; side < 2; side++) {
            normal_term variable = literal->terms[side], object = literal->terms[1 - side];
            if (!hddl_is_object(variable) && hddl_is_object(object) &&
                !agree(&f->fixed[variable], hddl_object_of(object)))
                return false;
        }
    }
    return true;
}

/* Finds the way to the goal through one subtask. False: the method's variables rule it out. */
static bool through(fixpoint *f, const lifted_schema *schema, const normal_subtask *subtask, const lifted_reach *from,
                    uint32_t goal)
{
    const uint32_t *required = from->required + (size_t)goal * from->arity;
    memcpy(f->needed, f->fixed, schema->source->slot_count * sizeof *f->needed);
    for (uint32_t i = 0; i < from->arity; i++) {
        normal_term term = subtask->terms[i];
        if (required[i] == ANY)
            continue;
        if (hddl_is_object(term) ? hddl_object_of(term) != required[i] : !agree(&f->needed[term], required[i]))
            return false;
    }
    for (uint32_t i = 0; i < schema->source->variable_count; i++)
        if (f->needed[i] != ANY && !hddl_is_of(f->search->problem->source, f->needed[i], schema->source->types[i]))
            return false;
    for (uint32_t i = 0; i < schema->arity; i++)
        f->required[i] = hddl_is_object(schema->head[i]) ? hddl_object_of(schema->head[i]) : f->needed[schema->head[i]];
    return true;
}

static lifted_reach *row_of(const fixpoint *f, bool primitive, uint32_t index)
{
    return &f->rows[primitive ? index : f->search->problem->action_name_count + index];
}

static bool join_method(fixpoint *f, const lifted_schema *schema, lifted_reach *into)
{
    bool changed = false;
    if (!schema->possible || !fix_variables(f, schema))
        return false;
    for (uint32_t i = 0; i < schema->subtask_count; i++) {
        const normal_subtask *subtask = schema->subtasks[i].source;
        const lifted_reach *from = row_of(f, subtask->primitive, subtask->index);
        for (uint32_t goal = 0; goal < f->search->goals.count; goal++) {
            if (hddl_has_bit(from->possible, goal) && through(f, schema, subtask, from, goal))
                changed |= join(f, into, goal);
        }
    }
    return changed;
}

/* --- Filters -------------------------------------------------------------------------------------------------------- */

typedef struct pair {
    uint32_t object, goal;
} pair;

static int by_object(const void *left, const void *right)
{
    const pair *a = left, *b = right;
    return a->object != b->object ? (a->object < b->object ? -1 : 1) : (a->goal > b->goal) - (a->goal < b->goal);
}

static void make_filter(fixpoint *f, const lifted_reach *from, uint32_t parameter, pair *pairs)
{
    hddl_pool *pool = &f->search->engine.pool;
    lifted_filter *filter = &from->filters[parameter];
    uint32_t words = f->search->goals.words, count = 0;
    uint64_t *any = hddl_pool_zeroed(pool, words, sizeof *any);
    for (uint32_t goal = 0; goal < f->search->goals.count; goal++) {
        uint32_t object = from->required[(size_t)goal * from->arity + parameter];
        if (!hddl_has_bit(from->possible, goal))
            continue;
        if (object == ANY)
            hddl_flip_bit(any, goal);
        else
            pairs[count++] = (pair){object, goal};
    }
    qsort(pairs, count, sizeof *pairs, by_object);
    uint32_t *objects = hddl_pool_zeroed(pool, count, sizeof *objects);
    uint64_t *goals = hddl_pool_zeroed(pool, (size_t)count * words, sizeof *goals);
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || pairs[i].object != objects[filter->count - 1])
            objects[filter->count++] = pairs[i].object;
        hddl_flip_bit(goals + (size_t)(filter->count - 1) * words, pairs[i].goal);
    }
    filter->any = any;
    filter->objects = objects;
    filter->goals = goals;
}

/* --- All tasks ------------------------------------------------------------------------------------------------------ */

static bool open_rows(fixpoint *f, size_t rows)
{
    hddl_pool *pool = &f->search->engine.pool;
    const normal_problem *problem = f->search->problem;
    const size_t goals = f->search->goals.count;
    size_t cells = 0, ways = 0;
    f->rows = hddl_pool_zeroed(pool, rows, sizeof *f->rows);
    for (uint32_t i = 0; i < problem->source->action_count; i++)
        f->rows[i].arity = problem->source->actions[i].schema.parameter_count;
    for (uint32_t i = 0; i < problem->task_count; i++)
        row_of(f, false, i)->arity = problem->task_arity[i];
    for (size_t i = 0; i < rows; i++)
        cells += (f->rows[i].arity + 1) * goals;
    for (uint32_t i = 0; i < problem->method_count; i++)
        ways += problem->methods[i].subtask_count * goals;
    if (cells > MOST_CELLS || ways > MOST_WAYS)
        return false;
    for (size_t i = 0; i < rows; i++) {
        f->rows[i].possible = hddl_pool_zeroed(pool, f->search->goals.words, sizeof(uint64_t));
        f->rows[i].required = hddl_pool_zeroed(pool, f->rows[i].arity * goals, sizeof(uint32_t));
    }
    return true;
}

/* The filters, for subtasks in methods. */
static void store_rows(fixpoint *f, size_t rows)
{
    lifted_search *search = f->search;
    pair *pairs = hddl_pool_zeroed(&search->engine.pool, search->goals.count, sizeof *pairs);
    for (size_t i = 0; i < rows; i++) {
        lifted_reach *row = &f->rows[i];
        row->filters = hddl_pool_zeroed(&search->engine.pool, row->arity, sizeof *row->filters);
        for (uint32_t parameter = 0; parameter < row->arity; parameter++)
            make_filter(f, row, parameter, pairs);
    }
    for (uint32_t i = search->problem->action_count; i < search->schema_count; i++) {
        for (uint32_t k = 0; k < search->schemas[i].subtask_count; k++) {
            lifted_subtask *subtask = &search->schemas[i].subtasks[k];
            subtask->reach = row_of(f, subtask->source->primitive, subtask->source->index);
        }
    }
}

bool lifted_reach_make(lifted_search *search)
{
    fixpoint f = {.search = search};
    const normal_problem *problem = search->problem;
    const size_t rows = (size_t)problem->action_name_count + problem->task_count;
    const uint32_t slots = normal_slots_most(problem),
                   widest = slots > LIFTED_MOST_ARGUMENTS ? slots : LIFTED_MOST_ARGUMENTS;
    f.needed = hddl_pool_zeroed(&search->engine.pool, widest, sizeof *f.needed);
    f.fixed = hddl_pool_zeroed(&search->engine.pool, widest, sizeof *f.fixed);
    f.required = hddl_pool_zeroed(&search->engine.pool, widest, sizeof *f.required);
    if (!open_rows(&f, rows))
        return false;
    join_actions(&f);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = problem->method_count; i-- > 0;)
            changed |= join_method(&f, &search->schemas[problem->action_count + i],
                                   row_of(&f, false, problem->methods[i].task));
    }
    store_rows(&f, rows);
    return true;
}

/* Takes from `set` the goals for which the parameter cannot be `object`. */
static void filter_by(const lifted_filter *filter, uint32_t object, uint64_t *set, uint32_t words)
{
    uint32_t low = 0, high = filter->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (filter->objects[middle] < object)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < filter->count && filter->objects[low] == object;
    for (uint32_t i = 0; i < words; i++)
        set[i] &= filter->any[i] | (found ? filter->goals[(size_t)low * words + i] : 0);
}

void lifted_reach_add(const lifted_search *search, uint32_t frame, uint32_t position, uint64_t *set)
{
    const lifted_schema *schema = lifted_schema_of(search, frame);
    uint64_t own[LIFTED_MOST_GOALS / 64];
    uint32_t words = search->goals.words;
    for (uint32_t i = position; i < schema->subtask_count; i++) {
        const lifted_subtask *subtask = &schema->subtasks[i];
        memcpy(own, subtask->reach->possible, words * sizeof *own);
        for (uint32_t k = 0; k < subtask->reach->arity; k++) {
            uint32_t value = subtask->reach->filters[k].count == 0
                                 ? LIFTED_SAME
                                 : lifted_value(search, frame, subtask->source->terms[k]);
            if ((value & LIFTED_TAG) == 0)
                filter_by(&subtask->reach->filters[k], value, own, words);
        }
        for (uint32_t k = 0; k < words; k++)
            set[k] |= own[k];
    }
}
