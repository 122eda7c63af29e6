/*
 * Builds a plan from ground decisions; see ground_plan_builder.h. A stack of frames says whose subtasks come
 * next, so that a fragment finds the decision that it is part of, and fills in the arguments that it knows.
 */
#include "hddl/ground/ground_plan_builder.h"

typedef struct frame {
    size_t decision; /* of the plan: the one whose subtasks these are */
    uint32_t left;   /* subtasks that have not been decided yet */
} frame;

typedef struct builder {
    const ground_problem *problem;
    hddl_pool *pool;
    hddl_plan *plan;
    frame *frames; /* the methods whose subtasks are not all decided yet, the innermost last */
    size_t count;
} builder;

static void add(builder *b, bool primitive, uint32_t origin, const uint32_t *arguments, uint32_t count)
{
    if (!hddl_plan_add(b->plan, primitive, origin, arguments, count))
        hddl_pool_stop(b->pool, HDDL_OUT_OF_MEMORY);
}

/*
 * Adds a method's decision. Each argument is an arbitrary object of its type, until a fragment says which it
 * is.
 */
static void add_decision(builder *b, const normal_schema *schema)
{
    const hddl_problem *source = b->problem->original->source;
    uint32_t *arguments = hddl_pool_zeroed(b->pool, schema->parameter_count, sizeof *arguments);
    for (uint32_t i = 0; i < schema->parameter_count; i++)
        arguments[i] = source->types[schema->types[i]].objects[0];
    add(b, false, schema->origin, arguments, schema->parameter_count);
    hddl_pool_release(b->pool, arguments);
}

static void fill(builder *b, size_t decision, const ground_fragment *fragment, uint32_t method)
{
    const ground_problem *problem = b->problem;
    uint32_t parameters = problem->original->methods[fragment->original].schema.parameter_count;
    uint32_t count = problem->source->methods[problem->method_schema[method]].schema.variable_count;
    uint32_t *arguments = b->plan->arguments + b->plan->decisions[decision].first_argument;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t variable = fragment->variable_of ? fragment->variable_of[i] : i;
        if (variable < parameters)
            arguments[variable] = problem->method_objects[method][i];
    }
}

static void add_method(builder *b, uint32_t method, size_t caller)
{
    const ground_problem *problem = b->problem;
    const ground_fragment *fragment = &problem->fragments[problem->method_schema[method]];
    const size_t decision = fragment->first ? b->plan->count : caller;
    if (fragment->first)
        add_decision(b, &problem->original->methods[fragment->original].schema);
    fill(b, decision, fragment, method);
    b->frames = hddl_pool_reserve(b->pool, b->frames, b->count + 1, sizeof *b->frames);
    b->frames[b->count++] = (frame){decision, problem->subtasks.begin[method + 1] - problem->subtasks.begin[method]};
}

void ground_plan_build(const ground_problem *problem, hddl_pool *pool, const hddl_numbers *decisions, hddl_plan *plan)
{
    builder b = {.problem = problem, .pool = pool, .plan = plan};
    for (size_t i = 0; i < decisions->count; i++) {
        const uint32_t decision = decisions->items[i];
        while (b.count > 0 && b.frames[b.count - 1].left == 0)
            b.count--;
        const size_t caller = b.count > 0 ? b.frames[b.count - 1].decision : 0;
        if (b.count > 0)
            b.frames[b.count - 1].left--;
        if (decision >= problem->action_count) {
            add_method(&b, decision - problem->action_count, caller);
            continue;
        }
        const normal_schema *schema = &problem->source->actions[problem->action_schema[decision]].schema;
        if (schema->origin != HDDL_NONE)
            add(&b, true, schema->origin, problem->action_objects[decision], schema->parameter_count);
    }
    hddl_pool_release(pool, b.frames);
}
