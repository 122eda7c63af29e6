/*
 * Runs joins; see ground_join.h. There is one cursor for each step instead of recursion, so that a long body
 * needs no C stack. ground_join_order.c decides what the steps are.
 */
#include "hddl/ground/ground_join_order.h"

#include <string.h>

void ground_joins_init(ground_joins *joins, hddl_pool *pool, const hddl_problem *source, uint32_t variables_most)
{
    *joins = (ground_joins){.pool = pool, .source = source};
    joins->values = hddl_pool_zeroed(pool, (size_t)variables_most + 1, sizeof *joins->values);
    joins->bound = hddl_pool_zeroed(pool, (size_t)variables_most + 1, sizeof *joins->bound);
    joins->row = hddl_pool_zeroed(pool, GROUND_MOST_COLUMNS, sizeof *joins->row);
}

/*
 * Whether a tuple agrees with what is bound. Columns that bind a variable give it their value, if its type
 * allows that.
 */
static bool agrees(ground_joins *joins, const ground_rule *rule, const ground_step *step, const uint32_t *tuple)
{
    const ground_literal *literal = step->literal;
    for (uint32_t i = 0; i < literal->term_count; i++) {
        normal_term term = literal->terms[i];
        if (step->binds >> i & 1) {
            if (!hddl_is_of(joins->source, tuple[i], rule->types[term]))
                return false;
            joins->values[term] = tuple[i];
        } else if (tuple[i] != ground_value(joins, term)) {
            return false;
        }
    }
    return true;
}

static const uint32_t *row_of(ground_joins *joins, const ground_literal *literal, uint64_t columns)
{
    for (uint32_t i = 0; i < literal->term_count; i++)
        if (columns >> i & 1)
            joins->row[i] = ground_value(joins, literal->terms[i]);
    return joins->row;
}

/* Whether a literal holds; all its terms have values. */
static bool holds(ground_joins *joins, const ground_literal *literal)
{
    if (literal->kind == GROUND_EQUAL || literal->kind == GROUND_DIFFERENT) {
        bool same = ground_value(joins, literal->terms[0]) == ground_value(joins, literal->terms[1]);
        return same == (literal->kind == GROUND_EQUAL);
    }
    const uint32_t *row = row_of(joins, literal, UINT64_MAX);
    uint32_t tuple = ground_relation_find(literal->relation, row);
    switch (literal->kind) {
    case GROUND_IN: return tuple < literal->relation->visible;
    case GROUND_NOT_IN: return tuple == HDDL_NONE;
    default:
        return tuple >= literal->relation->initial ||
               ground_relation_find(literal->deleted, row) < literal->deleted->visible;
    }
}

static bool next_tuple(ground_joins *joins, const ground_rule *rule, const ground_step *step, uint32_t *cursor,
                       bool first)
{
    const ground_relation *relation = step->literal->relation;
    uint32_t tuple;
    if (!first)
        tuple = step->index ? step->index->next[*cursor] : *cursor + 1;
    else if (step->index)
        tuple = ground_index_first(relation, step->index, row_of(joins, step->literal, step->bound));
    else
        tuple = 0;
    while (tuple < relation->visible && !agrees(joins, rule, step, ground_tuple(relation, tuple)))
        tuple = step->index ? step->index->next[tuple] : tuple + 1;
    *cursor = tuple;
    return tuple < relation->visible;
}

static bool next_object(ground_joins *joins, const ground_rule *rule, const ground_step *step, uint32_t *cursor,
                        bool first)
{
    const hddl_type *type = &joins->source->types[rule->types[step->variable]];
    *cursor = first ? 0 : *cursor + 1;
    if (*cursor >= type->object_count)
        return false;
    joins->values[step->variable] = type->objects[*cursor];
    return true;
}

/* Whether the step has another solution; the first one, if `first` is set. */
static bool advance(ground_joins *joins, const ground_rule *rule, const ground_step *step, uint32_t *cursor, bool first)
{
    switch (step->kind) {
    case GROUND_STEP_SCAN: return next_tuple(joins, rule, step, cursor, first);
    case GROUND_STEP_OBJECTS: return next_object(joins, rule, step, cursor, first);
    case GROUND_STEP_CHECK: return first && holds(joins, step->literal);
    default:
        if (first) {
            joins->values[step->variable] = ground_value(joins, step->term);
            return hddl_is_of(joins->source, joins->values[step->variable], rule->types[step->variable]);
        }
        return false;
    }
}

void ground_join(ground_joins *joins, ground_rule *rule, uint32_t literal, uint32_t tuple, ground_solution *found,
                 void *user)
{
    const ground_join_order *order = ground_join_order_for(joins, rule, literal);
    const ground_relation *relation = order->steps[0].literal->relation;
    if (rule->literals[literal].kind == GROUND_CAN_BE_FALSE)
        relation = rule->literals[literal].deleted;
    if (!agrees(joins, rule, &order->steps[0], ground_tuple(relation, tuple)))
        return;
    uint32_t step = 1;
    bool first = true;
    while (step > 0) {
        if (step == order->count) {
            found(user, rule);
            first = false;
            step = order->resume;
            continue;
        }
        hddl_pool_tick(joins->pool);
        first = advance(joins, rule, &order->steps[step], &joins->cursors[step], first);
        step = first ? step + 1 : step - 1;
    }
}
