/*
 * Formulas that are no conjunctions, over given objects, as a disjunction of conjunctions (ground_draft.h): `and` multiplies
 * the ways of its parts, `or` adds them up. The formulas are simplified ones: `not` stands before atoms, equations and sorts.
 */
#include "hddl/ground/ground_draft.h"

typedef struct rest_maker {
    ground_draft *draft;
    const normal_schema *schema;
    uint32_t *values;
} rest_maker;

static void ways_of(rest_maker *making, ground_ways *ways, const hddl_formula *formula);

static void end_way(ground_draft *draft, ground_ways *ways)
{
    if (++ways->count > GROUND_WAYS_MOST) {
        hddl_pool_stop(draft->pool, HDDL_GAVE_UP);
    }
    ground_lists_end(draft->pool, &ways->needs);
    ground_lists_end(draft->pool, &ways->needs_not);
}

static void clear_ways(ground_draft *draft, ground_ways *ways)
{
    ways->count = 0;
    ways->needs.items.count = ways->needs_not.items.count = 0;
    ways->needs.begin.count = ways->needs_not.begin.count = 0;
    hddl_numbers_add(draft->pool, &ways->needs.begin, 0);
    hddl_numbers_add(draft->pool, &ways->needs_not.begin, 0);
}

void ground_ways_begin(ground_draft *draft, ground_ways *ways)
{
    clear_ways(draft, ways);
    end_way(draft, ways);
}

static void free_ways(ground_draft *draft, ground_ways *ways)
{
    hddl_pool_release(draft->pool, ways->needs.begin.items);
    hddl_pool_release(draft->pool, ways->needs.items.items);
    hddl_pool_release(draft->pool, ways->needs_not.begin.items);
    hddl_pool_release(draft->pool, ways->needs_not.items.items);
}

static void add_list(ground_draft *draft, ground_lists *to, const ground_lists *from, uint32_t item)
{
    ground_view view = ground_list_at(from, item);
    for (uint32_t i = 0; i < view.count; i++) {
        hddl_numbers_add(draft->pool, &to->items, view.items[i]);
    }
}

static void add_way(ground_draft *draft, ground_ways *to, const ground_ways *from, uint32_t way)
{
    add_list(draft, &to->needs, &from->needs, way);
    add_list(draft, &to->needs_not, &from->needs_not, way);
}

/* `ways` and `more`, which goes. */
static void multiply(ground_draft *draft, ground_ways *ways, ground_ways *more)
{
    ground_ways product = {0};
    clear_ways(draft, &product);
    for (uint32_t i = 0; i < ways->count; i++) {
        for (uint32_t j = 0; j < more->count; j++) {
            add_way(draft, &product, ways, i);
            add_way(draft, &product, more, j);
            end_way(draft, &product);
        }
    }
    free_ways(draft, ways);
    free_ways(draft, more);
    *ways = product;
}

/* One fact for every way there is. Where there is but one, nothing has to be copied. */
static void require(ground_draft *draft, ground_ways *ways, uint32_t fact, bool positive)
{
    if (ways->count == 1) {
        ground_lists *lists = positive ? &ways->needs : &ways->needs_not;
        hddl_numbers_add(draft->pool, &lists->items, fact);
        lists->begin.items[1] = (uint32_t)lists->items.count;
    } else if (ways->count > 1) {
        ground_ways one = {0};
        ground_ways_begin(draft, &one);
        require(draft, &one, fact, positive);
        multiply(draft, ways, &one);
    }
}

static void decide(ground_draft *draft, ground_ways *ways, bool holds)
{
    if (!holds) {
        clear_ways(draft, ways);
    }
}

static void and_atom(rest_maker *making, ground_ways *ways, const hddl_formula *formula, bool positive)
{
    ground_draft *draft = making->draft;
    uint32_t fact = ground_draft_fact(draft, formula->atom.predicate, formula->atom.terms, making->values);
    if (fact == GROUND_NONE) {
        decide(draft, ways, !positive);
    } else if ((draft->facts[fact] & GROUND_AT_FIRST) && !(draft->facts[fact] & GROUND_FALLEN)) {
        decide(draft, ways, positive);
    } else {
        require(draft, ways, fact, positive);
    }
}

static uint32_t value_of(const rest_maker *making, hddl_term term)
{
    return hddl_is_object(term) ? hddl_object_of(term) : making->values[term];
}

static void and_simple(rest_maker *making, ground_ways *ways, const hddl_formula *formula, bool positive)
{
    if (formula->kind == HDDL_ATOM) {
        and_atom(making, ways, formula, positive);
    } else if (formula->kind == HDDL_EQUAL) {
        bool same = value_of(making, formula->left) == value_of(making, formula->right);
        decide(making->draft, ways, same == positive);
    } else {
        bool is = ground_is_of(&making->draft->reach->joins, value_of(making, formula->left), formula->type);
        decide(making->draft, ways, is == positive);
    }
}

/* The ways of one part are added to those of an `or`. */
static void or_part(rest_maker *making, ground_ways *sum, const hddl_formula *part)
{
    ground_ways ways = {0};
    ground_ways_begin(making->draft, &ways);
    ways_of(making, &ways, part);
    for (uint32_t i = 0; i < ways.count; i++) {
        add_way(making->draft, sum, &ways, i);
        end_way(making->draft, sum);
    }
    free_ways(making->draft, &ways);
}

/* All values of the quantifier's variables from number `depth` on. */
static void quantify(rest_maker *making, ground_ways *ways, const hddl_formula *formula, uint32_t depth)
{
    if (depth == formula->count) {
        hddl_pool_tick(making->draft->pool);
        if (formula->kind == HDDL_FORALL) {
            ways_of(making, ways, formula->parts[0]);
        } else {
            or_part(making, ways, formula->parts[0]);
        }
        return;
    }
    uint32_t variable = formula->first + depth;
    const hddl_type *type = &making->draft->reach->problem->source->types[making->schema->types[variable]];
    for (uint32_t i = 0; i < type->object_count; i++) {
        making->values[variable] = type->objects[i];
        quantify(making, ways, formula, depth + 1);
    }
}

/* `ways` and the formula's. */
static void ways_of(rest_maker *making, ground_ways *ways, const hddl_formula *formula)
{
    if (ways->count == 0) {
        return;
    }
    switch (formula->kind) {
    case HDDL_NOT: and_simple(making, ways, formula->parts[0], false); break;
    case HDDL_AND:
        for (uint32_t i = 0; i < formula->part_count; i++) {
            ways_of(making, ways, formula->parts[i]);
        }
        break;
    case HDDL_FORALL: quantify(making, ways, formula, 0); break;
    case HDDL_OR:
    case HDDL_EXISTS: {
        ground_ways sum = {0};
        clear_ways(making->draft, &sum);
        if (formula->kind == HDDL_EXISTS) {
            quantify(making, &sum, formula, 0);
        }
        for (uint32_t i = 0; formula->kind == HDDL_OR && i < formula->part_count; i++) {
            or_part(making, &sum, formula->parts[i]);
        }
        multiply(making->draft, ways, &sum);
        break;
    }
    default: and_simple(making, ways, formula, true);
    }
}

void ground_ways_and(ground_draft *draft, ground_ways *ways, const normal_schema *schema, const hddl_formula *formula,
                     uint32_t *values)
{
    rest_maker making = {draft, schema, values};
    ways_of(&making, ways, formula);
}
