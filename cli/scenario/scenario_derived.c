/*
 * The bodies of all tuples that are needed are evaluated with what is true so far, until nothing more becomes true. A tuple that is
 * needed is mostly found later than one that needs it, so the last one is evaluated first.
 */
#include "cli/scenario/scenario_derived.h"
#include "base/text.h"
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

typedef struct tuple_key {
    const htnc_condition *condition;
    int32_t arguments[HTN_MAX_ARGUMENTS];
} tuple_key;

typedef struct tuple {
    tuple_key key;
    struct tuple *before; /* the one that was needed before it */
    bool truth;
    UT_hash_handle hh;
} tuple;

struct scenario_fixpoint {
    const htnc_cycle *cycle;
    tuple *all; /* uthash */
    tuple *last;
    bool grew;
};

static tuple *find(scenario_fixpoint *in, const htnc_condition *condition, const int32_t *arguments)
{
    tuple_key key;
    tuple *found = NULL;
    memset(&key, 0, sizeof key);
    key.condition = condition;
    memcpy(key.arguments, arguments, condition->parameter_count * sizeof *arguments);
    HASH_FIND(hh, in->all, &key, sizeof key, found);
    if (found != NULL)
        return found;
    found = base_allocate(sizeof *found);
    memset(found, 0, sizeof *found);
    found->key = key;
    found->before = in->last;
    in->last = found;
    in->grew = true;
    HASH_ADD(hh, in->all, key, sizeof key, found);
    return found;
}

static void evaluate_all(scenario_fixpoint *in, scenario_body *body, const void *user)
{
    while (in->grew) {
        in->grew = false;
        for (tuple *each = in->last; each != NULL; each = each->before)
            if (!each->truth && body(user, in, each->key.condition, each->key.arguments)) {
                each->truth = true;
                in->grew = true;
            }
    }
}

bool scenario_derived(scenario_fixpoint *around, const htnc_condition *condition, const int32_t *arguments,
                      scenario_body *body, const void *user)
{
    scenario_fixpoint own = {.cycle = condition->cycle};
    if (around != NULL && around->cycle == condition->cycle)
        return find(around, condition, arguments)->truth;
    const tuple *top = find(&own, condition, arguments);
    evaluate_all(&own, body, user);
    const bool truth = top->truth;
    tuple *each = own.last;
    HASH_CLEAR(hh, own.all);
    while (each != NULL) {
        tuple *before = each->before;
        free(each);
        each = before;
    }
    return truth;
}
