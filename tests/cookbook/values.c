/*
 * Values, effects and texts of a scenario, from the syntax tree in the real world. Tables, variables and
 * arithmetic are known; quantifiers and repeated effects are not, since no scenario has needed them yet.
 */
#include "stage.h"
#include "passes.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_INDEXES = 8, MOST_CHANGES = 32 };

void add_text(char *text, const char *format, ...)
{
    size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, STAGE_TEXT - length, format, arguments);
    va_end(arguments);
}

static int32_t variable_value(stage *on, const htnc_variable *variable, const scope *known)
{
    for (; known != NULL; known = known->next)
        if (known->variable == variable)
            return known->value;
    complain(on, "`%s` is bound to nothing that is known here", variable->name.text);
}

/* Reads the indexes of a table entry; how many there are. */
static uint32_t read_indexes(stage *on, const htnc_expr *place, const scope *known, int32_t *indexes)
{
    uint32_t count = 0;
    for (const htnc_expr *each = place->operands; each != NULL; each = each->next) {
        if (count == MOST_INDEXES)
            complain(on, "`%s` has too many indexes", place->name.text);
        indexes[count++] = value_of(on, each, known);
    }
    return count;
}

static htn_property property_of(stage *on, const htnc_expr *place)
{
    htn_property property = htn_property_find(&on->domain, place->name.text);
    if (property == HTN_NONE)
        complain(on, "the domain has no property `%s`", place->name.text);
    return property;
}

static int32_t property_value(stage *on, const htnc_expr *place, const scope *known)
{
    int32_t indexes[MOST_INDEXES];
    uint32_t count = read_indexes(on, place, known, indexes);
    return htn_world_get_at(&on->world, property_of(on, place), indexes, count);
}

static int32_t condition_value(stage *on, const htnc_expr *call, const scope *known)
{
    scope inner[MOST_INDEXES];
    const htnc_expr *argument = call->operands;
    uint32_t count = 0;
    for (const htnc_variable *each = call->to.condition->declaration->parameters; each != NULL; each = each->next) {
        if (count == MOST_INDEXES)
            complain(on, "`%s` has too many parameters", call->name.text);
        inner[count] = (scope){count > 0 ? &inner[count - 1] : NULL, each, value_of(on, argument, known)};
        argument = argument->next;
        count++;
    }
    return all_hold(on, call->to.condition->declaration->items, count > 0 ? &inner[count - 1] : NULL);
}

static int32_t name_value(stage *on, const htnc_expr *name, const scope *known)
{
    switch (name->ref) {
    case HTNC_REF_PROPERTY: return property_value(on, name, known);
    case HTNC_REF_VARIABLE: return variable_value(on, name->to.variable, known);
    case HTNC_REF_CONDITION: return condition_value(on, name, known);
    default: complain(on, "`%s` is not known on this stage", name->name.text);
    }
}

int32_t value_of(stage *on, const htnc_expr *expression, const scope *known)
{
    const htnc_expr *operand = expression->operands;
    if (expression->is_constant)
        return expression->folded;
    switch (expression->kind) {
    case HTNC_EXPR_NONE: return HTNC_NOBODY;
    case HTNC_EXPR_NAME: return name_value(on, expression, known);
    case HTNC_EXPR_UNARY: return htnc_fold_unary(expression->op, value_of(on, operand, known));
    case HTNC_EXPR_BINARY:
        return htnc_fold_binary(expression->op, value_of(on, operand, known), value_of(on, operand->next, known));
    default: complain(on, "an expression of a kind that is not known on this stage");
    }
}

bool all_hold(stage *on, const htnc_expr *conditions, const scope *known)
{
    for (const htnc_expr *each = conditions; each != NULL; each = each->next)
        if (!value_of(on, each, known))
            return false;
    return true;
}

/* One write that is still to be made. */
typedef struct change {
    htn_property property;
    const htnc_effect *effect;
    uint32_t count;
    int32_t indexes[MOST_INDEXES], value;
} change;

static bool write(stage *on, const change *what)
{
    const htnc_type *type = what->effect->target->to.property->type;
    int32_t before = htn_world_get_at(&on->world, what->property, what->indexes, what->count);
    int32_t value = what->value;
    switch (what->effect->op) {
    case HTNC_INCREASE: value = htnc_fold_binary(HTNC_ADD, before, value); break;
    case HTNC_DECREASE: value = htnc_fold_binary(HTNC_SUB, before, value); break;
    case HTNC_SCALE: value = htnc_fold_binary(HTNC_MUL, before, value); break;
    case HTNC_ASSIGN: break;
    }
    if (type->kind == HTNC_TYPE_INTEGER)
        value = htnc_fold_function(HTNC_CLAMP, value, type->low, type->high);
    if (htn_world_set_at(&on->world, what->property, what->indexes, what->count, value) != HTN_OK)
        complain(on, "`%s` takes no %d", what->effect->target->name.text, (int)value);
    return value != before;
}

bool change_world(stage *on, const htnc_effect *effects, const scope *known)
{
    change changes[MOST_CHANGES];
    uint32_t count = 0;
    bool changed = false;
    for (const htnc_effect *each = effects; each != NULL; each = each->next) {
        if (each->each != NULL || count == MOST_CHANGES)
            complain(on, "effects of a kind or number that is not known on this stage");
        if (each->when != NULL && !value_of(on, each->when, known))
            continue;
        change *to = &changes[count++];
        to->effect = each;
        to->property = property_of(on, each->target);
        to->count = read_indexes(on, each->target, known, to->indexes);
        to->value = value_of(on, each->value, known);
    }
    for (uint32_t i = 0; i < count; i++)
        changed |= write(on, &changes[i]);
    return changed;
}

void add_value(stage *on, char *text, const htnc_type *type, int32_t value)
{
    const char *name;
    if (type->kind == HTNC_TYPE_SYMBOL) {
        add_text(text, "\"%s\"", htn_domain_text(&on->domain, HTN_SECTION_STRINGS, (uint32_t)value));
        return;
    }
    for (const scope *each = on->instances; each != NULL; each = each->next)
        if (each->value == value && type->kind == HTNC_TYPE_ENTITIES && type->open) {
            add_text(text, "%s", each->variable->name.text);
            return;
        }
    name = type->name != NULL ? htn_value_name(&on->domain, htn_type_find(&on->domain, type->name), value) : NULL;
    if (name != NULL)
        add_text(text, "%s", name);
    else
        add_text(text, "%d", (int)value);
}
