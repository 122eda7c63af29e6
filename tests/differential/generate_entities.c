/*
 * Random entities, tables, facts, binders and quantifiers; see generate_inside.h. Variables are mostly used where
 * they mean something: as indexes of tables of their type, in tests right behind their binder.
 */
#include "generate_inside.h"

bool is_entity(int type)
{
    return type >= ENTITY;
}

static entity_type *entity_of(generator_state *generator, int type)
{
    return &generator->entities[type - ENTITY];
}

bool is_kind_of(const generator_state *generator, int type, int above)
{
    while (type != above && is_entity(type) && generator->entities[type - ENTITY].parent >= 0)
        type = generator->entities[type - ENTITY].parent;
    return type == above;
}

static bool is_related(const generator_state *generator, int a, int b)
{
    return is_kind_of(generator, a, b) || is_kind_of(generator, b, a);
}

void say_type(generator_state *generator, int type)
{
    if (is_entity(type))
        say(generator, "N%d", type - ENTITY);
    else if (type >= ENUM)
        say(generator, "E%d", type - ENUM);
    else
        say(generator, type == BOOL ? "bool" : type == INTEGER ? "int" : type == FIXED ? "fixed" : "symbol");
}

void add_variable(parameters *scope, int type, char letter, int number)
{
    scope->types[scope->count] = type;
    scope->letters[scope->count] = letter;
    scope->numbers[scope->count++] = number;
}

void say_variable(generator_state *generator, const parameters *scope, int index)
{
    say(generator, "%c%d", scope->letters[index], scope->numbers[index]);
}

/* --- Declarations -------------------------------------------------------------------------------- */

void say_entities(generator_state *generator)
{
    int i, value;

    generator->entity_count = 1 + below(generator, MOST_ENTITIES);
    for (i = 0; i < generator->entity_count; i++) {
        entity_type *type = &generator->entities[i];

        type->parent = i && chance_of(generator, FEATURE_SUBTYPES, 35) ? ENTITY + below(generator, i) : -1;
        type->open =
            type->parent >= 0 ? entity_of(generator, type->parent)->open : chance_of(generator, FEATURE_OPEN, 50);
        type->own = 1 + below(generator, type->parent >= 0 ? 2 : 4);
        if (i == 0 && type->open && below(generator, 6) == 0) /* so that instances of subtypes need more than a byte */
            type->own = percent(generator, 50) ? 150 : 300;
        say(generator, "Entities [N%d", i);
        if (type->parent >= 0) {
            say(generator, " : ");
            say_type(generator, type->parent);
        }
        if (type->open) {
            say(generator, "] Max [%d]\n", type->own);
            continue;
        }
        say(generator, "] Values [");
        for (value = 0; value < type->own; value++)
            say(generator, "%sI%d_%d", value ? ", " : "", i, value);
        say(generator, "]\n");
    }
}

/* A type that can be an index, or ranged over. */
int pick_range(generator_state *generator)
{
    if (generator->enum_count && percent(generator, generator->entity_count ? 10 : 100)) {
        int type = below(generator, generator->enum_count);

        if (generator->enum_sizes[type] <= 4)
            return ENUM + type;
    }
    return generator->entity_count ? ENTITY + below(generator, generator->entity_count) : -1;
}

static bool is_closed(generator_state *generator, int type)
{
    return !is_entity(type) || !entity_of(generator, type)->open;
}

static bool can_have_facts(generator_state *generator, const world_slot *table)
{
    int i;

    for (i = 0; i < table->index_count; i++)
        if (!is_closed(generator, table->indexes[i]))
            return false;
    return table->index_count && (!is_entity(table->type) || is_closed(generator, table->type));
}

/* Whether the type, its subtypes included, has so many instances that a table of pairs would be too large. */
static bool is_large(generator_state *generator, int type)
{
    int i;

    for (i = 0; i < generator->entity_count; i++)
        if (is_kind_of(generator, ENTITY + i, type) && generator->entities[i].own > 100)
            return true;
    return false;
}

static void choose_table(generator_state *generator, int type, int index, int indexes)
{
    world_slot *table = &generator->properties[generator->property_count++];
    int i;

    table->type = type;
    table->low = -2147483647;
    table->high = 2147483647;
    table->index_count = indexes;
    table->indexes[0] = index;
    for (i = 1; i < indexes; i++)
        table->indexes[i] = percent(generator, 60) ? index : pick_range(generator);
    for (i = 0; i < indexes; i++)
        if (indexes > 1 && is_large(generator, table->indexes[i]))
            table->index_count = 1;
}

/* For each type a bool and a number; then some others, two thirds of them relations. */
void choose_tables(generator_state *generator)
{
    int i, more = 1 + below(generator, 4);

    for (i = 0; i < generator->entity_count && generator->property_count + 2 < MOST_PROPERTIES; i++) {
        choose_table(generator, BOOL, ENTITY + i, 1);
        choose_table(generator, generator->decimals && percent(generator, 50) ? FIXED : INTEGER, ENTITY + i, 1);
    }
    if (percent(generator, 70) && generator->property_count < MOST_PROPERTIES) {
        int indexes = percent(generator, 75) ? 2 : 3;

        choose_table(generator, BOOL, ENTITY + below(generator, generator->entity_count), indexes);
    }
    while (more-- && generator->property_count < MOST_PROPERTIES) {
        int type = percent(generator, 50)   ? BOOL
                   : percent(generator, 50) ? ENTITY + below(generator, generator->entity_count)
                   : percent(generator, 60) ? INTEGER
                                            : pick_range(generator);
        int indexes = percent(generator, 35) ? 1 : percent(generator, 85) ? 2 : 3;

        choose_table(generator, type, ENTITY + below(generator, generator->entity_count), indexes);
    }
    for (i = 0; i < generator->property_count; i++)
        if (can_have_facts(generator, &generator->properties[i]))
            generator->properties[i].is_static = chance_of(generator, FEATURE_FACTS, 55);
}

void say_indexes(generator_state *generator, const world_slot *property)
{
    int i;

    for (i = 0; i < property->index_count; i++) {
        say(generator, i ? ", " : "(");
        if (percent(generator, 10))
            say(generator, "x%d : ", i);
        say_type(generator, property->indexes[i]);
    }
    say(generator, property->index_count ? ")" : "");
}

static int count_named(generator_state *generator, int type)
{
    int count = 0, i;

    if (!is_entity(type))
        return generator->enum_sizes[type - ENUM];
    for (i = 0; i < generator->entity_count; i++)
        if (is_kind_of(generator, ENTITY + i, type))
            count += generator->entities[i].own;
    return count;
}

static void say_named(generator_state *generator, int type, int which)
{
    int i;

    if (!is_entity(type)) {
        say(generator, "V%d_%d", type - ENUM, which);
        return;
    }
    for (i = 0; i < generator->entity_count; i++)
        if (is_kind_of(generator, ENTITY + i, type)) {
            if (which < generator->entities[i].own)
                break;
            which -= generator->entities[i].own;
        }
    say(generator, "I%d_%d", i, which);
}

void say_instance_name(generator_state *generator, int type)
{
    say_named(generator, type, below(generator, count_named(generator, type)));
}

static void say_fact(generator_state *generator, const world_slot *table, int at, int cell)
{
    int i, below_it = 1;

    for (i = 0; i < table->index_count; i++)
        below_it *= count_named(generator, table->indexes[i]);
    say(generator, "W%d(", at);
    for (i = 0; i < table->index_count; i++) {
        below_it /= count_named(generator, table->indexes[i]);
        say(generator, i ? ", " : "");
        say_named(generator, table->indexes[i], cell / below_it);
        cell %= below_it;
    }
    say(generator, ") = ");
    if (table->type == BOOL)
        say(generator, percent(generator, 90) ? "true" : "false");
    else if (table->type == INTEGER || table->type == FIXED)
        say_likely_value(generator, table);
    else
        say_instance_name(generator, table->type);
}

/* A table that is static has at least one fact; some that are not have some, too. */
void say_facts(generator_state *generator)
{
    bool any = false;
    int at, i, cell;

    say(generator, "Facts [");
    for (at = 0; at < generator->property_count; at++) {
        const world_slot *table = &generator->properties[at];
        int cells = 1;

        if (!can_have_facts(generator, table) || !(table->is_static || percent(generator, 20)))
            continue;
        for (i = 0; i < table->index_count; i++)
            cells *= count_named(generator, table->indexes[i]);
        for (cell = 0; cell < cells; cell++)
            if (percent(generator, 35) || (cell + 1 == cells && table->is_static)) {
                say(generator, any ? ", " : "");
                say_fact(generator, table, at, cell);
                any = true;
            }
    }
    say(generator, "]\n");
}

/* --- Instances as values ------------------------------------------------------------------------- */

/* A variable that fits, any such with equal chance; -1: none. */
static int pick_variable(generator_state *generator, const parameters *scope, int type, bool loosely)
{
    int i, seen = 0, chosen = -1;

    for (i = 0; scope && i < scope->count; i++)
        if (is_kind_of(generator, scope->types[i], type) || (loosely && is_related(generator, scope->types[i], type)))
            if (below(generator, ++seen) == 0)
                chosen = i;
    return chosen;
}

bool has_instance(generator_state *generator, const parameters *scope, int type)
{
    return is_closed(generator, type) || pick_variable(generator, scope, type, false) >= 0;
}

void say_instance(generator_state *generator, const parameters *scope, int type, bool loosely)
{
    int variable = pick_variable(generator, scope, type, loosely), property = pick_property(generator, type);

    if (variable >= 0 && percent(generator, 80)) {
        say_variable(generator, scope, variable);
    } else if (property >= 0 && percent(generator, is_closed(generator, type) ? 60 : 90) &&
               generator->properties[property].index_count == 0) {
        say(generator, "W%d", property);
    } else if (percent(generator, 15) && say_constant(generator, type)) {
        return;
    } else if (!is_entity(type)) {
        say_enum_value(generator, type);
    } else if (is_closed(generator, type)) {
        say_instance_name(generator, type);
    } else if (variable >= 0) {
        say_variable(generator, scope, variable);
    } else {
        say(generator, "none");
    }
}

/* `forced`: the index at this place is this variable; -1: none is. */
static void say_property_of(generator_state *generator, const parameters *scope, int at, int place, int variable)
{
    const world_slot *property = &generator->properties[at];
    int i;

    say(generator, "W%d", at);
    for (i = 0; i < property->index_count; i++) {
        say(generator, i ? ", " : "(");
        if (i == place)
            say_variable(generator, scope, variable);
        else
            say_instance(generator, scope, property->indexes[i], percent(generator, 40));
    }
    say(generator, property->index_count ? ")" : "");
}

void say_property(generator_state *generator, const parameters *scope, int at)
{
    say_property_of(generator, scope, at, -1, -1);
}

/* --- Tests --------------------------------------------------------------------------------------- */

/* What is left of a comparison whose left side is a property that stands there. */
static void say_rest_of_test(generator_state *generator, const parameters *scope, const world_slot *property)
{
    static const char *const operators[] = {"!=", "!=", "<=", "<=", ">", ">=", ">=", "=="};

    if (property->type == BOOL) {
        if (percent(generator, 15))
            say(generator, percent(generator, 50) ? " == true" : " != true");
        return;
    }
    if (!is_entity(property->type)) {
        say(generator, " %s ", operators[below(generator, 8)]);
        if ((property->type == INTEGER || property->type == FIXED) && percent(generator, 75))
            say_likely_value(generator, property);
        else
            say_value(generator, scope, property->type, 0);
        return;
    }
    say(generator, percent(generator, 60) ? " != " : " == ");
    if (!is_closed(generator, property->type) && percent(generator, 40))
        say(generator, "none");
    else
        say_instance(generator, scope, property->type, true);
}

void say_property_test(generator_state *generator, const parameters *scope, int at)
{
    const world_slot *property = &generator->properties[at];

    say(generator, property->type == BOOL && percent(generator, 30) ? "not " : "");
    say_property(generator, scope, at);
    say_rest_of_test(generator, scope, property);
}

bool say_test_of(generator_state *generator, const parameters *scope, int variable)
{
    int start = below(generator, generator->property_count), i, place, type = scope->types[variable];

    for (i = 0; i < generator->property_count; i++) {
        int at = (start + i) % generator->property_count;
        const world_slot *property = &generator->properties[at];

        for (place = 0; place < property->index_count; place++)
            if (is_related(generator, type, property->indexes[place]) && percent(generator, 70)) {
                say(generator, property->type == BOOL && percent(generator, 25) ? "not " : "");
                say_property_of(generator, scope, at, place, variable);
                say_rest_of_test(generator, scope, property);
                return true;
            }
    }
    return false;
}

void say_instance_comparison(generator_state *generator, const parameters *scope)
{
    int type = ENTITY + below(generator, generator->entity_count);
    int variable = pick_variable(generator, scope, type, true), property = pick_property(generator, type);

    if (variable < 0 && property < 0) {
        say(generator, "true");
        return;
    }
    say(generator, "(");
    if (variable >= 0 && (property < 0 || percent(generator, 70))) {
        say_variable(generator, scope, variable);
        type = scope->types[variable];
    } else {
        say_property(generator, scope, property);
        type = generator->properties[property].type;
    }
    say(generator, percent(generator, 65) ? " != " : " == ");
    say_instance(generator, scope, type, true);
    say(generator, ")");
}

/* --- Quantifiers --------------------------------------------------------------------------------- */

void say_new_variable(generator_state *generator, parameters *scope, int type)
{
    add_variable(scope, type, 'v', generator->variable_count++);
    say_variable(generator, scope, scope->count - 1);
    say(generator, " : ");
    say_type(generator, type);
}

/* The type of what is proposed, or a wider one. */
static void say_proposed_type(generator_state *generator, parameters *scope, int proposer)
{
    const world_slot *proposed = &generator->proposed[proposer];
    int parent = proposed->type >= ENTITY ? generator->entities[proposed->type - ENTITY].parent : -1;
    int type = parent >= 0 && percent(generator, 30) ? parent : proposed->type;

    add_variable(scope, type, 'v', generator->variable_count++);
    say_variable(generator, scope, scope->count - 1);
    say(generator, " : ");
    if (generator->proposes_range[proposer] && percent(generator, 80))
        say(generator, "%d..%d", (int)proposed->low, (int)proposed->high + (int)percent(generator, 20));
    else
        say_type(generator, type);
}

void say_ranging_variable(generator_state *generator, parameters *scope)
{
    const parameters around = *scope;
    int range = pick_range(generator), proposer;

    if (!generator->proposer_count || generator->asking > 0 || (range >= 0 && !percent(generator, 40))) {
        say_new_variable(generator, scope, range);
        return;
    }
    proposer = below(generator, generator->proposer_count);
    say_proposed_type(generator, scope, proposer);
    say_source(generator, &around, proposer);
}

/* A test within a quantifier or behind `where`: of its variable, if that can be. */
static void say_inner_test(generator_state *generator, const parameters *scope, int depth)
{
    if (percent(generator, 85) && say_test_of(generator, scope, scope->count - 1))
        return;
    if (depth > 0 && percent(generator, 60))
        say_value(generator, scope, BOOL, depth - 1);
    else
        say_property_test(generator, scope, below(generator, generator->property_count));
}

static void say_where(generator_state *generator, const parameters *scope, int depth, uint32_t chance)
{
    if (!percent(generator, chance))
        return;
    say(generator, " where ");
    say_inner_test(generator, scope, depth);
}

void say_quantified_truth(generator_state *generator, const parameters *scope, int depth)
{
    static const char *const words[] = {"exists", "every", "none", "exists"};
    parameters inner = *scope;
    int word = below(generator, 4);

    say(generator, "%s(", words[word]);
    say_ranging_variable(generator, &inner);
    say_where(generator, &inner, depth, word == 1 ? 50 : 90);
    if (word == 1) {
        say(generator, " : ");
        say_inner_test(generator, &inner, depth);
    }
    say(generator, ")");
}

void say_quantified_number(generator_state *generator, const parameters *scope, int type, int depth)
{
    static const char *const words[] = {"count", "sum", "min", "max"};
    parameters inner = *scope;
    int word = type == FIXED ? 1 + below(generator, 3) : below(generator, 4); /* a count is whole */

    say(generator, "%s(", words[word]);
    say_ranging_variable(generator, &inner);
    say_where(generator, &inner, depth, word ? 60 : 85);
    if (word) {
        int property = pick_property(generator, type);

        say(generator, " : ");
        if (property >= 0 && percent(generator, 60))
            say_property(generator, &inner, property);
        else
            say_value(generator, &inner, type, depth - 1);
    }
    say(generator, ")");
}

/* --- Binders ------------------------------------------------------------------------------------- */

bool say_binders(generator_state *generator, parameters *scope, bool any)
{
    int binders = percent(generator, 60) ? 1 : percent(generator, 80) ? 2 : 3;

    while (binders-- && scope->count < MOST_VARIABLES - 3) {
        int tests = percent(generator, 40) ? 1 : 2 * percent(generator, 10);

        say(generator, any ? ", any " : "any ");
        say_ranging_variable(generator, scope);
        say_where(generator, scope, 1, 40);
        any = true;
        while (tests--) {
            say(generator, ", ");
            say_inner_test(generator, scope, 2);
        }
    }
    return any;
}

/* The value of a variable or property that holds an instance, and its type; -1: INTEGER is left to be said. */
static int say_some_instance(generator_state *generator, const parameters *scope)
{
    int variable = below(generator, scope->count + 1) - 1, property = pick_property(generator, pick_range(generator));

    if (variable >= 0 && is_entity(scope->types[variable])) {
        say_variable(generator, scope, variable);
        return scope->types[variable];
    }
    if (property < 0 || !is_entity(generator->properties[property].type))
        return -1;
    say_property(generator, scope, property);
    return generator->properties[property].type;
}

bool say_let(generator_state *generator, parameters *scope, bool any)
{
    int number = generator->variable_count, type = -1;

    if (scope->count >= MOST_VARIABLES - 3 || !chance_of(generator, FEATURE_LET, 100))
        return any;
    generator->variable_count++;
    say(generator, "%slet v%d = ", any ? ", " : "", number);
    if (percent(generator, 35))
        type = say_some_instance(generator, scope);
    if (type < 0) {
        type = percent(generator, 35) ? BOOL : INTEGER;
        say_value(generator, scope, type, 2);
    }
    add_variable(scope, type, 'v', number);
    if (type == INTEGER && percent(generator, 15)) {
        say(generator, ", v%d %s ", number, percent(generator, 50) ? "<=" : ">=");
        say_number(generator);
    }
    return true;
}

bool say_each_list(generator_state *generator, parameters *scope)
{
    int binders = percent(generator, 80) ? 1 : 2, type = pick_range(generator), other = pick_range(generator);

    if (type < 0 || scope->count >= MOST_VARIABLES - 3)
        return false;
    say(generator, "Each [");
    while (binders--) {
        if (generator->proposer_count && percent(generator, 40))
            say_ranging_variable(generator, scope);
        else
            say_new_variable(generator, scope, type);
        say_where(generator, scope, 1, 60);
        if (percent(generator, 20)) {
            say(generator, ", ");
            say_inner_test(generator, scope, 2);
        }
        say(generator, binders ? ", " : "");
        type = other >= 0 ? other : type;
    }
    if (percent(generator, 20))
        say_let(generator, scope, true);
    say(generator, "]");
    return true;
}

void say_prefer(generator_state *generator, const parameters *scope)
{
    int keys = percent(generator, 60) ? 1 : 2 + below(generator, 2);

    say(generator, "\n        Prefer [");
    while (keys--) {
        int type = generator->decimals && percent(generator, 50) ? FIXED : INTEGER;
        int property = pick_property(generator, type);

        say(generator, percent(generator, 50) ? "lowest " : "highest ");
        if (property >= 0 && percent(generator, 70))
            say_property(generator, scope, property);
        else
            say_value(generator, scope, type, 2);
        say(generator, keys ? ", " : percent(generator, 5) ? ",]" : "]");
    }
}

/* --- Reserve ------------------------------------------------------------------------------------- */

/* The n-th variable of the scope that holds an instance; -1: there are not so many. */
static int pick_held(generator_state *generator, const parameters *scope)
{
    int i, seen = 0, chosen = -1;

    for (i = 0; scope && i < scope->count; i++)
        if (is_entity(scope->types[i]) && !is_large(generator, scope->types[i]) && below(generator, ++seen) == 0)
            chosen = i;
    return chosen;
}

/* So many may hold an instance of the family: the same in all clauses. */
static int limit_of(generator_state *generator, int type)
{
    while (entity_of(generator, type)->parent >= 0)
        type = entity_of(generator, type)->parent;
    return entity_of(generator, type)->own % 3 == 1 ? 2 : 1;
}

void say_reserve(generator_state *generator, const parameters *scope, const char *before, uint32_t chance)
{
    int variable = pick_held(generator, scope);

    if (generator->features & MUCH_SHARED) /* there are groups */
        chance *= 2;
    if (variable < 0 || !chance_of(generator, FEATURE_RESERVE, chance))
        return;
    say(generator, "%sReserve [", before);
    say_variable(generator, scope, variable);
    if (limit_of(generator, scope->types[variable]) > 1)
        say(generator, " up to %d", limit_of(generator, scope->types[variable]));
    say(generator, before[0] == ' ' ? "]\n" : "]");
}

bool say_held(generator_state *generator, const parameters *scope)
{
    int variable = pick_held(generator, scope);

    if (variable < 0)
        return false;
    say(generator, "Held(");
    say_variable(generator, scope, variable);
    say(generator, ")");
    return true;
}
