/*
 * Random domains: declarations, tasks and their parts; see generate.h for what they are tuned to.
 * Compound tasks call mostly those declared after them, sometimes themselves or earlier ones (direct,
 * mutual and left recursion), and primitive ones.
 */
#include "generate_inside.h"

static const char *type_name(int type, char *room)
{
    if (type == BOOL)
        return "bool";
    if (type == INTEGER)
        return "int";
    if (type == SYMBOL)
        return "symbol";
    room[0] = 'E';
    room[1] = (char)('0' + (type - ENUM));
    room[2] = 0;
    return room;
}

static int some_type(generator_state *generator)
{
    if (generator->enum_count && percent(generator, 30))
        return ENUM + below(generator, generator->enum_count);
    return percent(generator, 75) ? INTEGER : BOOL;
}

/* --- Declarations -------------------------------------------------------------------------------- */

static void say_enums(generator_state *generator)
{
    int i, value;

    generator->enum_count = below(generator, MOST_ENUMS + 1);
    for (i = 0; i < generator->enum_count; i++) {
        /* now and then one that needs more than a byte */
        generator->enum_sizes[i] = below(generator, 300) == 0 ? 300 : 1 + below(generator, 4);
        say(generator, "Enum [E%d] Values [", i);
        for (value = 0; value < generator->enum_sizes[i]; value++)
            say(generator, "%sV%d_%d", value ? ", " : "", i, value);
        say(generator, "%s]\n", percent(generator, 20) ? "," : "");
    }
}

static void say_range(generator_state *generator, world_slot *property)
{
    static const int32_t ranges[][2] = {{0, 3},      {0, 1},    {0, 255},  {0, 256},   {-1, 5},
                                        {-128, 127}, {-129, 0}, {-3, 300}, {5, 9},     {0, 100},
                                        {0, 5},      {-2, 2},   {3, 3},    {0, 70000}, {-70000, -1}};
    int which = percent(generator, 60) ? 5 * below(generator, 3) : below(generator, 15);

    property->low = ranges[which][0];
    property->high = ranges[which][1];
    say(generator, "%d..%d", (int)property->low, (int)property->high);
}

static void say_initial(generator_state *generator, const world_slot *property)
{
    if (percent(generator, 50))
        return;
    say(generator, " = ");
    if (property->type == BOOL)
        say(generator, percent(generator, 50) ? "true" : "false");
    else if (property->type == INTEGER)
        say(generator, "%d", (int)dice_between(&generator->dice, property->low, property->high));
    else
        say_enum_value(generator, property->type);
}

static void say_properties(generator_state *generator)
{
    int i;

    generator->property_count = 3 + below(generator, MOST_PROPERTIES - 3);
    say(generator, "World State [\n");
    for (i = 0; i < generator->property_count; i++) {
        world_slot *property = &generator->properties[i];
        char room[3];

        property->type = some_type(generator);
        if (i == 0)
            property->type = INTEGER;
        if (i == 1)
            property->type = BOOL;
        property->low = -2147483647;
        property->high = 2147483647;
        say(generator, "    W%d : ", i);
        if (property->type == INTEGER && !percent(generator, generator->extreme ? 50 : 20))
            say_range(generator, property);
        else
            say(generator, "%s", type_name(property->type, room));
        say_initial(generator, property);
        say(generator, "%s\n", i + 1 < generator->property_count || percent(generator, 50) ? "," : "");
    }
    say(generator, "]\n");
}

static void say_constants(generator_state *generator)
{
    int count = below(generator, MOST_CONSTANTS + 1), i;

    for (i = 0; i < count; i++) {
        int type = percent(generator, 12) ? SYMBOL : some_type(generator);

        say(generator, "Constant [K%d = ", i);
        if (type == INTEGER)
            say_number(generator);
        else if (type == BOOL)
            say(generator, percent(generator, 50) ? "true" : "false");
        else if (type == SYMBOL)
            say(generator, "\"text %d\"", below(generator, 3));
        else
            say_enum_value(generator, type);
        if (type == INTEGER && generator->constant_count && generator->constants[0] == INTEGER &&
            percent(generator, 30))
            say(generator, " + K0");
        say(generator, "]\n");
        generator->constants[generator->constant_count++] = type;
    }
}

/* `(p0 : T, ...)`; types that uses fix may be left out where `inferred` allows it. */
static void say_parameters(generator_state *generator, const parameters *scope, unsigned inferred)
{
    char room[3];
    int i;

    if (!scope->count)
        return;
    say(generator, "(");
    for (i = 0; i < scope->count; i++) {
        say(generator, "%s%c%d", i ? ", " : "", scope->letter, i);
        if (inferred & 1u << i)
            continue;
        if (scope->types[i] == INTEGER && percent(generator, 30))
            say(generator, " : -1..3"); /* arguments beyond it are passed on as they are */
        else
            say(generator, " : %s", type_name(scope->types[i], room));
    }
    say(generator, ")");
}

static void make_parameters(generator_state *generator, parameters *scope, char letter, bool symbols)
{
    int i;

    scope->letter = letter;
    scope->count = 1 + below(generator, MOST_PARAMETERS);
    for (i = 0; i < scope->count; i++)
        scope->types[i] = symbols && percent(generator, 15) ? SYMBOL : some_type(generator);
}

static void say_named_conditions(generator_state *generator)
{
    int count = below(generator, MOST_CONDITIONS + 1), i, items;

    for (i = 0; i < count; i++) {
        parameters *scope = &generator->conditions[i];

        scope->count = 0;
        if (percent(generator, 60))
            make_parameters(generator, scope, 'c', false);
        say(generator, "Condition [Is%d", i);
        say_parameters(generator, scope, 0);
        say(generator, "] [");
        for (items = 1 + below(generator, 2); items; items--) {
            say_condition(generator, scope);
            say(generator, items > 1 ? ", " : "");
        }
        say(generator, "]\n");
        generator->condition_count++;
    }
}

/* --- Parts of tasks ------------------------------------------------------------------------------ */

/*
 * Which parameters go without a type, and the items that fix them: a comparison with something of
 * the type, put in front of a list of conditions.
 */
static unsigned choose_inferred(generator_state *generator, const parameters *scope)
{
    unsigned inferred = 0;
    int i;

    for (i = 0; i < scope->count; i++)
        if (scope->types[i] != SYMBOL && percent(generator, 35))
            inferred |= 1u << i;
    return inferred;
}

static bool say_fixing_items(generator_state *generator, const parameters *scope, unsigned inferred)
{
    bool any = false;
    int i;

    for (i = 0; i < scope->count; i++)
        if (inferred & 1u << i) {
            say(generator, "%s%c%d %s ", any ? ", " : "", scope->letter, i, percent(generator, 80) ? "!=" : "==");
            say_value(generator, NULL, scope->types[i], 0);
            any = true;
        }
    return any;
}

static void say_conditions(generator_state *generator, const parameters *scope, unsigned inferred, int count)
{
    bool any;

    say(generator, "[");
    any = say_fixing_items(generator, scope, inferred);
    while (count--) {
        say(generator, any ? ", " : "");
        say_condition(generator, scope);
        any = true;
    }
    if (!any && percent(generator, 50))
        say(generator, "true");
    say(generator, "%s]", any && percent(generator, 5) ? "," : "");
}

static void say_effect(generator_state *generator, const parameters *scope, int at)
{
    static const char *const operators[] = {"=", "+=", "-=", "*="};
    const world_slot *property = &generator->properties[at];
    int operator_ = 0;

    if (property->type == INTEGER && percent(generator, 50))
        operator_ = 1 + below(generator, 3);
    say(generator, "W%d %s ", at, operators[operator_]);
    if (property->type == INTEGER && operator_ == 0 && percent(generator, 60))
        say_likely_value(generator, property);
    else if (property->type == INTEGER && operator_ != 3 && percent(generator, 60))
        say(generator, "%d", 1 + below(generator, 2));
    else
        say_value(generator, scope, property->type, 3);
}

static void say_effects(generator_state *generator, const parameters *scope, const char *part, int count)
{
    int again = below(generator, generator->property_count);

    say(generator, "    %s [", part);
    while (count--) {
        /* now and then the same property twice: order matters, and what is read is the state before */
        say_effect(generator, scope, percent(generator, 25) ? again : below(generator, generator->property_count));
        say(generator, count ? ", " : "");
    }
    say(generator, "]\n");
}

static void say_operator(generator_state *generator, const parameters *scope, int index)
{
    int count = below(generator, 4), i;

    if (percent(generator, 15))
        return;
    say(generator, "    Operator [Do%d(", index);
    for (i = 0; i < count; i++) {
        int type = percent(generator, 15) ? SYMBOL : some_type(generator);

        say(generator, i ? ", " : "");
        say_value(generator, type == SYMBOL ? NULL : scope, type, 2);
    }
    for (i = 0; i < scope->count; i++)
        if (scope->types[i] == SYMBOL)
            say(generator, "%s%c%d", count++ ? ", " : "", scope->letter, i);
    say(generator, ")]\n");
}

static void say_primitive(generator_state *generator, int index, uint32_t cost_chance)
{
    const parameters *scope = &generator->primitives[index];
    unsigned inferred = percent(generator, 40) ? choose_inferred(generator, scope) : 0;

    say(generator, "Primitive Task [P%d", index);
    say_parameters(generator, scope, inferred);
    say(generator, "]\n");
    if (inferred || percent(generator, index < generator->primitive_count / 2 ? 20 : 75)) {
        say(generator, "    Preconditions ");
        say_conditions(generator, scope, inferred, percent(generator, 20) ? 2 : 1);
        say(generator, "\n");
    }
    say_operator(generator, scope, index);
    if (percent(generator, 90))
        say_effects(generator, scope, "Effects", 1 + below(generator, 3));
    if (percent(generator, 15))
        say_effects(generator, scope, percent(generator, 50) ? "ExpectedEffects" : "Expected Effects",
                    1 + below(generator, 2));
    if (percent(generator, cost_chance)) {
        say(generator, "    Cost [");
        say_value(generator, scope, INTEGER, 2);
        say(generator, "]\n");
    }
    if (percent(generator, 20)) {
        say(generator, "    Duration [");
        if (percent(generator, 30))
            say(generator, percent(generator, 50) ? "%dms" : "%ds", below(generator, 2000));
        else
            say_value(generator, scope, INTEGER, 2);
        say(generator, "]\n");
    }
}

/* --- Methods ------------------------------------------------------------------------------------- */

static int pick_compound(generator_state *generator, int caller)
{
    int target = 1 + below(generator, generator->compound_count - 1);

    if (target > caller || percent(generator, 30)) /* recursion, but not everywhere */
        return target;
    if (caller + 1 == generator->compound_count)
        return caller;
    return caller + 1 + below(generator, generator->compound_count - caller - 1);
}

/* The first half of the primitive tasks are the easy ones, see say_primitive(). */
static void say_subtask(generator_state *generator, const parameters *scope, int caller, bool easy)
{
    bool primitive = easy || percent(generator, caller == 0 ? 40 : 60);
    int target = primitive ? below(generator, easy ? (generator->primitive_count + 1) / 2 : generator->primitive_count)
                           : pick_compound(generator, caller);
    const parameters *called = primitive ? &generator->primitives[target] : &generator->compounds[target];
    int i;

    say(generator, "%c%d(", primitive ? 'P' : 'C', target);
    for (i = 0; i < called->count; i++) {
        say(generator, i ? ", " : "");
        say_value(generator, scope, called->types[i], 1);
    }
    say(generator, ")");
}

/* `easy`: what designers put last, a method that mostly works. */
static void say_method(generator_state *generator, int task, int index, unsigned inferred, bool easy)
{
    const parameters *scope = &generator->compounds[task];
    int conditions = easy ? percent(generator, 15) : percent(generator, 60) ? 1 : 2 * below(generator, 2);
    int subtasks = 1 + below(generator, 4);

    if (task == 0)
        subtasks++;
    if (percent(generator, task == 0 ? 2 : 6))
        subtasks = 0;
    say(generator, "    Method ");
    if (percent(generator, 5))
        say(generator, "%d ", index);
    else if (percent(generator, 5))
        say(generator, "label%d ", index);
    say_conditions(generator, scope, inferred, conditions);
    say(generator, "\n        Subtasks [");
    while (subtasks--) {
        say_subtask(generator, scope, task, easy);
        say(generator, subtasks ? (percent(generator, 5) ? ". " : ", ") : percent(generator, 3) ? "," : "");
    }
    say(generator, "]\n");
}

static void say_compound(generator_state *generator, int index)
{
    const parameters *scope = &generator->compounds[index];
    unsigned inferred = choose_inferred(generator, scope);
    int methods = 2 + below(generator, 4), i;

    if (index == 0)
        methods += 3;
    say(generator, "Compound Task [C%d", index);
    say_parameters(generator, scope, inferred);
    say(generator, "]\n");
    for (i = 0; i < methods; i++)
        say_method(generator, index, i, i == 0 ? inferred : 0, i + 1 == methods && percent(generator, 60));
}

static void begin(generator_state *generator, uint64_t seed, char *text)
{
    static const generator_state empty;

    *generator = empty;
    generator->dice = dice_for(seed, 1);
    generator->text = text;
    text[0] = 0;
    generator->extreme = percent(generator, 15);
}

size_t generate_domain(uint64_t seed, char *text)
{
    generator_state generator;
    uint32_t cost_chance;
    int i;

    begin(&generator, seed, text);
    if (percent(&generator, 20))
        say(&generator, "Domain [Random]%s\n", percent(&generator, 40) ? " Loops [free]" : "");
    say_enums(&generator);
    say_properties(&generator);
    say_constants(&generator);
    say_named_conditions(&generator);
    generator.with_conditions = true;
    generator.compound_count = 3 + below(&generator, 5);
    generator.primitive_count = 3 + below(&generator, 6);
    for (i = 1; i < generator.compound_count; i++)
        if (percent(&generator, 30))
            make_parameters(&generator, &generator.compounds[i], 'p', true);
    for (i = 0; i < generator.primitive_count; i++)
        if (percent(&generator, 35))
            make_parameters(&generator, &generator.primitives[i], 'p', true);
    if (percent(&generator, 10))
        say(&generator, "Root [C0]\n");
    for (i = 0; i < generator.compound_count; i++)
        say_compound(&generator, i);
    cost_chance = percent(&generator, 50) ? 40 : 0;
    for (i = 0; i < generator.primitive_count; i++)
        say_primitive(&generator, i, cost_chance);
    return generator.length;
}

size_t generate_arithmetic(uint64_t seed, char *text)
{
    generator_state generator;
    bool constant;
    int i;

    begin(&generator, seed, text);
    generator.extreme = true;
    constant = percent(&generator, 25);
    say(&generator, "World State [W0 : int, W1 : int, W2 : int, W3 : int]\n");
    for (i = 0; i < 4 && !constant; i++)
        generator.properties[generator.property_count++] = (world_slot){INTEGER, -2147483647, 2147483647};
    say(&generator, "Compound Task [All]\n    Method []\n        Subtasks [");
    for (i = 0; i < GENERATED_EXPRESSIONS; i++)
        say(&generator, "Task%d()%s", i, i + 1 < GENERATED_EXPRESSIONS ? ", " : "]\n");
    for (i = 0; i < GENERATED_EXPRESSIONS; i++) {
        say(&generator, "Primitive Task [Task%d]\n    Operator [Do%d(", i, i);
        say_value(&generator, NULL, i % 4 == 3 ? BOOL : INTEGER, 5);
        say(&generator, ")]\n");
    }
    return generator.length;
}
