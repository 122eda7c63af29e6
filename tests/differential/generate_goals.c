/*
 * Goals: properties of few values, primitive tasks that test and change them (and tables of them, with parameters and
 * bindings), and a compound task that has some of them achieved. As part of a random domain, and as a domain by itself.
 */
#include "generate_inside.h"

enum { MOST_GOAL_PROPERTIES = 7, MOST_ACTIONS = MOST_GOAL_PROPERTIES + 4 };

typedef struct goal_state {
    generator_state *generator;
    int count;
    int highest[MOST_GOAL_PROPERTIES]; /* of property G%d: 1: a bool; 2 and more: a range from 0 */
    int table;                         /* the type that table Gt is about; -1: there is none */
    int action_count;                  /* the first ones each make one property more, from those before it */
    parameters actions[MOST_ACTIONS];
    bool lasts, splits; /* many actions have a Duration; there may be splits */
} goal_state;

/* A type that parameters can range over, not too large; -1: none. */
static int pick_small_range(generator_state *generator)
{
    int start = below(generator, MOST_ENUMS + MOST_ENTITIES), i;

    for (i = 0; i < MOST_ENUMS + MOST_ENTITIES; i++) {
        int which = (start + i) % (MOST_ENUMS + MOST_ENTITIES);

        if (which < generator->enum_count && generator->enum_sizes[which] <= 4)
            return ENUM + which;
        if (which >= MOST_ENUMS && which - MOST_ENUMS < generator->entity_count &&
            generator->entities[which - MOST_ENUMS].own <= 4)
            return ENTITY + which - MOST_ENUMS;
    }
    return -1;
}

static void say_state(goal_state *goals)
{
    generator_state *generator = goals->generator;
    int i;

    goals->count = 3 + below(generator, MOST_GOAL_PROPERTIES - 2);
    goals->table = percent(generator, 50) ? pick_small_range(generator) : -1;
    say(generator, "World State [");
    for (i = 0; i < goals->count; i++) {
        goals->highest[i] = percent(generator, 65) ? 1 : 2 + below(generator, 3);
        if (goals->highest[i] == 1)
            say(generator, "G%d : bool, ", i);
        else
            say(generator, "G%d : 0..%d, ", i, goals->highest[i]);
    }
    if (goals->table >= 0) {
        say(generator, "Gt(");
        say_type(generator, goals->table);
        say(generator, ") : bool");
    }
    say(generator, "]\n");
}

/* A variable of the table's type, or false. */
static bool say_cell(goal_state *goals, const parameters *scope)
{
    int i;

    for (i = 0; i < scope->count && goals->table >= 0; i++)
        if (is_kind_of(goals->generator, scope->types[i], goals->table)) {
            say(goals->generator, "Gt(");
            say_variable(goals->generator, scope, i);
            say(goals->generator, ")");
            return true;
        }
    return false;
}

static void say_goal_test(goal_state *goals, const parameters *scope)
{
    generator_state *generator = goals->generator;
    static const char *const comparisons[] = {"==", ">=", "<=", "!="};
    int at = below(generator, goals->count);

    if (percent(generator, 50)) {
        say(generator, percent(generator, 30) ? "not " : "");
        if (say_cell(goals, scope))
            return;
    }
    if (goals->table >= 0 && percent(generator, 15)) {
        say(generator, "count(x%d : ", generator->variable_count);
        say_type(generator, goals->table);
        say(generator, " where Gt(x%d)) >= %d", generator->variable_count, below(generator, 3));
        generator->variable_count++;
    } else if (goals->highest[at] == 1) {
        say(generator, "%sG%d", percent(generator, 30) ? "not " : "", at);
    } else {
        say(generator, "G%d %s ", at, comparisons[below(generator, 4)]);
        say(generator, "%d", below(generator, goals->highest[at] + 1));
    }
}

static void say_goal_effect(goal_state *goals, const parameters *scope)
{
    generator_state *generator = goals->generator;
    static const char *const changes[] = {"=", "+=", "-=", "+="};
    int at = below(generator, goals->count), how = below(generator, 4);

    if (percent(generator, 60) && say_cell(goals, scope))
        say(generator, " = %s", percent(generator, 75) ? "true" : "false");
    else if (goals->highest[at] == 1 && scope->count && scope->types[0] == BOOL && percent(generator, 60)) {
        say(generator, "G%d = ", at);
        say_variable(generator, scope, 0);
    } else if (goals->highest[at] == 1 && percent(generator, 10))
        say(generator, "G%d = not G%d", at, at);
    else if (goals->highest[at] == 1)
        say(generator, "G%d = %s", at, percent(generator, 75) ? "true" : "false");
    else
        say(generator, "G%d %s %d", at, changes[how],
            how == 0 ? below(generator, goals->highest[at] + 1) : 1 + below(generator, 2));
}

/* What the tasks were made to reach. */
static void say_advance_test(goal_state *goals, int at)
{
    if (goals->highest[at] == 1)
        say(goals->generator, "G%d", at);
    else
        say(goals->generator, "G%d >= %d", at,
            percent(goals->generator, 60) ? goals->highest[at] : 1 + below(goals->generator, goals->highest[at]));
}

static void say_advance(goal_state *goals, int at)
{
    if (goals->highest[at] == 1)
        say(goals->generator, "G%d = true", at);
    else
        say(goals->generator, "G%d += %d", at, 1 + below(goals->generator, 2));
}

static void say_tests(goal_state *goals, const parameters *scope, int count)
{
    while (count--) {
        if (goals->generator->with_conditions && percent(goals->generator, 10))
            say_condition(goals->generator, scope);
        else
            say_goal_test(goals, scope);
        say(goals->generator, count ? ", " : "");
    }
}

static void say_cost(goal_state *goals, const parameters *scope)
{
    generator_state *generator = goals->generator;
    int at = below(generator, goals->count);

    say(generator, "    Cost [");
    if (goals->table >= 0 && percent(generator, 15)) {
        say(generator, "1 + count(x%d : ", generator->variable_count);
        say_type(generator, goals->table);
        say(generator, " where Gt(x%d))", generator->variable_count++);
    } else if (generator->fixed_costs && percent(generator, 50))
        say_decimal(generator, 250 * below(generator, 12));
    else if (percent(generator, 60))
        say(generator, "%d", below(generator, percent(generator, 50) ? 3 : 6));
    else if (goals->highest[at] > 1) {
        say(generator, "%d ", below(generator, 5));
        say(generator, "%s G%d", percent(generator, 70) ? "+" : "-", at);
    } else {
        say(generator, generator->fixed_costs ? "fixed(" : "");
        say_value(generator, scope, INTEGER, 1);
        say(generator, generator->fixed_costs ? ")" : "");
    }
    say(generator, "]\n");
}

/* What it needs: for one of the first, something of those before it. */
static void say_preconditions(goal_state *goals, int index, parameters *inner)
{
    generator_state *generator = goals->generator;
    int tests = below(generator, 3);
    bool any = false;

    say(generator, "    Preconditions [");
    if (goals->table >= 0 && percent(generator, 20)) {
        say(generator, "any ");
        say_new_variable(generator, inner, goals->table);
        say(generator, ", ");
        say_tests(goals, inner, 1);
        any = true;
    }
    if (index > 0 && index < goals->count) {
        say(generator, any ? ", " : "");
        say_advance_test(goals, index - 1 - (index > 1 && percent(generator, 20)));
        tests = percent(generator, 30);
        any = true;
    }
    say(generator, any && tests ? ", " : "");
    say_tests(goals, inner, tests);
    say(generator, "]\n");
}

static void say_action(goal_state *goals, int index)
{
    generator_state *generator = goals->generator;
    parameters inner = goals->actions[index];
    bool suffix = percent(generator, 10);
    int effects = 1 + below(generator, 2);

    say(generator, "Primitive Task [A%d", index);
    if (inner.count) {
        say(generator, "(");
        say_variable(generator, &inner, 0);
        say(generator, " : ");
        say_type(generator, inner.types[0]);
        say(generator, ")");
    }
    say(generator, "]\n");
    say_preconditions(goals, index, &inner);
    say(generator, "    Effects [");
    if (index < goals->count) {
        say_advance(goals, index);
        if (index > 0 && percent(generator, 45))
            say(generator, goals->highest[index - 1] == 1 ? ", G%d = false" : ", G%d -= 1", index - 1);
        effects = percent(generator, 25);
        say(generator, effects ? ", " : "");
    }
    while (effects--) {
        say_goal_effect(goals, &inner);
        if (suffix) {
            say(generator, " when ");
            say_goal_test(goals, &inner);
        }
        say(generator, effects ? ", " : "");
    }
    say(generator, "]\n");
    if (percent(generator, 10)) {
        say(generator, "    ExpectedEffects [");
        say_goal_effect(goals, &inner);
        say(generator, "]\n");
    }
    if (percent(generator, 60))
        say(generator, "    Operator [Act%d]\n", index);
    if (percent(generator, 50))
        say_cost(goals, &inner);
    if (percent(generator, goals->lasts ? 60 : 5))
        say(generator, "    Duration [%dms]\n", below(generator, percent(generator, 50) ? 900 : 3));
}

static void say_achieve(goal_state *goals, const parameters *scope)
{
    generator_state *generator = goals->generator;
    int start = below(generator, goals->action_count), i;

    say(generator, "Achieve [");
    if (percent(generator, 75)) {
        say_advance_test(goals, goals->count - 1 - below(generator, 2));
        if (percent(generator, 40)) {
            say(generator, ", ");
            say_tests(goals, scope, 1);
        }
    } else {
        say_tests(goals, scope, 1 + below(generator, 2));
    }
    say(generator, "]");
    if (percent(generator, generator->compound_count ? 0 : 20))
        return;
    say(generator, " Using [");
    for (i = 0; i < goals->action_count; i++)
        if (i == 0 || percent(generator, 96))
            say(generator, "%sA%d", i ? ", " : "", (start + i) % goals->action_count);
    say(generator, "]");
}

/* A step of its own in front of an Achieve or behind it. */
static void say_action_call(goal_state *goals)
{
    int i;

    for (i = 0; i < goals->action_count; i++)
        if (!goals->actions[i].count) {
            say(goals->generator, "A%d()", i);
            return;
        }
    say_achieve(goals, &(parameters){0});
}

/* One Achieve, or a group with one in it. */
static void say_achieves(goal_state *goals, const parameters *scope)
{
    generator_state *generator = goals->generator;
    bool last = percent(generator, 50);

    if (!(generator->features & FEATURE_PARALLEL) || percent(generator, 85)) {
        say_achieve(goals, scope);
        return;
    }
    say(generator, "Parallel [");
    if (last) {
        say_action_call(goals);
        say(generator, ", ");
    }
    say_achieve(goals, scope);
    if (!last) {
        say(generator, ", ");
        say_action_call(goals);
    }
    say(generator, "]");
}

/* Choices behind an Achieve: along a running plan's path the first ones are tried again. */
static void say_tail(goal_state *goals)
{
    static const parameters nothing;

    say(goals->generator, "Compound Task [Tail]\n    Method [");
    say_tests(goals, &nothing, 1);
    say(goals->generator, "] Subtasks [");
    say_achieve(goals, &nothing);
    say(goals->generator, "]\n    Method [");
    say_tests(goals, &nothing, 1);
    say(goals->generator, "] Subtasks [");
    say_action_call(goals);
    say(goals->generator, "]\n    Method [] Subtasks []\n");
}

static void say_goal_task(goal_state *goals, const char *name)
{
    generator_state *generator = goals->generator;
    static const parameters nothing;
    parameters inner = nothing;
    bool tail = false;
    int i;

    say(generator, "Compound Task [%s]\n", name);
    for (i = below(generator, 2); i >= 0; i--) {
        inner = nothing;
        say(generator, "    Method [");
        if (goals->table >= 0 && percent(generator, 40)) {
            say(generator, "any ");
            say_new_variable(generator, &inner, goals->table);
            say(generator, ", ");
        }
        say_tests(goals, &inner, i > 0);
        say(generator, "] Subtasks [");
        if (percent(generator, 15)) {
            say_action_call(goals);
            say(generator, ", ");
        }
        if (goals->splits && percent(generator, 20))
            say(generator, "Split, ");
        say_achieves(goals, &inner);
        if (goals->splits && percent(generator, 20))
            say(generator, ", Split");
        if (percent(generator, 35)) {
            say(generator, ", ");
            if (percent(generator, 30))
                say_achieve(goals, &inner);
            else if (percent(generator, 30))
                say_action_call(goals);
            else
                say(generator, "Tail()");
            tail = true;
        }
        say(generator, "]\n");
    }
    if (percent(generator, 12))
        say(generator, "    Method [] Subtasks []\n");
    if (tail)
        say_tail(goals);
}

static void say_goals(goal_state *goals, const char *name)
{
    generator_state *generator = goals->generator;
    int i;

    goals->lasts = percent(generator, 40);
    say_state(goals);
    goals->action_count = goals->count + below(generator, MOST_ACTIONS - MOST_GOAL_PROPERTIES + 1);
    for (i = 0; i < goals->action_count; i++) {
        int type = goals->table >= 0 && percent(generator, 60) ? goals->table : pick_small_range(generator);

        goals->actions[i].count = 0;
        if (type < 0 || percent(generator, 10))
            type = BOOL;
        if (percent(generator, type == BOOL ? 15 : i < goals->count ? 20 : 70))
            add_variable(&goals->actions[i], type, 'a', i);
    }
    say_goal_task(goals, name);
    for (i = 0; i < goals->action_count; i++)
        say_action(goals, i);
}

void say_goal_pattern(generator_state *generator)
{
    goal_state goals = {.generator = generator};
    pattern *made;

    if (!chance_of(generator, FEATURE_ACHIEVE, 12))
        return;
    made = &generator->patterns[generator->pattern_count++];
    made->name[0] = 'Q';
    made->parameter_count = 0;
    generator->compound_count = 1; /* as far as is known here: there will be others */
    say_goals(&goals, "Q");
}

void say_goal_domain(generator_state *generator)
{
    goal_state goals = {.generator = generator};

    if (percent(generator, 15))
        say(generator, "Root [Root] Select [cheapest]\n");
    else
        goals.splits = percent(generator, 20);
    say_goals(&goals, "Root");
}
