/*
 * States, lists of pending tasks and what is forced: see search_nodes.h. The hash of a state is Zobrist's: it is kept up to
 * date by the changes alone. Equal hashes are not taken for equal states: those are compared.
 */
#include "hddl/search/search_nodes.h"

#include <string.h>

enum { FORCED_MOST = 4096 /* decisions in one chain: a list that only grows must come back to the search */ };

static uint64_t state_hash(const void *user, uint32_t index)
{
    return ((const search_nodes *)user)->hashes[index];
}

static uint64_t cell_hash(const void *user, uint32_t index)
{
    const search_cell *cell = &((const search_nodes *)user)->cells[index];
    return hddl_mix((uint64_t)cell->task << 32 | cell->rest);
}

static uint64_t pair_hash(const void *user, uint32_t index)
{
    const search_pair *pair = &((const search_nodes *)user)->pairs[index];
    return hddl_mix((uint64_t)pair->state << 32 | pair->cell);
}

bool search_nodes_init(search_nodes *nodes, const ground_problem *problem, hddl_budget *budget)
{
    *nodes = (search_nodes){.problem = problem, .budget = budget};
    nodes->words = problem->fact_count / 64 + 1;
    nodes->keys = search_claim(budget, problem->fact_count, sizeof *nodes->keys);
    nodes->now = search_claim(budget, nodes->words, sizeof *nodes->now);
    if (!nodes->keys || !nodes->now)
        return false;
    for (uint32_t i = 0; i < problem->fact_count; i++)
        nodes->keys[i] = hddl_mix(i + UINT64_C(0x9E3779B97F4A7C15));
    if (!search_grow(budget, (void **)&nodes->cells, &nodes->cells_capacity, 1, sizeof *nodes->cells))
        return false;
    nodes->cells[SEARCH_EMPTY] = (search_cell){HDDL_NONE, SEARCH_EMPTY};
    nodes->cell_count = 1;
    return search_restart(nodes);
}

void search_nodes_free(search_nodes *nodes)
{
    hddl_budget *budget = nodes->budget;
    search_release(budget, nodes->keys, nodes->problem->fact_count, sizeof *nodes->keys);
    search_release(budget, nodes->now, nodes->words, sizeof *nodes->now);
    search_drop(budget, (void **)&nodes->changes, &nodes->changes_capacity, sizeof *nodes->changes);
    search_drop(budget, (void **)&nodes->states, &nodes->states_capacity, sizeof *nodes->states);
    search_drop(budget, (void **)&nodes->hashes, &nodes->hashes_capacity, sizeof *nodes->hashes);
    search_drop(budget, (void **)&nodes->cells, &nodes->cells_capacity, sizeof *nodes->cells);
    search_drop(budget, (void **)&nodes->pairs, &nodes->pairs_capacity, sizeof *nodes->pairs);
    search_drop(budget, (void **)&nodes->methods, &nodes->methods_capacity, sizeof *nodes->methods);
    search_table_free(&nodes->state_table, budget);
    search_table_free(&nodes->cell_table, budget);
    search_table_free(&nodes->pair_table, budget);
}

/* --- What is kept once ---------------------------------------------------------------------------------------------- */

/* Puts a task before the list at hand. */
static bool push(search_nodes *nodes, uint32_t task)
{
    search_cell cell = {task, nodes->cell};
    if (!search_table_reserve(&nodes->cell_table, nodes->budget, cell_hash, nodes))
        return false;
    size_t slot = search_table_first(&nodes->cell_table, hddl_mix((uint64_t)cell.task << 32 | cell.rest));
    for (;; slot = search_table_next(&nodes->cell_table, slot)) {
        uint32_t index = nodes->cell_table.slots[slot];
        if (index == HDDL_NONE)
            break;
        if (nodes->cells[index].task == cell.task && nodes->cells[index].rest == cell.rest) {
            nodes->cell = index;
            return true;
        }
    }
    if (nodes->cell_count == HDDL_NONE - 1 ||
        !search_grow(nodes->budget, (void **)&nodes->cells, &nodes->cells_capacity, (size_t)nodes->cell_count + 1,
                     sizeof *nodes->cells))
        return false;
    nodes->cells[nodes->cell_count] = cell;
    search_table_place(&nodes->cell_table, slot, nodes->cell_count);
    nodes->cell = nodes->cell_count++;
    return true;
}

uint32_t search_state_number(search_nodes *nodes)
{
    if (!search_table_reserve(&nodes->state_table, nodes->budget, state_hash, nodes))
        return HDDL_NONE;
    size_t bytes = nodes->words * sizeof *nodes->now;
    size_t slot = search_table_first(&nodes->state_table, nodes->hash);
    for (;; slot = search_table_next(&nodes->state_table, slot)) {
        uint32_t index = nodes->state_table.slots[slot];
        if (index == HDDL_NONE)
            break;
        if (nodes->hashes[index] == nodes->hash && !memcmp(search_state(nodes, index), nodes->now, bytes))
            return index;
    }
    uint32_t number = nodes->state_count;
    if (number == HDDL_NONE - 1 ||
        !search_grow(nodes->budget, (void **)&nodes->states, &nodes->states_capacity,
                     ((size_t)number + 1) * nodes->words, sizeof *nodes->states) ||
        !search_grow(nodes->budget, (void **)&nodes->hashes, &nodes->hashes_capacity, (size_t)number + 1,
                     sizeof *nodes->hashes))
        return HDDL_NONE;
    memcpy(nodes->states + number * nodes->words, nodes->now, bytes);
    nodes->hashes[number] = nodes->hash;
    search_table_place(&nodes->state_table, slot, number);
    nodes->state_count++;
    return number;
}

bool search_pair_is_new(search_nodes *nodes, uint32_t state, uint32_t cell, bool *fits)
{
    *fits = search_table_reserve(&nodes->pair_table, nodes->budget, pair_hash, nodes) &&
            search_grow(nodes->budget, (void **)&nodes->pairs, &nodes->pairs_capacity, (size_t)nodes->pair_count + 1,
                        sizeof *nodes->pairs);
    if (!*fits)
        return false;
    size_t slot = search_table_first(&nodes->pair_table, hddl_mix((uint64_t)state << 32 | cell));
    for (;; slot = search_table_next(&nodes->pair_table, slot)) {
        uint32_t index = nodes->pair_table.slots[slot];
        if (index == HDDL_NONE)
            break;
        if (nodes->pairs[index].state == state && nodes->pairs[index].cell == cell)
            return false;
    }
    nodes->pairs[nodes->pair_count] = (search_pair){state, cell};
    search_table_place(&nodes->pair_table, slot, nodes->pair_count++);
    return true;
}

void search_load(search_nodes *nodes, uint32_t state, uint32_t cell)
{
    memcpy(nodes->now, search_state(nodes, state), nodes->words * sizeof *nodes->now);
    nodes->hash = nodes->hashes[state];
    nodes->cell = cell;
}

bool search_restart(search_nodes *nodes)
{
    const ground_problem *problem = nodes->problem;
    memset(nodes->now, 0, nodes->words * sizeof *nodes->now);
    nodes->hash = 0;
    for (uint32_t i = 0; i < problem->initial_count; i++) {
        uint32_t fact = problem->initial[i];
        nodes->now[fact / 64] |= UINT64_C(1) << fact % 64;
        nodes->hash ^= nodes->keys[fact];
    }
    nodes->cell = SEARCH_EMPTY;
    return push(nodes, problem->action_count + problem->root);
}

/* --- Progression ------------------------------------------------------------------------------------------------------ */

/* Whether item i's facts in `list` all are `wanted`. */
static inline bool all(const uint64_t *state, const ground_lists *list, uint32_t item, bool wanted)
{
    for (uint32_t i = list->begin[item]; i < list->begin[item + 1]; i++)
        if (search_has(state, list->items[i]) != wanted)
            return false;
    return true;
}

static inline void set(search_nodes *nodes, uint32_t fact, bool value)
{
    if (search_has(nodes->now, fact) == value)
        return;
    nodes->now[fact / 64] ^= UINT64_C(1) << fact % 64;
    nodes->hash ^= nodes->keys[fact];
}

static void set_all(search_nodes *nodes, const ground_lists *list, uint32_t item, bool value)
{
    for (uint32_t i = list->begin[item]; i < list->begin[item + 1]; i++)
        set(nodes, list->items[i], value);
}

/* Conditions are asked of the state before; then all deletes, then all adds. */
static bool apply(search_nodes *nodes, uint32_t action)
{
    const ground_problem *problem = nodes->problem;
    uint32_t first = problem->conditional_begin[action], end = problem->conditional_begin[action + 1], count = 0;
    if (!search_grow(nodes->budget, (void **)&nodes->changes, &nodes->changes_capacity, end - first,
                     sizeof *nodes->changes))
        return false;
    for (uint32_t i = first; i < end; i++)
        if (all(nodes->now, &problem->when, i, true) && all(nodes->now, &problem->when_not, i, false))
            nodes->changes[count++] = i;
    set_all(nodes, &problem->deletes, action, false);
    for (uint32_t i = 0; i < count; i++)
        set_all(nodes, &problem->when_deletes, nodes->changes[i], false);
    set_all(nodes, &problem->adds, action, true);
    for (uint32_t i = 0; i < count; i++)
        set_all(nodes, &problem->when_adds, nodes->changes[i], true);
    return true;
}

static bool applies(const search_nodes *nodes, uint32_t action)
{
    return all(nodes->now, &nodes->problem->needs, action, true) &&
           all(nodes->now, &nodes->problem->needs_not, action, false);
}

/* A method whose first subtask is an action needs what that needs. */
static bool can_decompose(const search_nodes *nodes, uint32_t method)
{
    const ground_problem *problem = nodes->problem;
    if (!all(nodes->now, &problem->method_needs, method, true) ||
        !all(nodes->now, &problem->method_needs_not, method, false))
        return false;
    uint32_t first = problem->subtasks.begin[method];
    if (first == problem->subtasks.begin[method + 1])
        return true;
    uint32_t task = problem->subtasks.items[first];
    return task >= problem->action_count || applies(nodes, task);
}

bool search_decompose(search_nodes *nodes, uint32_t method)
{
    const ground_lists *subtasks = &nodes->problem->subtasks;
    nodes->cell = nodes->cells[nodes->cell].rest;
    for (uint32_t i = subtasks->begin[method + 1]; i-- > subtasks->begin[method];)
        if (!push(nodes, subtasks->items[i]))
            return false;
    return !nodes->heard || nodes->heard(nodes->user, false, method);
}

bool search_list_methods(search_nodes *nodes)
{
    const ground_lists *list = &nodes->problem->task_methods;
    uint32_t task = nodes->cells[nodes->cell].task - nodes->problem->action_count;
    uint32_t first = list->begin[task], end = list->begin[task + 1];
    nodes->method_count = 0;
    if (!search_grow(nodes->budget, (void **)&nodes->methods, &nodes->methods_capacity, end - first,
                     sizeof *nodes->methods))
        return false;
    for (uint32_t i = first; i < end; i++)
        if (can_decompose(nodes, list->items[i]))
            nodes->methods[nodes->method_count++] = list->items[i];
    return true;
}

search_step search_advance(search_nodes *nodes)
{
    uint32_t actions = nodes->problem->action_count;
    for (uint32_t forced = 0; nodes->cell != SEARCH_EMPTY; forced++) {
        uint32_t task = nodes->cells[nodes->cell].task;
        if (task < actions) {
            if (!applies(nodes, task))
                return SEARCH_DEAD;
            nodes->cell = nodes->cells[nodes->cell].rest;
            if (!apply(nodes, task) || (nodes->heard && !nodes->heard(nodes->user, true, task)))
                return SEARCH_FULL;
            continue;
        }
        if (!search_list_methods(nodes))
            return SEARCH_FULL;
        if (nodes->method_count == 0)
            return SEARCH_DEAD;
        if (nodes->method_count > 1 || forced >= FORCED_MOST)
            return SEARCH_CHOICE;
        if (!search_decompose(nodes, nodes->methods[0]))
            return SEARCH_FULL;
    }
    return SEARCH_DONE;
}
