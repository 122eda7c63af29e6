/*
 * Tasks that are not random but use what random declarations there are as people do: a walk along roads that stand
 * as facts, without going in circles; a pairing of two kinds of instances, with backtracking over the pairs; both
 * now and then one step at a time; a task of many methods that ask for values of single bytes; one that counts down, or nearly. And,
 * behind splits, a hunt, where who is hunted may be gone, and an endless round.
 */
#include "generate_inside.h"
#include <stdio.h>

/* A table of a type over these indexes that may be written (or need not be); -1: none. */
static int find_table(const generator_state *generator, int type, int first, int second, bool written)
{
    int i;

    for (i = 0; i < generator->property_count; i++) {
        const world_slot *table = &generator->properties[i];

        if (table->type == type && table->index_count == (second >= 0 ? 2 : 1) && table->indexes[0] == first &&
            (second < 0 || table->indexes[1] == second) && !(written && table->is_static))
            return i;
    }
    return -1;
}

static pattern *add_pattern(generator_state *generator, int parameter)
{
    pattern *made = &generator->patterns[generator->pattern_count++];

    made->parameter_count = parameter >= 0;
    made->parameter = parameter;
    return made;
}

static int find_holder(const generator_state *generator, int type)
{
    int i;

    for (i = 0; i < generator->property_count; i++)
        if (generator->properties[i].type == type && generator->properties[i].index_count == 0)
            return i;
    return -1;
}

/* `At` a place, `Road`s between places, places that one has `Been` to. */
static void say_travel(generator_state *generator, int type, int at, int road, int been, int length)
{
    pattern *made = add_pattern(generator, type);

    made->name[0] = 'T';
    say(generator, "Compound Task [T(to : N%d)]\n    Method [W%d == to] Subtasks []\n", type - ENTITY, at);
    say(generator, "    Method [any next : N%d where W%d(W%d, next)", type - ENTITY, road, at);
    if (percent(generator, 80))
        say(generator, ", not W%d(next)", been);
    say(generator, "]\n");
    if (length >= 0 && chance_of(generator, FEATURE_PREFER, 50))
        say(generator, "        Prefer [%s W%d(next)]\n", percent(generator, 50) ? "lowest" : "highest", length);
    say(generator, "        Subtasks [Walk(next), %sT(to)]\n",
        generator->splits && percent(generator, 50) ? "Split, " : "");
    say(generator, "Primitive Task [Walk(to : N%d)] Operator [Go(to)] Effects [W%d = to, W%d(to) = true]\n",
        type - ENTITY, at, been);
}

/* Every instance of one kind that is free gets one of another kind that suits it. */
static void say_pairing(generator_state *generator, int type, int other, int suits, int taken, int done)
{
    pattern *made = add_pattern(generator, -1);
    bool hidden = chance_of(generator, FEATURE_STEP_BINDERS, 40);
    const char *split = generator->splits && percent(generator, 50) ? "Split, " : "";

    made->name[0] = 'A';
    say(generator, "Compound Task [A]\n    Method [every(x : N%d : W%d(x))] Subtasks []\n", type - ENTITY, done);
    if (hidden) {
        say(generator, "    Method [any x : N%d where not W%d(x)] Subtasks [Give(x), %sA()]\n", type - ENTITY, done,
            split);
        say(generator,
            "Primitive Task [Give(x : N%d)] Preconditions [any y : N%d, W%d(x, y), not W%d(y)] Operator [Pair(y, x)]\n",
            type - ENTITY, other - ENTITY, suits, taken);
    } else {
        say(generator, "    Method [any x : N%d where not W%d(x), any y : N%d where W%d(x, y), not W%d(y)]\n",
            type - ENTITY, done, other - ENTITY, suits, taken);
        say(generator, "        Subtasks [Give(x, y), %sA()]\n", split);
        say(generator, "Primitive Task [Give(x : N%d, y : N%d)] Preconditions [not W%d(y)] Operator [Pair(y, x)]\n",
            type - ENTITY, other - ENTITY, taken);
    }
    say(generator, "    Effects [W%d(x) = true, W%d(y) = true]\n", done, taken);
}

/* What was chosen before a split is used behind it. */
static void say_hunt(generator_state *generator)
{
    pattern *made;
    int type;

    for (type = 0; type < generator->entity_count && !generator->entities[type].open;)
        type++;
    if (type == generator->entity_count || !percent(generator, 60))
        return;
    made = add_pattern(generator, -1);
    made->name[0] = 'H';
    say(generator, "Compound Task [H]\n    Method [any e : N%d] Subtasks [Aim(), Track(e, %s)]\n", type,
        percent(generator, 50) ? "e" : "none");
    say(generator, "    Method [] Subtasks [Aim()]\n");
    say(generator, "Compound Task [Track(e : N%d, f : N%d)]\n", type, type);
    say(generator, "    Method [any g : N%d where g != e] Subtasks [Aim(), Split, ", type);
    say(generator, "%s, Aim(), Split, ", percent(generator, 50) ? "Hit(g)" : "Hit(f)");
    say(generator, "Hit(%s)", percent(generator, 50) ? "e" : "g");
    say(generator, "%s]\n", percent(generator, 30) ? ", Split, H()" : "");
    say(generator, "    Method [] Subtasks [Aim(), Split, Aim()]\n");
    say(generator, "Primitive Task [Aim] Duration [1s]\n");
    say(generator, "Primitive Task [Hit(e : N%d)] Operator [Hit(e)] Duration [200ms]\n", type);
}

/* A round that goes on for ever, one step at a time, and that another way may take the place of each time. */
static void say_round(generator_state *generator)
{
    int i;

    for (i = 1; i < generator->property_count; i++)
        if (generator->properties[i].type == BOOL && !generator->properties[i].index_count && percent(generator, 60))
            break;
    if (i == generator->property_count)
        return;
    add_pattern(generator, -1)->name[0] = 'R';
    say(generator, "Compound Task [R]\n    Method [W%d] Subtasks [Turn(), Split, R()]\n", i);
    say(generator, "    Method [] Subtasks [Stay(), Split, R()]\n");
    say(generator, "Primitive Task [Turn] %s\nPrimitive Task [Stay]\n",
        percent(generator, 50) ? "Duration [300ms]" : "Cost [2]");
}

static bool is_byte(const generator_state *generator, int at)
{
    const world_slot *property = &generator->properties[at];

    if (property->index_count)
        return false;
    if (property->type == INTEGER)
        return property->low >= 0 && property->high <= 255;
    return property->type == BOOL ||
           (property->type >= ENUM && property->type < ENTITY && generator->enum_sizes[property->type - ENUM] <= 256);
}

static int count_bytes(const generator_state *generator)
{
    int count = 0, i;

    for (i = 0; i < generator->property_count; i++)
        count += is_byte(generator, i);
    return count;
}

/* Another one than `last`; there are several. */
static int pick_byte(generator_state *generator, int last)
{
    int at = below(generator, generator->property_count);

    while (at == last || !is_byte(generator, at))
        at = (at + 1) % generator->property_count;
    return at;
}

static void say_byte_value(generator_state *generator, int at)
{
    const world_slot *property = &generator->properties[at];

    if (property->type == BOOL)
        say(generator, percent(generator, 50) ? "true" : "false");
    else if (property->type == INTEGER)
        say_likely_value(generator, property);
    else
        say_enum_value(generator, property->type);
}

static void say_byte_test(generator_state *generator, int at)
{
    if (generator->properties[at].type == BOOL && percent(generator, 70)) {
        say(generator, "%sW%d", percent(generator, 50) ? "not " : "", at);
        return;
    }
    say(generator, "W%d == ", at);
    say_byte_value(generator, at);
}

static void say_byte_step(generator_state *generator, const char *name, bool asks)
{
    int at = pick_byte(generator, -1);

    say(generator, "Primitive Task [%s]", name);
    if (asks) {
        say(generator, " Preconditions [");
        say_byte_test(generator, pick_byte(generator, at));
        say(generator, "]");
    }
    say(generator, " Operator [%s] Effects [W%d = ", name, at);
    say_byte_value(generator, at);
    say(generator, "]\n");
}

/*
 * More of them than it takes to have rows, with and without other conditions between them; some bind, some ask for nothing, and some
 * fail behind their conditions.
 */
static void say_many(generator_state *generator)
{
    static const char *const subtasks[] = {"Flip()", "Mind()", "Mind(), Flip()", "Flip(), M()", "Mind(), Mind(), M()"};
    parameters nothing = {0}, inner;
    int methods = 4 + below(generator, 9), i, tests, last = -1;

    if (count_bytes(generator) < 3 || !percent(generator, 60))
        return;
    add_pattern(generator, -1)->name[0] = 'M';
    say(generator, "Compound Task [M]\n");
    for (i = 0; i < methods; i++) {
        bool any = false;

        inner = nothing;
        say(generator, "    Method [");
        if (chance_of(generator, FEATURE_BINDERS, 4))
            any = say_binders(generator, &inner, any);
        for (tests = percent(generator, 5) ? 0 : 1 + below(generator, 4); tests; tests--) {
            say(generator, any ? ", " : "");
            if (percent(generator, 10))
                say_condition(generator, &nothing);
            else
                say_byte_test(generator, last = pick_byte(generator, last));
            any = true;
        }
        say(generator, "] Subtasks [%s]\n", subtasks[below(generator, sizeof subtasks / sizeof *subtasks)]);
    }
    say_byte_step(generator, "Flip", false);
    say_byte_step(generator, "Mind", true);
}

/* A number that may be written, and has no indexes; -1: none. */
static int find_number(generator_state *generator)
{
    int from = below(generator, generator->property_count), i;

    for (i = 0; i < generator->property_count; i++) {
        const world_slot *property = &generator->properties[(from + i) % generator->property_count];

        if ((property->type == INTEGER || property->type == FIXED) && !property->index_count && !property->is_static)
            return (from + i) % generator->property_count;
    }
    return -1;
}

/* One of the texts. Those in front are taken mostly: the first `usual` of them. */
static const char *pick(generator_state *generator, const char *const *texts, int count, int usual)
{
    int most = percent(generator, 87) ? usual : count;

    return texts[below(generator, most)];
}

/*
 * A step that moves the number: mostly the way that the task counts, by a constant, always. Each draw is a statement of its own:
 * compilers evaluate arguments in orders of their own.
 */
static void say_move(generator_state *generator, const char *name, int at, bool up)
{
    static const char *const amounts[] = {"1", "1", "1", "2", "3", "0", "-1"};
    static const char *const parts[] = {"Effects", "Expected Effects"};
    bool wrong;

    say(generator, "Primitive Task [%s]", name);
    if (percent(generator, 25))
        say(generator, " Preconditions [W%d %s %d]", at, up ? "<" : ">", below(generator, 3));
    say(generator, " %s", pick(generator, parts, 2, 1));
    wrong = percent(generator, 8);
    say(generator, " [W%d %s= ", at, up != wrong ? "+" : "-");
    say(generator, "%s", pick(generator, amounts, 7, 5));
    if (chance_of(generator, FEATURE_SUFFIXES, 8))
        say(generator, " when W%d != %d", at, below(generator, 4));
    if (percent(generator, 5))
        say(generator, ", W%d += 1", at);
    say(generator, "]\n");
}

static void say_count_method(generator_state *generator, int at, bool up)
{
    static const char *const before[] = {"Move(), ",  "Move(), ",          "Move(), Idle(), ", "Idle(), Move(), ",
                                         "Move2(), ", "Move(), Move2(), ", "Idle(), ",         "Move(), Tally(), "};
    static const char *const behind[] = {"", "", "", ", Idle()", ", Back()", ", Move()"};

    say(generator, "    Method [");
    if (percent(generator, 90)) {
        bool strict = percent(generator, 80);

        say(generator, "W%d %s%s %d", at, up ? "<" : ">", strict ? "" : "=", below(generator, 6) - 1);
    } else {
        say(generator, "true");
    }
    if (percent(generator, 30))
        say(generator, ", W%d != %d", at, below(generator, 5));
    say(generator, "] Subtasks [%s", pick(generator, before, 8, 4));
    say(generator, "Tally()%s]\n", pick(generator, behind, 6, 6));
}

/*
 * A task that does itself again while a number is above or below another one, and counts before: so the world is always another one.
 * Or it nearly does: a bound is missing or lies at the end of the number's range, a step counts the other way, or it calls twice.
 */
static void say_count(generator_state *generator)
{
    int at, methods;
    bool up;

    if ((generator->features & NO_RECURSION) || !percent(generator, 20) || (at = find_number(generator)) < 0)
        return;
    methods = percent(generator, 70) ? 1 : 2;
    up = percent(generator, 35);
    snprintf(add_pattern(generator, -1)->name, sizeof generator->patterns->name, "Tally");
    say(generator, "Compound Task [Tally]\n");
    for (; methods; methods--)
        say_count_method(generator, at, up);
    say(generator, "    Method [] Subtasks [Idle()]\n");
    say_move(generator, "Move", at, up);
    say_move(generator, "Move2", at, up);
    say(generator, "Primitive Task [Back] Effects [W%d = ", at);
    say_likely_value(generator, &generator->properties[at]);
    say(generator, "]\nPrimitive Task [Idle]\n");
}

void say_patterns(generator_state *generator)
{
    bool travel = false, pairing = false;
    int i, k;

    if (generator->splits)
        say_round(generator);
    say_many(generator);
    say_count(generator);
    if (!(generator->features & FEATURE_BINDERS))
        return;
    if (generator->splits)
        say_hunt(generator);
    for (i = 0; i < generator->entity_count; i++)
        for (k = 0; k < generator->entity_count; k++) {
            int type = ENTITY + i, other = ENTITY + k;
            int relation = find_table(generator, BOOL, type, other, false);
            int mark = find_table(generator, BOOL, type, -1, true),
                mark2 = find_table(generator, BOOL, other, -1, true);

            if (relation < 0 || mark < 0 || mark2 < 0)
                continue;
            if (!travel && i == k && find_holder(generator, type) >= 0) {
                say_travel(generator, type, find_holder(generator, type), relation, mark,
                           find_table(generator, INTEGER, type, -1, false));
                travel = true;
            } else if (!pairing && i != k && chance_of(generator, FEATURE_QUANTIFIERS, 100)) {
                say_pairing(generator, type, other, relation, mark2, mark);
                pairing = true;
            }
        }
}

void say_pattern_call(generator_state *generator, const parameters *scope)
{
    const pattern *called = &generator->patterns[below(generator, generator->pattern_count)];

    say(generator, "%s(", called->name);
    if (called->parameter_count)
        say_instance(generator, scope, called->parameter, false);
    say(generator, ")");
}
