/*
 * Derived conditions as the machine evaluates them (docs/language.md, "Conditions that use themselves", and runtime/search/tuples.h): which
 * bodies, in which order, and what is known of them afterwards. A search counts the bodies; the answers are those of the least fixed
 * point, which reference_derived.c computes.
 *
 * What is known of a cycle is about one state, which a stamp in the world names: effects that may change the state give a new one.
 */
#include "reference_inside.h"
#include <stdlib.h>
#include <string.h>

typedef enum state {
    UNKNOWN,
    IN_PROGRESS,
    FALSE_SO_FAR, /* in this pass */
    KNOWN_FALSE,
    KNOWN_TRUE
} state;

typedef struct tuple {
    const htnc_condition *condition;
    int32_t arguments[REFERENCE_ARGUMENTS];
    state state;
} tuple;

/* What is known of a cycle. */
typedef struct reference_tuples {
    tuple *tuples;
    uint32_t count, room;
    int32_t stamp; /* of the state that it is about */
} reference_tuples;

struct reference_asking {
    struct reference_asking *around;
    const htnc_cycle *cycle;
    bool found;  /* a tuple became true in this pass */
    bool needed; /* so was one in progress */
};

/* --- What is known ---------------------------------------------------------------------------------- */

void reference_forget_all(reference_planner *reference)
{
    uint32_t i;

    for (i = 0; i < reference->tuples_count; i++)
        free(reference->tuples[i].tuples);
    free(reference->tuples);
    reference->tuples = NULL;
    reference->tuples_count = 0;
    reference->bodies = reference->passes = 0;
    reference->asking = NULL;
}

/* What is known in that state. */
static reference_tuples *known_of(reference_planner *reference, const htnc_cycle *cycle, const int32_t *world)
{
    int32_t stamp = world[reference->state_cells + cycle->index];
    reference_tuples *known;

    if (!reference->tuples) {
        reference->tuples_count = reference->model->cycle_count;
        reference->tuples = calloc(reference->tuples_count, sizeof *reference->tuples);
        if (!reference->tuples)
            abort();
    }
    known = &reference->tuples[cycle->index];
    if (known->stamp != stamp)
        known->count = 0;
    known->stamp = stamp;
    return known;
}

static uint32_t find(reference_tuples *known, const htnc_condition *condition, const int32_t *arguments)
{
    size_t size = condition->parameter_count * sizeof *arguments;
    uint32_t i;

    for (i = 0; i < known->count; i++)
        if (known->tuples[i].condition == condition && memcmp(known->tuples[i].arguments, arguments, size) == 0)
            return i;
    if (known->count == known->room) {
        known->room = known->room ? 2 * known->room : 16;
        known->tuples = realloc(known->tuples, known->room * sizeof *known->tuples);
        if (!known->tuples)
            abort();
    }
    known->tuples[i].condition = condition;
    memcpy(known->tuples[i].arguments, arguments, size);
    known->tuples[i].state = UNKNOWN;
    known->count++;
    return i;
}

/* --- Asking ----------------------------------------------------------------------------------------- */

static bool body_holds(reference_planner *reference, const tuple *of, const int32_t *world)
{
    const htnc_variable *parameter = of->condition->declaration->parameters;
    const htnc_expr *items = of->condition->declaration->items;
    size_t mark = reference->memory_used;
    const binding *inner = NULL;
    bool holds, whole = reference->whole;
    int i;

    reference->bodies++;
    reference->whole = false;
    for (i = 0; parameter; parameter = parameter->next)
        inner = reference_bind(reference, parameter, of->arguments[i++], inner);
    holds = reference_holds(reference, items, inner, world);
    reference->whole = whole;
    reference->memory_used = mark;
    return holds;
}

/* The list of tuples may move while a body is evaluated. */
static bool evaluate(reference_planner *reference, reference_tuples *known, uint32_t at, const int32_t *world)
{
    tuple of = known->tuples[at];
    bool holds;

    known->tuples[at].state = IN_PROGRESS;
    holds = body_holds(reference, &of, world);
    known->tuples[at].state = holds ? KNOWN_TRUE : FALSE_SO_FAR;
    reference->asking->found |= holds;
    return holds;
}

/* What a pass has found false is known from now on, or nothing is known of it. */
static void settle(reference_tuples *known, state become)
{
    uint32_t i;

    for (i = 0; i < known->count; i++)
        if (known->tuples[i].state == FALSE_SO_FAR)
            known->tuples[i].state = become;
}

static bool ask_top(reference_planner *reference, reference_tuples *known, const htnc_cycle *cycle, uint32_t at,
                    const int32_t *world)
{
    struct reference_asking asking = {reference->asking, cycle, false, false};
    bool holds, again;

    reference->asking = &asking;
    do {
        asking.found = asking.needed = false;
        holds = evaluate(reference, known, at, world);
        again = asking.found && asking.needed;
        settle(known, again ? UNKNOWN : KNOWN_FALSE);
        reference->passes += again && !holds;
        reference->uses[REFERENCE_DERIVED_PASSES] += again && !holds;
    } while (again && !holds);
    reference->asking = asking.around;
    return holds;
}

int32_t reference_ask(reference_planner *reference, const htnc_condition *condition, const int32_t *arguments,
                      const int32_t *world)
{
    reference_tuples *known = known_of(reference, condition->cycle, world);
    uint32_t at = find(known, condition, arguments);

    switch (known->tuples[at].state) {
    case KNOWN_TRUE: return 1;
    case KNOWN_FALSE:
    case FALSE_SO_FAR: return 0;
    case IN_PROGRESS: reference->asking->needed = true; return 0;
    case UNKNOWN: break;
    }
    if (reference->asking && reference->asking->cycle == condition->cycle)
        return evaluate(reference, known, at, world);
    return ask_top(reference, known, condition->cycle, at, world);
}

/* --- Stamps ----------------------------------------------------------------------------------------- */

/* Whether expressions read a property, also in named conditions. `seen` by condition index. */
static bool reads(const htnc_expr *list, const htnc_property *property, bool *seen)
{
    for (; list; list = list->next) {
        if (list->kind == HTNC_EXPR_NAME && list->ref == HTNC_REF_PROPERTY && list->to.property == property)
            return true;
        if (list->kind == HTNC_EXPR_HELD && list->held && list->held->property == property)
            return true;
        if (list->kind == HTNC_EXPR_NAME && list->ref == HTNC_REF_CONDITION && !seen[list->to.condition->index]) {
            seen[list->to.condition->index] = true;
            if (reads(list->to.condition->declaration->items, property, seen))
                return true;
        }
        if (reads(list->operands, property, seen) || reads(list->where, property, seen) ||
            reads(list->body, property, seen))
            return true;
    }
    return false;
}

static bool cycle_reads(const reference_planner *reference, const htnc_cycle *cycle, const htnc_property *property)
{
    bool *seen = calloc(reference->model->condition_count + 1, sizeof *seen);
    bool found = false;
    uint32_t i;

    if (!seen)
        abort();
    for (i = 0; i < cycle->count && !found; i++)
        found = reads(cycle->conditions[i]->declaration->items, property, seen);
    free(seen);
    return found;
}

void reference_stamp(reference_planner *reference, const htnc_effect *effects, int32_t *world)
{
    const htnc_cycle *cycle;
    const htnc_effect *effect;

    for (cycle = reference->model->cycles; cycle; cycle = cycle->next)
        for (effect = effects; effect; effect = effect->next)
            if (cycle_reads(reference, cycle, effect->target->to.property)) {
                world[reference->state_cells + cycle->index] = (int32_t)++reference->stamp;
                break;
            }
}

void reference_stamp_all(reference_planner *reference, int32_t *world)
{
    const htnc_cycle *cycle;

    for (cycle = reference->model->cycles; cycle; cycle = cycle->next)
        world[reference->state_cells + cycle->index] = (int32_t)++reference->stamp;
}
