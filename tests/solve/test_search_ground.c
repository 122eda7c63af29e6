/*
 * The searches over the ground problem, on thousands of tiny random problems: what they say is compared with the exact answer, which is
 * worked out without any search. From each state a task leads to a set of states: the least fixpoint of what its methods say.
 * Every plan is gone through step by step. `--seed N` begins with that problem.
 */
#include "../../cli/solve/search.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FACTS = 5,
    STATES = 1 << FACTS,
    ACTIONS = 7,
    TASKS = 5,
    METHODS = 12,
    SUBTASKS = 3,
    CONDITIONALS = 3,
    RUNS = 1000
};

/* A set of facts, a state: bits. */
typedef struct tiny_action {
    uint32_t needs, needs_not, adds, deletes;
} tiny_action;

typedef struct tiny_conditional {
    uint32_t action, when, when_not, adds, deletes;
} tiny_conditional;

typedef struct tiny_method {
    uint32_t task, needs, needs_not, count, subtasks[SUBTASKS + 1];
} tiny_method;

typedef struct tiny {
    tiny_action actions[ACTIONS];
    tiny_conditional conditionals[CONDITIONALS];
    tiny_method methods[METHODS];
    uint32_t initial;
    uint32_t leads[TASKS][STATES]; /* a set of states */
} tiny;

static uint64_t draw_state;

static uint32_t draw(uint32_t below)
{
    draw_state = draw_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(draw_state >> 33) % below;
}

/* A set of facts in which each is with a chance of one in `of`. */
static uint32_t some_facts(uint32_t of)
{
    uint32_t facts = 0;
    for (uint32_t i = 0; i < FACTS; i++)
        facts |= (uint32_t)(draw(of) == 0) << i;
    return facts;
}

static void draw_tiny(tiny *t)
{
    memset(t, 0, sizeof *t);
    t->initial = some_facts(2);
    for (uint32_t i = 0; i < ACTIONS; i++) {
        tiny_action *action = &t->actions[i];
        action->needs = some_facts(4);
        action->needs_not = some_facts(6) & ~action->needs;
        action->adds = some_facts(4);
        action->deletes = some_facts(4) & ~action->adds;
    }
    t->actions[ACTIONS - 1].needs |= some_facts(2);
    for (uint32_t i = 0; i < CONDITIONALS; i++)
        t->conditionals[i] = (tiny_conditional){i * 2, some_facts(5), some_facts(6), some_facts(5), some_facts(5)};
    for (uint32_t i = 0; i < METHODS; i++) {
        tiny_method *method = &t->methods[i];
        method->task = i * TASKS / METHODS;
        method->needs = some_facts(6);
        method->needs_not = some_facts(8) & ~method->needs;
        method->count = draw(SUBTASKS + 1);
        for (uint32_t s = 0; s < method->count; s++)
            method->subtasks[s] = draw(3) ? draw(ACTIONS - 1) : ACTIONS + draw(TASKS - 1);
        if (method->task == TASKS - 1)
            method->subtasks[method->count++] = ACTIONS - 1;
    }
}

/* --- The exact answer --------------------------------------------------------------------------------------------------- */

static bool holds(uint32_t state, uint32_t needs, uint32_t needs_not)
{
    return (state & needs) == needs && !(state & needs_not);
}

static uint32_t after(const tiny *t, uint32_t action, uint32_t state)
{
    uint32_t adds = t->actions[action].adds, deletes = t->actions[action].deletes;
    for (uint32_t i = 0; i < CONDITIONALS; i++) {
        const tiny_conditional *effect = &t->conditionals[i];
        if (effect->action == action && holds(state, effect->when, effect->when_not)) {
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
        else if (holds(s, t->actions[subtask].needs, t->actions[subtask].needs_not))
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
                if (!holds(s, method->needs, method->needs_not))
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

/* --- The same as a ground problem ---------------------------------------------------------------------------------------- */

typedef struct built {
    normal_action actions[ACTIONS];
    normal_method methods[METHODS];
    normal_problem source;
    ground_piece pieces[METHODS];
    uint32_t numbers[64]; /* 0, 1, 2, ... */
    const uint32_t *no_objects[METHODS + ACTIONS];
    uint32_t room[4096];
    uint32_t used;
    ground_problem problem;
} built;

static void bits_to_list(built *b, ground_list *list, uint32_t item, uint32_t bits)
{
    if (item == 0) {
        list->begin = b->room + b->used;
        b->used += METHODS + 1;
        list->items = b->room + b->used;
        b->used += METHODS * FACTS;
        list->begin[0] = 0;
    }
    uint32_t at = list->begin[item];
    for (uint32_t i = 0; i < FACTS; i++)
        if (bits >> i & 1)
            list->items[at++] = i;
    list->begin[item + 1] = at;
}

static void build_methods(built *b, const tiny *t)
{
    ground_problem *p = &b->problem;
    p->subtasks.begin = b->room + b->used;
    b->used += METHODS + 1;
    p->subtasks.items = b->room + b->used;
    b->used += METHODS * (SUBTASKS + 1);
    p->task_methods.begin = b->room + b->used;
    b->used += TASKS + 1;
    p->task_methods.items = b->numbers;
    uint32_t *tasks = b->room + b->used;
    b->used += METHODS;
    uint32_t at = 0;
    for (uint32_t i = 0; i < METHODS; i++) {
        const tiny_method *method = &t->methods[i];
        bits_to_list(b, &p->method_needs, i, method->needs);
        bits_to_list(b, &p->method_needs_not, i, method->needs_not);
        tasks[i] = method->task;
        for (uint32_t s = 0; s < method->count; s++)
            p->subtasks.items[at++] = method->subtasks[s];
        p->subtasks.begin[i + 1] = at;
        p->task_methods.begin[method->task + 1] = i + 1;
    }
    p->method_task = tasks;
}

static void build(built *b, const tiny *t)
{
    memset(b, 0, sizeof *b);
    ground_problem *p = &b->problem;
    for (uint32_t i = 0; i < sizeof b->numbers / sizeof *b->numbers; i++)
        b->numbers[i] = i;
    for (uint32_t i = 0; i < ACTIONS; i++) {
        b->actions[i].schema.origin = i < ACTIONS - 1 ? i : HDDL_NONE;
        bits_to_list(b, &p->needs, i, t->actions[i].needs);
        bits_to_list(b, &p->needs_not, i, t->actions[i].needs_not);
        bits_to_list(b, &p->adds, i, t->actions[i].adds);
        bits_to_list(b, &p->deletes, i, t->actions[i].deletes);
    }
    uint32_t *conditional_action = b->room + b->used;
    b->used += CONDITIONALS;
    for (uint32_t i = 0; i < CONDITIONALS; i++) {
        conditional_action[i] = t->conditionals[i].action;
        bits_to_list(b, &p->when, i, t->conditionals[i].when);
        bits_to_list(b, &p->when_not, i, t->conditionals[i].when_not);
        bits_to_list(b, &p->when_adds, i, t->conditionals[i].adds);
        bits_to_list(b, &p->when_deletes, i, t->conditionals[i].deletes);
    }
    p->conditional_action = conditional_action;
    for (uint32_t i = 0; i < METHODS; i++)
        b->methods[i].schema.origin = i;
    for (uint32_t i = 0; i < METHODS; i++)
        b->pieces[i] = (ground_piece){.whole = i, .first = true};
    build_methods(b, t);
    uint32_t *initial = b->room + b->used;
    for (uint32_t i = 0; i < FACTS; i++)
        if (t->initial >> i & 1)
            initial[p->initial_count++] = i;
    p->initial = initial;
    b->source = (normal_problem){.actions = b->actions, .methods = b->methods};
    p->source = p->whole = &b->source;
    p->pieces = b->pieces;
    p->fact_count = FACTS;
    p->action_count = ACTIONS;
    p->task_count = TASKS;
    p->method_count = METHODS;
    p->conditional_count = CONDITIONALS;
    p->root = TASKS - 1;
    p->action_schema = p->method_schema = b->numbers;
    p->action_objects = p->method_objects = b->no_objects;
}

/* --- The comparison ------------------------------------------------------------------------------------------------------- */

/* Whether the decisions lead from the initial state through to the goal. */
static bool is_plan(const tiny *t, const solve_plan *plan)
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
            if (index != item || !holds(state, t->actions[item].needs, t->actions[item].needs_not))
                return false;
            state = after(t, item, state);
            continue;
        }
        const tiny_method *method = &t->methods[index];
        if (method->task != item - ACTIONS || !holds(state, method->needs, method->needs_not) || count + 8 > DEEP)
            return false;
        for (uint32_t i = method->count; i-- > 0;)
            stack[count++] = method->subtasks[i];
    }
    return at == plan->count;
}

static bool agrees(uint64_t seed, const search_manner *manner)
{
    static tiny t;
    static built b;
    draw_state = seed * UINT64_C(0x9E3779B97F4A7C15);
    draw_tiny(&t);
    build(&b, &t);
    bool expected = has_plan(&t);
    solve_clock clock = solve_clock_make();
    solve_plan plan = {0};
    clock.memory_most = 1 << 18;
    solve_search *search = search_best_first_new(&b.problem, manner, &clock);
    solve_outcome outcome = search->run(search, &clock);
    bool right = expected ? outcome == SOLVE_PLAN : outcome != SOLVE_PLAN;
    if (outcome == SOLVE_PLAN)
        right = right && search->plan(search, &plan) && is_plan(&t, &plan);
    search->free(search);
    if (clock.memory_used) {
        printf("# %s, --seed %" PRIu64 ": %zu bytes are still claimed\n", manner->name, seed, clock.memory_used);
        right = false;
    }
    if (!right)
        printf("# %s, --seed %" PRIu64 ": %s a plan, outcome %d\n", manner->name, seed,
               expected ? "there is" : "there is not", outcome);
    solve_plan_free(&plan);
    return right;
}

int main(int count, char **arguments)
{
    uint64_t first = count > 2 ? strtoull(arguments[2], NULL, 10) : 1, last = count > 2 ? first + 1 : first + RUNS;
    int wrong = 0;
    printf("1..%d\n", (int)SEARCH_MANNERS);
    for (int i = 0; i < SEARCH_MANNERS; i++) {
        int before = wrong;
        for (uint64_t seed = first; seed < last; seed++)
            wrong += !agrees(seed, &search_manners[i]);
        printf("%sok %d - %s says what is true of random ground problems\n", wrong > before ? "not " : "", i + 1,
               search_manners[i].name);
    }
    return wrong != 0;
}
