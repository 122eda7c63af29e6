/* Executes joins; see lifted_join.h. */
#include "hddl/lifted/lifted_join.h"

#include "hddl/common/hash.h"
#include "hddl/lifted/lifted_guide.h"
#include "hddl/lifted/lifted_symmetry.h"
#include "hddl/normal/normal_evaluate.h"

static bool fact_holds(void *user, uint32_t predicate, const normal_term *terms, const uint32_t *values)
{
    lifted_search *search = user;
    const lifted_relation *relation = &search->relations[predicate];
    for (uint32_t i = 0; i < relation->arity; i++)
        search->scratch[i] = normal_value(terms[i], values);
    uint32_t atom = lifted_find(relation, search->scratch);
    return atom != HDDL_NONE && lifted_holds(relation, atom);
}

/* Binds the variables of a scan's open columns. False: the atom does not fit. */
static bool fits(const lifted_search *search, const lifted_step *step, uint32_t atom, uint32_t *values)
{
    const uint32_t *objects = lifted_objects(step->relation, atom);
    for (uint32_t i = 0; i < step->column_count; i++) {
        const lifted_column *column = &step->columns[i];
        const uint32_t object = objects[column->column];
        if (column->compared ? values[column->variable] != object
                             : column->type != HDDL_NONE && !hddl_is_of(search->problem->source, object, column->type))
            return false;
        values[column->variable] = object;
    }
    return true;
}

/*
 * If the order is drawn, or there is a guide, each fact has one of four turns. The list is scanned once for each turn. An
 * iterator's upper bits say which turn it is.
 */
enum { TURN_SHIFT = 30, LAST_TURN = LIFTED_TURNS - 1, ATOM_BITS = (1 << TURN_SHIFT) - 1 };

static bool has_turns(const lifted_search *search, const lifted_step *step)
{
    return search->draw != 0 || step->guide != NULL;
}

/* Whether a fact fits, and has this turn. */
static bool fits_turn(lifted_search *search, const lifted_step *step, uint32_t atom, uint32_t *values, uint32_t turn)
{
    if (step->guide != NULL)
        return fits(search, step, atom, values) && lifted_guide_turn(search, step->guide, values) == turn;
    const uint32_t own = search->draw == 0 ? 0 : (uint32_t)(hddl_mix(search->draw + atom) >> 62);
    return own == turn && fits(search, step, atom, values);
}

static uint32_t first_of(lifted_search *search, const lifted_step *step, const uint32_t *values)
{
    for (uint32_t i = 0; i < step->literal->term_count; i++)
        if (i < LIFTED_INDEXED_COLUMNS && (step->index->mask >> i & 1) != 0)
            search->scratch[i] = normal_value(step->literal->terms[i], values);
    return lifted_first(step->index, search->scratch);
}

/* The next fact that fits. Symmetric ones are skipped; in the files' order, the first that fits has none before it. */
static bool scan(lifted_search *search, const lifted_step *step, uint32_t *values, uint32_t *iterator, bool entering)
{
    const bool turns = has_turns(search, step), skips = turns || !entering;
    uint32_t turn = entering ? 0 : *iterator >> TURN_SHIFT;
    uint32_t atom = entering ? first_of(search, step, values) : step->index->next[*iterator & ATOM_BITS];
    for (;; atom = first_of(search, step, values)) {
        for (; atom != HDDL_NONE; atom = step->index->next[atom]) {
            search->work += turns;
            if (fits_turn(search, step, atom, values, turn) &&
                !(skips && lifted_is_symmetric_fact(search, step, values, atom))) {
                *iterator = turn << TURN_SHIFT | atom;
                return true;
            }
            search->work += !turns;
        }
        if (!turns || turn++ == LAST_TURN)
            return false;
    }
}

static bool next_object(const lifted_search *search, const lifted_step *step, uint32_t *values, uint32_t *iterator,
                        bool entering)
{
    const hddl_type *type = &search->problem->source->types[step->type];
    uint32_t start = type->object_count == 0 ? 0 : (uint32_t)(search->draw >> 33) % type->object_count;
    for (*iterator = entering ? 0 : *iterator + 1; *iterator < type->object_count; ++*iterator) {
        uint32_t index = (*iterator + start) % type->object_count;
        if (lifted_is_symmetric_object(search, step, values, index))
            continue;
        values[step->variable] = type->objects[index];
        return true;
    }
    return false;
}

static bool take_step(lifted_search *search, const lifted_step *step, uint32_t *values, uint32_t *iterators,
                      bool entering)
{
    const normal_problem *problem = search->problem;
    switch (step->kind) {
    case LIFTED_FACT: return fact_holds(search, step->relation->number, step->literal->terms, values);
    case LIFTED_NO_FACT: return !fact_holds(search, step->relation->number, step->literal->terms, values);
    case LIFTED_EQUAL:
        return normal_value(step->literal->terms[0], values) == normal_value(step->literal->terms[1], values);
    case LIFTED_DIFFERENT:
        return normal_value(step->literal->terms[0], values) != normal_value(step->literal->terms[1], values);
    case LIFTED_IS: return hddl_is_of(problem->source, values[step->variable], step->type);
    case LIFTED_RESIDUAL:
        return normal_formula_holds(problem->source, step->schema, step->residual, values, fact_holds, search);
    case LIFTED_LET: values[step->variable] = normal_value(step->term, values); return true;
    case LIFTED_SCAN: return scan(search, step, values, &iterators[step->iterator], entering);
    case LIFTED_OBJECTS: return next_object(search, step, values, &iterators[step->iterator], entering);
    }
    return false;
}

lifted_solution lifted_join_next(lifted_search *search, const lifted_join *join, uint32_t *values, uint32_t *iterators,
                                 uint32_t from, uint32_t *step)
{
    bool entering = from != HDDL_NONE;
    uint32_t at = entering ? from : join->last;
    if (at == HDDL_NONE)
        return LIFTED_FAILED;
    while (at < join->step_count) {
        const lifted_step *now = &join->steps[at];
        if (entering && now->kind >= LIFTED_RESIDUAL && lifted_is_over(search)) {
            *step = at;
            return LIFTED_INTERRUPTED;
        }
        const bool taken = take_step(search, now, values, iterators, entering);
        search->by_state = search->by_state || (now->of_state && (!taken || now->kind == LIFTED_SCAN));
        if (taken) {
            at++;
            entering = true;
            continue;
        }
        at = entering ? now->culprit : now->back;
        entering = false;
        if (at == HDDL_NONE)
            return LIFTED_FAILED;
    }
    *step = at;
    return LIFTED_FOUND;
}

bool lifted_join_has_more(const lifted_search *search, const lifted_join *join, const uint32_t *iterators)
{
    if (join->last == HDDL_NONE)
        return false;
    for (uint32_t i = 0; i <= join->last; i++) {
        const lifted_step *step = &join->steps[i];
        if (step->kind == LIFTED_SCAN &&
            (has_turns(search, step) || step->index->next[iterators[step->iterator]] != HDDL_NONE))
            return true;
        if (step->kind == LIFTED_OBJECTS &&
            iterators[step->iterator] + 1 < search->problem->source->types[step->type].object_count)
            return true;
    }
    return false;
}

void lifted_reserve_iterators(lifted_search *search, uint32_t count)
{
    search->iterators = hddl_pool_reserve(&search->engine.pool, search->iterators, (size_t)search->iterator_top + count,
                                          sizeof *search->iterators);
}
