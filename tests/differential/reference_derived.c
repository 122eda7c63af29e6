/*
 * Derived conditions of the reference planner: not how the machine finds the true tuples (reference_asking.c), but what they are. From no true tuple on,
 * the bodies of all tuples that are needed are evaluated, with what is true so far, until nothing more becomes true.
 */
#include "reference_inside.h"
#include <stdlib.h>
#include <string.h>

typedef struct tuple {
    const htnc_condition *condition;
    int32_t arguments[REFERENCE_ARGUMENTS];
    int32_t truth;
} tuple;

struct reference_fixpoint {
    struct reference_fixpoint *around;
    const htnc_cycle *cycle;
    tuple *tuples;
    uint32_t count, room;
    bool grew;
};

/* The tuple; a new one is false. */
static uint32_t find(struct reference_fixpoint *all, const htnc_condition *condition, const int32_t *arguments)
{
    uint32_t i;

    for (i = 0; i < all->count; i++)
        if (all->tuples[i].condition == condition &&
            memcmp(all->tuples[i].arguments, arguments, condition->parameter_count * sizeof *arguments) == 0)
            return i;
    if (all->count == all->room) {
        all->room = all->room ? 2 * all->room : 16;
        all->tuples = realloc(all->tuples, all->room * sizeof *all->tuples);
        if (!all->tuples)
            abort();
    }
    all->tuples[i].condition = condition;
    memcpy(all->tuples[i].arguments, arguments, condition->parameter_count * sizeof *arguments);
    all->tuples[i].truth = 0;
    all->count++;
    all->grew = true;
    return i;
}

static bool body_holds(reference_planner *reference, const struct reference_fixpoint *all, uint32_t at,
                       const int32_t *world)
{
    const htnc_variable *parameter = all->tuples[at].condition->declaration->parameters;
    const htnc_expr *items = all->tuples[at].condition->declaration->items;
    size_t mark = reference->memory_used;
    const binding *inner = NULL;
    bool holds;
    int i;

    reference->tried += 2; /* the machine evaluates other tuples, not many more */
    for (i = 0; parameter; parameter = parameter->next)
        inner = reference_bind(reference, parameter, all->tuples[at].arguments[i++], inner);
    holds = reference_holds(reference, items, inner, world);
    reference->memory_used = mark;
    return holds;
}

static int32_t least_fixed_point(reference_planner *reference, const htnc_condition *condition,
                                 const int32_t *arguments, const int32_t *world)
{
    struct reference_fixpoint all = {reference->deriving, condition->cycle, NULL, 0, 0, false};
    int32_t truth;
    uint32_t i;

    if (reference->deriving && reference->deriving->cycle == condition->cycle) {
        i = find(reference->deriving, condition, arguments);
        return reference->deriving->tuples[i].truth;
    }
    reference->uses[REFERENCE_DERIVED]++;
    reference->deriving = &all;
    find(&all, condition, arguments);
    while (all.grew) {
        all.grew = false;
        for (i = 0; i < all.count; i++)
            if (!all.tuples[i].truth && body_holds(reference, &all, i, world)) {
                all.tuples[i].truth = 1;
                all.grew = true;
            }
    }
    truth = all.tuples[0].truth;
    reference->uses[REFERENCE_DERIVED_TRUE] += (uint64_t)truth;
    reference->uses[REFERENCE_DERIVED_SEVERAL] += all.count > 1;
    reference->deriving = all.around;
    free(all.tuples);
    return truth;
}

int32_t reference_derived(reference_planner *reference, const htnc_condition *condition, const int32_t *arguments,
                          const int32_t *world)
{
    bool outermost = !reference->deriving && !reference->asking;
    int32_t truth;

    if (reference->asking)
        return reference_ask(reference, condition, arguments, world);
    truth = least_fixed_point(reference, condition, arguments, world);
    if (outermost && reference->searching && reference_ask(reference, condition, arguments, world) != truth &&
        !reference->gave_up)
        reference_impossible("a tuple that passes do not find");
    return truth;
}
