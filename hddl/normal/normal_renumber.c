/*
 * Writes formulas of a scope down for one schema, with the schema's own numbers of variables; see
 * normal_renumber.h.
 */
#include "hddl/normal/normal_renumber.h"

#include "hddl/normal/normal_terms.h"
#include "hddl/normal/normal_types.h"

void normal_numbering_open(normal_numbering *numbering, const normal_scope *scope)
{
    *numbering = (normal_numbering){.scope = scope};
    const size_t count = scope->types.count;
    numbering->numbers = hddl_pool_zeroed(scope->pool, count, sizeof *numbering->numbers);
    for (size_t i = 0; i < count; i++)
        numbering->numbers[i] = NORMAL_NO_NUMBER;
    for (uint32_t i = 0; i < scope->schema->parameter_count; i++)
        normal_number(numbering, i);
}

void normal_number(normal_numbering *numbering, uint32_t variable)
{
    numbering->numbers[variable] = (normal_term)numbering->types.count;
    hddl_numbers_add(numbering->scope->pool, &numbering->types, numbering->scope->types.items[variable]);
}

static void number_free(void *user, normal_term term)
{
    normal_numbering *numbering = user;
    if (!hddl_is_object(term) && numbering->numbers[term] == NORMAL_NO_NUMBER &&
        !numbering->scope->quantified.items[term])
        normal_number(numbering, (uint32_t)term);
}

void normal_number_free(normal_numbering *numbering, const normal_disjunct *disjunct)
{
    for (uint32_t i = 0; i < disjunct->count; i++)
        normal_visit_formula(numbering->scope->facts->problem, disjunct->items[i], number_free, numbering);
}

static uint32_t arity_of(const normal_numbering *numbering, const hddl_formula *formula)
{
    return numbering->scope->facts->problem->predicates[formula->atom.predicate].parameters.count;
}

static normal_term renumbered(const normal_numbering *numbering, hddl_term term)
{
    return hddl_is_object(term) ? term : numbering->numbers[term];
}

const normal_term *normal_renumber_terms(normal_numbering *numbering, const hddl_term *terms, uint32_t count)
{
    normal_term *copies = hddl_pool_zeroed(numbering->scope->pool, count, sizeof *copies);
    for (uint32_t i = 0; i < count; i++)
        copies[i] = renumbered(numbering, terms[i]);
    return copies;
}

static const hddl_formula *renumber_formula(normal_numbering *numbering, const hddl_formula *formula)
{
    hddl_pool *pool = numbering->scope->pool;
    hddl_formula *copy = hddl_pool_zeroed(pool, 1, sizeof(hddl_formula));
    *copy = *formula;
    if (formula->kind == HDDL_FORALL || formula->kind == HDDL_EXISTS) {
        copy->first = (uint32_t)numbering->types.count;
        for (uint32_t i = 0; i < formula->count; i++)
            normal_number(numbering, formula->first + i);
    } else if (formula->kind == HDDL_ATOM) {
        copy->atom.terms = normal_renumber_terms(numbering, formula->atom.terms, arity_of(numbering, formula));
    } else if (formula->kind == HDDL_EQUAL || formula->kind == HDDL_SORT) {
        copy->left = renumbered(numbering, formula->left);
        if (formula->kind == HDDL_EQUAL)
            copy->right = renumbered(numbering, formula->right);
    }
    const hddl_formula **parts = hddl_pool_zeroed(pool, formula->part_count, sizeof(hddl_formula *));
    for (uint32_t i = 0; i < formula->part_count; i++)
        parts[i] = renumber_formula(numbering, formula->parts[i]);
    copy->parts = parts;
    return copy;
}

/*
 * Narrows a variable's type to the one that a HDDL_SORT asks for, if each object of that one is also of the
 * variable's type. False: the HDDL_SORT has to stay.
 */
static bool narrows(normal_numbering *numbering, const hddl_formula *item, uint32_t narrowest)
{
    const hddl_problem *problem = numbering->scope->facts->problem;
    uint32_t variable = (uint32_t)renumbered(numbering, item->left);
    if (variable < narrowest)
        return false;
    uint32_t *type = &numbering->types.items[variable];
    if (!normal_is_within(problem, item->type, *type))
        return false;
    *type = item->type;
    return true;
}

static normal_literal literal_of(normal_numbering *numbering, const hddl_formula *item)
{
    normal_literal literal = {.positive = item->kind != HDDL_NOT};
    if (!literal.positive)
        item = item->parts[0];
    if (item->kind == HDDL_EQUAL) {
        hddl_term terms[2] = {item->left, item->right};
        literal.predicate = NORMAL_EQUAL;
        literal.term_count = 2;
        literal.terms = normal_renumber_terms(numbering, terms, 2);
    } else {
        literal.predicate = item->atom.predicate;
        literal.term_count = arity_of(numbering, item);
        literal.terms = normal_renumber_terms(numbering, item->atom.terms, literal.term_count);
    }
    return literal;
}

void normal_renumber_condition(normal_numbering *numbering, const normal_disjunct *disjunct, uint32_t narrowest,
                               normal_condition *condition)
{
    hddl_pool *pool = numbering->scope->pool;
    normal_literal *literals = hddl_pool_zeroed(pool, disjunct->count, sizeof *literals);
    const hddl_formula **residuals = hddl_pool_zeroed(pool, disjunct->count, sizeof(hddl_formula *));
    *condition = (normal_condition){.literals = literals, .residuals = residuals};
    for (uint32_t i = 0; i < disjunct->count; i++) {
        const hddl_formula *item = disjunct->items[i];
        hddl_formula_kind kind = item->kind == HDDL_NOT ? item->parts[0]->kind : item->kind;
        if (kind == HDDL_ATOM || kind == HDDL_EQUAL)
            literals[condition->count++] = literal_of(numbering, item);
        else if (item->kind != HDDL_SORT || !narrows(numbering, item, narrowest))
            residuals[condition->residual_count++] = renumber_formula(numbering, item);
    }
}
