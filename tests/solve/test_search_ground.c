/*
 * The searches over the ground problem, on thousands of tiny random problems: what they say is compared with the exact answer, which is
 * worked out without any search. From each state a task leads to a set of states: the least fixpoint of what its methods say.
 * Every plan is gone through step by step. `--seed N` begins with that problem.
 */
#include "hddl/search/search_best_first.h"
#include "tiny_problem.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 1000 };

/* --- The exact answer --------------------------------------------------------------------------------------------------- */

static uint32_t after(const tiny *t, uint32_t action, uint32_t state)
{
    uint32_t adds = t->actions[action].adds, deletes = t->actions[action].deletes;
    for (uint32_t i = 0; i < CONDITIONALS; i++) {
        const tiny_conditional *effect = &t->conditionals[i];
        if (effect->action == action && tiny_holds(state, effect->when, effect->when_not)) {
            adds |= effect->adds;
            deletes |= effect->deletes;
        }
    }
    return (state & ~deletes) | adds;
}

/* The states to which a subtask leads from one of `states`. */
static uint32_t lead(const tiny *t, uint32_t subtask, uint32_t states)
{
    uint32_t result = 0;
    for (uint32_t s = 0; s < STATES; s++) {
        if (!(states >> s & 1))
            continue;
        if (subtask >= ACTIONS)
            result |= t->leads[subtask - ACTIONS][s];
        else if (tiny_holds(s, t->actions[subtask].needs, t->actions[subtask].needs_not))
            result |= UINT32_C(1) << after(t, subtask, s);
    }
    return result;
}

static bool has_plan(tiny *t)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t m = 0; m < METHODS; m++) {
            const tiny_method *method = &t->methods[m];
            for (uint32_t s = 0; s < STATES; s++) {
                if (!tiny_holds(s, method->needs, method->needs_not))
                    continue;
                uint32_t states = UINT32_C(1) << s;
                for (uint32_t i = 0; i < method->count; i++)
                    states = lead(t, method->subtasks[i], states);
                changed |= (states & ~t->leads[method->task][s]) != 0;
                t->leads[method->task][s] |= states;
            }
        }
    }
    return t->leads[TASKS - 1][t->initial] != 0;
}

/* --- The comparison ------------------------------------------------------------------------------------------------------- */

/* Whether the decisions lead from the initial state through to the goal. */
static bool is_plan(const tiny *t, const hddl_plan *plan)
{
    enum { DEEP = 100000 };
    static uint32_t stack[DEEP];
    uint32_t state = t->initial, count = 1;
    size_t at = 0;
    stack[0] = ACTIONS + TASKS - 1;
    while (count) {
        uint32_t item = stack[--count];
        bool goal = item == ACTIONS - 1;
        if (!goal && (at == plan->count || plan->decisions[at].primitive != (item < ACTIONS)))
            return false;
        uint32_t index = goal ? item : plan->decisions[at++].index;
        if (item < ACTIONS) {
            if (index != item || !tiny_holds(state, t->actions[item].needs, t->actions[item].needs_not))
                return false;
            state = after(t, item, state);
            continue;
        }
        const tiny_method *method = &t->methods[index];
        if (method->task != item - ACTIONS || !tiny_holds(state, method->needs, method->needs_not) || count + 8 > DEEP)
            return false;
        for (uint32_t i = method->count; i-- > 0;)
            stack[count++] = method->subtasks[i];
    }
    return at == plan->count;
}

static bool agrees(uint64_t seed, const search_strategy *strategy)
{
    static tiny t;
    static built b;
    tiny_begin(seed);
    tiny_make(&t);
    tiny_build(&b, &t);
    bool expected = has_plan(&t);
    hddl_budget budget = hddl_budget_make();
    hddl_plan plan = {0};
    budget.memory_limit = 1 << 18;
    hddl_engine *search = search_best_first_new(&b.problem, strategy, &budget);
    hddl_outcome outcome = hddl_engine_run(search, &plan);
    bool right = expected ? outcome == HDDL_PLAN_FOUND : outcome != HDDL_PLAN_FOUND;
    if (outcome == HDDL_PLAN_FOUND)
        right = right && is_plan(&t, &plan);
    hddl_engine_free(search);
    if (budget.memory_used) {
        printf("# %s, --seed %" PRIu64 ": %zu bytes are still claimed\n", strategy->name, seed, budget.memory_used);
        right = false;
    }
    if (!right)
        printf("# %s, --seed %" PRIu64 ": %s a plan, outcome %d\n", strategy->name, seed,
               expected ? "there is" : "there is not", outcome);
    hddl_plan_free(&plan);
    return right;
}

int main(int count, char **arguments)
{
    uint64_t first = count > 2 ? strtoull(arguments[2], NULL, 10) : 1, last = count > 2 ? first + 1 : first + RUNS;
    int wrong = 0;
    printf("1..%d\n", (int)SEARCH_STRATEGIES);
    for (int i = 0; i < SEARCH_STRATEGIES; i++) {
        int before = wrong;
        for (uint64_t seed = first; seed < last; seed++)
            wrong += !agrees(seed, &search_strategies[i]);
        printf("%sok %d - %s says what is true of random ground problems\n", wrong > before ? "not " : "", i + 1,
               search_strategies[i].name);
    }
    return wrong != 0;
}
