/*
 * Formulas of a scope written down for one schema: its variables numbered densely, parameters first, then those that stood
 * under `exists`, then those that effects and the quantifiers of rests bind.
 */
#include "hddl/normal/normal_inside.h"

void normal_placing_open(normal_placing *placing, const normal_scope *scope)
{
    *placing = (normal_placing){.scope = scope, .types = {.arena = scope->arena}};
    uint32_t count = normal_scope_count(scope);
    placing->places = base_alloc_array(scope->arena, count, sizeof *placing->places);
    for (uint32_t i = 0; i < count; i++)
        placing->places[i] = NORMAL_NO_PLACE;
    for (uint32_t i = 0; i < scope->schema->parameter_count; i++)
        normal_place(placing, i);
}

uint32_t normal_placing_count(const normal_placing *placing)
{
    return (uint32_t)(placing->types.length / sizeof(uint32_t));
}

void normal_place(normal_placing *placing, uint32_t variable)
{
    uint32_t type = normal_scope_type(placing->scope, variable);
    placing->places[variable] = (normal_term)normal_placing_count(placing);
    base_buffer_add(&placing->types, &type, sizeof type);
}

static void place_free_term(normal_placing *placing, hddl_term term)
{
    if (!hddl_is_object(term) && placing->places[term] == NORMAL_NO_PLACE &&
        !normal_scope_bound(placing->scope, (uint32_t)term))
        normal_place(placing, (uint32_t)term);
}

static uint32_t arity_of(const normal_placing *placing, const hddl_formula *formula)
{
    return placing->scope->facts->problem->predicates[formula->atom.predicate].parameters.count;
}

static void place_free_of(normal_placing *placing, const hddl_formula *formula)
{
    if (formula->kind == HDDL_ATOM) {
        for (uint32_t i = 0; i < arity_of(placing, formula); i++)
            place_free_term(placing, formula->atom.terms[i]);
    } else if (formula->kind == HDDL_EQUAL || formula->kind == HDDL_SORT) {
        place_free_term(placing, formula->left);
        if (formula->kind == HDDL_EQUAL)
            place_free_term(placing, formula->right);
    }
    for (uint32_t i = 0; i < formula->part_count; i++)
        place_free_of(placing, formula->parts[i]);
}

void normal_place_free(normal_placing *placing, const normal_disjunct *disjunct)
{
    for (uint32_t i = 0; i < disjunct->count; i++)
        place_free_of(placing, disjunct->items[i]);
}

static normal_term placed(const normal_placing *placing, hddl_term term)
{
    return hddl_is_object(term) ? term : placing->places[term];
}

const normal_term *normal_place_terms(normal_placing *placing, const hddl_term *terms, uint32_t count)
{
    normal_term *copies = base_alloc_array(placing->scope->arena, count, sizeof *copies);
    for (uint32_t i = 0; i < count; i++)
        copies[i] = placed(placing, terms[i]);
    return copies;
}

static const hddl_formula *place_rest(normal_placing *placing, const hddl_formula *formula)
{
    base_arena *arena = placing->scope->arena;
    hddl_formula *copy = BASE_NEW(arena, hddl_formula);
    *copy = *formula;
    if (formula->kind == HDDL_FORALL || formula->kind == HDDL_EXISTS) {
        copy->first = normal_placing_count(placing);
        for (uint32_t i = 0; i < formula->count; i++)
            normal_place(placing, formula->first + i);
    } else if (formula->kind == HDDL_ATOM) {
        copy->atom.terms = normal_place_terms(placing, formula->atom.terms, arity_of(placing, formula));
    } else if (formula->kind == HDDL_EQUAL || formula->kind == HDDL_SORT) {
        copy->left = placed(placing, formula->left);
        if (formula->kind == HDDL_EQUAL)
            copy->right = placed(placing, formula->right);
    }
    const hddl_formula **parts = base_alloc_array(arena, formula->part_count, sizeof(hddl_formula *));
    for (uint32_t i = 0; i < formula->part_count; i++)
        parts[i] = place_rest(placing, formula->parts[i]);
    copy->parts = parts;
    return copy;
}

/* Whether the `sort` could be said by the variable's type alone: all that are of the sort are of its type. */
static bool narrows(normal_placing *placing, const hddl_formula *item, uint32_t narrowest)
{
    const hddl_problem *problem = placing->scope->facts->problem;
    uint32_t variable = (uint32_t)placed(placing, item->left);
    if (variable < narrowest)
        return false;
    uint32_t *type = (uint32_t *)(void *)placing->types.bytes + variable;
    const hddl_type *sort = &problem->types[item->type];
    for (uint32_t i = 0; i < sort->object_count; i++)
        if (!hddl_is_of(problem, sort->objects[i], *type))
            return false;
    *type = item->type;
    return true;
}

static normal_literal literal_of(normal_placing *placing, const hddl_formula *item)
{
    normal_literal literal = {.positive = item->kind != HDDL_NOT};
    if (!literal.positive)
        item = item->parts[0];
    if (item->kind == HDDL_EQUAL) {
        hddl_term terms[2] = {item->left, item->right};
        literal.predicate = NORMAL_EQUAL;
        literal.term_count = 2;
        literal.terms = normal_place_terms(placing, terms, 2);
    } else {
        literal.predicate = item->atom.predicate;
        literal.term_count = arity_of(placing, item);
        literal.terms = normal_place_terms(placing, item->atom.terms, literal.term_count);
    }
    return literal;
}

void normal_place_condition(normal_placing *placing, const normal_disjunct *disjunct, uint32_t narrowest,
                            normal_condition *condition)
{
    base_arena *arena = placing->scope->arena;
    normal_literal *literals = base_alloc_array(arena, disjunct->count, sizeof *literals);
    const hddl_formula **rest = base_alloc_array(arena, disjunct->count, sizeof(hddl_formula *));
    *condition = (normal_condition){.literals = literals, .rest = rest};
    for (uint32_t i = 0; i < disjunct->count; i++) {
        const hddl_formula *item = disjunct->items[i];
        hddl_formula_kind kind = item->kind == HDDL_NOT ? item->parts[0]->kind : item->kind;
        if (kind == HDDL_ATOM || kind == HDDL_EQUAL)
            literals[condition->count++] = literal_of(placing, item);
        else if (item->kind != HDDL_SORT || !narrows(placing, item, narrowest))
            rest[condition->rest_count++] = place_rest(placing, item);
    }
}
