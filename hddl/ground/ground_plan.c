/*
 * Plans of joins: greedily, whatever only checks comes as soon as it can be asked, then the literal that is expected to have
 * the fewest tuples for what is bound. Estimates come from what relations hold at the time; a plan is made again when it
 * has been used 16 times as often as before, since relations grow.
 */
#include "hddl/ground/ground_plan.h"

#include <string.h>

typedef struct planning {
    ground_joins *joins;
    const ground_rule *rule;
    ground_plan *plan;
    bool *done; /* of each literal */
} planning;

enum { PLANNED_AGAIN = 16 };

static bool is_bound(const planning *p, normal_term term)
{
    return hddl_is_object(term) || p->joins->bound[term];
}

static uint64_t bound_columns(const planning *p, const ground_literal *literal)
{
    uint64_t columns = 0;
    for (uint32_t i = 0; i < literal->term_count; i++) {
        columns |= (uint64_t)is_bound(p, literal->terms[i]) << i;
    }
    return columns;
}

static uint64_t all_columns(const ground_literal *literal)
{
    return literal->term_count == 64 ? UINT64_MAX : ((uint64_t)1 << literal->term_count) - 1;
}

static bool matters(const planning *p, normal_term variable)
{
    return !p->rule->matters || p->rule->matters[variable];
}

/* The last step binds this variable. */
static void bound_by_now(planning *p, normal_term variable)
{
    if (matters(p, variable)) {
        p->plan->again = p->plan->count - 1;
    }
}

static ground_step *add_step(planning *p, ground_step_kind kind)
{
    ground_step *step = &p->plan->steps[p->plan->count++];
    memset(step, 0, sizeof *step);
    step->kind = kind;
    return step;
}

static ground_step *add_literal(planning *p, uint32_t which, ground_step_kind kind)
{
    ground_step *step = add_step(p, kind);
    step->literal = &p->rule->literals[which];
    step->bound = bound_columns(p, step->literal);
    p->done[which] = true;
    for (uint32_t i = 0; i < step->literal->term_count; i++) {
        normal_term term = step->literal->terms[i];
        if (!is_bound(p, term)) {
            step->binds |= (uint64_t)1 << i;
            p->joins->bound[term] = true;
            bound_by_now(p, term);
        }
    }
    return step;
}

/* `x = y` of which one is known gives the other. */
static bool add_equation(planning *p, uint32_t which)
{
    const ground_literal *literal = &p->rule->literals[which];
    if (literal->kind != GROUND_SAME) {
        return false;
    }
    bool left = is_bound(p, literal->terms[0]);
    if (left == is_bound(p, literal->terms[1])) {
        return false;
    }
    ground_step *step = add_step(p, STEP_BIND);
    step->variable = (uint32_t)literal->terms[left];
    step->term = literal->terms[!left];
    p->joins->bound[step->variable] = true;
    bound_by_now(p, (normal_term)step->variable);
    p->done[which] = true;
    return true;
}

/* Whether a literal whose terms are all bound is looked up in the relation's set; else it needs an index. */
static bool has_set(const ground_literal *literal)
{
    return literal->kind != GROUND_IN || (literal->relation->set && literal->relation->key == literal->relation->arity);
}

/* Whatever can be decided with what is bound. */
static void add_checks(planning *p)
{
    for (uint32_t i = 0; i < p->rule->literal_count; i++) {
        if (p->done[i]) {
            continue;
        }
        const ground_literal *literal = &p->rule->literals[i];
        if (has_set(literal) && bound_columns(p, literal) == all_columns(literal)) {
            add_literal(p, i, STEP_FULL);
        } else if (add_equation(p, i)) {
            i = UINT32_MAX; /* what has been passed over may be known now */
        }
    }
}

/* What a literal binds that matters: one that binds mere witnesses, and nothing else, can wait. */
static bool binds_what_matters(const planning *p, const ground_literal *literal)
{
    for (uint32_t i = 0; i < literal->term_count; i++) {
        if (!is_bound(p, literal->terms[i]) && matters(p, literal->terms[i])) {
            return true;
        }
    }
    return bound_columns(p, literal) == all_columns(literal);
}

/* The literal to be asked next; literal_count: there is none. */
static uint32_t cheapest(const planning *p)
{
    uint32_t best = p->rule->literal_count;
    double least = 0;
    for (uint32_t i = 0; i < p->rule->literal_count; i++) {
        ground_literal *literal = &p->rule->literals[i];
        if (!p->done[i] && literal->kind == GROUND_IN) {
            double cost = ground_relation_estimate(p->joins->pool, literal->relation, bound_columns(p, literal),
                                                   p->joins->source->object_count);
            cost += binds_what_matters(p, literal) ? 0 : 1e30;
            if (best == p->rule->literal_count || cost < least) {
                best = i;
                least = cost;
            }
        }
    }
    return best;
}

static bool add_objects(planning *p)
{
    for (uint32_t variable = 0; variable < p->rule->variable_count; variable++) {
        if (p->rule->wanted[variable] && !p->joins->bound[variable]) {
            add_step(p, STEP_OBJECTS)->variable = variable;
            p->joins->bound[variable] = true;
            bound_by_now(p, (normal_term)variable);
            return true;
        }
    }
    return false;
}

static void make_plan(planning *p, uint32_t trigger)
{
    memset(p->joins->bound, 0, p->rule->variable_count);
    memset(p->done, 0, p->rule->literal_count);
    p->plan->count = p->plan->again = 0;
    add_literal(p, trigger, STEP_LITERAL);
    for (;;) {
        add_checks(p);
        uint32_t next = cheapest(p);
        if (next < p->rule->literal_count) {
            ground_step *step = add_literal(p, next, STEP_LITERAL);
            if (step->bound) {
                step->index = ground_relation_index(p->joins->pool, step->literal->relation, step->bound);
            }
        } else if (!add_objects(p)) {
            return;
        }
    }
}

const ground_plan *ground_plan_for(ground_joins *joins, ground_rule *rule, uint32_t literal)
{
    ground_plan *plan = &rule->plans[literal];
    if (plan->fired++ < plan->planned) {
        return plan;
    }
    size_t most = (size_t)rule->literal_count + rule->variable_count + 1;
    if (!plan->steps) {
        plan->steps = hddl_pool_resize(joins->pool, NULL, most * sizeof *plan->steps);
    }
    if (joins->cursor_count < most) {
        joins->cursors = hddl_pool_resize(joins->pool, joins->cursors, most * sizeof *joins->cursors);
        joins->cursor_count = most;
    }
    planning p = {joins, rule, plan, hddl_pool_zeroed(joins->pool, rule->literal_count, 1)};
    make_plan(&p, literal);
    hddl_pool_release(joins->pool, p.done);
    plan->planned = plan->fired > UINT32_MAX / PLANNED_AGAIN ? UINT32_MAX : plan->fired * PLANNED_AGAIN;
    return plan;
}
