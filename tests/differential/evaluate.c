/*
 * Values, conditions and effects of the reference planner, straight from the syntax tree: nothing that
 * the compiler folded, inferred or laid out is looked at, except what a name refers to. Arithmetic is
 * done in 64 bits and saturated after each operation (docs/language.md, section 2).
 */
#include "reference_inside.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int64_t wide;

int32_t reference_saturate(int64_t value, int32_t low, int32_t high)
{
    return value < low ? low : value > high ? high : (int32_t)value;
}

static int32_t to_32_bits(wide value)
{
    return value < INT32_MIN ? INT32_MIN : value > INT32_MAX ? INT32_MAX : (int32_t)value;
}

static void impossible(const char *what)
{
    fprintf(stderr, "reference planner: %s in a model that was accepted\n", what);
    abort();
}

static int32_t symbol_number(reference_planner *reference, const char *text)
{
    uint32_t i;

    for (i = 0; i < reference->symbol_count; i++)
        if (strcmp(reference->symbols[i], text) == 0)
            return (int32_t)i;
    if (i == REFERENCE_SYMBOLS)
        impossible("too many symbols");
    reference->symbols[reference->symbol_count++] = text;
    return (int32_t)i;
}

const char *reference_symbol(const reference_planner *reference, int32_t number)
{
    return number >= 0 && (uint32_t)number < reference->symbol_count ? reference->symbols[number] : "(no symbol)";
}

static int32_t variable_value(const htnc_variable *variable, const binding *scope)
{
    for (; scope; scope = scope->next)
        if (scope->variable == variable)
            return scope->value;
    impossible("an unbound variable");
    return 0;
}

static int32_t condition_value(reference_planner *reference, const htnc_expr *call, const binding *scope,
                               const int32_t *world)
{
    const htnc_variable *parameter = call->to.condition->declaration->parameters;
    const htnc_expr *argument = call->operands;
    size_t mark = reference->memory_used;
    const binding *inner = NULL;
    int32_t value;

    for (; parameter; parameter = parameter->next, argument = argument->next) {
        binding *bound = reference_allocate(reference, sizeof *bound);

        bound->variable = parameter;
        bound->value = reference_value(reference, argument, scope, world);
        bound->next = inner;
        inner = bound;
    }
    value = reference_holds(reference, call->to.condition->declaration->items, inner, world);
    reference->memory_used = mark;
    return value;
}

static int32_t name_value(reference_planner *reference, const htnc_expr *name, const binding *scope,
                          const int32_t *world)
{
    switch (name->ref) {
    case HTNC_REF_PROPERTY: return world[name->to.property->index];
    case HTNC_REF_CONSTANT: return reference_value(reference, name->to.constant->declaration->value, NULL, world);
    case HTNC_REF_VALUE: return name->to.value->ordinal;
    case HTNC_REF_VARIABLE: return variable_value(name->to.variable, scope);
    case HTNC_REF_CONDITION: return condition_value(reference, name, scope, world);
    case HTNC_REF_QUERY:
    case HTNC_REF_UNKNOWN: break;
    }
    impossible("a name that refers to nothing");
    return 0;
}

static int32_t binary_value(htnc_operator_kind op, wide x, wide y)
{
    switch (op) {
    case HTNC_OR: return x != 0 || y != 0;
    case HTNC_AND: return x != 0 && y != 0;
    case HTNC_EQ: return x == y;
    case HTNC_NE: return x != y;
    case HTNC_LT: return x < y;
    case HTNC_LE: return x <= y;
    case HTNC_GT: return x > y;
    case HTNC_GE: return x >= y;
    case HTNC_ADD: return to_32_bits(x + y);
    case HTNC_SUB: return to_32_bits(x - y);
    case HTNC_MUL: return to_32_bits(x * y);
    case HTNC_DIV: return y == 0 ? 0 : to_32_bits(x / y);
    case HTNC_MOD: return y == 0 ? 0 : to_32_bits(x % y);
    case HTNC_NOT:
    case HTNC_NEGATE: break;
    }
    impossible("a unary operator with two operands");
    return 0;
}

static int32_t builtin_value(reference_planner *reference, const htnc_expr *call, const binding *scope,
                             const int32_t *world)
{
    int32_t value[3] = {0, 0, 0};
    const htnc_expr *operand = call->operands;
    int i;

    for (i = 0; i < 3 && operand; i++, operand = operand->next)
        value[i] = reference_value(reference, operand, scope, world);
    switch (call->function) {
    case HTNC_MIN: return value[0] < value[1] ? value[0] : value[1];
    case HTNC_MAX: return value[0] > value[1] ? value[0] : value[1];
    case HTNC_ABS: return to_32_bits(value[0] < 0 ? -(wide)value[0] : value[0]);
    case HTNC_CLAMP: return value[0] < value[1] ? value[1] : value[0] > value[2] ? value[2] : value[0];
    }
    impossible("an unknown function");
    return 0;
}

/*
 * from + part * rise / whole, with 0 <= part <= whole. The product of two 32-bit differences needs 64
 * bits and a sign, so the sign is kept apart.
 */
static int32_t between(wide from, wide part, wide rise, wide whole)
{
    uint64_t size = (uint64_t)part * (uint64_t)(rise < 0 ? -rise : rise) / (uint64_t)whole;

    return to_32_bits(rise < 0 ? from - (wide)size : from + (wide)size);
}

/* Level before the first point and after the last, a straight line truncated toward zero between two. */
static int32_t curve_value(reference_planner *reference, const htnc_expr *curve, const binding *scope,
                           const int32_t *world)
{
    const htnc_expr *point = curve->operands->next;
    wide x = reference_value(reference, curve->operands, scope, world);
    wide x0 = reference_value(reference, point, scope, world);
    wide y0 = reference_value(reference, point->next, scope, world);

    if (x <= x0)
        return (int32_t)y0;
    for (point = point->next->next; point; point = point->next->next) {
        wide x1 = reference_value(reference, point, scope, world);
        wide y1 = reference_value(reference, point->next, scope, world);

        if (x <= x1)
            return x1 == x0 ? (int32_t)y1 : between(y0, x - x0, y1 - y0, x1 - x0);
        x0 = x1;
        y0 = y1;
    }
    return (int32_t)y0;
}

int32_t reference_value(reference_planner *reference, const htnc_expr *expression, const binding *scope,
                        const int32_t *world)
{
    const htnc_expr *operand = expression->operands;

    switch (expression->kind) {
    case HTNC_EXPR_BOOLEAN:
    case HTNC_EXPR_INTEGER: return to_32_bits(expression->value);
    case HTNC_EXPR_STRING: return symbol_number(reference, expression->name.text);
    case HTNC_EXPR_NAME: return name_value(reference, expression, scope, world);
    case HTNC_EXPR_UNARY:
        if (expression->op == HTNC_NOT)
            return !reference_value(reference, operand, scope, world);
        if (operand->kind == HTNC_EXPR_INTEGER) /* -2147483648 is a number, although 2147483648 is none */
            return to_32_bits(-operand->value);
        return to_32_bits(-(wide)reference_value(reference, operand, scope, world));
    case HTNC_EXPR_BINARY:
        return binary_value(expression->op, reference_value(reference, operand, scope, world),
                            reference_value(reference, operand->next, scope, world));
    case HTNC_EXPR_BUILTIN: return builtin_value(reference, expression, scope, world);
    case HTNC_EXPR_CURVE: return curve_value(reference, expression, scope, world);
    case HTNC_EXPR_ERROR:
    case HTNC_EXPR_NONE:
    case HTNC_EXPR_QUANTIFIER:
    case HTNC_EXPR_ANY: break;
    }
    impossible("an expression that is not built yet");
    return 0;
}

bool reference_holds(reference_planner *reference, const htnc_expr *conditions, const binding *scope,
                     const int32_t *world)
{
    for (; conditions; conditions = conditions->next)
        if (!reference_value(reference, conditions, scope, world))
            return false;
    return true;
}

void reference_range(reference_planner *reference, const htnc_property *property, int32_t *low, int32_t *high)
{
    const htnc_type_ref *written = property->declaration->type_ref;
    const htnc_value *value;

    if (!written->name.text) {
        *low = reference_value(reference, written->low, NULL, NULL);
        *high = reference_value(reference, written->high, NULL, NULL);
    } else if (strcmp(written->name.text, "int") == 0) {
        *low = INT32_MIN;
        *high = INT32_MAX;
    } else if (strcmp(written->name.text, "bool") == 0) {
        *low = 0;
        *high = 1;
    } else {
        *low = 0;
        *high = -1;
        for (value = written->type->values; value; value = value->next)
            ++*high;
    }
}

static int32_t changed(htnc_effect_op op, wide held, wide value)
{
    switch (op) {
    case HTNC_ASSIGN: return to_32_bits(value);
    case HTNC_INCREASE: return to_32_bits(held + value);
    case HTNC_DECREASE: return to_32_bits(held - value);
    case HTNC_SCALE: return to_32_bits(held * value);
    }
    impossible("an unknown effect");
    return 0;
}

void reference_apply(reference_planner *reference, const htnc_effect *effects, const binding *scope, int32_t *world)
{
    int32_t before[REFERENCE_PROPERTIES];
    const htnc_effect *effect;

    memcpy(before, world, reference->model->property_count * sizeof *world);
    for (effect = effects; effect; effect = effect->next) {
        const htnc_property *property = effect->target->to.property;
        int32_t value = reference_value(reference, effect->value, scope, before);
        int32_t low, high;

        reference_range(reference, property, &low, &high);
        world[property->index] = reference_saturate(changed(effect->op, world[property->index], value), low, high);
    }
}

int32_t reference_evaluate(reference_planner *reference, const htnc_expr *expression, const int32_t *world)
{
    return reference_value(reference, expression, NULL, world);
}
