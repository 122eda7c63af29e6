/*
 * Expands residual formulas over given objects; see ground_disjuncts.h. A conjunction multiplies the
 * disjuncts of its parts, a disjunction adds them up. The formulas are in negation normal form: HDDL_NOT
 * stands only before HDDL_ATOM, HDDL_EQUAL and HDDL_SORT.
 */
#include "hddl/ground/ground_disjuncts.h"

typedef struct expansion {
    ground_instances *instances;
    const normal_schema *schema;
    uint32_t *values;
} expansion;

static void and_formula(expansion *with, ground_disjuncts *disjuncts, const hddl_formula *formula);

static void end_disjunct(ground_instances *instances, ground_disjuncts *disjuncts)
{
    if (++disjuncts->count > GROUND_MOST_DISJUNCTS)
        hddl_pool_stop(instances->pool, HDDL_GAVE_UP);
    ground_literals_end(instances->pool, &disjuncts->literals);
}

static void clear(ground_disjuncts *disjuncts)
{
    disjuncts->count = 0;
    for (int value = 0; value < 2; value++)
        disjuncts->literals.facts[value].ends.count = disjuncts->literals.facts[value].items.count = 0;
}

void ground_disjuncts_open(ground_instances *instances, ground_disjuncts *disjuncts)
{
    clear(disjuncts);
    end_disjunct(instances, disjuncts);
}

/* The conjunction: every disjunct of one with every disjunct of the other. Releases `more`. */
static void multiply(ground_instances *instances, ground_disjuncts *disjuncts, ground_disjuncts *more)
{
    ground_disjuncts product = {0};
    for (uint32_t i = 0; i < disjuncts->count; i++) {
        for (uint32_t j = 0; j < more->count; j++) {
            ground_literals_append(instances->pool, &product.literals, &disjuncts->literals, i);
            ground_literals_append(instances->pool, &product.literals, &more->literals, j);
            end_disjunct(instances, &product);
        }
    }
    ground_literals_free(instances->pool, &disjuncts->literals);
    ground_literals_free(instances->pool, &more->literals);
    *disjuncts = product;
}

void ground_disjuncts_need(ground_instances *instances, ground_disjuncts *disjuncts, uint32_t fact, bool positive)
{
    ground_growing_lists *lists = &disjuncts->literals.facts[positive];
    ground_lists_add(instances->pool, lists, fact);
    lists->ends.items[0] = (uint32_t)lists->items.count;
}

/* One more fact for every disjunct. Where there is only one, nothing has to be copied. */
static void require(ground_instances *instances, ground_disjuncts *disjuncts, uint32_t fact, bool positive)
{
    if (disjuncts->count == 1) {
        ground_disjuncts_need(instances, disjuncts, fact, positive);
    } else if (disjuncts->count > 1) {
        ground_disjuncts one = {0};
        ground_disjuncts_open(instances, &one);
        ground_disjuncts_need(instances, &one, fact, positive);
        multiply(instances, disjuncts, &one);
    }
}

static void decide(ground_disjuncts *disjuncts, bool holds)
{
    if (!holds)
        clear(disjuncts);
}

static void and_atom(expansion *with, ground_disjuncts *disjuncts, const hddl_formula *formula, bool positive)
{
    ground_instances *instances = with->instances;
    uint32_t fact = ground_fact(instances, formula->atom.predicate, formula->atom.terms, with->values);
    if (fact == HDDL_NONE)
        decide(disjuncts, !positive);
    else if ((instances->facts[fact] & GROUND_INITIAL) && !(instances->facts[fact] & GROUND_DELETED))
        decide(disjuncts, positive);
    else
        require(instances, disjuncts, fact, positive);
}

static void and_simple(expansion *with, ground_disjuncts *disjuncts, const hddl_formula *formula, bool positive)
{
    if (formula->kind == HDDL_ATOM) {
        and_atom(with, disjuncts, formula, positive);
    } else if (formula->kind == HDDL_EQUAL) {
        bool same = normal_value(formula->left, with->values) == normal_value(formula->right, with->values);
        decide(disjuncts, same == positive);
    } else {
        bool is = hddl_is_of(with->instances->reach->problem->source, normal_value(formula->left, with->values),
                             formula->type);
        decide(disjuncts, is == positive);
    }
}

/* Adds the disjuncts of one part of a disjunction to `sum`. */
static void or_part(expansion *with, ground_disjuncts *sum, const hddl_formula *part)
{
    ground_disjuncts disjuncts = {0};
    ground_disjuncts_open(with->instances, &disjuncts);
    and_formula(with, &disjuncts, part);
    for (uint32_t i = 0; i < disjuncts.count; i++) {
        ground_literals_append(with->instances->pool, &sum->literals, &disjuncts.literals, i);
        end_disjunct(with->instances, sum);
    }
    ground_literals_free(with->instances->pool, &disjuncts.literals);
}

/* Goes through all values of the quantifier's variables from number `depth` on. */
static void quantify(expansion *with, ground_disjuncts *disjuncts, const hddl_formula *formula, uint32_t depth)
{
    if (depth == formula->count) {
        hddl_pool_tick(with->instances->pool);
        if (formula->kind == HDDL_FORALL)
            and_formula(with, disjuncts, formula->parts[0]);
        else
            or_part(with, disjuncts, formula->parts[0]);
        return;
    }
    uint32_t variable = formula->first + depth;
    const hddl_type *type = &with->instances->reach->problem->source->types[with->schema->types[variable]];
    for (uint32_t i = 0; i < type->object_count; i++) {
        with->values[variable] = type->objects[i];
        quantify(with, disjuncts, formula, depth + 1);
    }
}

/* The conjunction of `disjuncts` with a formula. */
static void and_formula(expansion *with, ground_disjuncts *disjuncts, const hddl_formula *formula)
{
    if (disjuncts->count == 0)
        return;
    switch (formula->kind) {
    case HDDL_NOT: and_simple(with, disjuncts, formula->parts[0], false); break;
    case HDDL_AND:
        for (uint32_t i = 0; i < formula->part_count; i++)
            and_formula(with, disjuncts, formula->parts[i]);
        break;
    case HDDL_FORALL: quantify(with, disjuncts, formula, 0); break;
    case HDDL_OR:
    case HDDL_EXISTS: {
        ground_disjuncts sum = {0};
        if (formula->kind == HDDL_EXISTS)
            quantify(with, &sum, formula, 0);
        for (uint32_t i = 0; formula->kind == HDDL_OR && i < formula->part_count; i++)
            or_part(with, &sum, formula->parts[i]);
        multiply(with->instances, disjuncts, &sum);
        break;
    }
    default: and_simple(with, disjuncts, formula, true);
    }
}

void ground_disjuncts_and(ground_instances *instances, ground_disjuncts *disjuncts, const normal_schema *schema,
                          const hddl_formula *formula, uint32_t *values)
{
    expansion with = {instances, schema, values};
    and_formula(&with, disjuncts, formula);
}
