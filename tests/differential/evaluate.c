/*
 * Values and effects of the reference planner, straight from the syntax tree: nothing that the compiler
 * folded, inferred or laid out is looked at, except what a name refers to. Arithmetic is done in 64
 * bits and saturated after each operation (docs/language.md, section 2).
 */
#include "reference_inside.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int64_t wide;
__extension__ typedef __int128 widest;

enum { THOUSAND = 1000 }; /* fixed numbers are counted in thousandths */

int32_t reference_saturate(int64_t value, int32_t low, int32_t high)
{
    return value < low ? low : value > high ? high : (int32_t)value;
}

static int32_t to_32_bits(wide value)
{
    return value < INT32_MIN ? INT32_MIN : value > INT32_MAX ? INT32_MAX : (int32_t)value;
}

void reference_impossible(const char *what)
{
    fprintf(stderr, "reference planner: %s in a model that was accepted\n", what);
    abort();
}

int32_t reference_symbol_number(reference_planner *reference, const char *text)
{
    uint32_t i;

    for (i = 0; i < reference->symbol_count; i++)
        if (strcmp(reference->symbols[i], text) == 0)
            return (int32_t)i;
    if (i == REFERENCE_SYMBOLS)
        reference_impossible("too many symbols");
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
    reference_impossible("an unbound variable");
    return 0;
}

int32_t reference_whole_value(reference_planner *reference, const htnc_expr *expression, const binding *scope,
                              const int32_t *world)
{
    bool before = reference->whole;
    int32_t value;

    reference->whole = true;
    value = reference_value(reference, expression, scope, world);
    reference->whole = before;
    return value;
}

static int32_t condition_value(reference_planner *reference, const htnc_expr *call, const binding *scope,
                               const int32_t *world)
{
    const htnc_variable *parameter = call->to.condition->declaration->parameters;
    const htnc_expr *argument = call->operands;
    size_t mark = reference->memory_used;
    const binding *inner = NULL;
    int32_t value, arguments[REFERENCE_ARGUMENTS] = {0};
    int i = 0;

    if (call->to.condition->cycle) {
        for (; argument; argument = argument->next)
            arguments[i++] = reference_whole_value(reference, argument, scope, world);
        return reference_derived(reference, call->to.condition, arguments, world);
    }
    for (; parameter; parameter = parameter->next, argument = argument->next)
        inner = reference_bind(reference, parameter, reference_whole_value(reference, argument, scope, world), inner);
    reference->uses[REFERENCE_VALUES] += call->to.condition->declaration->value;
    value = call->to.condition->declaration->value
                ? reference_value(reference, call->to.condition->declaration->items, inner, world)
                : reference_holds(reference, call->to.condition->declaration->items, inner, world);
    reference->memory_used = mark;
    return value;
}

/* The cell that a property or a table entry is; false: there is none, as for `Distance(none)`. */
static bool cell_of(reference_planner *reference, const htnc_expr *place, const binding *scope, const int32_t *world,
                    uint32_t *cell)
{
    int32_t indexes[REFERENCE_INDEXES];
    const htnc_expr *index = place->operands;
    int i;

    for (i = 0; index; i++, index = index->next)
        indexes[i] = reference_whole_value(reference, index, scope, world);
    return reference_cell(reference, place->to.property, indexes, cell);
}

static int32_t property_value(reference_planner *reference, const htnc_expr *place, const binding *scope,
                              const int32_t *world)
{
    uint32_t cell;

    return cell_of(reference, place, scope, world, &cell) ? world[cell]
                                                          : reference_first_value(reference, place->to.property);
}

/* A value of a type as written; an instance that is there. */
static bool is_value_of(reference_planner *reference, const htnc_type_ref *written, int32_t value, const int32_t *world)
{
    int32_t low, high;

    if (reference_type_has_none(written))
        return reference_exists(reference, written->type, value, world);
    reference_type_range(reference, written, &low, &high);
    return value >= low && value <= high;
}

/* Nobody is asked about `none` or what is not there, or about a number that the parameter's type does not have. */
static bool can_ask(reference_planner *reference, const htnc_expr *question, const binding *scope, const int32_t *world,
                    int32_t *arguments)
{
    const htnc_variable *parameter = question->to.query->declaration->parameters;
    const htnc_expr *argument = question->operands;
    bool fit = reference->answerer != NULL;
    int i;

    for (i = 0; parameter; i++, parameter = parameter->next, argument = argument->next) {
        if (i == REFERENCE_ARGUMENTS)
            reference_impossible("too many arguments of a query");
        arguments[i] = reference_value(reference, argument, scope, world);
        fit = fit && is_value_of(reference, parameter->type_ref, arguments[i], world);
    }
    return fit;
}

static int32_t query_value(reference_planner *reference, const htnc_expr *question, const binding *scope,
                           const int32_t *world)
{
    const htnc_query_decl *query = question->to.query->declaration;
    int32_t arguments[REFERENCE_ARGUMENTS], low, high, answer;

    if (!can_ask(reference, question, scope, world, arguments))
        return reference_type_default(reference, query->type_ref);
    answer = reference->answerer(reference->answerer_user, question->to.query, arguments);
    if (reference_type_has_none(query->type_ref))
        return is_value_of(reference, query->type_ref, answer, world) ? answer : -1;
    reference_type_range(reference, query->type_ref, &low, &high);
    return reference_saturate(answer, low, high);
}

static int32_t name_value(reference_planner *reference, const htnc_expr *name, const binding *scope,
                          const int32_t *world)
{
    switch (name->ref) {
    case HTNC_REF_PROPERTY: return property_value(reference, name, scope, world);
    case HTNC_REF_CONSTANT: return reference_value(reference, name->to.constant->declaration->value, NULL, world);
    case HTNC_REF_VALUE: return reference_slot(reference, name->to.value);
    case HTNC_REF_VARIABLE: return variable_value(name->to.variable, scope);
    case HTNC_REF_CONDITION: return condition_value(reference, name, scope, world);
    case HTNC_REF_QUERY: return query_value(reference, name, scope, world);
    case HTNC_REF_UNKNOWN: break;
    }
    reference_impossible("a name that refers to nothing");
    return 0;
}

/* x / y, rounded half away from zero, in 128 bits: y may be as large as a product of two numbers. */
static int32_t rounded(reference_planner *reference, widest x, widest y)
{
    widest twice = 2 * x, sign = (x < 0) != (y < 0) ? -1 : 1;

    reference->uses[REFERENCE_FIXED_BY_ZERO] += y == 0;
    if (y == 0)
        return 0;
    reference->uses[REFERENCE_FIXED_ROUNDED] += x % y != 0;
    twice = (twice + sign * y) / (2 * y); /* truncated toward zero, half a step farther from it */
    reference->uses[REFERENCE_FIXED_BEYOND] += twice < INT32_MIN || twice > INT32_MAX;
    return twice < INT32_MIN ? INT32_MIN : twice > INT32_MAX ? INT32_MAX : (int32_t)twice;
}

static int32_t binary_value(reference_planner *reference, htnc_operator_kind op, wide x, wide y)
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
    case HTNC_MUL_FIXED: reference->uses[REFERENCE_FIXED_PRODUCT]++; return rounded(reference, (widest)x * y, THOUSAND);
    case HTNC_DIV_FIXED:
        reference->uses[REFERENCE_FIXED_QUOTIENT]++;
        return rounded(reference, (widest)x * THOUSAND, y);
    case HTNC_DIV_ROUND: reference->uses[REFERENCE_FIXED_BY_INT]++; return rounded(reference, x, y);
    case HTNC_NOT:
    case HTNC_NEGATE: break;
    }
    reference_impossible("a unary operator with two operands");
    return 0;
}

static int32_t whole_below(wide thousandths)
{
    wide rest = thousandths % THOUSAND;

    return (int32_t)((thousandths - (rest < 0 ? rest + THOUSAND : rest)) / THOUSAND);
}

static int32_t builtin_value(reference_planner *reference, const htnc_expr *call, const binding *scope,
                             const int32_t *world)
{
    int32_t value[3] = {0, 0, 0};
    const htnc_expr *operand = call->operands;
    int i;

    for (i = 0; i < 3 && operand; i++, operand = operand->next)
        value[i] = reference_whole_value(reference, operand, scope, world);
    if (call->function >= HTNC_FIXED)
        reference->uses[call->function == HTNC_FIXED ? REFERENCE_FIXED_FROM_INT : REFERENCE_FIXED_WHOLE]++;
    switch (call->function) {
    case HTNC_MIN: return value[0] < value[1] ? value[0] : value[1];
    case HTNC_MAX: return value[0] > value[1] ? value[0] : value[1];
    case HTNC_ABS: return to_32_bits(value[0] < 0 ? -(wide)value[0] : value[0]);
    case HTNC_CLAMP: return value[0] < value[1] ? value[1] : value[0] > value[2] ? value[2] : value[0];
    case HTNC_FIXED: return to_32_bits((wide)value[0] * THOUSAND);
    case HTNC_ROUND: return rounded(reference, value[0], THOUSAND);
    case HTNC_FLOOR: return whole_below(value[0]);
    case HTNC_CEIL: return -whole_below(-(wide)value[0]);
    }
    reference_impossible("an unknown function");
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
    wide x = reference_whole_value(reference, curve->operands, scope, world);
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

void reference_begin_range(reference_planner *reference, reference_reach *range, const htnc_expr *binder,
                           const binding *scope, const int32_t *world)
{
    int32_t arguments[REFERENCE_ARGUMENTS], proposed[REFERENCE_CANDIDATES];
    const htnc_query *query;
    uint32_t count, i, k;

    if (binder->variables->next)
        reference_impossible("a binder or quantifier of two variables");
    *range = (reference_reach){.type = binder->variables->type_ref->type, .last = -1, .listed = binder->operands};
    reference->tried++;
    if (!range->listed || !can_ask(reference, binder->operands, scope, world, arguments))
        return;
    query = binder->operands->to.query;
    count = reference->proposer(reference->answerer_user, query, arguments, proposed);
    reference->uses[REFERENCE_PROPOSED] += count;
    for (i = 0; i < count; i++) {
        for (k = 0; k < range->count && range->values[k] != proposed[i]; k++)
            continue;
        if (k == range->count && is_value_of(reference, query->declaration->type_ref, proposed[i], world))
            range->values[range->count++] = proposed[i];
        else
            reference->uses[REFERENCE_SIFTED]++;
    }
}

bool reference_next_of_range(const reference_planner *reference, reference_reach *range, const int32_t *world,
                             int32_t *value)
{
    if (range->listed) {
        if (range->next == range->count)
            return false;
        *value = range->values[range->next++];
        return true;
    }
    range->last = reference_next(reference, range->type, range->last, world);
    *value = range->last;
    return range->last >= 0;
}

/* Whether an instance is among those that a quantifier speaks of. */
static bool is_meant(reference_planner *reference, const htnc_expr *quantifier, const binding *inner,
                     const int32_t *world)
{
    return !quantifier->where || reference_value(reference, quantifier->where, inner, world);
}

/* One more instance: what the quantifier's value is with it, `value` being that without it, of `count` instances. */
static wide quantify(reference_planner *reference, const htnc_expr *quantifier, const binding *inner,
                     const int32_t *world, wide value, uint32_t count)
{
    wide body = quantifier->body ? reference_value(reference, quantifier->body, inner, world) : 1;

    switch (quantifier->quantifier) {
    case HTNC_EXISTS: return 1;
    case HTNC_EVERY: return value && body;
    case HTNC_NO: return 0;
    case HTNC_COUNT: return value + 1;
    case HTNC_SUM: return to_32_bits(value + body);
    case HTNC_MINIMUM: return count == 0 || body < value ? body : value;
    case HTNC_MAXIMUM: return count == 0 || body > value ? body : value;
    }
    reference_impossible("an unknown quantifier");
    return 0;
}

static int32_t quantifier_value(reference_planner *reference, const htnc_expr *quantifier, const binding *scope,
                                const int32_t *world)
{
    const htnc_variable *variable = quantifier->variables;
    reference_reach range;
    wide value = quantifier->quantifier == HTNC_EVERY || quantifier->quantifier == HTNC_NO;
    size_t mark = reference->memory_used;
    uint32_t count = 0;
    int32_t instance;

    reference_begin_range(reference, &range, quantifier, scope, world);
    reference->uses[REFERENCE_LISTS_QUANTIFIED] += range.listed;
    while (reference_next_of_range(reference, &range, world, &instance)) {
        const binding *inner = reference_bind(reference, variable, instance, scope);

        reference->tried++;
        if (is_meant(reference, quantifier, inner, world))
            value = quantify(reference, quantifier, inner, world, value, count++);
        reference->memory_used = mark;
    }
    return (int32_t)value;
}

bool reference_held_cell(const reference_planner *reference, const htnc_held *held, uint32_t root, int32_t instance,
                         uint32_t *cell)
{
    const int32_t indexes[2] = {(int32_t)root, instance};

    return reference_cell(reference, held->property, reference->model->root_count > 1 ? indexes : indexes + 1, cell);
}

/* Whether as many others hold an instance as the clauses over its family allow. */
static bool is_held(reference_planner *reference, const htnc_expr *held, const binding *scope, const int32_t *world)
{
    int32_t instance = reference_whole_value(reference, held->operands, scope, world);
    uint32_t cell;

    return reference_held_cell(reference, held->held, reference->root, instance, &cell) &&
           world[cell] >= held->held->limit;
}

int32_t reference_value(reference_planner *reference, const htnc_expr *expression, const binding *scope,
                        const int32_t *world)
{
    const htnc_expr *operand = expression->operands;

    switch (expression->kind) {
    case HTNC_EXPR_BOOLEAN:
    case HTNC_EXPR_INTEGER:
    case HTNC_EXPR_FRACTION: return to_32_bits(expression->value);
    case HTNC_EXPR_STRING: return reference_symbol_number(reference, expression->name.text);
    case HTNC_EXPR_NAME: return name_value(reference, expression, scope, world);
    case HTNC_EXPR_UNARY:
        if (expression->op == HTNC_NOT)
            return !reference_value(reference, operand, scope, world);
        if (operand->kind == HTNC_EXPR_INTEGER ||
            operand->kind == HTNC_EXPR_FRACTION) /* -2147483648 is a number, although 2147483648 is none */
            return to_32_bits(-operand->value);
        return to_32_bits(-(wide)reference_whole_value(reference, operand, scope, world));
    case HTNC_EXPR_BINARY: {
        bool either = expression->op == HTNC_AND || expression->op == HTNC_OR;
        int32_t x;

        if (!either || reference->whole) {
            x = reference_whole_value(reference, operand, scope, world);
            return binary_value(reference, expression->op, x,
                                reference_whole_value(reference, operand->next, scope, world));
        }
        x = reference_value(reference, operand, scope, world) != 0;
        return x == (expression->op == HTNC_OR) ? x : reference_value(reference, operand->next, scope, world) != 0;
    }
    case HTNC_EXPR_BUILTIN: return builtin_value(reference, expression, scope, world);
    case HTNC_EXPR_CURVE: return curve_value(reference, expression, scope, world);
    case HTNC_EXPR_NONE: return -1;
    case HTNC_EXPR_QUANTIFIER: return quantifier_value(reference, expression, scope, world);
    case HTNC_EXPR_HELD: return is_held(reference, expression, scope, world);
    case HTNC_EXPR_ERROR:
    case HTNC_EXPR_LET:
    case HTNC_EXPR_ANY: break;
    }
    reference_impossible("`any` or `let` within an expression");
    return 0;
}

static int32_t changed(reference_planner *reference, const htnc_effect *effect, wide held, wide value)
{
    const bool fixed = effect->op == HTNC_SCALE && effect->value->type->kind == HTNC_TYPE_FIXED;

    reference->uses[REFERENCE_FIXED_SCALED] += fixed;
    switch (effect->op) {
    case HTNC_ASSIGN: return to_32_bits(value);
    case HTNC_INCREASE: return to_32_bits(held + value);
    case HTNC_DECREASE: return to_32_bits(held - value);
    case HTNC_SCALE: return fixed ? rounded(reference, (widest)held * value, THOUSAND) : to_32_bits(held * value);
    }
    reference_impossible("an unknown effect");
    return 0;
}

static void note_write(reference_planner *reference, const htnc_effect *effect, uint32_t cell, int32_t operand,
                       int32_t value, int32_t lasts)
{
    reference_writes *to = reference->written;
    bool adds = effect->op == HTNC_INCREASE || effect->op == HTNC_DECREASE;
    int64_t what = !adds ? value : effect->op == HTNC_INCREASE ? operand : -(int64_t)operand;

    if (to->count < REFERENCE_WRITES)
        to->writes[to->count] = (reference_write){cell, adds, what, lasts};
    to->count++;
}

/* One write; everything but what the target itself holds is read in `before`. */
static void write(reference_planner *reference, const htnc_effect *effect, const binding *scope, const int32_t *before,
                  int32_t *world)
{
    const htnc_property *property = effect->target->to.property;
    int32_t value, operand, low, high;
    uint32_t cell;

    if (effect->when && !reference_value(reference, effect->when, scope, before))
        return;
    operand = reference_whole_value(reference, effect->value, scope, before);
    if (!cell_of(reference, effect->target, scope, before, &cell))
        return;
    value = changed(reference, effect, world[cell], operand);
    reference_range(reference, property, &low, &high);
    if (property->type->kind != HTNC_TYPE_ENTITIES)
        value = reference_saturate(value, low, high);
    else if ((value < low || value > high) && !(value == -1 && reference_may_be_none(property)))
        reference_impossible("an instance of another type");
    if (reference->written) { /* planning does not evaluate how long it lasts: nothing is noted of it */
        int32_t lasts = effect->lasts ? reference_value(reference, effect->lasts, scope, before) : 0;

        note_write(reference, effect, cell, operand, value, effect->lasts && lasts < 1 ? 1 : lasts);
    }
    reference->writes += world[cell] != value;
    world[cell] = value;
}

static void write_for_each(reference_planner *reference, const htnc_effect *effect, const binding *scope,
                           const int32_t *before, int32_t *world)
{
    const htnc_type *type = effect->each->type_ref->type;
    size_t mark = reference->memory_used;
    int32_t instance;

    reference->tried++;
    for (instance = reference_next(reference, type, -1, before); instance >= 0;
         instance = reference_next(reference, type, instance, before)) {
        const binding *inner = reference_bind(reference, effect->each, instance, scope);

        reference->tried++;
        if (!effect->where || reference_value(reference, effect->where, inner, before))
            write(reference, effect, inner, before, world);
        reference->memory_used = mark;
    }
}

void reference_apply(reference_planner *reference, const htnc_effect *effects, const binding *scope, int32_t *world)
{
    int32_t before[REFERENCE_CELLS];
    const htnc_effect *effect;

    memcpy(before, world, reference->world_cells * sizeof *world);
    for (effect = effects; effect; effect = effect->next)
        if (effect->each)
            write_for_each(reference, effect, scope, before, world);
        else
            write(reference, effect, scope, before, world);
    reference_stamp(reference, effects, world);
}

uint64_t *reference_uses(reference_planner *reference)
{
    return reference->uses;
}

int32_t reference_evaluate(reference_planner *reference, const htnc_expr *expression, const int32_t *world)
{
    return reference_value(reference, expression, NULL, world);
}
