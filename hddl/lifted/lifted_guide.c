/* Guides of recursive tasks; see lifted_guide.h. */
#include "hddl/lifted/lifted_guide.h"

#include "hddl/common/bits.h"
#include "hddl/lifted/lifted_values.h"

#include <string.h>

/* The only subtask of a method that is the method's own task; NULL: there is none, or several. */
static const normal_subtask *own_task(const normal_method *method)
{
    const normal_subtask *own = NULL;
    for (uint32_t i = 0; i < method->subtask_count; i++) {
        const normal_subtask *subtask = &method->subtasks[i];
        if (subtask->primitive || subtask->index != method->task)
            continue;
        if (own != NULL)
            return NULL;
        own = subtask;
    }
    return own;
}

/* The only parameter that the method changes, from a variable to another; HDDL_NONE: there is none. */
static uint32_t changing_parameter(const normal_method *method, const normal_subtask *own)
{
    uint32_t changing = HDDL_NONE;
    for (uint32_t i = 0; i < own->term_count; i++) {
        if (own->terms[i] == method->head[i])
            continue;
        if (changing != HDDL_NONE || hddl_is_object(own->terms[i]) || hddl_is_object(method->head[i]))
            return HDDL_NONE;
        changing = i;
    }
    return changing;
}

static bool makes_equal(const normal_method *method, normal_term left, normal_term right)
{
    const normal_condition *condition = &method->schema.condition;
    if (left == right)
        return true;
    for (uint32_t i = 0; i < condition->count; i++) {
        const normal_term *terms = condition->literals[i].terms;
        if (condition->literals[i].predicate == NORMAL_EQUAL && condition->literals[i].positive &&
            ((terms[0] == left && terms[1] == right) || (terms[0] == right && terms[1] == left)))
            return true;
    }
    return false;
}

/* The parameter that another one is equal to when the task ends; HDDL_NONE: there is none. */
static uint32_t ending_parameter(const normal_problem *problem, uint32_t task, uint32_t parameter)
{
    const normal_range *range = &problem->tasks[task];
    for (uint32_t i = range->first; i < range->first + range->count; i++) {
        const normal_method *method = &problem->methods[i];
        for (uint32_t k = 0; k < problem->task_arity[task] && method->subtask_count == 0; k++)
            if (k != parameter && makes_equal(method, method->head[parameter], method->head[k]))
                return k;
    }
    return HDDL_NONE;
}

static uint32_t column_of(const normal_literal *literal, uint32_t variable)
{
    uint32_t column = 0;
    while (column < literal->term_count && literal->terms[column] != (normal_term)variable)
        column++;
    return column < literal->term_count ? column : HDDL_NONE;
}

/* The static condition that has both variables; NULL: there is none. */
static const normal_literal *find_link(const lifted_search *search, const normal_method *method,
                                       const lifted_guide *guide)
{
    const normal_condition *condition = &method->schema.condition;
    for (uint32_t i = 0; i < condition->count; i++) {
        const normal_literal *literal = &condition->literals[i];
        if (literal->predicate != NORMAL_EQUAL && literal->positive &&
            search->relations[literal->predicate].is_static && column_of(literal, guide->now) != HDDL_NONE &&
            column_of(literal, guide->next) != HDDL_NONE)
            return literal;
    }
    return NULL;
}

/* What a method adds to the map of its task: facts, and the columns of the two objects. */
typedef struct lifted_road {
    const lifted_relation *relation;
    uint32_t now, next; /* columns */
} lifted_road;

/* Adds the facts of a road to the lists; first, with `sources` NULL, they are counted. */
static void add_road(lifted_map *map, const lifted_road *road)
{
    for (uint32_t atom = 0; atom < road->relation->atom_count; atom++) {
        const uint32_t *objects = lifted_objects(road->relation, atom), next = objects[road->next];
        if (!lifted_holds(road->relation, atom))
            continue;
        if (map->sources == NULL)
            map->begin[next + 2]++;
        else
            map->sources[map->begin[next + 1]++] = objects[road->now];
    }
}

/* The guide of a method that contains its own task, without the map. False: there is none. */
static bool find_guide(const lifted_search *search, const normal_method *method, lifted_guide *guide, lifted_road *road)
{
    const normal_problem *problem = search->problem;
    const normal_subtask *own = own_task(method);
    const uint32_t changing = own == NULL ? HDDL_NONE : changing_parameter(method, own);
    const uint32_t ending = changing == HDDL_NONE ? HDDL_NONE : ending_parameter(problem, method->task, changing);
    if (ending == HDDL_NONE || hddl_is_object(method->head[ending]))
        return false;
    *guide = (lifted_guide){.now = (uint32_t)method->head[changing],
                            .next = (uint32_t)own->terms[changing],
                            .end = (uint32_t)method->head[ending]};
    const normal_literal *link = find_link(search, method, guide);
    if (link == NULL)
        return false;
    road->relation = &search->relations[link->predicate];
    road->now = column_of(link, guide->now);
    road->next = column_of(link, guide->next);
    return true;
}

/* Fills in the roads of all methods of the map's task. */
static void fill_map(lifted_search *search, lifted_map *map)
{
    hddl_pool *pool = &search->engine.pool;
    const normal_problem *problem = search->problem;
    const normal_range *range = &problem->tasks[map->task];
    const uint32_t objects = problem->source->object_count;
    lifted_guide guide;
    lifted_road road;
    map->begin = hddl_pool_zeroed(pool, (size_t)objects + 2, sizeof *map->begin);
    for (int filling = 0; filling < 2; filling++) {
        for (uint32_t i = range->first; i < range->first + range->count; i++)
            if (find_guide(search, &problem->methods[i], &guide, &road))
                add_road(map, &road);
        for (uint32_t i = 0; i < objects && !filling; i++)
            map->begin[i + 2] += map->begin[i + 1];
        if (!filling)
            map->sources = hddl_pool_zeroed(pool, map->begin[objects + 1], sizeof *map->sources);
    }
}

/* Finds the actions that a task can contain; `seen` are the tasks that were looked into. */
static void find_actions(const normal_problem *problem, uint32_t task, bool *actions, bool *seen)
{
    bool again = true;
    for (seen[task] = true; again;) {
        again = false;
        for (uint32_t i = 0; i < problem->method_count; i++) {
            const normal_method *method = &problem->methods[i];
            for (uint32_t k = 0; seen[method->task] && k < method->subtask_count; k++) {
                const normal_subtask *subtask = &method->subtasks[k];
                const normal_range *range = &problem->action_names[subtask->primitive ? subtask->index : 0];
                if (subtask->primitive) {
                    memset(actions + range->first, true, range->count * sizeof *actions);
                } else {
                    again |= !seen[subtask->index];
                    seen[subtask->index] = true;
                }
            }
        }
    }
}

static lifted_map *make_map(lifted_search *search, uint32_t task)
{
    hddl_pool *pool = &search->engine.pool;
    const normal_problem *problem = search->problem;
    const uint32_t objects = problem->source->object_count;
    lifted_map *map = hddl_pool_zeroed(pool, 1, sizeof *map);
    bool *seen = hddl_pool_zeroed(pool, problem->task_count, sizeof *seen);
    map->task = task;
    map->end = HDDL_NONE;
    map->actions = hddl_pool_zeroed(pool, problem->action_count, sizeof *map->actions);
    map->distances = hddl_pool_zeroed(pool, objects, sizeof *map->distances);
    map->queue = hddl_pool_zeroed(pool, objects, sizeof *map->queue);
    map->allowed = hddl_pool_zeroed(pool, search->values.words, sizeof *map->allowed);
    find_actions(problem, task, map->actions, seen);
    hddl_pool_release(pool, seen);
    fill_map(search, map);
    return map;
}

/* Whether all methods of a task that contain it again have guides, and these agree on what changes. */
static bool can_guide(const lifted_search *search, uint32_t task)
{
    const normal_problem *problem = search->problem;
    const normal_range *range = &problem->tasks[task];
    uint32_t found = 0, changing = HDDL_NONE;
    lifted_guide guide;
    lifted_road road;
    for (uint32_t i = range->first; i < range->first + range->count; i++) {
        const normal_method *method = &problem->methods[i];
        bool again = false;
        for (uint32_t k = 0; k < method->subtask_count; k++)
            again |= !method->subtasks[k].primitive && method->subtasks[k].index == task;
        if (!again)
            continue;
        if (!find_guide(search, method, &guide, &road))
            return false;
        const uint32_t own = changing_parameter(method, own_task(method));
        if (found++ > 0 && own != changing)
            return false;
        changing = own;
    }
    return found > 0;
}

bool lifted_guides_make(lifted_search *search)
{
    const normal_problem *problem = search->problem;
    hddl_pool *pool = &search->engine.pool;
    lifted_road road;
    for (uint32_t task = 0; task < problem->task_count; task++) {
        if (!can_guide(search, task))
            continue;
        if (search->values.words == 0)
            lifted_values_init(&search->values, search);
        const normal_range *range = &problem->tasks[task];
        lifted_map *map = make_map(search, task);
        for (uint32_t i = range->first; i < range->first + range->count; i++) {
            lifted_guide guide;
            if (!find_guide(search, &problem->methods[i], &guide, &road))
                continue;
            guide.map = map;
            lifted_guide *made = hddl_pool_zeroed(pool, 1, sizeof *made);
            *made = guide;
            search->schemas[problem->action_count + i].guide = made;
        }
    }
    return search->values.words != 0;
}

lifted_map *lifted_map_of(const lifted_search *search, const lifted_subtask *subtask)
{
    for (uint32_t i = 0; i < subtask->count && search->values.words != 0; i++) {
        const lifted_guide *guide = search->schemas[subtask->first + i].guide;
        if (guide != NULL)
            return guide->map;
    }
    return NULL;
}

/* The objects that can be the next one, by any method. */
static void find_allowed(lifted_search *search, lifted_map *map)
{
    const normal_problem *problem = search->problem;
    const normal_range *range = &problem->tasks[map->task];
    if (map->state.low == search->state.low && map->state.high == search->state.high)
        return;
    map->state = search->state;
    lifted_values_find(&search->values, search, map->actions);
    memset(map->allowed, 0, search->values.words * sizeof *map->allowed);
    for (uint32_t i = range->first; i < range->first + range->count; i++) {
        const lifted_guide *guide = search->schemas[problem->action_count + i].guide;
        if (guide == NULL)
            continue;
        const uint64_t *row = lifted_values_of(&search->values, &problem->methods[i].schema.condition, guide->next);
        hddl_add_bits(map->allowed, row, search->values.words);
    }
}

/* Goes backwards from the end, breadth first. */
static void find_distances(lifted_search *search, lifted_map *map, uint32_t end)
{
    uint32_t *distances = map->distances, count = 1;
    find_allowed(search, map);
    memset(distances, 0xFF, search->problem->source->object_count * sizeof *distances);
    distances[end] = 0;
    map->end = map->queue[0] = end;
    for (uint32_t at = 0; at < count; at++) {
        const uint32_t object = map->queue[at];
        if (!hddl_has_bit(map->allowed, object))
            continue;
        for (uint32_t i = map->begin[object]; i < map->begin[object + 1]; i++) {
            const uint32_t source = map->sources[i];
            if (distances[source] != HDDL_NONE)
                continue;
            distances[source] = distances[object] + 1;
            map->queue[count++] = source;
        }
    }
}

uint32_t lifted_guide_turn(lifted_search *search, const lifted_guide *guide, const uint32_t *values)
{
    lifted_map *map = guide->map;
    if (map->end != values[guide->end])
        find_distances(search, map, values[guide->end]);
    const uint32_t now = map->distances[values[guide->now]], next = map->distances[values[guide->next]];
    if (now == HDDL_NONE || next == HDDL_NONE) {
        search->incomplete = search->by_state = true;
        return LIFTED_TURNS;
    }
    return next < now ? 0 : next == now ? 1 : 2;
}
