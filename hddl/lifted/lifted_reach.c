/*
 * Which of the goals (lifted_goals.c) a task can bring about, and what its arguments have to be for that: for each task and goal
 * and parameter nothing, one object, or any; the least that all ways through its methods leave open, to a fixpoint from below.
 * So a task that is pending with other arguments is no hope for a goal.
 */
#include "hddl/lifted/lifted_inside.h"
#include "base/buffer.h"

#include <stdlib.h>
#include <string.h>

enum { ANY = LIFTED_NONE, MOST_CELLS = 1 << 22, MOST_WAYS = 1 << 20 };

/* A name of actions or a task. */
typedef struct row {
    uint64_t *possible;
    uint32_t arity;
    uint32_t *wants; /* of each goal, each parameter: the object that it has to be, or ANY */
} row;

typedef struct reach {
    lifted_search *search;
    row *names, *tasks;
    uint32_t *needed; /* of each of a schema's variables: the object that it has to be, or ANY */
    uint32_t *fixed;
    uint32_t *wants;
} reach;

static bool agree(uint32_t *known, uint32_t object)
{
    if (object == ANY || *known == object)
        return true;
    if (*known != ANY)
        return false;
    *known = object;
    return true;
}

/* One more way to the goal, for arguments as in r->wants; whether that says anything new. */
static bool join(reach *r, row *into, uint32_t goal)
{
    uint32_t *wants = into->wants + (size_t)goal * into->arity;
    bool changed = false;
    if (!lifted_has_bit(into->possible, goal)) {
        lifted_flip_bit(into->possible, goal);
        memcpy(wants, r->wants, into->arity * sizeof *wants);
        return true;
    }
    for (uint32_t i = 0; i < into->arity; i++) {
        if (wants[i] == ANY || wants[i] == r->wants[i])
            continue;
        wants[i] = ANY;
        changed = true;
    }
    return changed;
}

static void join_actions(reach *r)
{
    lifted_search *search = r->search;
    for (uint32_t i = 0; i < search->problem->action_count; i++) {
        const lifted_schema *schema = &search->schemas[i];
        row *into = &r->names[search->problem->actions[i].name];
        for (uint32_t effect = 0; effect < schema->effect_count; effect++) {
            for (uint32_t goal = 0; goal < search->goal_count; goal++) {
                if (!lifted_can_add(search, schema, &schema->effects[effect], &search->goals[goal], r->needed))
                    continue;
                memcpy(r->wants, r->needed, into->arity * sizeof *r->wants);
                join(r, into, goal);
            }
        }
    }
}

/* What the method's own equations make of its variables. False: they contradict each other. */
static bool fix_variables(reach *r, const lifted_schema *schema)
{
    for (uint32_t i = 0; i < schema->source->slot_count; i++)
        r->fixed[i] = ANY;
    for (uint32_t i = 0; i < schema->literal_count; i++) {
        const normal_literal *literal = &schema->literals[i];
        if (literal->predicate != NORMAL_EQUAL || !literal->positive)
            continue;
        for (uint32_t side = 0; side < 2; side++) {
            normal_term variable = literal->terms[side], object = literal->terms[1 - side];
            if (!hddl_is_object(variable) && hddl_is_object(object) &&
                !agree(&r->fixed[variable], hddl_object_of(object)))
                return false;
        }
    }
    return true;
}

/* The way to the goal through one subtask; false: there is none with what the method says of its variables. */
static bool through(reach *r, const lifted_schema *schema, const lifted_subtask *subtask, const row *from,
                    uint32_t goal)
{
    const uint32_t *wants = from->wants + (size_t)goal * from->arity;
    memcpy(r->needed, r->fixed, schema->source->slot_count * sizeof *r->needed);
    for (uint32_t i = 0; i < from->arity; i++) {
        normal_term term = subtask->terms[i];
        if (wants[i] == ANY)
            continue;
        if (hddl_is_object(term) ? hddl_object_of(term) != wants[i] : !agree(&r->needed[term], wants[i]))
            return false;
    }
    for (uint32_t i = 0; i < schema->source->variable_count; i++)
        if (r->needed[i] != ANY && !hddl_is_of(r->search->problem->source, r->needed[i], schema->source->types[i]))
            return false;
    for (uint32_t i = 0; i < schema->arity; i++)
        r->wants[i] = hddl_is_object(schema->head[i]) ? hddl_object_of(schema->head[i]) : r->needed[schema->head[i]];
    return true;
}

static const row *row_of(const reach *r, const lifted_subtask *subtask)
{
    return subtask->primitive ? &r->names[subtask->task] : &r->tasks[subtask->task];
}

static bool join_method(reach *r, const lifted_schema *schema, row *into)
{
    bool changed = false;
    if (!schema->possible || !fix_variables(r, schema))
        return false;
    for (uint32_t i = 0; i < schema->subtask_count; i++) {
        const row *from = row_of(r, &schema->subtasks[i]);
        for (uint32_t goal = 0; goal < r->search->goal_count; goal++) {
            if (lifted_has_bit(from->possible, goal) && through(r, schema, &schema->subtasks[i], from, goal))
                changed |= join(r, into, goal);
        }
    }
    return changed;
}

/* --- Filters ---------------------------------------------------------------------------------------------------------- */

typedef struct wish {
    uint32_t object, goal;
} wish;

static int by_object(const void *left, const void *right)
{
    const wish *a = left, *b = right;
    return a->object != b->object ? (a->object < b->object ? -1 : 1) : (a->goal > b->goal) - (a->goal < b->goal);
}

static void make_filter(reach *r, const row *from, uint32_t place, wish *wishes, lifted_filter *filter)
{
    base_arena *arena = &r->search->arena;
    uint32_t words = r->search->goal_words, count = 0;
    uint64_t *any = base_alloc_array(arena, words, sizeof *any);
    for (uint32_t goal = 0; goal < r->search->goal_count; goal++) {
        uint32_t object = from->wants[(size_t)goal * from->arity + place];
        if (!lifted_has_bit(from->possible, goal))
            continue;
        if (object == ANY)
            lifted_flip_bit(any, goal);
        else
            wishes[count++] = (wish){object, goal};
    }
    qsort(wishes, count, sizeof *wishes, by_object);
    uint32_t *objects = base_alloc_array(arena, count, sizeof *objects);
    uint64_t *goals = base_alloc_array(arena, (size_t)count * words, sizeof *goals);
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || wishes[i].object != objects[filter->count - 1])
            objects[filter->count++] = wishes[i].object;
        lifted_flip_bit(goals + (size_t)(filter->count - 1) * words, wishes[i].goal);
    }
    filter->any = any;
    filter->objects = objects;
    filter->goals = goals;
}

static const lifted_adds *make_adds(reach *r, const row *from, wish *wishes)
{
    lifted_adds *adds = BASE_NEW(&r->search->arena, lifted_adds);
    lifted_filter *filters = base_alloc_array(&r->search->arena, from->arity, sizeof *filters);
    for (uint32_t i = 0; i < from->arity; i++)
        make_filter(r, from, i, wishes, &filters[i]);
    *adds = (lifted_adds){.possible = from->possible, .filters = filters, .arity = from->arity};
    return adds;
}

static void store_adds(reach *r)
{
    lifted_search *search = r->search;
    size_t rows = (size_t)search->problem->action_name_count + search->problem->task_count;
    wish *wishes = base_alloc_array(&search->arena, search->goal_count, sizeof *wishes);
    const lifted_adds **all = base_alloc_array(&search->arena, rows, sizeof *all);
    for (size_t i = 0; i < rows; i++)
        all[i] = make_adds(r, &r->names[i], wishes);
    for (uint32_t i = search->problem->action_count; i < search->schema_count; i++)
        for (uint32_t k = 0; k < search->schemas[i].subtask_count; k++)
            search->schemas[i].subtasks[k].adds = all[row_of(r, &search->schemas[i].subtasks[k]) - r->names];
}

/* --- Making ----------------------------------------------------------------------------------------------------------- */

static bool open_rows(reach *r)
{
    lifted_search *search = r->search;
    const normal_problem *problem = search->problem;
    size_t rows = (size_t)problem->action_name_count + problem->task_count, cells = 0, ways = 0;
    r->names = base_alloc_array(&search->arena, rows, sizeof *r->names);
    r->tasks = r->names + problem->action_name_count;
    for (uint32_t i = 0; i < problem->source->action_count; i++)
        r->names[i].arity = problem->source->actions[i].schema.parameter_count;
    for (uint32_t i = 0; i < problem->task_count; i++)
        r->tasks[i].arity = problem->task_arity[i];
    for (size_t i = 0; i < rows; i++)
        cells += (size_t)(r->names[i].arity + 1) * search->goal_count;
    for (uint32_t i = 0; i < problem->method_count; i++)
        ways += (size_t)problem->methods[i].subtask_count * search->goal_count;
    if (cells > MOST_CELLS || ways > MOST_WAYS)
        return false;
    for (size_t i = 0; i < rows; i++) {
        r->names[i].possible = base_alloc_array(&search->arena, search->goal_words, sizeof(uint64_t));
        r->names[i].wants =
            base_alloc_array(&search->arena, (size_t)r->names[i].arity * search->goal_count, sizeof(uint32_t));
    }
    return true;
}

/* False: the problem is too large for it. */
bool lifted_reach_make(lifted_search *search)
{
    reach r = {.search = search};
    uint32_t widest = LIFTED_MOST_ARGUMENTS, first = search->problem->action_count;
    for (uint32_t i = 0; i < search->schema_count; i++)
        if (search->schemas[i].source->slot_count > widest)
            widest = search->schemas[i].source->slot_count;
    r.needed = base_alloc_array(&search->arena, widest, sizeof *r.needed);
    r.fixed = base_alloc_array(&search->arena, widest, sizeof *r.fixed);
    r.wants = base_alloc_array(&search->arena, widest, sizeof *r.wants);
    if (!open_rows(&r))
        return false;
    join_actions(&r);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = search->schema_count; i-- > first;)
            changed |= join_method(&r, &search->schemas[i], &r.tasks[search->problem->methods[i - first].task]);
    }
    store_adds(&r);
    return true;
}

/* Takes away from `set` what the parameter cannot be `object` for. */
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

void lifted_adds_from(const lifted_search *search, uint32_t frame, uint32_t position, uint64_t *set)
{
    const lifted_schema *schema = &search->schemas[search->stack[frame + LIFTED_SCHEMA]];
    uint64_t own[LIFTED_MOST_GOALS / 64];
    uint32_t words = search->goal_words;
    for (uint32_t i = position; i < schema->subtask_count; i++) {
        const lifted_subtask *subtask = &schema->subtasks[i];
        memcpy(own, subtask->adds->possible, words * sizeof *own);
        for (uint32_t k = 0; k < subtask->adds->arity; k++) {
            uint32_t value =
                subtask->adds->filters[k].count == 0 ? LIFTED_SAME : lifted_value(search, frame, subtask->terms[k]);
            if ((value & LIFTED_TAG) == 0)
                filter_by(&subtask->adds->filters[k], value, own, words);
        }
        for (uint32_t k = 0; k < words; k++)
            set[k] |= own[k];
    }
}
