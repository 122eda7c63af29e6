/*
 * The normal form of comparisons: a constant is on the right; `<` and `>` with a constant become `<=` and `>=`; a comparison that
 * the range of its left side decides is a constant; `P == true` is P itself. A COUNT that is compared with a constant stops
 * counting as soon as the outcome is decided.
 */
#include "compiler/lower/lower_fold.h"
#include "compiler/lower/lower_static_index.h"
#include "compiler/types/fold_operators.h"
#include "compiler/types/types.h"

/* --- Comparisons ---------------------------------------------------------------------------------- */

static htnc_node *compare_with_constant(htnc_builder *build, htnc_operator_kind op, htnc_node *x, htnc_node *constant)
{
    int32_t value = constant->value;
    int truth;
    if (op == HTNC_LT || op == HTNC_GT) {
        /* No number is below INT32_MIN or above INT32_MAX. */
        if (value == (op == HTNC_LT ? INT32_MIN : INT32_MAX))
            return htnc_node_constant(build, 0);
        value += op == HTNC_LT ? -1 : 1;
        op = op == HTNC_LT ? HTNC_LE : HTNC_GE;
    }
    truth = htnc_interval_compare(op, htnc_range_of(x), (htnc_interval){value, value});
    if (truth >= 0)
        return htnc_node_constant(build, truth);
    if (x->low == 0 && x->high == 1) {
        bool asks_true = (op == HTNC_EQ && value == 1) || (op == HTNC_NE && value == 0) || op == HTNC_GE;
        return asks_true ? x : htnc_node_unary(build, HTNC_NOT, x);
    }
    if (x->kind == HTNC_NODE_SEARCH && x->search->quantifier == HTNC_COUNT) {
        uint32_t enough = (uint32_t)value + (op != HTNC_GE);
        if (enough < (uint32_t)x->high)
            x = htnc_node_count_up_to(build, x, enough);
    }
    if (value != constant->value)
        constant = htnc_node_constant(build, value);
    return htnc_make_operator(build, op, x, constant);
}

static htnc_node *compare(htnc_builder *build, htnc_operator_kind op, htnc_node *x, htnc_node *y)
{
    if (htnc_node_is_constant(y))
        return compare_with_constant(build, op, x, y);
    if (htnc_node_is_constant(x))
        return compare_with_constant(build, htnc_mirrored(op), y, x);
    return htnc_make_operator(build, op, x, y);
}

/* --- Operators ------------------------------------------------------------------------------------ */

/* The negation of a comparison is the opposite comparison. */
static htnc_node *negation(htnc_builder *build, htnc_node *x)
{
    if (htnc_node_is(x, HTNC_NOT))
        return x->operands[0];
    if (x->kind == HTNC_NODE_OPERATOR && htnc_is_comparison(x->op))
        return compare(build, htnc_opposite(x->op), x->operands[0], x->operands[1]);
    return htnc_make_operator(build, HTNC_NOT, x, NULL);
}

htnc_node *htnc_node_unary(htnc_builder *build, htnc_operator_kind op, htnc_node *x)
{
    if (htnc_node_is_constant(x))
        return htnc_node_constant(build, htnc_fold_unary(op, x->value));
    return op == HTNC_NOT ? negation(build, x) : htnc_make_operator(build, op, x, NULL);
}

htnc_node *htnc_node_binary(htnc_builder *build, htnc_operator_kind op, htnc_node *x, htnc_node *y)
{
    bool x_known = htnc_node_is_constant(x), y_known = htnc_node_is_constant(y);
    if (x_known && y_known)
        return htnc_node_constant(build, htnc_fold_binary(op, x->value, y->value));
    if (op == HTNC_AND || op == HTNC_OR) {
        int32_t decisive = op == HTNC_OR;
        if (x_known)
            return x->value == decisive ? x : y;
        if (y_known)
            return y->value == decisive ? y : x;
    }
    if (htnc_is_comparison(op))
        return compare(build, op, x, y);
    return htnc_make_operator(build, op, x, y);
}

htnc_node *htnc_node_function(htnc_builder *build, htnc_function function, htnc_node **operands, uint32_t count)
{
    int32_t values[3] = {0, 0, 0};
    bool known = true;
    for (uint32_t i = 0; i < count; i++) {
        known = known && htnc_node_is_constant(operands[i]);
        values[i] = operands[i]->value;
    }
    if (known)
        return htnc_node_constant(build, htnc_fold_function(function, values[0], values[1], values[2]));
    return htnc_make_function(build, function, operands, count);
}

/* --- Static facts --------------------------------------------------------------------------------- */

/* The cell that constant arguments name. False where there is none: an argument is outside its parameter's type. */
static bool constant_cell(const htnc_property *table, htnc_node **arguments, uint64_t *cell)
{
    const htnc_variable *parameter = table->declaration->parameters;
    *cell = 0;
    for (uint32_t i = 0; parameter != NULL; parameter = parameter->next, i++) {
        const htnc_type *type = parameter->type;
        if (arguments[i]->value < type->low || arguments[i]->value > type->high)
            return false;
        *cell = *cell * htnc_count_values(type) + (uint64_t)((int64_t)arguments[i]->value - type->low);
    }
    return true;
}

htnc_node *htnc_node_cell(htnc_builder *build, const htnc_property *table, htnc_node **arguments, uint32_t count)
{
    bool known = table->is_static;
    uint64_t cell;
    for (uint32_t i = 0; i < count; i++)
        known = known && htnc_node_is_constant(arguments[i]);
    if (!known)
        return htnc_make_cell(build, table, arguments, count);
    return htnc_node_constant(build, constant_cell(table, arguments, &cell) ? htnc_fact_value(table, cell)
                                                                            : htnc_default_value(table->type));
}
