/*
 * Random cycles of derived conditions; see generate_inside.h. A body leads back to its cycle only where more true tuples cannot make
 * it false: through `and`, `or`, `exists`, `any` and the body of `every`.
 */
#include "generate_inside.h"

typedef struct cycle_state {
    generator_state *generator;
    int first, count; /* of its conditions */
    bool led_back;    /* the body that is being written */
} cycle_state;

static void say_body(cycle_state *cycle, const parameters *scope, int depth);

/* `Is5(...)`: nothing in its arguments leads back. */
static void say_way_back(cycle_state *cycle, const parameters *scope)
{
    generator_state *generator = cycle->generator;
    int at = cycle->first + below(generator, cycle->count), i;
    const parameters *called = &generator->conditions[at];

    cycle->led_back = true;
    say(generator, "Is%d", at);
    for (i = 0; i < called->count; i++) {
        say(generator, i ? ", " : "(");
        if (is_entity(called->types[i]))
            say_instance(generator, scope, called->types[i], false);
        else
            say_value(generator, scope, called->types[i], percent(generator, 20) ? 1 : 0);
    }
    say(generator, called->count ? ")" : "");
}

/* Ranges over a small type; false: there is none. */
static bool say_quantified(cycle_state *cycle, const parameters *scope, int depth)
{
    generator_state *generator = cycle->generator;
    int type = pick_range(generator);
    bool every = percent(generator, 20);
    parameters inner = *scope;

    if (type < 0 || scope->count >= MOST_VARIABLES - 3)
        return false;
    say(generator, every ? "every(" : "exists(");
    say_new_variable(generator, &inner, type);
    say(generator, " where ");
    if (percent(generator, 70) && say_test_of(generator, &inner, inner.count - 1))
        say(generator, every ? " : " : " and ");
    else if (every) {
        say_condition(generator, &inner);
        say(generator, " : ");
    }
    say_body(cycle, &inner, depth - 1);
    say(generator, ")");
    return true;
}

static void say_body(cycle_state *cycle, const parameters *scope, int depth)
{
    generator_state *generator = cycle->generator;
    int kind = below(generator, 10);

    if (depth <= 0 || kind < 2) {
        if (percent(generator, 75))
            say_way_back(cycle, scope);
        else
            say_value(generator, scope, BOOL, 2);
    } else if (kind < 6 && say_quantified(cycle, scope, depth)) {
        return;
    } else {
        say(generator, "(");
        if (percent(generator, 60))
            say_value(generator, scope, BOOL, 2);
        else
            say_body(cycle, scope, depth - 1);
        say(generator, percent(generator, 65) ? " or " : " and ");
        say_body(cycle, scope, depth - 1);
        say(generator, ")");
    }
}

static void say_derived(cycle_state *cycle, int index)
{
    generator_state *generator = cycle->generator;
    parameters inner = generator->conditions[index];
    int i;

    say(generator, "Condition [Is%d", index);
    for (i = 0; i < inner.count; i++) {
        say(generator, i ? ", " : "(");
        say_variable(generator, &inner, i);
        say(generator, " : ");
        say_type(generator, inner.types[i]);
    }
    say(generator, "%s] [", inner.count ? ")" : "");
    if (chance_of(generator, FEATURE_BINDERS, 20) && pick_range(generator) >= 0) {
        say(generator, "any ");
        say_ranging_variable(generator, &inner);
        if (percent(generator, 30)) {
            say(generator, " where ");
            say_body(cycle, &inner, 0);
        }
        say(generator, ", ");
    }
    if (percent(generator, 15) && say_let(generator, &inner, false))
        say(generator, ", ");
    cycle->led_back = false;
    say_body(cycle, &inner, 3);
    if (!cycle->led_back || percent(generator, 15)) { /* it is in the cycle for sure */
        say(generator, percent(generator, 50) ? " or " : ", ");
        say_way_back(cycle, &inner);
    }
    say(generator, "]\n");
}

static int type_of_parameter(generator_state *generator)
{
    int type = generator->entity_count && percent(generator, 75) ? pick_range(generator) : -1, i;

    for (i = 0; i < generator->entity_count; i++) /* one with hundreds of instances makes too many tuples */
        if (generator->entities[i].own > 100)
            type = -1;
    if (type < 0 && generator->enum_count && percent(generator, 50))
        type = ENUM + below(generator, generator->enum_count);
    return type < 0 || (type < ENTITY && generator->enum_sizes[type - ENUM] > 4) ? BOOL : type;
}

/* One or two conditions that use one another. */
static void say_cycle(generator_state *generator)
{
    cycle_state cycle = {generator, generator->condition_count, 1 + percent(generator, 35), false};
    int i, k, same = type_of_parameter(generator);

    for (i = 0; i < cycle.count; i++) {
        parameters *scope = &generator->conditions[cycle.first + i];
        int count = percent(generator, 10) ? 0 : percent(generator, 75) ? 2 : 1 + below(generator, 3);

        scope->count = 0;
        for (k = 0; k < count; k++)
            add_variable(scope, percent(generator, 70) ? same : type_of_parameter(generator), 'c', k);
        generator->condition_types[cycle.first + i] = BOOL;
    }
    for (i = 0; i < cycle.count; i++)
        say_derived(&cycle, cycle.first + i);
    generator->condition_count += cycle.count;
    generator->derived_count += cycle.count;
}

void say_cycles(generator_state *generator)
{
    int cycles = chance_of(generator, FEATURE_DERIVED, 35) ? 1 + percent(generator, 30) : 0;

    if (cycles)
        generator->first_derived = generator->condition_count;
    while (cycles--)
        say_cycle(generator);
}
