/*
 * Join plans: in which order a schema's condition is asked, given which arguments of its task are bound. Whatever can be decided is
 * asked at once; else the positive literal with the fewest expected matches is next (Selinger et al., "Access Path Selection in
 * a Relational Database Management System", 1979: the facts are thought to be spread evenly). Variables that only
 * negative literals, inequalities, formulas or effects name run through their types' objects. The residuals stay unbound.
 */
#include "hddl/lifted/lifted_inside.h"
#include "hddl/normal/normal_types.h"
#include "base/buffer.h"

#include <string.h>

typedef struct planner {
    lifted_search *search;
    const normal_schema *schema;
    const normal_literal *literals;
    uint32_t literal_count;
    const hddl_formula *const *residuals;
    uint32_t residual_count;
    uint32_t asked;   /* literals from here on need not be asked where that takes binding a variable for it */
    uint32_t scanned; /* from here on nor where it takes a scan */
    bool *done, *residuals_done; /* of each literal, each residuals */
    uint8_t *bound;              /* of each variable */
    uint32_t *binder;            /* of each: the step with alternatives that it hangs on; LIFTED_NONE: none */
    base_buffer steps;           /* lifted_step */
    uint32_t iterators, back;
    bool one_of_each; /* kind of objects is enough */
} planner;

static bool is_bound(const planner *p, normal_term term)
{
    return hddl_is_object(term) || p->bound[term] != 0;
}

static uint32_t unbound_terms(const planner *p, const normal_literal *literal)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < literal->term_count; i++)
        count += !is_bound(p, literal->terms[i]);
    return count;
}

static uint32_t later(uint32_t left, uint32_t right)
{
    return left == LIFTED_NONE ? right : right == LIFTED_NONE || left > right ? left : right;
}

static uint32_t culprit_of(const planner *p, const normal_term *terms, uint32_t count)
{
    uint32_t culprit = LIFTED_NONE;
    for (uint32_t i = 0; i < count; i++)
        if (!hddl_is_object(terms[i]) && p->bound[terms[i]] != 0)
            culprit = later(culprit, p->binder[terms[i]]);
    return culprit;
}

static uint32_t step_count(const planner *p)
{
    return (uint32_t)(p->steps.length / sizeof(lifted_step));
}

static void emit(planner *p, lifted_step step, uint32_t culprit)
{
    step.of_state = step.kind == LIFTED_RESIDUAL || (step.relation != NULL && !step.relation->is_static);
    step.back = p->back;
    step.culprit = culprit;
    if (step.kind == LIFTED_SCAN || step.kind == LIFTED_OBJECTS) {
        step.iterator = p->iterators++;
        p->back = step_count(p);
    }
    base_buffer_add(&p->steps, &step, sizeof step);
}

/* What is bound by now, for a step that is about to bind more. */
static const uint8_t *known_now(const planner *p)
{
    if (!p->one_of_each)
        return NULL;
    uint8_t *known = base_alloc(&p->search->arena, p->schema->slot_count + 1);
    memcpy(known, p->bound, p->schema->slot_count);
    return known;
}

static void bind(planner *p, uint32_t variable, uint32_t binder)
{
    p->bound[variable] = 1;
    p->binder[variable] = binder;
}

/* --- What is decided -------------------------------------------------------------------------------------------------- */

static void emit_check(planner *p, const normal_literal *literal)
{
    lifted_step step = {.terms = literal->terms, .term_count = literal->term_count};
    if (literal->predicate == NORMAL_EQUAL) {
        step.kind = literal->positive ? LIFTED_EQUAL : LIFTED_DIFFERENT;
    } else {
        step.kind = literal->positive ? LIFTED_FACT : LIFTED_NO_FACT;
        step.relation = &p->search->relations[literal->predicate];
    }
    emit(p, step, culprit_of(p, literal->terms, literal->term_count));
}

static void emit_let(planner *p, const normal_literal *literal)
{
    bool left = is_bound(p, literal->terms[0]);
    uint32_t variable = (uint32_t)literal->terms[left ? 1 : 0];
    uint32_t culprit = culprit_of(p, literal->terms, 2);
    lifted_step step = {.kind = LIFTED_LET, .terms = &literal->terms[left ? 0 : 1], .variable = variable};
    emit(p, step, culprit);
    bind(p, variable, culprit);
    step = (lifted_step){.kind = LIFTED_IS, .variable = variable, .type = p->schema->types[variable]};
    if (step.type != 0)
        emit(p, step, culprit);
}

/* Equalities that bind come before checks that only read. */
static bool emit_lets(planner *p)
{
    bool any = false;
    for (uint32_t i = 0; i < p->literal_count; i++) {
        const normal_literal *literal = &p->literals[i];
        if (p->done[i] || literal->predicate != NORMAL_EQUAL || !literal->positive || unbound_terms(p, literal) != 1)
            continue;
        emit_let(p, literal);
        p->done[i] = any = true;
    }
    return any;
}

/* Whether the literal says the same in all states. */
static bool is_static(const planner *p, const normal_literal *literal)
{
    return literal->predicate == NORMAL_EQUAL || p->search->relations[literal->predicate].is_static;
}

/* What never changes first: what fails there has failed for good. */
static void emit_checks(planner *p)
{
    for (uint32_t i = 0; i < p->literal_count * 2; i++) {
        uint32_t literal = i % p->literal_count;
        if (p->done[literal] || unbound_terms(p, &p->literals[literal]) != 0 ||
            (i < p->literal_count && !is_static(p, &p->literals[literal])))
            continue;
        emit_check(p, &p->literals[literal]);
        p->done[literal] = true;
    }
}

/* A variable that the formula names and its quantifiers do not bind, and that is not bound yet; LIFTED_NONE: none. */
static uint32_t waiting_term(const planner *p, hddl_term term, uint32_t own)
{
    return hddl_is_object(term) || (uint32_t)term >= own || p->bound[term] != 0 ? LIFTED_NONE : (uint32_t)term;
}

static uint32_t waiting_for(const planner *p, const hddl_formula *formula, uint32_t own)
{
    uint32_t found = LIFTED_NONE;
    if (formula->kind == HDDL_ATOM) {
        uint32_t arity = p->search->relations[formula->atom.predicate].arity;
        for (uint32_t i = 0; i < arity && found == LIFTED_NONE; i++)
            found = waiting_term(p, formula->atom.terms[i], own);
    } else if (formula->kind == HDDL_EQUAL || formula->kind == HDDL_SORT) {
        found = waiting_term(p, formula->left, own);
        if (found == LIFTED_NONE && formula->kind == HDDL_EQUAL)
            found = waiting_term(p, formula->right, own);
    }
    if ((formula->kind == HDDL_FORALL || formula->kind == HDDL_EXISTS) && formula->first < own)
        own = formula->first;
    for (uint32_t i = 0; i < formula->part_count && found == LIFTED_NONE; i++)
        found = waiting_for(p, formula->parts[i], own);
    return found;
}

static void emit_rests(planner *p)
{
    for (uint32_t i = 0; i < p->residual_count; i++) {
        if (p->residuals_done[i] || waiting_for(p, p->residuals[i], p->schema->slot_count) != LIFTED_NONE)
            continue;
        emit(p, (lifted_step){.kind = LIFTED_RESIDUAL, .residual = p->residuals[i]}, p->back);
        p->residuals_done[i] = true;
    }
}

/* --- What is looked for ----------------------------------------------------------------------------------------------- */

static double expected_matches(const planner *p, const normal_literal *literal)
{
    const lifted_relation *relation = &p->search->relations[literal->predicate];
    double matches = relation->count;
    for (uint32_t i = 0; i < literal->term_count; i++)
        if (is_bound(p, literal->terms[i]) && relation->distinct[i] > 1)
            matches /= relation->distinct[i];
    return matches;
}

static uint32_t best_scan(const planner *p)
{
    uint32_t best = LIFTED_NONE;
    double least = 0;
    for (uint32_t i = 0; i < p->scanned; i++) {
        const normal_literal *literal = &p->literals[i];
        if (p->done[i] || !literal->positive || literal->predicate == NORMAL_EQUAL)
            continue;
        double matches = expected_matches(p, literal);
        if (best == LIFTED_NONE || matches < least) {
            best = i;
            least = matches;
        }
    }
    return best;
}

/* Places whose term is bound, as far as an index can tell them. */
static uint32_t mask_of(const planner *p, const normal_literal *literal)
{
    uint32_t mask = 0;
    for (uint32_t i = 0; i < literal->term_count && i < 32; i++)
        if (is_bound(p, literal->terms[i]))
            mask |= (uint32_t)1 << i;
    return mask;
}

static bool place_conforms(const planner *p, const lifted_relation *relation, uint32_t place, uint32_t type)
{
    const hddl_predicate *predicate = &p->search->problem->source->predicates[relation->number];
    return relation->conforms &&
           normal_is_within(p->search->problem->source, predicate->parameters.items[place].type, type);
}

static void emit_scan(planner *p, const normal_literal *literal)
{
    lifted_relation *relation = &p->search->relations[literal->predicate];
    uint32_t mask = mask_of(p, literal), at = step_count(p), count = 0;
    uint32_t culprit = culprit_of(p, literal->terms, literal->term_count);
    const uint8_t *known = known_now(p);
    lifted_place *places = base_alloc_array(&p->search->arena, literal->term_count, sizeof *places);
    for (uint32_t i = 0; i < literal->term_count; i++) {
        if (i < 32 && (mask >> i & 1) != 0)
            continue;
        uint32_t variable = (uint32_t)literal->terms[i];
        places[count] = (lifted_place){.place = i, .variable = variable, .compared = p->bound[variable] != 0};
        uint32_t type = p->schema->types[variable];
        places[count++].type = place_conforms(p, relation, i, type) ? LIFTED_NONE : type;
        if (p->bound[variable] == 0)
            bind(p, variable, at);
    }
    emit(p,
         (lifted_step){.kind = LIFTED_SCAN,
                       .relation = relation,
                       .index = lifted_index_of(p->search, relation, mask),
                       .terms = literal->terms,
                       .term_count = literal->term_count,
                       .places = places,
                       .place_count = count,
                       .known = known},
         culprit);
}

static void emit_objects(planner *p, uint32_t variable)
{
    const uint8_t *known = known_now(p);
    bind(p, variable, step_count(p));
    emit(
        p,
        (lifted_step){.kind = LIFTED_OBJECTS, .variable = variable, .type = p->schema->types[variable], .known = known},
        LIFTED_NONE);
}

/* The variable with the fewest objects that something still waits for. */
static uint32_t waited_for(const planner *p)
{
    uint32_t best = LIFTED_NONE, least = 0;
    for (uint32_t i = 0; i < p->asked; i++) {
        for (uint32_t term = 0; !p->done[i] && term < p->literals[i].term_count; term++) {
            normal_term variable = p->literals[i].terms[term];
            if (is_bound(p, variable))
                continue;
            uint32_t objects = p->search->problem->source->types[p->schema->types[variable]].object_count;
            if (best == LIFTED_NONE || objects < least) {
                best = (uint32_t)variable;
                least = objects;
            }
        }
    }
    for (uint32_t i = 0; i < p->residual_count && best == LIFTED_NONE; i++)
        if (!p->residuals_done[i])
            best = waiting_for(p, p->residuals[i], p->schema->slot_count);
    return best;
}

static void make_steps(planner *p)
{
    for (;;) {
        while (emit_lets(p))
            ;
        emit_checks(p);
        emit_rests(p);
        uint32_t scan = best_scan(p);
        if (scan != LIFTED_NONE) {
            emit_scan(p, &p->literals[scan]);
            p->done[scan] = true;
            continue;
        }
        uint32_t variable = waited_for(p);
        if (variable == LIFTED_NONE)
            return;
        emit_objects(p, variable);
    }
}

/* --- Plans ---------------------------------------------------------------------------------------------------------- */

static void open_planner(planner *p, lifted_search *search, const normal_schema *schema)
{
    base_arena *arena = &search->arena;
    p->search = search;
    p->schema = schema;
    p->done = base_alloc_array(arena, p->literal_count, sizeof *p->done);
    p->residuals_done = base_alloc_array(arena, p->residual_count, sizeof *p->residuals_done);
    p->bound = base_alloc_array(arena, schema->slot_count, sizeof *p->bound);
    p->binder = base_alloc_array(arena, schema->slot_count, sizeof *p->binder);
    p->steps.arena = arena;
    p->back = LIFTED_NONE;
    for (uint32_t i = 0; i < schema->slot_count; i++)
        p->binder[i] = LIFTED_NONE;
}

static lifted_plan *close_planner(planner *p)
{
    lifted_plan *plan = BASE_NEW(&p->search->arena, lifted_plan);
    plan->steps = (lifted_step *)(void *)p->steps.bytes;
    plan->step_count = step_count(p);
    plan->iterator_count = p->iterators;
    plan->binds = p->bound;
    plan->last = p->back;
    return plan;
}

/* The last step whose alternatives bind something that is looked at later: further ones behind it would be the same again. */
static uint32_t last_that_matters(const planner *p, const uint8_t *matters)
{
    uint32_t last = LIFTED_NONE;
    for (uint32_t i = 0; i < p->schema->variable_count; i++)
        if (matters[i] != 0 && p->bound[i] != 0)
            last = later(last, p->binder[i]);
    return last;
}

/* The schema's own literals, then those that are pulled up and not among them. */
static void gather_literals(planner *p, lifted_search *search, const lifted_schema *schema)
{
    normal_literal *all = base_alloc_array(&search->arena, schema->literal_count + schema->hoisted_count, sizeof *all);
    if (schema->literal_count != 0)
        memcpy(all, schema->literals, schema->literal_count * sizeof *all);
    if (schema->hoisted_count != 0)
        memcpy(all + schema->literal_count, schema->hoisted, schema->hoisted_count * sizeof *all);
    p->literals = all;
    p->asked = schema->literal_count;
    p->scanned = schema->literal_count + schema->hoisted_first;
    p->literal_count = schema->literal_count + schema->hoisted_count;
}

static lifted_plan *make_plan(lifted_search *search, lifted_schema *schema, uint64_t bound)
{
    planner p = {.residuals = schema->source->condition.residuals,
                 .residual_count = schema->source->condition.residual_count,
                 .one_of_each = true};
    gather_literals(&p, search, schema);
    open_planner(&p, search, schema->source);
    uint8_t *matters = base_alloc(&search->arena, schema->source->slot_count + 1);
    memcpy(matters, schema->needed, schema->source->slot_count);
    for (uint32_t i = 0; i < schema->arity; i++) {
        if (hddl_is_object(schema->head[i]))
            continue;
        if ((bound >> i & 1) != 0)
            p.bound[schema->head[i]] = 1;
        else
            matters[schema->head[i]] = 1;
    }
    make_steps(&p);
    for (uint32_t i = 0; schema->primitive && i < schema->source->variable_count; i++)
        if ((schema->needed[i] & LIFTED_BY_EFFECT) != 0 && p.bound[i] == 0)
            emit_objects(&p, i);
    lifted_plan *plan = close_planner(&p);
    plan->bound = bound;
    plan->last = last_that_matters(&p, matters);
    return plan;
}

const lifted_plan *lifted_plan_of(lifted_search *search, lifted_schema *schema, uint64_t bound)
{
    lifted_plan *plan = schema->plans;
    while (plan != NULL && plan->bound != bound)
        plan = plan->following;
    if (plan == NULL) {
        plan = make_plan(search, schema, bound);
        plan->following = schema->plans;
        schema->plans = plan;
    }
    return plan;
}

const lifted_plan *lifted_plan_when(lifted_search *search, const normal_schema *schema, const normal_effect *effect)
{
    const normal_condition none = {.literals = NULL}, *when = effect->when != NULL ? effect->when : &none;
    planner p = {.literals = when->literals,
                 .literal_count = when->count,
                 .asked = when->count,
                 .scanned = when->count,
                 .residuals = when->residuals,
                 .residual_count = when->residual_count};
    open_planner(&p, search, schema);
    memset(p.bound, 1, schema->variable_count);
    /* Those of other effects and of quantifiers are nobody's to bind here. */
    for (uint32_t i = schema->variable_count; i < schema->slot_count; i++)
        p.bound[i] = i < effect->first || i >= effect->first + effect->count;
    make_steps(&p);
    for (uint32_t i = effect->first; i < effect->first + effect->count; i++)
        if (p.bound[i] == 0)
            emit_objects(&p, i);
    return close_planner(&p);
}
