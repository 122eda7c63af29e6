/*
 * Simplifies one formula: negations move to the literals (negation normal form), implications become
 * disjunctions, quantifiers over few objects become conjunctions or disjunctions of their instances, and what
 * static facts, equal terms and types decide is decided. An `exists` outside of every `forall` becomes
 * variables of the schema, so that a search may choose their values as it chooses parameters.
 */
#include "hddl/normal/normal_simplify.h"

#include <string.h>

/*
 * A quantifier becomes a conjunction or disjunction of its instances where that has at most MOST_LITERALS
 * literals, and had at most MOST_LITERALS_BEFORE before static ones were decided.
 */
enum { MOST_LITERALS = 4096, MOST_LITERALS_BEFORE = 65536 };

static const hddl_formula always = {.kind = HDDL_AND};
static const hddl_formula never = {.kind = HDDL_OR};

static const hddl_formula *decided(bool holds)
{
    return holds ? &always : &never;
}

static bool is_always(const hddl_formula *formula)
{
    return formula->kind == HDDL_AND && formula->part_count == 0;
}

static bool is_never(const hddl_formula *formula)
{
    return formula->kind == HDDL_OR && formula->part_count == 0;
}

/* --- Literals ------------------------------------------------------------------------------------------------------- */

static hddl_formula *copy_of(const normal_scope *scope, const hddl_formula *formula)
{
    hddl_formula *copy = hddl_pool_zeroed(scope->pool, 1, sizeof(hddl_formula));
    *copy = *formula;
    return copy;
}

/* A formula with one part. */
static hddl_formula *around(const normal_scope *scope, hddl_formula_kind kind, const hddl_formula *part)
{
    const hddl_formula **parts = hddl_pool_zeroed(scope->pool, 1, sizeof(hddl_formula *));
    parts[0] = part;
    return copy_of(scope, &(hddl_formula){.kind = kind, .parts = parts, .part_count = 1, .span = part->span});
}

static const hddl_formula *signed_literal(const normal_scope *scope, const hddl_formula *literal, bool positive)
{
    return positive ? literal : around(scope, HDDL_NOT, literal);
}

static const hddl_formula *simplify_atom(normal_scope *scope, const hddl_formula *formula, bool positive)
{
    const hddl_problem *problem = scope->facts->problem;
    uint32_t arity = problem->predicates[formula->atom.predicate].parameters.count;
    hddl_term *terms = hddl_pool_zeroed(scope->pool, arity, sizeof *terms);
    bool ground = true;
    for (uint32_t i = 0; i < arity; i++) {
        terms[i] = normal_scope_value(scope, formula->atom.terms[i]);
        ground = ground && hddl_is_object(terms[i]);
    }
    if (ground && problem->predicates[formula->atom.predicate].is_static)
        return decided(normal_static_facts_have(scope->facts, formula->atom.predicate, terms) == positive);
    hddl_formula *literal = copy_of(scope, formula);
    literal->atom.terms = terms;
    return signed_literal(scope, literal, positive);
}

static const hddl_formula *simplify_equality(normal_scope *scope, const hddl_formula *formula, bool positive)
{
    hddl_term left = normal_scope_value(scope, formula->left), right = normal_scope_value(scope, formula->right);
    if (left == right || (hddl_is_object(left) && hddl_is_object(right)))
        return decided((left == right) == positive);
    hddl_formula *literal = copy_of(scope, formula);
    literal->left = left;
    literal->right = right;
    return signed_literal(scope, literal, positive);
}

static const hddl_formula *simplify_sort(normal_scope *scope, const hddl_formula *formula, bool positive)
{
    const hddl_problem *problem = scope->facts->problem;
    hddl_term left = normal_scope_value(scope, formula->left);
    if (hddl_is_object(left))
        return decided(hddl_is_of(problem, hddl_object_of(left), formula->type) == positive);
    const hddl_type *type = &problem->types[scope->types.items[left]];
    uint32_t fitting = 0;
    for (uint32_t i = 0; i < type->object_count; i++)
        fitting += hddl_is_of(problem, type->objects[i], formula->type);
    if (fitting == 0 || fitting == type->object_count)
        return decided((fitting != 0) == positive);
    hddl_formula *literal = copy_of(scope, formula);
    literal->left = left;
    return signed_literal(scope, literal, positive);
}

/* --- Connectives ---------------------------------------------------------------------------------------------------- */

const hddl_formula *normal_join(hddl_pool *pool, hddl_formula_kind kind, const hddl_formula *const *parts,
                                uint32_t count)
{
    uint32_t total = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (kind == HDDL_AND ? is_never(parts[i]) : is_always(parts[i]))
            return parts[i];
        total += parts[i]->kind == kind ? parts[i]->part_count : 1;
    }
    if (total == 0)
        return decided(kind == HDDL_AND);
    const hddl_formula **all = hddl_pool_zeroed(pool, total, sizeof(hddl_formula *));
    uint32_t used = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (parts[i]->kind != kind) {
            all[used++] = parts[i];
        } else if (parts[i]->part_count != 0) {
            memcpy(all + used, parts[i]->parts, parts[i]->part_count * sizeof(hddl_formula *));
            used += parts[i]->part_count;
        }
    }
    if (total == 1)
        return all[0];
    hddl_formula *joined = hddl_pool_zeroed(pool, 1, sizeof(hddl_formula));
    *joined = (hddl_formula){.kind = kind, .parts = all, .part_count = total};
    return joined;
}

static const hddl_formula *simplify_connective(normal_scope *scope, const hddl_formula *formula, hddl_formula_kind kind,
                                               bool positive)
{
    const hddl_formula **parts = hddl_pool_zeroed(scope->pool, formula->part_count, sizeof(hddl_formula *));
    for (uint32_t i = 0; i < formula->part_count; i++) {
        bool negated = formula->kind == HDDL_IMPLY && i == 0;
        parts[i] = normal_simplify(scope, formula->parts[i], positive != negated);
    }
    return normal_join(scope->pool, kind, parts, formula->part_count);
}

/* --- Quantifiers ---------------------------------------------------------------------------------------------------- */

static uint32_t leaves_of(const hddl_formula *formula)
{
    uint32_t leaves = formula->part_count == 0;
    for (uint32_t i = 0; i < formula->part_count; i++)
        leaves += leaves_of(formula->parts[i]);
    return leaves;
}

static const hddl_type *type_of(const normal_scope *scope, uint32_t schema_variable)
{
    return &scope->facts->problem->types[scope->schema->variables.items[schema_variable].type];
}

/* The number of instances of a quantified formula, at most `most` + 1. */
static uint32_t instances_of(const normal_scope *scope, const hddl_formula *formula, uint32_t most)
{
    uint64_t instances = 1;
    bool none = false;
    for (uint32_t i = 0; i < formula->count; i++) {
        uint32_t objects = type_of(scope, formula->first + i)->object_count;
        none = none || objects == 0;
        instances = instances * objects > most ? (uint64_t)most + 1 : instances * objects;
    }
    return none ? 0 : (uint32_t)instances;
}

/* The instances of a quantified formula, joined. NULL: these would be too many literals. */
static const hddl_formula *instantiate(normal_scope *scope, const hddl_formula *formula, hddl_formula_kind kind,
                                       bool positive)
{
    uint32_t leaves = leaves_of(formula->parts[0]);
    uint32_t count = instances_of(scope, formula, MOST_LITERALS_BEFORE);
    if ((uint64_t)count * leaves > MOST_LITERALS_BEFORE)
        return NULL;
    const hddl_formula **parts = hddl_pool_zeroed(scope->pool, count, sizeof(hddl_formula *));
    for (uint32_t instance = 0; instance < count; instance++) {
        uint32_t digits = instance;
        for (uint32_t i = formula->count; i-- > 0;) {
            const hddl_type *type = type_of(scope, formula->first + i);
            scope->values[formula->first + i] = ~(hddl_term)type->objects[digits % type->object_count];
            digits /= type->object_count;
        }
        parts[instance] = normal_simplify(scope, formula->parts[0], positive);
    }
    const hddl_formula *joined = normal_join(scope->pool, kind, parts, count);
    return leaves_of(joined) > MOST_LITERALS ? NULL : joined;
}

static const hddl_formula *simplify_quantifier(normal_scope *scope, const hddl_formula *formula, bool positive)
{
    bool every = (formula->kind == HDDL_FORALL) == positive;
    if (instances_of(scope, formula, 1) == 0)
        return decided(every);
    if (!every && !scope->in_forall) {
        normal_scope_add(scope, formula->first, formula->count, false);
        return normal_simplify(scope, formula->parts[0], positive);
    }
    bool outside = !scope->in_forall;
    scope->in_forall = true;
    const hddl_formula *result = instantiate(scope, formula, every ? HDDL_AND : HDDL_OR, positive);
    if (result == NULL) {
        const uint32_t first = normal_scope_add(scope, formula->first, formula->count, true);
        const hddl_formula *body = normal_simplify(scope, formula->parts[0], positive);
        hddl_formula *kept = around(scope, every ? HDDL_FORALL : HDDL_EXISTS, body);
        kept->first = first;
        kept->count = formula->count;
        result = is_always(body) || is_never(body) ? body : kept;
    }
    scope->in_forall = !outside;
    return result;
}

const hddl_formula *normal_simplify(normal_scope *scope, const hddl_formula *formula, bool positive)
{
    if (formula == NULL)
        return decided(positive);
    switch (formula->kind) {
    case HDDL_ATOM: return simplify_atom(scope, formula, positive);
    case HDDL_EQUAL: return simplify_equality(scope, formula, positive);
    case HDDL_SORT: return simplify_sort(scope, formula, positive);
    case HDDL_NOT: return normal_simplify(scope, formula->parts[0], !positive);
    case HDDL_AND: return simplify_connective(scope, formula, positive ? HDDL_AND : HDDL_OR, positive);
    case HDDL_OR:
    case HDDL_IMPLY: return simplify_connective(scope, formula, positive ? HDDL_OR : HDDL_AND, positive);
    case HDDL_FORALL:
    case HDDL_EXISTS: return simplify_quantifier(scope, formula, positive);
    }
    return &never;
}
