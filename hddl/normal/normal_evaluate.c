/*
 * Evaluates residual formulas: those conditions that are no conjunction of literals. See normal_evaluate.h.
 */
#include "hddl/normal/normal_evaluate.h"

typedef struct evaluation {
    const hddl_problem *problem;
    const normal_schema *schema;
    uint32_t *values;
    normal_fact_holds *holds;
    void *user;
} evaluation;

static bool evaluate(const evaluation *with, const hddl_formula *formula);

/*
 * Whether the quantifier's body has the value `wanted` for some values of its variables from number `depth`
 * on.
 */
static bool is_some_instance(const evaluation *with, const hddl_formula *formula, uint32_t depth, bool wanted)
{
    if (depth == formula->count)
        return evaluate(with, formula->parts[0]) == wanted;
    uint32_t variable = formula->first + depth;
    const hddl_type *type = &with->problem->types[with->schema->types[variable]];
    for (uint32_t i = 0; i < type->object_count; i++) {
        with->values[variable] = type->objects[i];
        if (is_some_instance(with, formula, depth + 1, wanted))
            return true;
    }
    return false;
}

static bool is_some_part(const evaluation *with, const hddl_formula *formula, bool wanted)
{
    for (uint32_t i = 0; i < formula->part_count; i++)
        if (evaluate(with, formula->parts[i]) == wanted)
            return true;
    return false;
}

static bool evaluate(const evaluation *with, const hddl_formula *formula)
{
    switch (formula->kind) {
    case HDDL_ATOM: return with->holds(with->user, formula->atom.predicate, formula->atom.terms, with->values);
    case HDDL_EQUAL: return normal_value(formula->left, with->values) == normal_value(formula->right, with->values);
    case HDDL_SORT: return hddl_is_of(with->problem, normal_value(formula->left, with->values), formula->type);
    case HDDL_NOT: return !evaluate(with, formula->parts[0]);
    case HDDL_AND: return !is_some_part(with, formula, false);
    case HDDL_OR: return is_some_part(with, formula, true);
    case HDDL_IMPLY: return !evaluate(with, formula->parts[0]) || evaluate(with, formula->parts[1]);
    case HDDL_FORALL: return !is_some_instance(with, formula, 0, false);
    case HDDL_EXISTS: return is_some_instance(with, formula, 0, true);
    }
    return false;
}

bool normal_formula_holds(const hddl_problem *problem, const normal_schema *schema, const hddl_formula *formula,
                          uint32_t *values, normal_fact_holds *holds, void *user)
{
    const evaluation with = {.problem = problem, .schema = schema, .values = values, .holds = holds, .user = user};
    return evaluate(&with, formula);
}
