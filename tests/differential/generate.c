/*
 * Random domains: declarations, tasks and their parts; see generate.h for what they are tuned to.
 * Compound tasks call mostly those declared after them, sometimes themselves or earlier ones (direct,
 * mutual and left recursion), and primitive ones.
 */
#include "generate_inside.h"
#include <string.h>

static int some_type(generator_state *generator)
{
    if (generator->entity_count && percent(generator, 60))
        return ENTITY + below(generator, generator->entity_count);
    if (generator->enum_count && percent(generator, 30))
        return ENUM + below(generator, generator->enum_count);
    if (generator->decimals && percent(generator, 40))
        return FIXED;
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

/* A range that has decimals at one of its ends, or at both. */
static void say_fixed_range(generator_state *generator, world_slot *property)
{
    static const int32_t ranges[][2] = {{0, 1500},    {0, 3000},        {-1500, 1500}, {0, 100000}, {-500, -1},
                                        {2500, 9250}, {-3000, 1000000}, {0, 200},      {1000, 1000}};
    int which = below(generator, 9);
    bool whole = ranges[which][0] % 1000 == 0 && percent(generator, 50);

    property->low = ranges[which][0];
    property->high = ranges[which][1];
    if (whole)
        say(generator, "%d", (int)(property->low / 1000));
    else
        say_decimal(generator, property->low);
    say(generator, "..");
    if (!whole && property->high % 1000 == 0 && percent(generator, 50))
        say(generator, "%d", (int)(property->high / 1000));
    else
        say_decimal(generator, property->high);
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
    else if (property->type == FIXED)
        say_decimal(generator, (int32_t)dice_between(&generator->dice, property->low, property->high));
    else if (is_entity(property->type) && generator->entities[property->type - ENTITY].open)
        say(generator, "none");
    else if (is_entity(property->type))
        say_instance_name(generator, property->type);
    else
        say_enum_value(generator, property->type);
}

static void choose_properties(generator_state *generator)
{
    int i;

    generator->property_count = 3 + below(generator, (generator->entity_count ? 8 : MOST_PLAIN_PROPERTIES) - 3);
    for (i = 0; i < generator->property_count; i++) {
        world_slot *property = &generator->properties[i];

        property->type = i == 0 ? INTEGER : i == 1 ? BOOL : some_type(generator);
        if (i > 1 && i - 2 < generator->entity_count && percent(generator, 80))
            property->type = ENTITY + i - 2;
        property->low = -2147483647;
        property->high = 2147483647;
    }
}

/* The properties from here on are shared, or are not. */
static bool say_world_state(generator_state *generator)
{
    bool shared = percent(generator, 60);

    say(generator, "]\n%sWorld State [\n", shared ? "Shared " : "");
    return shared;
}

static void say_properties(generator_state *generator)
{
    bool shared = false;
    int i;

    say(generator, "World State [\n");
    for (i = 0; i < generator->property_count; i++) {
        if (generator->features & MUCH_SHARED ? percent(generator, i ? 50 : 100)
                                              : chance_of(generator, FEATURE_SHARED, 8))
            shared = say_world_state(generator);
        world_slot *property = &generator->properties[i];

        property->shared = shared;
        say(generator, "    W%d", i);
        say_indexes(generator, property);
        say(generator, " : ");
        if (property->type == INTEGER && !percent(generator, generator->extreme ? 50 : 20))
            say_range(generator, property);
        else if (property->type == FIXED && !percent(generator, generator->extreme ? 50 : 20))
            say_fixed_range(generator, property);
        else
            say_type(generator, property->type);
        say_initial(generator, property);
        if (!property->is_static && generator->expiring && chance_of(generator, FEATURE_PARTS, 10))
            say(generator, " Expires");
        say(generator, "%s\n", i + 1 < generator->property_count || percent(generator, 50) ? "," : "");
    }
    say(generator, "]\n");
}

static void say_constants(generator_state *generator)
{
    int count = below(generator, MOST_CONSTANTS + 1), i;

    for (i = 0; i < count; i++) {
        int type = percent(generator, 12) ? SYMBOL : some_type(generator);

        if (is_entity(type) && generator->entities[type - ENTITY].open)
            type = INTEGER;
        say(generator, "Constant [K%d = ", i);
        if (is_entity(type))
            say_instance_name(generator, type);
        else if (type == FIXED)
            say_decimal(generator, (int32_t)dice_between(&generator->dice, -2500, 2500));
        else
            say_literal(generator, type);
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
    int i;

    if (!scope->count)
        return;
    say(generator, "(");
    for (i = 0; i < scope->count; i++) {
        say(generator, i ? ", " : "");
        say_variable(generator, scope, i);
        if (inferred & 1u << i)
            continue;
        say(generator, " : ");
        if (scope->types[i] == INTEGER && percent(generator, 30))
            say(generator, "-1..3"); /* arguments beyond it are passed on as they are */
        else if (scope->types[i] == FIXED && percent(generator, 30))
            say(generator, "-0.5..1");
        else
            say_type(generator, scope->types[i]);
    }
    say(generator, ")");
}

static void make_parameters(generator_state *generator, parameters *scope, char letter, bool symbols)
{
    int count = 1 + below(generator, MOST_PARAMETERS), i;

    scope->count = 0;
    for (i = 0; i < count; i++)
        add_variable(scope, symbols && percent(generator, 15) ? SYMBOL : some_type(generator), letter, i);
}

/* Ranges of parameters are smaller than what they are given. */
static void say_queries(generator_state *generator)
{
    int count = 1 + below(generator, MOST_QUERIES), i, k;

    for (i = 0; i < count; i++) {
        parameters *asked = &generator->queries[i];
        world_slot range;

        if (percent(generator, 85))
            make_parameters(generator, asked, 'q', false);
        generator->query_types[i] = percent(generator, 50) ? BOOL : some_type(generator);
        say(generator, "Query [Q%d(", i);
        for (k = 0; k < asked->count; k++) {
            say(generator, k ? ", " : "");
            if (percent(generator, 40))
                say(generator, "q%d : ", k);
            if (asked->types[k] == INTEGER && percent(generator, 60))
                say_range(generator, &range);
            else if (asked->types[k] == FIXED && percent(generator, 60))
                say_fixed_range(generator, &range);
            else
                say_type(generator, asked->types[k]);
        }
        say(generator, ") : ");
        if (generator->query_types[i] == INTEGER && percent(generator, 70))
            say_range(generator, &range);
        else if (generator->query_types[i] == FIXED && percent(generator, 70))
            say_fixed_range(generator, &range);
        else
            say_type(generator, generator->query_types[i]);
        say(generator, "]\n");
    }
    generator->query_count = count;
}

/* Queries that propose candidates. */
static void say_proposers(generator_state *generator)
{
    int count = 1 + below(generator, MOST_PROPOSERS), i, k;

    for (i = 0; i < count; i++) {
        parameters *asked = &generator->proposers[i];
        world_slot *range = &generator->proposed[i];
        int type = pick_range(generator);

        if (percent(generator, 70))
            make_parameters(generator, asked, 'q', false);
        range->type = type < 0 || percent(generator, 25) ? some_type(generator) : type;
        say(generator, "Query [F%d(", i);
        for (k = 0; k < asked->count; k++) {
            say(generator, k ? ", " : "");
            say_type(generator, asked->types[k]);
        }
        say(generator, ") : ");
        generator->proposes_range[i] = range->type == INTEGER && percent(generator, 70);
        if (generator->proposes_range[i])
            say_range(generator, range);
        else
            say_type(generator, range->type);
        say(generator, "] Max [%d]\n", 1 + below(generator, percent(generator, 90) ? 5 : 20));
    }
    generator->proposer_count = count;
}

static int type_of_value(generator_state *generator)
{
    if (percent(generator, 60))
        return INTEGER;
    return generator->enum_count && percent(generator, 60) ? ENUM + below(generator, generator->enum_count) : BOOL;
}

static void say_named_conditions(generator_state *generator)
{
    int count = below(generator, chance_of(generator, FEATURE_VALUES, 25) ? MOST_CONDITIONS + 1 : 4), i, items;

    count += generator->condition_count;
    for (i = generator->condition_count; i < count; i++) {
        parameters *scope = &generator->conditions[i], inner;
        bool value = chance_of(generator, FEATURE_VALUES, 30);

        scope->count = 0;
        generator->condition_types[i] = value ? type_of_value(generator) : BOOL;
        if (percent(generator, 60))
            make_parameters(generator, scope, 'c', false);
        say(generator, "%s [Is%d", value ? "Value" : "Condition", i);
        say_parameters(generator, scope, 0);
        say(generator, "] [");
        if (value) {
            say_value(generator, scope, generator->condition_types[i], 3);
            say(generator, "]\n");
            generator->condition_count++;
            continue;
        }
        inner = *scope;
        if (chance_of(generator, FEATURE_BINDERS, 30)) {
            say_binders(generator, &inner, false);
            say(generator, ", ");
        }
        if (percent(generator, 25) && say_let(generator, &inner, false))
            say(generator, ", ");
        for (items = 1 + below(generator, 2); items; items--) {
            say_condition(generator, &inner);
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
        if (scope->types[i] != SYMBOL && !is_entity(scope->types[i]) && percent(generator, 35))
            inferred |= 1u << i;
    return inferred;
}

static bool say_fixing_items(generator_state *generator, const parameters *scope, unsigned inferred)
{
    bool any = false;
    int i;

    for (i = 0; i < scope->count; i++)
        if (inferred & 1u << i) {
            say(generator, any ? ", " : "");
            say_variable(generator, scope, i);
            say(generator, percent(generator, 80) ? " != " : " == ");
            if (scope->types[i] == FIXED)
                say_decimal(generator, 500 * below(generator, 4));
            else
                say_value(generator, NULL, scope->types[i], 0);
            any = true;
        }
    return any;
}

/* What binders bind is added to the scope. */
static void say_conditions(generator_state *generator, parameters *scope, unsigned inferred, int count, bool binders)
{
    bool any, late = percent(generator, 50);

    say(generator, "[");
    any = say_fixing_items(generator, scope, inferred);
    if (binders && !late)
        any = say_binders(generator, scope, any);
    if (percent(generator, 8))
        any = say_let(generator, scope, any);
    while (count--) {
        say(generator, any ? ", " : "");
        say_condition(generator, scope);
        any = true;
    }
    if (binders && late)
        any = say_binders(generator, scope, any);
    if (percent(generator, 5))
        any = say_let(generator, scope, any);
    if (!any && percent(generator, 50))
        say(generator, "true");
    say(generator, "%s]", any && percent(generator, 5) ? "," : "");
}

/* False: it adds to the value, or takes from it, or scales it. */
static bool say_change(generator_state *generator, const parameters *scope, int at)
{
    static const char *const operators[] = {"=", "+=", "-=", "*="};
    const world_slot *property = &generator->properties[at];
    int operator_ = 0;

    if ((property->type == INTEGER || property->type == FIXED) && percent(generator, 50))
        operator_ = 1 + below(generator, 3);
    say_property(generator, scope, at);
    say(generator, " %s ", operators[operator_]);
    if ((property->type == INTEGER || property->type == FIXED) && operator_ == 0 && percent(generator, 60))
        say_likely_value(generator, property);
    else if (property->type == FIXED && operator_ == 3 && percent(generator, 30))
        say_value(generator, scope, INTEGER, 2);
    else if (property->type == FIXED && percent(generator, 50))
        say_decimal(generator, 250 * (1 + below(generator, 6)));
    else if (property->type == INTEGER && operator_ != 3 && percent(generator, 60))
        say(generator, "%d", 1 + below(generator, 2));
    else
        say_value(generator, scope, property->type, 3);
    return operator_ == 0;
}

/* ` for 100ms`: how long a value lasts. */
static void say_time(generator_state *generator, const parameters *scope)
{
    static const char *const times[] = {"1ms", "50ms", "120ms", "1s", "2s"};

    say(generator, " for ");
    if (percent(generator, 75)) {
        say(generator, "%s", times[below(generator, 5)]);
        return;
    }
    say(generator, "max(1ms, ");
    say_value(generator, scope, INTEGER, 2);
    say(generator, ")");
}

static void say_when(generator_state *generator, const parameters *scope)
{
    say(generator, " when ");
    say_condition(generator, scope);
}

/* A change of one cell, or of one for each instance of some type; `for` and `when` in either order. */
static void say_effect(generator_state *generator, const parameters *scope, int at, bool may_expire)
{
    const world_slot *property = &generator->properties[at];
    bool repeated = chance_of(generator, FEATURE_SUFFIXES, property->index_count ? 40 : 5);
    bool conditional = chance_of(generator, FEATURE_SUFFIXES, 25), first = percent(generator, 50);
    int type =
        property->index_count ? property->indexes[below(generator, property->index_count)] : pick_range(generator);
    parameters inner = *scope;

    if (repeated && type >= 0)
        add_variable(&inner, type, 'v', generator->variable_count++);
    if (say_change(generator, &inner, at) && may_expire && generator->expiring &&
        chance_of(generator, FEATURE_PARTS, 20))
        say_time(generator, &inner);
    if (conditional && first)
        say_when(generator, &inner);
    if (repeated && type >= 0) {
        say(generator, " for ");
        say_variable(generator, &inner, inner.count - 1);
        say(generator, " : ");
        say_type(generator, type);
        if (percent(generator, 60)) {
            say(generator, " where ");
            say_condition(generator, &inner);
        }
    }
    if (conditional && !first)
        say_when(generator, &inner);
}

static int pick_written(generator_state *generator)
{
    int at = below(generator, generator->property_count);

    while (generator->properties[at].is_static)
        at = (at + 1) % generator->property_count;
    return at;
}

static void say_effects(generator_state *generator, const parameters *scope, const char *part, int count)
{
    int again = pick_written(generator);

    say(generator, "    %s [", part);
    while (count--) {
        /* now and then the same property twice: order matters, and what is read is the state before */
        say_effect(generator, scope, percent(generator, 25) ? again : pick_written(generator),
                   strncmp(part, "Expected", 8) != 0);
        say(generator, count ? ", " : "");
    }
    say(generator, "]\n");
}

/* Whether the task has one. */
static bool say_operator(generator_state *generator, const parameters *scope, int index)
{
    int count = below(generator, 4), i;

    if (percent(generator, 15))
        return false;
    say(generator, "    Operator [Do%d(", index);
    generator->with_conditions = !generator->derived_count; /* derived ones may not stand there */
    for (i = 0; i < count; i++) {
        int type = percent(generator, 15) ? SYMBOL : some_type(generator);

        if (is_entity(type) && !has_instance(generator, scope, type))
            type = INTEGER;
        say(generator, i ? ", " : "");
        say_value(generator, type == SYMBOL ? NULL : scope, type, 2);
    }
    generator->with_conditions = true;
    for (i = 0; i < scope->count; i++)
        if (scope->types[i] == SYMBOL) {
            say(generator, count++ ? ", " : "");
            say_variable(generator, scope, i);
        }
    say(generator, ")]\n");
    return true;
}

/* What follows when a step takes too long, or fails. */
static void say_failing(generator_state *generator, const parameters *scope)
{
    if (chance_of(generator, FEATURE_PARTS, 20)) {
        say(generator, "    Timeout [");
        if (percent(generator, 70)) {
            say(generator, "%dms", 1 + below(generator, 1500));
        } else {
            say(generator, "max(1ms, ");
            generator->with_conditions = !generator->derived_count;
            say_value(generator, scope, INTEGER, 2);
            generator->with_conditions = true;
            say(generator, ")");
        }
        say(generator, "]\n");
    }
    if (chance_of(generator, FEATURE_PARTS, 20))
        say(generator, "    Retry [%d]\n", 1 + below(generator, 3));
    if (chance_of(generator, FEATURE_PARTS, 20))
        say_effects(generator, scope, "FailEffects", 1 + below(generator, 2));
    if (chance_of(generator, FEATURE_PARTS, 20) && !(generator->features & NOTHING_BY_ITSELF))
        say_effects(generator, scope, "AbortEffects", 1 + below(generator, 2));
    if (chance_of(generator, FEATURE_PARTS, 10))
        say(generator, "    Restart [always]\n");
}

/* What planning takes no notice of. */
static void say_while_it_runs(generator_state *generator, const parameters *scope)
{
    int at = pick_written(generator);

    if (chance_of(generator, FEATURE_PARTS, 15)) {
        parameters inner = *scope;

        say(generator, "    Context [");
        if (percent(generator, 25) && say_let(generator, &inner, false))
            say(generator, ", ");
        say_condition(generator, &inner);
        say(generator, "]\n");
    }
    if (chance_of(generator, FEATURE_PARTS, 10) &&
        !(generator->features & NO_SHARED_DURING && generator->properties[at].shared)) {
        say(generator, "    During [");
        say_property(generator, scope, at);
        say(generator, " = ");
        say_value(generator, scope, generator->properties[at].type, 1);
        say(generator, "]\n");
    }
    if (chance_of(generator, FEATURE_PARTS, 10) && !(generator->features & NOTHING_COUNTS_TICKS))
        say(generator, "    Interrupt [never]\n");
}

/* Where the cheapest plan is looked for mostly small ones, so that plans of equal cost are many. */
static void say_cost(generator_state *generator, const parameters *scope)
{
    say(generator, "    Cost [");
    if (generator->fixed_costs && percent(generator, 50))
        say_decimal(generator, 250 * below(generator, 16));
    else if (generator->fixed_costs && percent(generator, 60))
        say_value(generator, scope, FIXED, 2);
    else if (generator->fixed_costs || (generator->cheapest && percent(generator, 60)))
        say(generator, "%d", below(generator, 6));
    else
        say_value(generator, scope, INTEGER, 2);
    say(generator, "]\n");
}

static void say_primitive(generator_state *generator, int index, uint32_t cost_chance)
{
    parameters inner = generator->primitives[index];
    const parameters *scope = &inner;
    unsigned inferred = percent(generator, 40) ? choose_inferred(generator, scope) : 0;
    bool easy = index < generator->primitive_count / 2;
    bool binders = chance_of(generator, FEATURE_STEP_BINDERS, easy ? 8 : 25), operated;

    say(generator, "Primitive Task [P%d", index);
    say_parameters(generator, scope, inferred);
    say(generator, "]\n");
    if (inferred || binders || percent(generator, easy ? 20 : generator->entity_count ? 60 : 75)) {
        say(generator, "    Preconditions ");
        say_conditions(generator, &inner, inferred, percent(generator, 20) ? 2 : 1, binders);
        say(generator, "\n");
    }
    say_reserve(generator, &inner, "    ", easy ? 5 : 25);
    operated = say_operator(generator, scope, index);
    if (percent(generator, 90))
        say_effects(generator, scope, "Effects", 1 + below(generator, 3));
    if (percent(generator, 15)) {
        const char *clause = percent(generator, 50) ? "ExpectedEffects" : "Expected Effects";
        say_effects(generator, scope, clause, 1 + below(generator, 2));
    }
    say_while_it_runs(generator, scope);
    if (operated && generator->failing)
        say_failing(generator, scope);
    if (percent(generator, cost_chance))
        say_cost(generator, scope);
    if (percent(generator, 20)) {
        say(generator, "    Duration [");
        if (percent(generator, 30)) {
            say(generator, "%d", below(generator, 2000));
            say(generator, percent(generator, 50) ? "ms" : "s");
        } else {
            say(generator, "1ms * (");
            say_value(generator, scope, INTEGER, 2);
            say(generator, ")");
        }
        say(generator, "]\n");
    }
}

/* --- Methods ------------------------------------------------------------------------------------- */

static int pick_compound(generator_state *generator, int caller)
{
    int target = 1 + below(generator, generator->compound_count - 1);

    if (generator->features & NO_RECURSION)
        return caller + 1 + below(generator, generator->compound_count - caller - 1);
    if (target > caller || percent(generator, 30)) /* recursion, but not everywhere */
        return target;
    if (caller + 1 == generator->compound_count)
        return caller;
    return caller + 1 + below(generator, generator->compound_count - caller - 1);
}

/* The first half of the primitive tasks are the easy ones, see say_primitive(). */
static void say_subtask(generator_state *generator, const parameters *scope, int caller, bool easy, bool member)
{
    bool whole = member && generator->splits; /* a member must not lead to a `Split` */
    bool tree = (generator->features & NO_RECURSION) != 0;
    bool leaf = tree && caller + 1 == generator->compound_count;
    bool primitive = easy || whole || leaf || percent(generator, caller == 0 ? 40 : 60);
    int target = primitive ? below(generator, easy ? (generator->primitive_count + 1) / 2 : generator->primitive_count)
                           : pick_compound(generator, caller);
    const parameters *called = primitive ? &generator->primitives[target] : &generator->compounds[target];
    int i;

    if (generator->pattern_count && !whole && !tree && percent(generator, 22)) {
        say_pattern_call(generator, scope);
        return;
    }
    say(generator, "%c%d(", primitive ? 'P' : 'C', target);
    for (i = 0; i < called->count; i++) {
        say(generator, i ? ", " : "");
        say_value(generator, scope, called->types[i], 1);
    }
    say(generator, ")");
}

static void say_background(generator_state *generator, const parameters *scope, int caller, bool easy, int depth);
static void say_item(generator_state *generator, const parameters *scope, int caller, bool easy, int depth);

/* False: there is nothing to range over. */
static bool say_each(generator_state *generator, const parameters *scope, int caller, bool easy, int depth)
{
    int items = percent(generator, 5) ? 0 : 1 + percent(generator, 40);
    parameters inner = *scope;

    if (!say_each_list(generator, &inner))
        return false;
    generator->each_depth++;
    if (chance_of(generator, FEATURE_PREFER, 30))
        say_prefer(generator, &inner);
    say(generator, " [");
    while (items--) {
        if (depth == 0 && generator->splits && percent(generator, 15))
            say(generator, "Split, ");
        say_item(generator, &inner, caller, easy, depth);
        if (depth == 0 && generator->splits && percent(generator, 15))
            say(generator, ", Split");
        say(generator, items ? ", " : "");
    }
    say(generator, "]");
    generator->each_depth--;
    return true;
}

/* `Optional [...]` or `AnyOrder [...]` of one to three items. A Split may stand in them where it may stand around them. */
static void say_choice(generator_state *generator, const parameters *scope, int caller, bool easy, int depth)
{
    bool any_order = percent(generator, 50);
    int items = any_order ? 2 + percent(generator, 40) : 1 + percent(generator, 40);

    say(generator, any_order ? "AnyOrder [" : "Optional [");
    while (items--) {
        if (!depth && generator->splits && percent(generator, 8))
            say(generator, "Split, ");
        say_item(generator, scope, caller, easy, depth ? depth : -1);
        say(generator, items ? ", " : "]");
    }
}

/* A subtask, or a parallel group of some, which may lie in groups itself. At least one member is no Background. */
static void say_item(generator_state *generator, const parameters *scope, int caller, bool easy, int depth)
{
    int members = 1 + below(generator, 3), other = below(generator, members), i;
    bool within = depth < 0; /* an Optional or AnyOrder that lies in no group */

    depth = within ? 0 : depth;
    if (generator->each_depth < 2 && chance_of(generator, FEATURE_EACH, 6) &&
        say_each(generator, scope, caller, easy, depth))
        return;
    if (depth < 3 && chance_of(generator, FEATURE_CHOICES, within ? 4 : 6)) {
        say_choice(generator, scope, caller, easy, depth);
        return;
    }
    if (!chance_of(generator, FEATURE_PARALLEL, depth ? 20 : 15) || depth == 3) {
        say_subtask(generator, scope, caller, easy, depth > 0);
        return;
    }
    say(generator, "Parallel [");
    for (i = 0; i < members; i++) {
        if (i != other && generator->backgrounds && percent(generator, 50))
            say_background(generator, scope, caller, easy, depth);
        else
            say_item(generator, scope, caller, easy, depth + 1);
        say(generator, i + 1 < members ? ", " : "]");
    }
}

/* One to three items, one after the other. */
static void say_background(generator_state *generator, const parameters *scope, int caller, bool easy, int depth)
{
    int items = percent(generator, 60) ? 1 : 1 + below(generator, 3);

    say(generator, "Background [");
    while (items--) {
        say_item(generator, scope, caller, easy, depth + 1);
        say(generator, items ? ", " : "]");
    }
}

static void say_list(generator_state *generator, const parameters *scope, const char *part, bool binders)
{
    parameters inner = *scope;
    bool any = false;

    say(generator, "\n        %s [", part);
    if (binders)
        any = say_binders(generator, &inner, false);
    if (percent(generator, 25))
        any = say_let(generator, &inner, any);
    if (!any || percent(generator, 30)) {
        say(generator, any ? ", " : "");
        say_condition(generator, &inner);
    }
    say(generator, "]");
}

/* Of a task that selects. Mostly small numbers, so that there are ties. */
static void say_rank(generator_state *generator, const parameters *scope)
{
    if (!generator->ranks || percent(generator, 20))
        return;
    say(generator, "\n        %s [", generator->ranks);
    if (percent(generator, 60))
        say(generator, "%d", percent(generator, 10) ? 0 : 1 + below(generator, 4));
    else if (generator->rank_type == FIXED && percent(generator, 50))
        say_decimal(generator, 500 * below(generator, 8));
    else
        say_value(generator, scope, generator->rank_type, 2);
    say(generator, "]");
}

static void say_selection(generator_state *generator)
{
    generator->ranks = NULL;
    if (!chance_of(generator, FEATURE_SELECT, 20))
        return;
    generator->ranks = percent(generator, 40) ? "Weight" : "Utility";
    generator->rank_type = generator->decimals && percent(generator, 60) ? FIXED : INTEGER;
    if (generator->ranks[0] == 'W')
        say(generator, "    Select [random]\n");
    else if (percent(generator, 50))
        say(generator, "    Select [highest]\n");
    else if (generator->rank_type == FIXED && percent(generator, 60))
        say(generator, "    Select [highest by %d.5]\n", below(generator, 3));
    else
        say(generator, "    Select [highest by %d]\n", below(generator, 4));
}

/* ` For [v1, v2]`: up to two instances or values of Enums; one of them where the table of two would be too large for the reference. */
static void say_solution(generator_state *generator, const parameters *scope)
{
    const int most = generator->entity_count > 0 && generator->entities[0].own > 100 ? 1 : 2;
    int i, count = 0;

    for (i = 0; i < scope->count && count < most; i++)
        if (scope->types[i] >= ENUM &&
            (is_entity(scope->types[i]) || generator->enum_sizes[scope->types[i] - ENUM] <= 4) &&
            percent(generator, 60)) {
            say(generator, count++ ? ", " : " For [");
            say_variable(generator, scope, i);
        }
    if (count)
        say(generator, "]");
}

static void say_cooldown(generator_state *generator, const parameters *scope)
{
    static const char *const after[] = {"", " After [success]", " After [always]"};

    const int seconds = 1 + below(generator, 9);
    say(generator, "\n        Cooldown [%ds]%s", seconds, after[below(generator, 3)]);
    if (percent(generator, 60))
        say_solution(generator, scope);
}

/* `easy`: what designers put last, a method that mostly works. */
static void say_method(generator_state *generator, int task, int index, unsigned inferred, bool easy, bool last)
{
    parameters scope = generator->compounds[task];
    bool binders = chance_of(generator, FEATURE_BINDERS, easy ? 12 : 54);
    int conditions = easy || (generator->cheapest && percent(generator, 50)) ? percent(generator, 15)
                     : percent(generator, 60)                                ? 1
                                                                             : 2 * below(generator, 2);
    int subtasks = 1 + below(generator, generator->cheapest ? 3 : 4);

    if (task == 0)
        subtasks += percent(generator, 30) ? 2 : 1;
    if (percent(generator, task == 0 ? 2 : 6))
        subtasks = 0;
    if (last && chance_of(generator, FEATURE_PARTS, generator->ranks ? 50 : 20)) {
        say(generator, "    Else");
    } else {
        say(generator, "    Method ");
        if (percent(generator, 5))
            say(generator, "%d ", index);
        else if (percent(generator, 5))
            say(generator, "label%d ", index);
        say_conditions(generator, &scope, inferred, conditions, binders);
        if (binders && chance_of(generator, FEATURE_PREFER, 35))
            say_prefer(generator, &scope);
        say_rank(generator, &scope);
    }
    say_reserve(generator, &scope, "\n        ", easy ? 3 : 15);
    if (chance_of(generator, FEATURE_PARTS, easy ? 2 : 8))
        say_list(generator, &scope, "While", chance_of(generator, FEATURE_BINDERS, 30));
    if (chance_of(generator, FEATURE_PARTS, easy ? 3 : 12))
        say_list(generator, &scope, "Enter", chance_of(generator, FEATURE_BINDERS, 30));
    if (chance_of(generator, FEATURE_PARTS, easy ? 1 : binders ? 10 : 5) && !(generator->features & NOTHING_BY_ITSELF))
        say_cooldown(generator, &scope);
    say(generator, "\n        Subtasks [");
    while (subtasks--) {
        if (generator->splits && percent(generator, 15))
            say(generator, "Split, ");
        say_item(generator, &scope, task, easy, 0);
        say(generator, subtasks ? (percent(generator, 5) ? ". " : ", ") : percent(generator, 3) ? "," : "");
    }
    say(generator, "]\n");
}

static void say_compound(generator_state *generator, int index)
{
    const parameters *scope = &generator->compounds[index];
    unsigned inferred = choose_inferred(generator, scope);
    int methods = 2 + below(generator, generator->cheapest ? 3 : 4), i;

    if (index == 0)
        methods += generator->cheapest ? 1 : 3;
    say(generator, "Compound Task [C%d", index);
    say_parameters(generator, scope, inferred);
    say(generator, "]\n");
    say_selection(generator);
    for (i = 0; i < methods; i++)
        say_method(generator, index, i, i == 0 ? inferred : 0,
                   i + 1 == methods && percent(generator, generator->entity_count ? 85 : 60), i + 1 == methods);
}

static void begin(generator_state *generator, uint64_t seed, uint64_t features, char *text)
{
    static const generator_state empty;

    *generator = empty;
    generator->dice = dice_for(seed, 1);
    generator->features = features;
    generator->text = text;
    text[0] = 0;
    generator->extreme = percent(generator, 15);
}

static void say_declarations(generator_state *generator)
{
    generator->decimals = chance_of(generator, FEATURE_FIXED, 35);
    generator->fixed_costs = generator->decimals && percent(generator, 50);
    if (percent(generator, 20))
        say(generator, "Domain [Random]%s\n", percent(generator, 40) ? " Loops [free]" : "");
    say_enums(generator);
    if (generator->features & FEATURE_ENTITIES)
        say_entities(generator);
    choose_properties(generator);
    if (generator->features & FEATURE_ENTITIES)
        choose_tables(generator);
    say_properties(generator);
    if (generator->features & FEATURE_FACTS)
        say_facts(generator);
    say_constants(generator);
    if (chance_of(generator, FEATURE_QUERIES, 35))
        say_queries(generator);
    if ((generator->features & (FEATURE_BINDERS | FEATURE_QUANTIFIERS)) && chance_of(generator, FEATURE_QUERIES, 25))
        say_proposers(generator);
    generator->with_conditions = true;
    say_cycles(generator);
    say_named_conditions(generator);
}

static void say_root(generator_state *generator, int task)
{
    generator->roots[generator->root_count++] = task;
    say(generator, "Root [C%d]%s\n", task, generator->cheapest && percent(generator, 90) ? " Select [cheapest]" : "");
}

static void say_roots(generator_state *generator)
{
    int i;

    if (!generator->cheapest && !generator->pattern_count && !percent(generator, 10))
        return;
    say_root(generator, 0);
    for (i = 1; i < generator->compound_count; i++)
        if (!generator->compounds[i].count && chance_of(generator, FEATURE_PARTS, 30) &&
            !(generator->features & (NOTHING_BY_ITSELF | NOTHING_COUNTS_TICKS)))
            say_root(generator, i);
}

/* Mostly about something that the tasks of the domain write, so that the gate opens and closes. */
static void say_gate_item(generator_state *generator)
{
    const parameters nothing = {.count = 0};
    int at = pick_written(generator);
    const world_slot *property = &generator->properties[at];

    if (property->index_count || percent(generator, 25) || (property->type != BOOL && property->type != INTEGER)) {
        say_condition(generator, &nothing);
    } else if (property->type == BOOL) {
        say(generator, percent(generator, 50) ? "W%d" : "not W%d", at);
    } else {
        say(generator, "W%d %s ", at, percent(generator, 50) ? "!=" : percent(generator, 50) ? "<=" : ">=");
        say_likely_value(generator, property);
    }
}

/* Tasks of which every `step`-th, from `from` on, may be named; each task is named in one declaration at most. */
static void say_order_declaration(generator_state *generator, int from, int step)
{
    int task, named = 0;

    say(generator, "Orders [");
    for (task = from; task < generator->compound_count + generator->primitive_count; task += step)
        if (percent(generator, 75)) {
            bool compound = task < generator->compound_count;

            say(generator, "%s%c%d", named++ ? ", " : "", compound ? 'C' : 'P',
                compound ? task : task - generator->compound_count);
        }
    say(generator, "]");
    if (generator->root_count && percent(generator, 30))
        say(generator, " In [C%d]", generator->roots[below(generator, generator->root_count)]);
    if (percent(generator, 85)) {
        say(generator, " While [");
        say_gate_item(generator);
        if (percent(generator, 15)) {
            say(generator, ", ");
            say_gate_item(generator);
        }
        say(generator, "]");
    }
    say(generator, "\n");
}

/* At the end, so that what is drawn for it changes nothing else. */
static void say_orders(generator_state *generator)
{
    int count = 1 + percent(generator, 40), i;

    for (i = 0; i < count && chance_of(generator, FEATURE_PARTS, 50); i++)
        say_order_declaration(generator, i, count);
}

static size_t generate_goals(uint64_t seed, char *text)
{
    generator_state generator;

    begin(&generator, seed, FEATURES_ALL, text);
    say_enums(&generator);
    if (percent(&generator, 60))
        say_entities(&generator);
    generator.features = FEATURES_PLAIN;
    generator.fixed_costs = percent(&generator, 30);
    say_goal_domain(&generator);
    return generator.length;
}

static size_t generate_askings(uint64_t seed, char *text)
{
    generator_state generator;

    begin(&generator, seed, FEATURES_PLAIN, text);
    say_asking_domain(&generator);
    return generator.length;
}

size_t generate_domain(uint64_t seed, uint64_t features, char *text)
{
    generator_state generator;
    uint32_t cost_chance;
    int i;

    if (features & ONLY_GOALS)
        return generate_goals(seed, text);
    if (features & ONLY_ASKINGS)
        return generate_askings(seed, text);
    if (features & NO_RECURSION)
        features &= ~(uint64_t)(FEATURE_EACH | FEATURE_ACHIEVE);
    begin(&generator, seed,
          seed % 3 ? features
                   : features & (FEATURES_PLAIN | MANY_PARTS | MUCH_SHARED | NO_SHARED_DURING | NOTHING_BY_ITSELF |
                                 NOTHING_COUNTS_TICKS | NO_RECURSION),
          text);
    generator.cheapest = chance_of(&generator, FEATURE_CHEAPEST, features & ALWAYS_CHEAPEST ? 100 : 15);
    generator.failing = percent(&generator, 25) && !(features & NOTHING_COUNTS_TICKS);
    generator.expiring = percent(&generator, 30) && !(features & NOTHING_BY_ITSELF);
    generator.backgrounds = chance_of(&generator, FEATURE_PARALLEL, 60) && !(features & NOTHING_COUNTS_TICKS);
    generator.splits = !generator.cheapest && chance_of(&generator, FEATURE_SPLIT, 40);
    say_declarations(&generator);
    say_patterns(&generator);
    say_goal_pattern(&generator);
    generator.compound_count = features & NO_RECURSION ? 2 + below(&generator, 2)
                               : generator.cheapest    ? 2 + below(&generator, 4)
                                                       : 3 + below(&generator, 5);
    generator.primitive_count = 3 + below(&generator, generator.cheapest ? 4 : 6);
    for (i = 1; i < generator.compound_count; i++)
        if (percent(&generator, generator.entity_count ? 60 : 30))
            make_parameters(&generator, &generator.compounds[i], 'p', true);
    for (i = 0; i < generator.primitive_count; i++)
        if (percent(&generator, generator.entity_count ? 70 : 35))
            make_parameters(&generator, &generator.primitives[i], 'p', true);
    if (chance_of(&generator, FEATURE_PARTS, 15)) {
        say(&generator, "Sensor [Sight] Updates [W%d] ", pick_written(&generator));
        say(&generator, "Every [%dms]\n", 50 * below(&generator, 5));
    }
    say_roots(&generator);
    for (i = 0; i < generator.compound_count; i++)
        say_compound(&generator, i);
    cost_chance = generator.cheapest ? 75 : percent(&generator, 50) ? 40 : 0;
    for (i = 0; i < generator.primitive_count; i++)
        say_primitive(&generator, i, cost_chance);
    say_orders(&generator);
    return generator.length;
}

size_t generate_arithmetic(uint64_t seed, char *text)
{
    generator_state generator;
    bool constant;
    int i;

    begin(&generator, seed, 0, text);
    generator.extreme = true;
    constant = percent(&generator, 25);
    say(&generator, "World State [W0 : int, W1 : int, W2 : int, W3 : int]\n");
    for (i = 0; i < 4 && !constant; i++)
        generator.properties[generator.property_count++] =
            (world_slot){INTEGER, -2147483647, 2147483647, 0, {0}, false, false};
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
