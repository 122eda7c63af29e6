/* Truth values that do not depend on the state; see translate_known.h. */
#include "hddl/convert/translate_known.h"
#include "hddl/convert/translate_types.h"

static uint32_t cover_of(const translation *tr, hddl_term term, const translated_variable *variables)
{
    return hddl_is_object(term) ? tr->entities[hddl_object_of(term)] : variables[term].cover;
}

/* The only object that a term can be, or HDDL_NONE. */
static uint32_t constant_of(const translation *tr, hddl_term term, const translated_variable *variables)
{
    if (hddl_is_object(term))
        return hddl_object_of(term);
    if (variables[term].object != HDDL_NONE)
        return variables[term].object;
    const translated_type *cover = &tr->types[variables[term].cover];
    return cover->value_count == 1 ? cover->only_value : HDDL_NONE;
}

static bool is_fact(const translation *tr, const hddl_atom *atom, const translated_variable *variables)
{
    const hddl_problem *problem = tr->problem;
    const uint32_t arity = hddl_arity(problem, atom->predicate);
    for (uint32_t f = 0; f < problem->fact_count; f++) {
        uint32_t i = 0;
        while (problem->facts[f].predicate == atom->predicate && i < arity &&
               hddl_object_of(problem->facts[f].terms[i]) == constant_of(tr, atom->terms[i], variables))
            i++;
        if (problem->facts[f].predicate == atom->predicate && i == arity)
            return true;
    }
    return false;
}

bool translate_terms_fit(const translation *tr, const hddl_variables *parameters, const hddl_term *terms,
                         const translated_variable *variables)
{
    for (uint32_t i = 0; i < parameters->count; i++) {
        const uint32_t cover = tr->types[parameters->items[i].type].cover;
        if (cover == HDDL_NONE || !translate_types_overlap(tr, cover, cover_of(tr, terms[i], variables)))
            return false;
    }
    return true;
}

bool translate_atom_fits(const translation *tr, const hddl_atom *atom, const translated_variable *variables)
{
    return translate_terms_fit(tr, &tr->problem->predicates[atom->predicate].parameters, atom->terms, variables);
}

static translate_truth known_atom(const translation *tr, const hddl_atom *atom, const translated_variable *variables)
{
    const hddl_predicate *predicate = &tr->problem->predicates[atom->predicate];
    if (!tr->predicates[atom->predicate].can_hold || !translate_atom_fits(tr, atom, variables))
        return TRANSLATE_FALSE;
    for (uint32_t i = 0; i < predicate->parameters.count; i++)
        if (constant_of(tr, atom->terms[i], variables) == HDDL_NONE)
            return TRANSLATE_OPEN;
    return !predicate->is_static ? TRANSLATE_OPEN : is_fact(tr, atom, variables) ? TRANSLATE_TRUE : TRANSLATE_FALSE;
}

static translate_truth known_equality(const translation *tr, const hddl_formula *formula,
                                      const translated_variable *variables)
{
    const uint32_t left = constant_of(tr, formula->left, variables);
    const uint32_t right = constant_of(tr, formula->right, variables);
    if (formula->left == formula->right)
        return TRANSLATE_TRUE;
    if (left != HDDL_NONE && right != HDDL_NONE)
        return left == right ? TRANSLATE_TRUE : TRANSLATE_FALSE;
    return translate_types_overlap(tr, cover_of(tr, formula->left, variables), cover_of(tr, formula->right, variables))
               ? TRANSLATE_OPEN
               : TRANSLATE_FALSE;
}

static translate_truth known_sort(const translation *tr, const hddl_formula *formula,
                                  const translated_variable *variables)
{
    const translated_type *type = &tr->types[formula->type];
    const uint32_t cover = cover_of(tr, formula->left, variables);
    const uint32_t object = constant_of(tr, formula->left, variables);
    if (type->cover == HDDL_NONE || !translate_types_overlap(tr, cover, type->cover))
        return TRANSLATE_FALSE;
    if (object != HDDL_NONE)
        return hddl_is_of(tr->problem, object, formula->type) ? TRANSLATE_TRUE : TRANSLATE_FALSE;
    return type->is_exact && translate_is_within(tr, cover, type->cover) ? TRANSLATE_TRUE : TRANSLATE_OPEN;
}

/* `and` is false if one part is, and true if all are: `decides` is false. For `or` it is true. */
static translate_truth known_parts(const translation *tr, const hddl_formula *formula,
                                   const translated_variable *variables, translate_truth decides)
{
    translate_truth all = decides == TRANSLATE_FALSE ? TRANSLATE_TRUE : TRANSLATE_FALSE;
    for (uint32_t i = 0; i < formula->part_count; i++) {
        const translate_truth part = translate_known(tr, formula->parts[i], variables);
        if (part == decides)
            return decides;
        all = part == TRANSLATE_OPEN ? TRANSLATE_OPEN : all;
    }
    return all;
}

static translate_truth opposite(translate_truth truth)
{
    return truth == TRANSLATE_OPEN ? TRANSLATE_OPEN : truth == TRANSLATE_TRUE ? TRANSLATE_FALSE : TRANSLATE_TRUE;
}

static translate_truth known_quantifier(const translation *tr, const hddl_formula *formula,
                                        const translated_variable *variables)
{
    for (uint32_t v = formula->first; v < formula->first + formula->count; v++)
        if (variables[v].is_impossible)
            return formula->kind == HDDL_FORALL ? TRANSLATE_TRUE : TRANSLATE_FALSE;
    return translate_known(tr, formula->parts[0], variables); /* each type has an object */
}

translate_truth translate_known(const translation *tr, const hddl_formula *formula,
                                const translated_variable *variables)
{
    if (formula == NULL)
        return TRANSLATE_TRUE;
    switch (formula->kind) {
    case HDDL_ATOM: return known_atom(tr, &formula->atom, variables);
    case HDDL_EQUAL: return known_equality(tr, formula, variables);
    case HDDL_SORT: return known_sort(tr, formula, variables);
    case HDDL_NOT: return opposite(translate_known(tr, formula->parts[0], variables));
    case HDDL_AND: return known_parts(tr, formula, variables, TRANSLATE_FALSE);
    case HDDL_OR: return known_parts(tr, formula, variables, TRANSLATE_TRUE);
    case HDDL_IMPLY: {
        const translate_truth left = opposite(translate_known(tr, formula->parts[0], variables));
        const translate_truth right = translate_known(tr, formula->parts[1], variables);
        return left == TRANSLATE_TRUE || right == TRANSLATE_TRUE ? TRANSLATE_TRUE
               : left == TRANSLATE_FALSE                         ? right
               : right == TRANSLATE_FALSE                        ? left
                                                                 : TRANSLATE_OPEN;
    }
    default: return known_quantifier(tr, formula, variables);
    }
}

bool translate_atom_mentions(const translation *tr, const hddl_atom *atom, uint32_t variable)
{
    for (uint32_t i = 0; i < hddl_arity(tr->problem, atom->predicate); i++)
        if (atom->terms[i] == (hddl_term)variable)
            return true;
    return false;
}

bool translate_mentions(const translation *tr, const hddl_formula *formula, const translated_variable *variables,
                        uint32_t variable)
{
    const hddl_term term = (hddl_term)variable;
    if (translate_known(tr, formula, variables) != TRANSLATE_OPEN)
        return false;
    switch (formula->kind) {
    case HDDL_EQUAL: return formula->left == term || formula->right == term;
    case HDDL_SORT: return formula->left == term;
    case HDDL_ATOM: return translate_atom_mentions(tr, &formula->atom, variable);
    default:
        for (uint32_t i = 0; i < formula->part_count; i++)
            if (translate_mentions(tr, formula->parts[i], variables, variable))
                return true;
        return false;
    }
}

void translate_narrow_quantifiers(translation *tr, const hddl_formula *formula, const hddl_schema *schema,
                                  translated_variable *variables)
{
    for (uint32_t i = 0; formula != NULL && i < formula->part_count; i++)
        translate_narrow_quantifiers(tr, formula->parts[i], schema, variables);
    for (uint32_t v = formula != NULL ? formula->first : 0; formula != NULL && v < formula->first + formula->count;
         v++) {
        variables[v].cover = HDDL_NONE;
        variables[v].object = HDDL_NONE;
        translate_narrow(tr, &variables[v], schema->variables.items[v].type, HDDL_NONE);
    }
}
