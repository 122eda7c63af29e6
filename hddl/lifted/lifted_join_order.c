/* Makes joins; see lifted_join_order.h. Residual formulas stay last, until all their variables are bound. */
#include "hddl/lifted/lifted_join_order.h"

#include "hddl/lifted/lifted_guide.h"

#include "hddl/lifted/lifted_state.h"
#include "hddl/normal/normal_terms.h"
#include "hddl/normal/normal_types.h"

#include <string.h>

typedef struct ordering {
    lifted_search *search;
    hddl_pool *pool;
    const normal_schema *schema;
    normal_condition condition; /* with the hoisted literals */
    uint32_t
        required;     /* literals from here on are left out if a variable would have to run through its type for them */
    uint32_t scanned; /* from here on, also if they would need a scan */
    bool *done, *residuals_done; /* of each literal, of each residual formula */
    uint8_t *bound;              /* of each variable */
    uint32_t *binder;            /* of each: the step with alternatives that it depends on; HDDL_NONE: none */
    lifted_step *steps;
    uint32_t step_count, iterators;
    uint32_t back;              /* the last step with alternatives so far */
    struct lifted_guide *guide; /* NULL: of no use here */
    bool skips_symmetry;        /* of symmetric objects only one is needed */
} ordering;

static bool is_bound(const ordering *o, normal_term term)
{
    return hddl_is_object(term) || o->bound[term] != 0;
}

static uint32_t unbound_terms(const ordering *o, const normal_literal *literal)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < literal->term_count; i++)
        count += !is_bound(o, literal->terms[i]);
    return count;
}

/* The later one of two steps, where HDDL_NONE is the earliest. */
static uint32_t later(uint32_t left, uint32_t right)
{
    return left == HDDL_NONE ? right : right == HDDL_NONE || left > right ? left : right;
}

/* The last step with alternatives that binds one of the terms. */
static uint32_t culprit_of(const ordering *o, const normal_term *terms, uint32_t count)
{
    uint32_t culprit = HDDL_NONE;
    for (uint32_t i = 0; i < count; i++)
        if (!hddl_is_object(terms[i]) && o->bound[terms[i]] != 0)
            culprit = later(culprit, o->binder[terms[i]]);
    return culprit;
}

static void emit(ordering *o, lifted_step step, uint32_t culprit)
{
    step.of_state = step.kind == LIFTED_RESIDUAL || (step.relation != NULL && !step.relation->is_static);
    step.schema = o->schema;
    step.back = o->back;
    step.culprit = culprit;
    if (step.kind == LIFTED_SCAN || step.kind == LIFTED_OBJECTS) {
        step.iterator = o->iterators++;
        o->back = o->step_count;
    }
    o->steps = hddl_pool_reserve(o->pool, o->steps, o->step_count + 1, sizeof step);
    o->steps[o->step_count++] = step;
}

/* A copy of what is bound before a step that binds more. */
static const uint8_t *known_now(const ordering *o)
{
    if (!o->skips_symmetry)
        return NULL;
    uint8_t *known = hddl_pool_zeroed(o->pool, o->schema->slot_count, 1);
    memcpy(known, o->bound, o->schema->slot_count);
    return known;
}

static void bind(ordering *o, uint32_t variable, uint32_t binder)
{
    o->bound[variable] = 1;
    o->binder[variable] = binder;
}

/* --- Tests -------------------------------------------------------------------------------------------------- */

static void emit_check(ordering *o, const normal_literal *literal)
{
    lifted_step step = {.literal = literal};
    if (literal->predicate == NORMAL_EQUAL) {
        step.kind = literal->positive ? LIFTED_EQUAL : LIFTED_DIFFERENT;
    } else {
        step.kind = literal->positive ? LIFTED_FACT : LIFTED_NO_FACT;
        step.relation = &o->search->relations[literal->predicate];
    }
    emit(o, step, culprit_of(o, literal->terms, literal->term_count));
}

static void emit_let(ordering *o, const normal_literal *literal)
{
    bool left = is_bound(o, literal->terms[0]);
    uint32_t variable = (uint32_t)literal->terms[left ? 1 : 0];
    uint32_t culprit = culprit_of(o, literal->terms, 2);
    lifted_step step = {.kind = LIFTED_LET, .term = literal->terms[left ? 0 : 1], .variable = variable};
    emit(o, step, culprit);
    bind(o, variable, culprit);
    step = (lifted_step){.kind = LIFTED_IS, .variable = variable, .type = o->schema->types[variable]};
    if (step.type != 0)
        emit(o, step, culprit);
}

/* Equalities that bind a variable. Returns whether there were any. */
static bool emit_lets(ordering *o)
{
    bool any = false;
    for (uint32_t i = 0; i < o->condition.count; i++) {
        const normal_literal *literal = &o->condition.literals[i];
        if (o->done[i] || literal->predicate != NORMAL_EQUAL || !literal->positive || unbound_terms(o, literal) != 1)
            continue;
        emit_let(o, literal);
        o->done[i] = any = true;
    }
    return any;
}

/* Whether the literal says the same in all states. */
static bool is_static(const ordering *o, const normal_literal *literal)
{
    return literal->predicate == NORMAL_EQUAL || o->search->relations[literal->predicate].is_static;
}

/* Literals without unbound variables. Those that never change come first: if one fails, it fails in all states. */
static void emit_checks(ordering *o)
{
    for (uint32_t i = 0; i < o->condition.count * 2; i++) {
        uint32_t literal = i % o->condition.count;
        if (o->done[literal] || unbound_terms(o, &o->condition.literals[literal]) != 0 ||
            (i < o->condition.count && !is_static(o, &o->condition.literals[literal])))
            continue;
        emit_check(o, &o->condition.literals[literal]);
        o->done[literal] = true;
    }
}

typedef struct waiting {
    const ordering *order;
    uint32_t variable; /* the first one that is not bound; HDDL_NONE: all are */
} waiting;

static void wait_for(void *user, normal_term term)
{
    waiting *w = user;
    if (w->variable == HDDL_NONE && !is_bound(w->order, term))
        w->variable = (uint32_t)term;
}

/* A variable of the formula that is not bound; HDDL_NONE: there is none. */
static uint32_t find_unbound(const ordering *o, const hddl_formula *formula)
{
    waiting w = {o, HDDL_NONE};
    normal_visit_formula(o->search->problem->source, formula, wait_for, &w);
    return w.variable;
}

static void emit_residuals(ordering *o)
{
    for (uint32_t i = 0; i < o->condition.residual_count; i++) {
        if (o->residuals_done[i] || find_unbound(o, o->condition.residuals[i]) != HDDL_NONE)
            continue;
        emit(o, (lifted_step){.kind = LIFTED_RESIDUAL, .residual = o->condition.residuals[i]}, o->back);
        o->residuals_done[i] = true;
    }
}

/* --- Steps with alternatives ---------------------------------------------------------------------------------------- */

static double expected_matches(const ordering *o, const normal_literal *literal)
{
    const lifted_relation *relation = &o->search->relations[literal->predicate];
    double matches = relation->count;
    for (uint32_t i = 0; i < literal->term_count; i++)
        if (is_bound(o, literal->terms[i]) && relation->distinct[i] > 1)
            matches /= relation->distinct[i];
    return matches;
}

static uint32_t best_scan(const ordering *o)
{
    uint32_t best = HDDL_NONE;
    double least = 0;
    for (uint32_t i = 0; i < o->scanned; i++) {
        const normal_literal *literal = &o->condition.literals[i];
        if (o->done[i] || !literal->positive || literal->predicate == NORMAL_EQUAL)
            continue;
        double matches = expected_matches(o, literal);
        if (best == HDDL_NONE || matches < least) {
            best = i;
            least = matches;
        }
    }
    return best;
}

/* The columns whose term is bound, as far as an index can have them. */
static uint32_t mask_of(const ordering *o, const normal_literal *literal)
{
    uint32_t mask = 0;
    for (uint32_t i = 0; i < literal->term_count && i < LIFTED_INDEXED_COLUMNS; i++)
        if (is_bound(o, literal->terms[i]))
            mask |= (uint32_t)1 << i;
    return mask;
}

static bool column_conforms(const ordering *o, const lifted_relation *relation, uint32_t column, uint32_t type)
{
    const hddl_predicate *predicate = &o->search->problem->source->predicates[relation->number];
    return relation->conforms &&
           normal_is_within(o->search->problem->source, predicate->parameters.items[column].type, type);
}

static void emit_scan(ordering *o, const normal_literal *literal)
{
    lifted_relation *relation = &o->search->relations[literal->predicate];
    uint32_t mask = mask_of(o, literal), at = o->step_count, count = 0;
    uint32_t culprit = culprit_of(o, literal->terms, literal->term_count);
    const uint8_t *known = known_now(o);
    const bool guided = o->guide != NULL && o->bound[o->guide->next] == 0;
    lifted_column *columns = hddl_pool_zeroed(o->pool, literal->term_count, sizeof *columns);
    for (uint32_t i = 0; i < literal->term_count; i++) {
        if (i < LIFTED_INDEXED_COLUMNS && (mask >> i & 1) != 0)
            continue;
        uint32_t variable = (uint32_t)literal->terms[i];
        columns[count] = (lifted_column){.column = i, .variable = variable, .compared = o->bound[variable] != 0};
        uint32_t type = o->schema->types[variable];
        columns[count++].type = column_conforms(o, relation, i, type) ? HDDL_NONE : type;
        if (o->bound[variable] == 0)
            bind(o, variable, at);
    }
    lifted_step step = {.kind = LIFTED_SCAN, .literal = literal, .relation = relation, .known = known};
    if (guided && o->bound[o->guide->next] != 0)
        step.guide = o->guide;
    step.index = lifted_index_of(relation, mask);
    step.columns = columns;
    step.column_count = count;
    emit(o, step, culprit);
}

static void emit_objects(ordering *o, uint32_t variable)
{
    lifted_step step = {.kind = LIFTED_OBJECTS, .variable = variable, .known = known_now(o)};
    step.type = o->schema->types[variable];
    bind(o, variable, o->step_count);
    emit(o, step, HDDL_NONE);
}

/* The variable with the fewest objects of those that a required literal or a formula needs; HDDL_NONE: none. */
static uint32_t needed_variable(const ordering *o)
{
    uint32_t best = HDDL_NONE, least = 0;
    for (uint32_t i = 0; i < o->required; i++) {
        for (uint32_t term = 0; !o->done[i] && term < o->condition.literals[i].term_count; term++) {
            normal_term variable = o->condition.literals[i].terms[term];
            if (is_bound(o, variable))
                continue;
            uint32_t objects = o->search->problem->source->types[o->schema->types[variable]].object_count;
            if (best == HDDL_NONE || objects < least) {
                best = (uint32_t)variable;
                least = objects;
            }
        }
    }
    for (uint32_t i = 0; i < o->condition.residual_count && best == HDDL_NONE; i++)
        if (!o->residuals_done[i])
            best = find_unbound(o, o->condition.residuals[i]);
    return best;
}

static void make_steps(ordering *o)
{
    for (;;) {
        while (emit_lets(o))
            ;
        emit_checks(o);
        emit_residuals(o);
        uint32_t scan = best_scan(o);
        if (scan != HDDL_NONE) {
            emit_scan(o, &o->condition.literals[scan]);
            o->done[scan] = true;
            continue;
        }
        uint32_t variable = needed_variable(o);
        if (variable == HDDL_NONE)
            return;
        emit_objects(o, variable);
    }
}

/* --- Joins ---------------------------------------------------------------------------------------------------------- */

static void open_ordering(ordering *o, lifted_search *search, const normal_schema *schema)
{
    hddl_pool *pool = &search->engine.pool;
    o->search = search;
    o->pool = pool;
    o->schema = schema;
    o->done = hddl_pool_zeroed(pool, o->condition.count, sizeof *o->done);
    o->residuals_done = hddl_pool_zeroed(pool, o->condition.residual_count, sizeof *o->residuals_done);
    o->bound = hddl_pool_zeroed(pool, schema->slot_count, sizeof *o->bound);
    o->binder = hddl_pool_zeroed(pool, schema->slot_count, sizeof *o->binder);
    o->back = HDDL_NONE;
    for (uint32_t i = 0; i < schema->slot_count; i++)
        o->binder[i] = HDDL_NONE;
    /* Those of effects and quantifiers are not for this condition to bind. */
    for (uint32_t i = schema->variable_count; i < schema->slot_count; i++)
        o->bound[i] = 1;
}

static lifted_join *close_ordering(ordering *o)
{
    lifted_join *join = hddl_pool_zeroed(o->pool, 1, sizeof *join);
    *join = (lifted_join){.steps = o->steps, .step_count = o->step_count, .iterator_count = o->iterators};
    join->last = o->back;
    join->binds = o->bound;
    hddl_pool_release(o->pool, o->done);
    hddl_pool_release(o->pool, o->residuals_done);
    hddl_pool_release(o->pool, o->binder);
    return join;
}

/* The last step whose alternatives make a difference: solutions that differ only in later steps are the same. */
static uint32_t last_that_matters(const ordering *o, const uint8_t *matters)
{
    uint32_t last = HDDL_NONE;
    for (uint32_t i = 0; i < o->schema->variable_count; i++)
        if (matters[i] != 0 && o->bound[i] != 0)
            last = later(last, o->binder[i]);
    return last;
}

/* The schema's own literals, then the hoisted ones. */
static void gather_literals(ordering *o, hddl_pool *pool, const lifted_schema *schema)
{
    const normal_condition *own = &schema->source->condition;
    normal_literal *all = hddl_pool_zeroed(pool, own->count + schema->hoisted_count, sizeof *all);
    for (uint32_t i = 0; i < own->count + schema->hoisted_count; i++)
        all[i] = i < own->count ? own->literals[i] : schema->hoisted[i - own->count];
    o->condition = *own;
    o->condition.literals = all;
    o->condition.count += schema->hoisted_count;
    o->required = own->count;
    o->scanned = own->count + schema->hoisted_first;
}

static lifted_join *make_join(lifted_search *search, lifted_schema *schema, uint64_t bound)
{
    ordering o = {.skips_symmetry = true};
    gather_literals(&o, &search->engine.pool, schema);
    open_ordering(&o, search, schema->source);
    uint8_t *matters = hddl_pool_zeroed(o.pool, schema->source->slot_count, 1);
    memcpy(matters, schema->needed, schema->source->slot_count);
    for (uint32_t i = 0; i < schema->arity; i++) {
        if (hddl_is_object(schema->head[i]))
            continue;
        if ((bound >> i & 1) != 0)
            o.bound[schema->head[i]] = 1;
        else
            matters[schema->head[i]] = 1;
    }
    if (schema->guide != NULL && o.bound[schema->guide->now] != 0 && o.bound[schema->guide->end] != 0)
        o.guide = schema->guide;
    make_steps(&o);
    for (uint32_t i = 0; schema->primitive && i < schema->source->variable_count; i++)
        if ((schema->needed[i] & LIFTED_BY_EFFECT) != 0 && o.bound[i] == 0)
            emit_objects(&o, i);
    const uint32_t last = last_that_matters(&o, matters);
    lifted_join *join = close_ordering(&o);
    join->bound = bound;
    join->last = last;
    hddl_pool_release(o.pool, matters);
    return join;
}

const lifted_join *lifted_join_of(lifted_search *search, lifted_schema *schema, uint64_t bound)
{
    lifted_join *join = schema->joins;
    while (join != NULL && join->bound != bound)
        join = join->following;
    if (join == NULL) {
        join = make_join(search, schema, bound);
        join->following = schema->joins;
        schema->joins = join;
    }
    return join;
}

const lifted_join *lifted_join_of_effect(lifted_search *search, const normal_schema *schema,
                                         const normal_effect *effect)
{
    const normal_condition none = {.literals = NULL}, *when = effect->when != NULL ? effect->when : &none;
    ordering o = {.condition = *when, .required = when->count, .scanned = when->count};
    open_ordering(&o, search, schema);
    memset(o.bound, 1, schema->variable_count);
    for (uint32_t i = 0; i < effect->count; i++)
        o.bound[effect->first + i] = 0;
    make_steps(&o);
    for (uint32_t i = effect->first; i < effect->first + effect->count; i++)
        if (o.bound[i] == 0)
            emit_objects(&o, i);
    return close_ordering(&o);
}
