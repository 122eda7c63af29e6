/*
 * Builds a plan from ground decisions; see ground_plan_builder.h. A stack of frames says whose subtasks come
 * next, so that a fragment finds the decision that it is part of, and fills in the arguments that it knows.
 */
#include "hddl/ground/ground_plan_builder.h"

#include <stdlib.h>

typedef struct ground_frame {
    size_t decision; /* of the plan: the one whose subtasks these are */
    uint32_t left;   /* subtasks that have not been decided yet */
} ground_frame;

static bool push(ground_plan_builder *builder, size_t decision, uint32_t subtasks)
{
    if (builder->count == builder->capacity) {
        size_t capacity = builder->capacity * 2 + 64;
        ground_frame *frames = realloc(builder->frames, capacity * sizeof *frames);
        if (!frames)
            return false;
        builder->frames = frames;
        builder->capacity = capacity;
    }
    builder->frames[builder->count++] = (ground_frame){decision, subtasks};
    return true;
}

/*
 * Adds a method's decision. Each argument is an arbitrary object of its type, until a fragment says which it
 * is.
 */
static bool add_decision(ground_plan_builder *builder, const normal_schema *schema)
{
    const hddl_problem *source = builder->problem->original->source;
    uint32_t *arguments = malloc((schema->parameter_count + 1) * sizeof *arguments);
    for (uint32_t i = 0; arguments && i < schema->parameter_count; i++)
        arguments[i] = source->types[schema->types[i]].objects[0];
    bool added = arguments && hddl_plan_add(builder->plan, false, schema->origin, arguments, schema->parameter_count);
    free(arguments);
    return added;
}

static void fill(ground_plan_builder *builder, size_t decision, const ground_fragment *fragment, uint32_t method)
{
    const ground_problem *problem = builder->problem;
    uint32_t parameters = problem->original->methods[fragment->original].schema.parameter_count;
    uint32_t count = problem->source->methods[problem->method_schema[method]].schema.variable_count;
    /* the plan's memory is writable */
    uint32_t *arguments = (uint32_t *)(uintptr_t)builder->plan->decisions[decision].arguments;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t variable = fragment->variable_of ? fragment->variable_of[i] : i;
        if (variable < parameters)
            arguments[variable] = problem->method_objects[method][i];
    }
}

static bool add_method(ground_plan_builder *builder, uint32_t method, size_t caller)
{
    const ground_problem *problem = builder->problem;
    const ground_fragment *fragment = &problem->fragments[problem->method_schema[method]];
    size_t decision = fragment->first ? builder->plan->count : caller;
    if (fragment->first && !add_decision(builder, &problem->original->methods[fragment->original].schema))
        return false;
    fill(builder, decision, fragment, method);
    return push(builder, decision, problem->subtasks.begin[method + 1] - problem->subtasks.begin[method]);
}

bool ground_plan_builder_add(ground_plan_builder *builder, bool primitive, uint32_t index)
{
    const ground_problem *problem = builder->problem;
    while (builder->count && builder->frames[builder->count - 1].left == 0)
        builder->count--;
    size_t caller = 0;
    if (builder->count) {
        caller = builder->frames[builder->count - 1].decision;
        builder->frames[builder->count - 1].left--;
    }
    if (!primitive)
        return add_method(builder, index, caller);
    const normal_schema *schema = &problem->source->actions[problem->action_schema[index]].schema;
    return schema->origin == HDDL_NONE ||
           hddl_plan_add(builder->plan, true, schema->origin, problem->action_objects[index], schema->parameter_count);
}

void ground_plan_builder_free(ground_plan_builder *builder)
{
    free(builder->frames);
    builder->frames = NULL;
    builder->count = builder->capacity = 0;
}
