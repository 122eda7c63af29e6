/* Tiny random ground problems: see tiny_problem.h. */
#include "tiny_problem.h"

#include <string.h>

static uint64_t draw_state;

void tiny_begin(uint64_t seed)
{
    draw_state = seed * UINT64_C(0x9E3779B97F4A7C15);
}

uint32_t tiny_draw(uint32_t below)
{
    draw_state = draw_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(draw_state >> 33) % below;
}

/* A set of facts in which each is with a chance of one in `of`. */
static uint32_t some_facts(uint32_t of)
{
    uint32_t facts = 0;
    for (uint32_t i = 0; i < FACTS; i++)
        facts |= (uint32_t)(tiny_draw(of) == 0) << i;
    return facts;
}

void tiny_make(tiny *t)
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
        method->count = tiny_draw(SUBTASKS + 1);
        for (uint32_t s = 0; s < method->count; s++)
            method->subtasks[s] = tiny_draw(3) ? tiny_draw(ACTIONS - 1) : ACTIONS + tiny_draw(TASKS - 1);
        if (method->task == TASKS - 1)
            method->subtasks[method->count++] = ACTIONS - 1;
    }
}

bool tiny_holds(uint32_t state, uint32_t needs, uint32_t needs_not)
{
    return (state & needs) == needs && !(state & needs_not);
}

static void bits_to_list(built *b, ground_lists *list, uint32_t item, uint32_t bits)
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
        bits_to_list(b, &p->method_needs.facts[true], i, method->needs);
        bits_to_list(b, &p->method_needs.facts[false], i, method->needs_not);
        tasks[i] = method->task;
        for (uint32_t s = 0; s < method->count; s++)
            p->subtasks.items[at++] = method->subtasks[s];
        p->subtasks.begin[i + 1] = at;
        p->task_methods.begin[method->task + 1] = i + 1;
    }
    p->method_task = tasks;
}

void tiny_build(built *b, const tiny *t)
{
    memset(b, 0, sizeof *b);
    ground_problem *p = &b->problem;
    for (uint32_t i = 0; i < sizeof b->numbers / sizeof *b->numbers; i++)
        b->numbers[i] = i;
    for (uint32_t i = 0; i < ACTIONS; i++) {
        b->actions[i].schema.origin = i < ACTIONS - 1 ? i : HDDL_NONE;
        bits_to_list(b, &p->needs.facts[true], i, t->actions[i].needs);
        bits_to_list(b, &p->needs.facts[false], i, t->actions[i].needs_not);
        bits_to_list(b, &p->effects.facts[true], i, t->actions[i].adds);
        bits_to_list(b, &p->effects.facts[false], i, t->actions[i].deletes);
    }
    uint32_t *conditional_action = b->room + b->used;
    b->used += CONDITIONALS;
    for (uint32_t i = 0; i < CONDITIONALS; i++) {
        conditional_action[i] = t->conditionals[i].action;
        bits_to_list(b, &p->when.facts[true], i, t->conditionals[i].when);
        bits_to_list(b, &p->when.facts[false], i, t->conditionals[i].when_not);
        bits_to_list(b, &p->when_effects.facts[true], i, t->conditionals[i].adds);
        bits_to_list(b, &p->when_effects.facts[false], i, t->conditionals[i].deletes);
    }
    p->conditional_action = conditional_action;
    uint32_t *conditional_begin = b->room + b->used;
    b->used += ACTIONS + 1;
    for (uint32_t action = 0, effect = 0; action <= ACTIONS; action++) {
        while (effect < CONDITIONALS && conditional_action[effect] < action)
            effect++;
        conditional_begin[action] = effect;
    }
    p->conditional_begin = conditional_begin;
    for (uint32_t i = 0; i < METHODS; i++)
        b->methods[i].schema.origin = i;
    for (uint32_t i = 0; i < METHODS; i++)
        b->fragments[i] = (ground_fragment){.original = i, .first = true};
    build_methods(b, t);
    uint32_t *initial = b->room + b->used;
    for (uint32_t i = 0; i < FACTS; i++)
        if (t->initial >> i & 1)
            initial[p->initial_count++] = i;
    p->initial = initial;
    b->source = (normal_problem){.actions = b->actions, .methods = b->methods};
    p->source = p->original = &b->source;
    p->fragments = b->fragments;
    p->fact_count = FACTS;
    p->action_count = ACTIONS;
    p->task_count = TASKS;
    p->method_count = METHODS;
    p->conditional_count = CONDITIONALS;
    p->root = TASKS - 1;
    p->action_schema = p->method_schema = b->numbers;
    p->action_objects = p->method_objects = b->no_objects;
}
