/*
 * Which of the goals (lifted_goals.c) a task can bring about, and what its arguments have to be for that: for each task and goal
 * and parameter nothing, one object, or any; the least that all ways through its methods leave open, to a fixpoint from below.
 * So a task that is pending with other arguments is no hope for a goal.
 */
#include "lifted_inside.h"
#include "buffer.h"

#include <string.h>

enum { ANY = LIFTED_NONE, MOST_CELLS = 1 << 22 };

/* A name of actions or a task. */
typedef struct row {
    uint64_t possible;
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
    if ((into->possible >> goal & 1) == 0) {
        into->possible |= (uint64_t)1 << goal;
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
        for (uint64_t left = from->possible; left != 0; left &= left - 1) {
            uint32_t goal = lifted_lowest_bit(left);
            if (through(r, schema, &schema->subtasks[i], from, goal))
                changed |= join(r, into, goal);
        }
    }
    return changed;
}

/* For a subtask of this row: what an argument that is another object rules out, the same test for as many goals as have it. */
static void store_tests(reach *r, lifted_subtask *subtask)
{
    const row *from = row_of(r, subtask);
    htnc_buffer tests = {.arena = &r->search->arena};
    for (uint32_t place = 0; place < from->arity; place++) {
        for (uint64_t left = from->possible; left != 0;) {
            uint32_t object = from->wants[(size_t)lifted_lowest_bit(left) * from->arity + place];
            uint64_t same = 0;
            for (uint64_t other = left; other != 0; other &= other - 1)
                if (from->wants[(size_t)lifted_lowest_bit(other) * from->arity + place] == object)
                    same |= other & (~other + 1);
            left &= ~same;
            lifted_test test = {.term = subtask->terms[place], .object = object, .goals = same};
            if (object != ANY)
                htnc_buffer_add(&tests, &test, sizeof test);
        }
    }
    subtask->adds = from->possible;
    subtask->tests = (const lifted_test *)(const void *)tests.bytes;
    subtask->test_count = (uint32_t)(tests.length / sizeof(lifted_test));
}

static bool open_rows(reach *r)
{
    lifted_search *search = r->search;
    const normal_problem *problem = search->problem;
    size_t rows = (size_t)problem->action_name_count + problem->task_count, cells = 0;
    r->names = htnc_alloc_array(&search->arena, rows, sizeof *r->names);
    r->tasks = r->names + problem->action_name_count;
    for (uint32_t i = 0; i < problem->source->action_count; i++)
        r->names[i].arity = problem->source->actions[i].schema.parameter_count;
    for (uint32_t i = 0; i < problem->task_count; i++)
        r->tasks[i].arity = problem->task_arity[i];
    for (size_t i = 0; i < rows; i++)
        cells += (size_t)r->names[i].arity * search->goal_count;
    if (cells > MOST_CELLS)
        return false;
    for (size_t i = 0; i < rows; i++)
        r->names[i].wants =
            htnc_alloc_array(&search->arena, (size_t)r->names[i].arity * search->goal_count, sizeof(uint32_t));
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
    r.needed = htnc_alloc_array(&search->arena, widest, sizeof *r.needed);
    r.fixed = htnc_alloc_array(&search->arena, widest, sizeof *r.fixed);
    r.wants = htnc_alloc_array(&search->arena, widest, sizeof *r.wants);
    if (!open_rows(&r))
        return false;
    join_actions(&r);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = search->schema_count; i-- > first;)
            changed |= join_method(&r, &search->schemas[i], &r.tasks[search->problem->methods[i - first].task]);
    }
    for (uint32_t i = first; i < search->schema_count; i++)
        for (uint32_t k = 0; k < search->schemas[i].subtask_count; k++)
            store_tests(&r, &search->schemas[i].subtasks[k]);
    return true;
}

/* What a frame's subtasks from `position` on can bring about, with the arguments that they have by now. */
uint64_t lifted_adds_from(const lifted_search *search, uint32_t frame, uint32_t position)
{
    const lifted_schema *schema = &search->schemas[search->stack[frame + LIFTED_SCHEMA]];
    uint64_t all = 0;
    for (uint32_t i = position; i < schema->subtask_count; i++) {
        const lifted_subtask *subtask = &schema->subtasks[i];
        uint64_t adds = subtask->adds;
        for (uint32_t k = 0; k < subtask->test_count && (adds & ~all) != 0; k++) {
            const lifted_test *test = &subtask->tests[k];
            if ((adds & test->goals & ~all) == 0)
                continue;
            uint32_t value = lifted_value(search, frame, test->term);
            if ((value & LIFTED_TAG) == 0 && value != test->object)
                adds &= ~test->goals;
        }
        all |= adds;
    }
    return all;
}
