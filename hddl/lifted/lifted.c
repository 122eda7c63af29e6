/*
 * The lifted search as solve.c sees it: made, run phase by phase, its plan, its end. The phases are the same search with ever
 * weaker checks of loops; only the last is complete. Neighbours: lifted_inside.h lists them.
 */
#include "hddl/lifted/lifted_inside.h"

#include <stdlib.h>

enum { RESTART_UNIT = 10000, CHECK_EVERY = 2000 };

/* --- Memory, time ------------------------------------------------------------------------------------------------------- */

void *lifted_grow(lifted_search *search, void *memory, size_t old_size, size_t new_size)
{
    if (!hddl_budget_claim(search->budget, new_size - old_size))
        longjmp(search->arena.failed, 1);
    void *grown = realloc(memory, new_size);
    if (grown == NULL) {
        hddl_budget_release(search->budget, new_size - old_size);
        longjmp(search->arena.failed, 1);
    }
    search->claimed += new_size - old_size;
    return grown;
}

void lifted_drop(lifted_search *search, void *memory, size_t size)
{
    free(memory);
    search->claimed -= size;
    hddl_budget_release(search->budget, size);
}

bool lifted_is_over(lifted_search *search)
{
    if (++search->work < search->work_check)
        return false;
    search->work_check = search->work + CHECK_EVERY;
    return hddl_budget_is_over(search->budget);
}

/* --- The search ------------------------------------------------------------------------------------------------------- */

static void enter_phase(lifted_search *search, lifted_phase phase)
{
    search->phase = phase;
    search->cut = false;
    lifted_set_empty(search, &search->marks);
    lifted_set_empty(search, &search->seen);
    lifted_begin(search);
}

/* 1, 1, 2, 1, 1, 2, 4, ... (Luby, Sinclair and Zuckerman, "Optimal Speedup of Las Vegas Algorithms", 1993). */
static uint64_t luby(uint32_t index)
{
    for (uint32_t power = 1;; power *= 2) {
        if (index == 2 * power - 1)
            return power;
        if (index < 2 * power - 1)
            return index < power ? 1 : luby(index - power + 1);
    }
}

/* The search's next try; false: it has none. Drawn orders are tried over and over again, with both incomplete checks in turn. */
static bool try_again(lifted_search *search)
{
    enum { KINDS = 4 };
    if (search->options.seed == 0) {
        if (search->phase == LIFTED_EXACT)
            return false;
        enter_phase(search, search->phase + 1);
        return true;
    }
    search->nodes_most = search->base.nodes + RESTART_UNIT * luby(search->attempt / KINDS + 1);
    search->orders = search->attempt % KINDS < 2 ? LIFTED_DRAWN_ONCE : LIFTED_DRAWN_EACH;
    enter_phase(search, search->attempt % 2 == 0 ? LIFTED_STRICT : LIFTED_STATES);
    search->attempt++;
    return true;
}

static hddl_outcome run_phases(lifted_search *search)
{
    for (;;) {
        hddl_outcome outcome = lifted_go(search);
        if (outcome != HDDL_GAVE_UP)
            return outcome;
        if (!search->cut)
            return HDDL_NO_PLAN;
        if (!try_again(search))
            return HDDL_GAVE_UP;
    }
}

static bool is_within_limits(const normal_problem *problem)
{
    for (uint32_t i = 0; i < problem->task_count; i++)
        if (problem->task_arity[i] > LIFTED_MOST_ARGUMENTS)
            return false;
    for (uint32_t i = 0; i < problem->action_count; i++)
        if (problem->actions[i].schema.parameter_count > LIFTED_MOST_ARGUMENTS)
            return false;
    return true;
}

static hddl_outcome run(hddl_engine *base, hddl_budget *budget)
{
    lifted_search *search = (lifted_search *)(void *)base;
    search->budget = budget;
    if (!is_within_limits(search->problem))
        return HDDL_GAVE_UP;
    if (setjmp(search->arena.failed) != 0)
        return HDDL_OUT_OF_MEMORY;
    return run_phases(search);
}

/* What is still unbound may be any object of its type. */
static void resolve(lifted_search *search, uint32_t slot)
{
    uint32_t root = lifted_follow(search, slot);
    if ((search->stack[root] & LIFTED_TAG) == LIFTED_UNBOUND)
        search->stack[root] = search->problem->source->types[search->stack[root] & ~LIFTED_TAG].objects[0];
    search->stack[slot] = search->stack[root];
}

static bool plan(hddl_engine *base, hddl_plan *plan)
{
    lifted_search *search = (lifted_search *)(void *)base;
    for (uint32_t frame = 0; frame < search->top;) {
        const lifted_schema *schema = &search->schemas[search->stack[frame + LIFTED_SCHEMA]];
        uint32_t count = schema->source->parameter_count;
        for (uint32_t i = 0; i < count; i++)
            resolve(search, frame + LIFTED_SLOTS + i);
        if (!hddl_plan_add(plan, schema->primitive, schema->source->origin, search->stack + frame + LIFTED_SLOTS,
                           count))
            return false;
        frame += lifted_frame_size(search, schema);
    }
    return true;
}

static void free_search(hddl_engine *base)
{
    lifted_search *search = (lifted_search *)(void *)base;
    lifted_facts_free(search);
    free(search->stack);
    free(search->iterators);
    free(search->trail);
    free(search->choices);
    free(search->pending);
    free(search->marks.slots);
    free(search->seen.slots);
    free(search->hopeless.slots);
    hddl_budget_release(search->budget, search->claimed + sizeof *search);
    base_arena_free(&search->arena);
    free(search);
}

static bool make(lifted_search *search)
{
    if (setjmp(search->arena.failed) != 0)
        return false;
    if (!is_within_limits(search->problem))
        return true;
    lifted_facts_make(search);
    lifted_schemas_make(search);
    lifted_alike_make(search);
    lifted_infer(search);
    lifted_goals_make(search);
    if (search->options.seed == 0)
        enter_phase(search, search->options.loops_free ? LIFTED_EXACT : LIFTED_STRICT);
    else
        try_again(search);
    return true;
}

hddl_engine *lifted_new(const normal_problem *problem, const lifted_options *options, hddl_budget *budget)
{
    const base_allocator allocator = hddl_budget_allocator(budget);
    if (!hddl_budget_claim(budget, sizeof(lifted_search)))
        return NULL;
    lifted_search *search = calloc(1, sizeof *search);
    if (search == NULL) {
        hddl_budget_release(budget, sizeof *search);
        return NULL;
    }
    *search = (lifted_search){.base = {.name = options->seed == 0 ? "lifted" : "lifted, drawn",
                                       .run = run,
                                       .plan = plan,
                                       .free = free_search},
                              .problem = problem,
                              .budget = budget,
                              .options = *options,
                              .nodes_most = UINT64_MAX};
    base_arena_init(&search->arena, &allocator);
    if (!make(search)) {
        free_search(&search->base);
        return NULL;
    }
    return &search->base;
}
