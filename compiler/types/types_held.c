/*
 * `Held(c)` reads a table that no domain declares: by layer and instance, how many others hold the instance. Each family of which a
 * Reserve or a Held names an instance has one. Its first parameter, the layer, is left out where there is only one root. The runtime
 * writes the table.
 */
#include "compiler/types/types_held.h"

#include "compiler/types/types_ranges.h"

htnc_held *htnc_held_of(htnc_checker *checker, const htnc_type *type, base_span span)
{
    htnc_held **at = &checker->model->held;
    while (type->parent)
        type = type->parent;
    while (*at && (*at)->family != type)
        at = &(*at)->next;
    if (!*at) {
        *at = BASE_NEW(checker->arena, htnc_held);
        **at = (htnc_held){.family = type, .limit = 1, .first = span};
    }
    return *at;
}

/* --- Tables --------------------------------------------------------------------------------------- */

/* An Enum of the roots. No declaration can have its name. */
static const htnc_type *make_layers(htnc_checker *checker)
{
    htnc_type *type = BASE_NEW(checker->arena, htnc_type);
    htnc_value **end = &type->values;
    type->kind = HTNC_TYPE_ENUM;
    type->name = "(layer)";
    type->index = checker->model->type_count++;
    for (const htnc_root *root = checker->model->roots; root; root = root->next) {
        htnc_value *value = BASE_NEW(checker->arena, htnc_value);
        *value = (htnc_value){.name = root->task->name, .type = type, .ordinal = (int32_t)type->value_count++};
        *end = value;
        end = &value->next;
    }
    type->high = (int32_t)type->value_count - 1;
    *checker->types_end = type;
    checker->types_end = &type->next;
    return type;
}

static htnc_type_ref *type_ref_of(htnc_checker *checker, const htnc_type *type)
{
    htnc_type_ref *ref = BASE_NEW(checker->arena, htnc_type_ref);
    *ref = (htnc_type_ref){.name = {type->name, {0, 0}}, .type = type};
    return ref;
}

static htnc_variable *add_parameter(htnc_checker *checker, const htnc_type *type, htnc_variable *next)
{
    htnc_variable *variable = BASE_NEW(checker->arena, htnc_variable);
    *variable = (htnc_variable){.type = type, .type_ref = type_ref_of(checker, type), .next = next};
    return variable;
}

/* `Held`; where that would not tell tables or declared properties apart, `Held(Cover)`, which no declaration can be called. */
static const char *name_of(const htnc_checker *checker, const htnc_held *held)
{
    bool free = !checker->model->held->next;
    for (const htnc_property *each = checker->model->properties; each; each = each->next)
        free = free && strcmp(each->name, "Held") != 0;
    return free ? "Held" : base_format(checker->arena, "Held(%s)", held->family->name);
}

static htnc_property *make_table(htnc_checker *checker, htnc_held *held)
{
    htnc_property_decl *declaration = BASE_NEW(checker->arena, htnc_property_decl);
    htnc_property *property = BASE_NEW(checker->arena, htnc_property);
    *declaration =
        (htnc_property_decl){.span = held->first, .name = {name_of(checker, held), held->first}, .held = held};
    declaration->type_ref = type_ref_of(checker, htnc_range_type(checker, 0, UINT8_MAX));
    declaration->parameters = add_parameter(checker, held->family, NULL);
    *property = (htnc_property){.declaration = declaration,
                                .name = declaration->name.text,
                                .type = declaration->type_ref->type,
                                .parameter_count = 1,
                                .cells = held->family->value_count,
                                .read = true,
                                .written = true,
                                .tested = true};
    if (held->layers) {
        declaration->parameters = add_parameter(checker, held->layers, declaration->parameters);
        property->parameter_count = 2;
        property->cells *= held->layers->value_count;
    }
    return property;
}

void htnc_make_held_tables(htnc_checker *checker)
{
    htnc_model *model = checker->model;
    htnc_property **at = &model->properties;
    const htnc_type *layers = model->held && model->root_count > 1 ? make_layers(checker) : NULL;
    while (*at && !(*at)->declaration->shared)
        at = &(*at)->next;
    for (htnc_held *held = model->held; held; held = held->next) {
        held->layers = layers;
        held->property = make_table(checker, held);
        held->property->next = *at;
        *at = held->property;
        at = &held->property->next;
    }
    model->property_count = 0;
    for (htnc_property *each = model->properties; each; each = each->next)
        each->index = model->property_count++;
}
