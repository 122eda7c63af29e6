/*
 * Random expressions; see generate_inside.h. Compound operands stand in parentheses where leaving them
 * out could make a comparison chain or an operator bind otherwise than meant: what is meant here does
 * not matter, only that the compiler accepts it.
 */
#include "generate_inside.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void say(generator_state *generator, const char *format, ...)
{
    va_list arguments;
    int written;

    va_start(arguments, format);
    written = vsnprintf(generator->text + generator->length, GENERATED_SIZE - generator->length, format, arguments);
    va_end(arguments);
    if (written < 0 || (size_t)written >= GENERATED_SIZE - generator->length) {
        fprintf(stderr, "generator: a domain is too long\n");
        abort();
    }
    generator->length += (size_t)written;
}

int below(generator_state *generator, int count)
{
    return (int)dice_below(&generator->dice, (uint32_t)count);
}

bool percent(generator_state *generator, uint32_t chance)
{
    return dice_percent(&generator->dice, chance);
}

bool chance_of(generator_state *generator, unsigned feature, uint32_t chance)
{
    if (feature == FEATURE_PARTS && generator->features & MANY_PARTS)
        chance *= 3;
    return (generator->features & feature) && percent(generator, chance);
}

void say_number(generator_state *generator)
{
    static const int64_t large[] = {2147483647, -2147483648, 1073741824, -1073741824, 65536, 46341, -46341, 1000000};

    if (generator->extreme && percent(generator, 30))
        say(generator, "%d", (int)large[below(generator, 8)]);
    else if (percent(generator, 10))
        say(generator, "%d", (int)dice_between(&generator->dice, -1000, 1000));
    else
        say(generator, "%d", (int)dice_between(&generator->dice, -1, 4));
}

void say_decimal(generator_state *generator, int32_t thousandths)
{
    const int64_t size = thousandths < 0 ? -(int64_t)thousandths : thousandths;
    int places = thousandths % 10 ? 3 : thousandths % 100 ? 2 : 1, digits = (int)(size % 1000);

    places += below(generator, 4 - places); /* zeroes at the end say nothing */
    digits /= places == 1 ? 100 : places == 2 ? 10 : 1;
    say(generator, "%s%d.%0*d", thousandths < 0 ? "-" : "", (int)(size / 1000), places, digits);
}

void say_fixed_number(generator_state *generator)
{
    static const int32_t large[] = {INT32_MAX, INT32_MIN, 1073741824, -1073741824, 46341000, 1465000, -1465001, 1};
    static const int32_t small[] = {0, 500, 1000, 1500, -500, 2000, 250, 1, -1, 333, 2500, 3000};

    if (generator->extreme && percent(generator, 30))
        say_decimal(generator, large[below(generator, 8)]);
    else if (!generator->inside && percent(generator, 30)) /* operands are not all whole */
        say(generator, "%d", below(generator, 4));
    else if (percent(generator, 15))
        say_decimal(generator, (int32_t)dice_between(&generator->dice, -9999, 9999));
    else
        say_decimal(generator, small[below(generator, 12)]);
}

void say_likely_value(generator_state *generator, const world_slot *property)
{
    if (property->type == FIXED) {
        int32_t least = property->low < -1000 ? -1000 : property->low;
        int32_t most = property->high > 3000 ? 3000 : property->high;
        int32_t value = (int32_t)dice_between(&generator->dice, least > most ? property->low : least,
                                              least > most ? property->high : most);

        say_decimal(generator,
                    percent(generator, 80) && value / 500 * 500 >= property->low && value / 500 * 500 <= property->high
                        ? value / 500 * 500
                        : value);
        return;
    }
    int32_t low = property->low < -2 ? -2 : property->low;
    int32_t high = property->high > 4 ? 4 : property->high;

    if (low > high) {
        low = property->low;
        high = property->high;
    }
    say(generator, "%d", (int)dice_between(&generator->dice, low, high));
}

int pick_property(generator_state *generator, int type)
{
    int start = below(generator, generator->property_count), i;

    for (i = 0; i < generator->property_count; i++)
        if (is_kind_of(generator, generator->properties[(start + i) % generator->property_count].type, type))
            return (start + i) % generator->property_count;
    return -1;
}

void say_literal(generator_state *generator, int type)
{
    if (type == INTEGER)
        say_number(generator);
    else if (type == FIXED)
        say_fixed_number(generator);
    else if (type == BOOL)
        say(generator, percent(generator, 50) ? "true" : "false");
    else if (type == SYMBOL)
        say(generator, "\"text %d\"", below(generator, 3));
    else
        say_enum_value(generator, type);
}

void say_enum_value(generator_state *generator, int type)
{
    say(generator, "V%d_%d", type - ENUM, below(generator, generator->enum_sizes[type - ENUM]));
}

bool say_constant(generator_state *generator, int type)
{
    int i;

    for (i = 0; i < generator->constant_count; i++)
        if (generator->constants[i] == type) {
            say(generator, "K%d", i);
            return true;
        }
    return false;
}

/* Tries to name a property, a parameter or a constant of the type. */
static bool say_name(generator_state *generator, const parameters *scope, int type)
{
    int kind = below(generator, 4), i;

    if (kind == 0 && scope)
        for (i = 0; i < scope->count; i++)
            if (scope->types[i] == type) {
                say_variable(generator, scope, i);
                return true;
            }
    if (kind == 1 && say_constant(generator, type))
        return true;
    i = pick_property(generator, type);
    if (i >= 0)
        say_property(generator, scope, i);
    return i >= 0;
}

static void say_question(generator_state *generator, const parameters *scope, const parameters *asked)
{
    int k;

    generator->asking++;
    say(generator, "(");
    for (k = 0; k < asked->count; k++) {
        say(generator, k ? ", " : "");
        if (is_entity(asked->types[k]))
            say_instance(generator, scope, asked->types[k], true);
        else
            say_value(generator, scope, asked->types[k], 1);
    }
    say(generator, ")");
    generator->asking--;
}

void say_source(generator_state *generator, const parameters *scope, int proposer)
{
    say(generator, " from F%d", proposer);
    say_question(generator, scope, &generator->proposers[proposer]);
}

bool say_query(generator_state *generator, const parameters *scope, int type)
{
    int start = below(generator, generator->query_count + 1), i;

    if (generator->asking == 2)
        return false;
    for (i = 0; i < generator->query_count; i++) {
        int at = (start + i) % generator->query_count;

        if (!is_kind_of(generator, generator->query_types[at], type))
            continue;
        say(generator, "Q%d", at);
        say_question(generator, scope, &generator->queries[at]);
        return true;
    }
    return false;
}

static bool say_call_of(generator_state *generator, const parameters *scope, int at, int depth)
{
    int i;

    say(generator, "Is%d", at);
    if (generator->conditions[at].count == 0) {
        say(generator, percent(generator, 50) ? "" : "()");
        return true;
    }
    say(generator, "(");
    for (i = 0; i < generator->conditions[at].count; i++) {
        if (i)
            say(generator, ", ");
        say_value(generator, scope, generator->conditions[at].types[i], depth - 1);
    }
    say(generator, ")");
    return true;
}

/* Uses a named condition or value of the type; false: there is none. */
bool say_call(generator_state *generator, const parameters *scope, int type, int depth)
{
    int start = below(generator, generator->condition_count + 1), at = -1, i;

    for (i = 0; i < generator->condition_count && at < 0; i++)
        if (generator->condition_types[(start + i) % generator->condition_count] == type)
            at = (start + i) % generator->condition_count;
    return at >= 0 && say_call_of(generator, scope, at, depth);
}

bool say_derived_call(generator_state *generator, const parameters *scope)
{
    if (!generator->derived_count || !generator->with_conditions)
        return false;
    return say_call_of(generator, scope, generator->first_derived + below(generator, generator->derived_count), 1);
}

static void say_leaf(generator_state *generator, const parameters *scope, int type)
{
    if (type != SYMBOL && chance_of(generator, FEATURE_QUERIES, 12) && say_query(generator, scope, type))
        return;
    if (generator->with_conditions && chance_of(generator, FEATURE_VALUES, 5) && say_call(generator, scope, type, 0))
        return;
    if (is_entity(type)) {
        say_instance(generator, scope, type, false);
        return;
    }
    if (percent(generator, type == INTEGER || type == FIXED ? 60 : 75) && say_name(generator, scope, type))
        return;
    say_literal(generator, type);
}

/* Some of the x have decimals, and all of the y. The argument may be a whole number. */
static void say_fixed_curve(generator_state *generator, const parameters *scope, int depth)
{
    int points = 1 + below(generator, 4), type = percent(generator, 60) ? FIXED : INTEGER;
    int64_t x = generator->extreme && percent(generator, 50) ? INT32_MIN : dice_between(&generator->dice, -9000, 3000);

    if (type == INTEGER)
        x = x / 1000 * 1000;
    say(generator, "curve(");
    say_value(generator, scope, type, depth - 1);
    while (points--) {
        say(generator, ", ");
        if (x % 1000)
            say_decimal(generator, (int32_t)x);
        else
            say(generator, "%d", (int)(x / 1000));
        say(generator, ": ");
        say_decimal(generator, (int32_t)dice_between(&generator->dice, -4000, 4000));
        x += 1000 * (1 + below(generator, generator->extreme ? 2000000 : 5)) +
             (type == FIXED ? below(generator, 900) : 0);
        if (x > 2147483647)
            break;
    }
    say(generator, ")");
}

static void say_curve(generator_state *generator, const parameters *scope, int depth)
{
    int points = 1 + below(generator, 4);
    int64_t x = dice_between(&generator->dice, -20, 20);

    if (generator->extreme && percent(generator, 50))
        x = -2147483647;
    say(generator, "curve(");
    say_value(generator, scope, INTEGER, depth - 1);
    while (points--) {
        say(generator, ", %d:", (int)x);
        say_number(generator);
        x += 1 + dice_between(&generator->dice, 0, generator->extreme ? 2000000000 : 12);
        if (x > 2147483647)
            break;
    }
    say(generator, ")");
}

static void say_function(generator_state *generator, const parameters *scope, int type, int depth)
{
    static const char *const names[] = {"min", "max", "abs", "clamp"};
    static const int operands[] = {2, 2, 1, 3};
    int function = below(generator, 4), i;

    say(generator, "%s(", names[function]);
    for (i = 0; i < operands[function]; i++) {
        if (i)
            say(generator, ", ");
        say_value(generator, scope, type, depth - 1);
    }
    say(generator, ")");
}

/* `x + y`, a product or quotient of which one side may be whole, or what a whole number becomes. */
static void say_fixed_operation(generator_state *generator, const parameters *scope, int depth)
{
    static const char *const operators[] = {"+", "-", "*", "/", "%", "*", "/", "*"};
    int which = below(generator, 9);

    if (which == 8) {
        say(generator, "fixed(");
        say_value(generator, scope, INTEGER, depth - 1);
        say(generator, ")");
        return;
    }
    say(generator, "(");
    say_value(generator, scope, which == 7 ? INTEGER : FIXED, depth - 1);
    say(generator, " %s ", operators[which]);
    say_value(generator, scope, which == 5 || which == 6 ? INTEGER : FIXED, depth - 1);
    say(generator, ")");
}

/* A plain literal in it may be whole, but something of it has decimals. */
static void say_fixed(generator_state *generator, const parameters *scope, int depth)
{
    int kind = below(generator, 10);

    generator->inside++;
    if (scope && scope->count < MOST_VARIABLES && chance_of(generator, FEATURE_QUANTIFIERS, 20)) {
        say_quantified_number(generator, scope, FIXED, depth);
    } else if (kind < 7) {
        say_fixed_operation(generator, scope, depth);
    } else if (kind == 7) {
        say(generator, "-(");
        say_value(generator, scope, FIXED, depth - 1);
        say(generator, ")");
    } else if (kind == 8) {
        say_fixed_curve(generator, scope, depth);
    } else {
        say_function(generator, scope, FIXED, depth);
    }
    generator->inside--;
}

static void say_rounding(generator_state *generator, const parameters *scope, int depth)
{
    static const char *const names[] = {"round", "floor", "ceil"};

    say(generator, "%s(", names[below(generator, 3)]);
    generator->inside++;
    say_value(generator, scope, FIXED, depth - 1);
    generator->inside--;
    say(generator, ")");
}

static void say_integer(generator_state *generator, const parameters *scope, int depth)
{
    static const char *const operators[] = {"+", "-", "*", "/", "%"};
    int kind = below(generator, 10);

    if (scope && scope->count < MOST_VARIABLES && chance_of(generator, FEATURE_QUANTIFIERS, 25)) {
        say_quantified_number(generator, scope, INTEGER, depth);
    } else if (generator->decimals && percent(generator, 20)) {
        say_rounding(generator, scope, depth);
    } else if (kind < 6) {
        say(generator, "(");
        say_value(generator, scope, INTEGER, depth - 1);
        say(generator, " %s ", operators[below(generator, 5)]);
        say_value(generator, scope, INTEGER, depth - 1);
        say(generator, ")");
    } else if (kind == 6) {
        say(generator, "-(");
        say_value(generator, scope, INTEGER, depth - 1);
        say(generator, ")");
    } else if (kind == 7) {
        say_curve(generator, scope, depth);
    } else {
        say_function(generator, scope, INTEGER, depth);
    }
}

static void say_comparison(generator_state *generator, const parameters *scope, int depth)
{
    static const char *const operators[] = {"==", "!=", "<", "<=", ">", ">="};
    int type = BOOL, operator_count = 2;

    if (percent(generator, 70)) {
        type = generator->decimals && percent(generator, 40) ? FIXED : INTEGER;
        operator_count = 6;
    } else if (generator->enum_count && percent(generator, 70)) {
        type = ENUM + below(generator, generator->enum_count);
        operator_count = 6;
    }
    say(generator, "(");
    say_value(generator, scope, type, depth - 1);
    say(generator, " %s ", operators[below(generator, operator_count)]);
    say_value(generator, scope, type, depth - 1);
    say(generator, ")");
}

static void say_boolean(generator_state *generator, const parameters *scope, int depth)
{
    int kind = below(generator, 10);

    if (chance_of(generator, FEATURE_RESERVE, 6) && say_held(generator, scope))
        return;
    if (scope && scope->count < MOST_VARIABLES && chance_of(generator, FEATURE_QUANTIFIERS, 30)) {
        say_quantified_truth(generator, scope, depth);
    } else if (chance_of(generator, FEATURE_ENTITIES, 15)) {
        say_instance_comparison(generator, scope);
    } else if (kind < 4) {
        say_comparison(generator, scope, depth);
    } else if (kind < 6 && generator->with_conditions && say_call(generator, scope, BOOL, depth)) {
        return;
    } else if (kind < 8) {
        say(generator, "(");
        say_value(generator, scope, BOOL, depth - 1);
        say(generator, percent(generator, 50)   ? (percent(generator, 50) ? " and " : " && ")
                       : percent(generator, 50) ? " or "
                                                : " || ");
        say_value(generator, scope, BOOL, depth - 1);
        say(generator, ")");
    } else {
        say(generator, percent(generator, 50) ? "(not " : "(!");
        say_value(generator, scope, BOOL, depth - 1);
        say(generator, ")");
    }
}

void say_value(generator_state *generator, const parameters *scope, int type, int depth)
{
    if (depth <= 0 || type == SYMBOL || type >= ENUM || percent(generator, 25))
        say_leaf(generator, scope, type);
    else if (type == FIXED)
        say_fixed(generator, scope, depth);
    else if (type == INTEGER)
        say_integer(generator, scope, depth);
    else
        say_boolean(generator, scope, depth);
}

/* `property operator constant`: what designers mostly write, and what the machine has fused tests for. */
static void say_simple_test(generator_state *generator, const parameters *scope)
{
    static const char *const operators[] = {"!=", "!=", "!=", "<", "<=", "<=", ">", ">=", ">=", "=="};
    int at = below(generator, generator->property_count);
    const world_slot *property = &generator->properties[at];

    if (property->index_count || is_entity(property->type)) {
        say_property_test(generator, scope, at);
        return;
    }
    if (property->type == BOOL) {
        say(generator, "%sW%d", percent(generator, 30) ? "not " : "", at);
        if (percent(generator, 40))
            say(generator, percent(generator, 50) ? " == true" : " != true");
        return;
    }
    say(generator, "W%d %s ", at, percent(generator, 2) ? "=" : operators[below(generator, 10)]);
    if ((property->type == INTEGER || property->type == FIXED) && percent(generator, 80))
        say_likely_value(generator, property);
    else
        say_value(generator, scope, property->type, 0);
}

void say_condition(generator_state *generator, const parameters *scope)
{
    int i;

    if (scope && scope->count && percent(generator, 35)) {
        i = below(generator, scope->count);
        if (is_entity(scope->types[i]) && say_test_of(generator, scope, i))
            return;
        if (is_entity(scope->types[i])) {
            say_instance_comparison(generator, scope);
            return;
        }
        if (scope->types[i] != SYMBOL) {
            say_variable(generator, scope, i);
            say(generator, percent(generator, 75) ? " != " : " == ");
            say_value(generator, NULL, scope->types[i], 0);
            return;
        }
    }
    if (chance_of(generator, FEATURE_QUERIES, 6) && say_query(generator, scope, BOOL))
        return;
    if (generator->derived_count && percent(generator, 20) && say_derived_call(generator, scope))
        return;
    if (percent(generator, 65))
        say_simple_test(generator, scope);
    else
        say_value(generator, scope, BOOL, 3);
}
