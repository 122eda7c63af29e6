/*
 * The lifted search as a search engine: makes it, runs it phase by phase, writes its plan. The phases are the same
 * search with ever weaker loop checks. Only the last one is complete.
 */
#include "hddl/lifted/lifted.h"

#include "hddl/common/luby.h"
#include "hddl/lifted/lifted_depth_first.h"
#include "hddl/lifted/lifted_facts.h"
#include "hddl/lifted/lifted_goals.h"
#include "hddl/lifted/lifted_guide.h"
#include "hddl/lifted/lifted_infer.h"
#include "hddl/lifted/lifted_slots.h"
#include "hddl/lifted/lifted_symmetry.h"

enum { RESTART_UNIT = 10000 };

static void enter_phase(lifted_search *search, lifted_phase phase)
{
    search->phase = phase;
    search->incomplete = false;
    hddl_key_set_clear(&search->engine.pool, &search->marks);
    hddl_key_set_clear(&search->engine.pool, &search->met);
    lifted_begin(search);
}

/* Begins the next try. False: there is none. Drawn orders are tried again and again, with both incomplete checks. */
static bool try_again(lifted_search *search)
{
    enum { WAYS = 4 };
    if (search->options.seed == 0) {
        if (search->phase == LIFTED_EXACT || search->options.commits)
            return false;
        enter_phase(search, search->phase + 1);
        return true;
    }
    search->nodes_most = search->engine.nodes + RESTART_UNIT * hddl_luby(search->attempt / WAYS);
    search->orders = search->attempt % WAYS < 2 ? LIFTED_DRAWN_ONCE : LIFTED_DRAWN_EACH;
    enter_phase(search, search->attempt % 2 == 0 ? LIFTED_STRICT : LIFTED_STATES);
    search->attempt++;
    return true;
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

/* False: a search that commits would have no guide. */
static bool begin(lifted_search *search)
{
    lifted_facts_make(search);
    lifted_schemas_make(search);
    if (search->options.commits && !lifted_guides_make(search))
        return false;
    lifted_symmetry_make(search);
    lifted_infer(search);
    lifted_goals_make(search);
    if (search->options.commits)
        enter_phase(search, LIFTED_STATES);
    else if (search->options.seed == 0)
        enter_phase(search, search->options.exact_only ? LIFTED_EXACT : LIFTED_STRICT);
    else
        try_again(search);
    search->begun = true;
    return true;
}

static hddl_outcome search_on(hddl_engine *engine)
{
    lifted_search *search = (lifted_search *)engine;
    if (!is_within_limits(search->problem))
        return HDDL_GAVE_UP;
    if (!search->begun && !begin(search))
        return HDDL_GAVE_UP;
    for (;;) {
        const hddl_outcome outcome = lifted_go(search);
        if (outcome != HDDL_GAVE_UP)
            return outcome;
        if (!search->incomplete)
            return HDDL_NO_PLAN;
        if (!try_again(search))
            return HDDL_GAVE_UP;
    }
}

/* A slot that is still unbound may be any object of its type. */
static void resolve(lifted_search *search, uint32_t slot)
{
    uint32_t *root = &search->stack[lifted_follow(search, slot)];
    if ((*root & LIFTED_TAG) == LIFTED_UNBOUND)
        *root = search->problem->source->types[*root & ~LIFTED_TAG].objects[0];
    search->stack[slot] = *root;
}

static void write_plan(hddl_engine *engine, hddl_plan *plan)
{
    lifted_search *search = (lifted_search *)engine;
    for (uint32_t frame = 0; frame < search->top;) {
        const lifted_schema *schema = lifted_schema_of(search, frame);
        const uint32_t count = schema->source->parameter_count, slots = frame + LIFTED_SLOTS;
        for (uint32_t i = 0; i < count; i++)
            resolve(search, slots + i);
        if (!hddl_plan_add(plan, schema->primitive, schema->source->origin, search->stack + slots, count))
            hddl_pool_stop(&engine->pool, HDDL_OUT_OF_MEMORY);
        frame += lifted_frame_size(search, schema);
    }
}

hddl_engine *lifted_new(const normal_problem *problem, const lifted_options *options, hddl_budget *budget)
{
    const char *name = options->commits ? "lifted, guided" : options->seed == 0 ? "lifted" : "lifted, drawn";
    const hddl_engine like = {.name = name, .search = search_on, .write_plan = write_plan};
    lifted_search *search = hddl_engine_new(sizeof *search, like, budget);
    if (search == NULL)
        return NULL;
    search->problem = problem;
    search->options = *options;
    search->nodes_most = UINT64_MAX;
    return &search->engine;
}
