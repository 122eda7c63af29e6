/*
 * A ground plan as a list of decisions (ground.h): the pieces that a method has been cut into are one decision again, whose
 * arguments come from all of them. Frames say whose subtasks come next, so that a piece finds the decision that it is part of.
 */
#include "hddl/ground/ground.h"

#include <stdlib.h>

typedef struct ground_frame {
    size_t decision; /* whose subtasks these are */
    uint32_t left;   /* how many have not begun */
} ground_frame;

static bool push(ground_teller *teller, size_t decision, uint32_t subtasks)
{
    if (teller->count == teller->capacity) {
        size_t capacity = teller->capacity * 2 + 64;
        ground_frame *frames = realloc(teller->frames, capacity * sizeof *frames);
        if (!frames) {
            return false;
        }
        teller->frames = frames;
        teller->capacity = capacity;
    }
    teller->frames[teller->count++] = (ground_frame){decision, subtasks};
    return true;
}

/* A decision whose variables have any value that their types allow; its pieces say which. */
static bool add_decision(ground_teller *teller, const normal_schema *schema)
{
    const hddl_problem *source = teller->problem->whole->source;
    uint32_t *arguments = malloc((schema->parameter_count + 1) * sizeof *arguments);
    for (uint32_t i = 0; arguments && i < schema->parameter_count; i++) {
        arguments[i] = source->types[schema->types[i]].objects[0];
    }
    bool added = arguments && hddl_plan_add(teller->plan, false, schema->origin, arguments, schema->parameter_count);
    free(arguments);
    return added;
}

static void fill(ground_teller *teller, size_t decision, const ground_piece *piece, uint32_t method)
{
    const ground_problem *problem = teller->problem;
    uint32_t parameters = problem->whole->methods[piece->whole].schema.parameter_count;
    uint32_t count = problem->source->methods[problem->method_schema[method]].schema.variable_count;
    uint32_t *arguments = (uint32_t *)(uintptr_t)teller->plan->decisions[decision].arguments; /* the plan is ours */
    for (uint32_t i = 0; i < count; i++) {
        uint32_t variable = piece->variable_of ? piece->variable_of[i] : i;
        if (variable < parameters) {
            arguments[variable] = problem->method_objects[method][i];
        }
    }
}

static bool tell_method(ground_teller *teller, uint32_t method, size_t caller)
{
    const ground_problem *problem = teller->problem;
    const ground_piece *piece = &problem->pieces[problem->method_schema[method]];
    size_t decision = piece->first ? teller->plan->count : caller;
    if (piece->first && !add_decision(teller, &problem->whole->methods[piece->whole].schema)) {
        return false;
    }
    fill(teller, decision, piece, method);
    return push(teller, decision, problem->subtasks.begin[method + 1] - problem->subtasks.begin[method]);
}

bool ground_tell(ground_teller *teller, bool primitive, uint32_t index)
{
    const ground_problem *problem = teller->problem;
    while (teller->count && teller->frames[teller->count - 1].left == 0) {
        teller->count--;
    }
    size_t caller = 0;
    if (teller->count) {
        caller = teller->frames[teller->count - 1].decision;
        teller->frames[teller->count - 1].left--;
    }
    if (!primitive) {
        return tell_method(teller, index, caller);
    }
    const normal_schema *schema = &problem->source->actions[problem->action_schema[index]].schema;
    return schema->origin == HDDL_NONE ||
           hddl_plan_add(teller->plan, true, schema->origin, problem->action_objects[index], schema->parameter_count);
}

void ground_teller_free(ground_teller *teller)
{
    free(teller->frames);
    teller->frames = NULL;
    teller->count = teller->capacity = 0;
}
