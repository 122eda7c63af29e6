/*
 * Makes join orders greedily: checks come as soon as all their terms are bound; the next scan is the one with
 * the fewest expected tuples. The estimates come from what the relations hold at the time. Since relations
 * grow, an order is made again when it has been used 16 times as often as when it was made.
 */
#include "hddl/ground/ground_join_order.h"

#include <string.h>

typedef struct ordering {
    ground_joins *joins;
    const ground_rule *rule;
    ground_join_order *order;
    bool *done; /* of each literal */
} ordering;

enum { REORDER_FACTOR = 16 };

static bool is_bound(const ordering *p, normal_term term)
{
    return hddl_is_object(term) || p->joins->bound[term];
}

static uint64_t bound_columns(const ordering *p, const ground_literal *literal)
{
    uint64_t columns = 0;
    for (uint32_t i = 0; i < literal->term_count; i++)
        columns |= (uint64_t)is_bound(p, literal->terms[i]) << i;
    return columns;
}

static uint64_t all_columns(const ground_literal *literal)
{
    return literal->term_count == 64 ? UINT64_MAX : ((uint64_t)1 << literal->term_count) - 1;
}

static bool is_distinguished(const ordering *p, normal_term variable)
{
    return !p->rule->distinguished || p->rule->distinguished[variable];
}

/* The last step binds this variable. */
static void note_binding(ordering *p, normal_term variable)
{
    if (is_distinguished(p, variable))
        p->order->resume = p->order->count - 1;
}

static ground_step *add_step(ordering *p, ground_step_kind kind)
{
    ground_step *step = &p->order->steps[p->order->count++];
    memset(step, 0, sizeof *step);
    step->kind = kind;
    return step;
}

static ground_step *add_literal(ordering *p, uint32_t which, ground_step_kind kind)
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
            note_binding(p, term);
        }
    }
    return step;
}

/* Adds `x = y` where one side is bound: it binds the other. */
static bool add_equation(ordering *p, uint32_t which)
{
    const ground_literal *literal = &p->rule->literals[which];
    if (literal->kind != GROUND_EQUAL)
        return false;
    bool left = is_bound(p, literal->terms[0]);
    if (left == is_bound(p, literal->terms[1]))
        return false;
    ground_step *step = add_step(p, GROUND_STEP_BIND);
    step->variable = (uint32_t)literal->terms[left];
    step->term = literal->terms[!left];
    p->joins->bound[step->variable] = true;
    note_binding(p, (normal_term)step->variable);
    p->done[which] = true;
    return true;
}

/*
 * Whether a literal whose terms are all bound can be looked up in the relation's set. Otherwise it needs an
 * index.
 */
static bool has_set(const ground_literal *literal)
{
    return literal->kind != GROUND_IN ||
           (literal->relation->is_set && literal->relation->key == literal->relation->arity);
}

/* Adds every literal that only checks what is bound, and every equation that binds. */
static void add_checks(ordering *p)
{
    for (uint32_t i = 0; i < p->rule->literal_count; i++) {
        if (p->done[i])
            continue;
        const ground_literal *literal = &p->rule->literals[i];
        if (has_set(literal) && bound_columns(p, literal) == all_columns(literal))
            add_literal(p, i, GROUND_STEP_CHECK);
        else if (add_equation(p, i))
            i = UINT32_MAX; /* literals before it may be decidable now */
    }
}

/*
 * Whether a literal binds a distinguished variable, or is bound completely. One that binds only existential
 * variables can wait.
 */
static bool binds_distinguished(const ordering *p, const ground_literal *literal)
{
    for (uint32_t i = 0; i < literal->term_count; i++)
        if (!is_bound(p, literal->terms[i]) && is_distinguished(p, literal->terms[i]))
            return true;
    return bound_columns(p, literal) == all_columns(literal);
}

/* The literal to scan next; literal_count: there is none. */
static uint32_t cheapest(const ordering *p)
{
    uint32_t best = p->rule->literal_count;
    double least = 0;
    for (uint32_t i = 0; i < p->rule->literal_count; i++) {
        ground_literal *literal = &p->rule->literals[i];
        if (!p->done[i] && literal->kind == GROUND_IN) {
            double cost = ground_relation_estimate(p->joins->pool, literal->relation, bound_columns(p, literal),
                                                   p->joins->source->object_count);
            cost += binds_distinguished(p, literal) ? 0 : 1e30;
            if (best == p->rule->literal_count || cost < least) {
                best = i;
                least = cost;
            }
        }
    }
    return best;
}

static bool add_objects(ordering *p)
{
    for (uint32_t variable = 0; variable < p->rule->variable_count; variable++) {
        if (p->rule->must_bind[variable] && !p->joins->bound[variable]) {
            add_step(p, GROUND_STEP_OBJECTS)->variable = variable;
            p->joins->bound[variable] = true;
            note_binding(p, (normal_term)variable);
            return true;
        }
    }
    return false;
}

static void make_order(ordering *p, uint32_t trigger)
{
    memset(p->joins->bound, 0, p->rule->variable_count);
    memset(p->done, 0, p->rule->literal_count);
    p->order->count = p->order->resume = 0;
    add_literal(p, trigger, GROUND_STEP_SCAN);
    for (;;) {
        add_checks(p);
        uint32_t next = cheapest(p);
        if (next < p->rule->literal_count) {
            ground_step *step = add_literal(p, next, GROUND_STEP_SCAN);
            if (step->bound)
                step->index = ground_relation_index(p->joins->pool, step->literal->relation, step->bound);
        } else if (!add_objects(p)) {
            return;
        }
    }
}

const ground_join_order *ground_join_order_for(ground_joins *joins, ground_rule *rule, uint32_t literal)
{
    ground_join_order *order = &rule->orders[literal];
    if (order->uses++ < order->reorder_at)
        return order;
    size_t most = (size_t)rule->literal_count + rule->variable_count + 1;
    order->steps = hddl_pool_reserve(joins->pool, order->steps, most, sizeof *order->steps);
    joins->cursors = hddl_pool_reserve(joins->pool, joins->cursors, most, sizeof *joins->cursors);
    ordering p = {joins, rule, order, hddl_pool_zeroed(joins->pool, rule->literal_count, 1)};
    make_order(&p, literal);
    hddl_pool_release(joins->pool, p.done);
    order->reorder_at = order->uses > UINT32_MAX / REORDER_FACTOR ? UINT32_MAX : order->uses * REORDER_FACTOR;
    return order;
}
