/* The world as text; see translate_world.h. */
#include "hddl/convert/translate_world.h"
#include "hddl/convert/translate_conditions.h"
#include "hddl/convert/translate_costs.h"
#include "hddl/convert/translate_lists.h"
#include "hddl/convert/translate_types.h"

/* The nearest ancestor that is written. */
static uint32_t written_parent(const translation *tr, uint32_t type)
{
    uint32_t parent = tr->types[type].parent;
    while (parent != HDDL_NONE && !tr->types[parent].is_used)
        parent = tr->types[parent].parent;
    return parent;
}

static void write_entities(translation *tr, uint32_t type, const translated_list *values)
{
    const uint32_t parent = written_parent(tr, type);
    const char *name = translate_use_type(tr, type);
    const char *between = parent != HDDL_NONE ? " : " : "";
    translate_list(tr, 0,
                   base_format(tr->arena, "Entities [%s%s%s] Values", name, between,
                               parent != HDDL_NONE ? tr->types[parent].name : ""),
                   values, true);
}

/* Writes a type after its ancestors: parents come before their subtypes. */
static void write_family(translation *tr, uint32_t type, const translated_list *values, bool *is_left)
{
    if (!is_left[type])
        return;
    is_left[type] = false;
    const uint32_t parent = written_parent(tr, type);
    if (parent != HDDL_NONE)
        write_family(tr, parent, values, is_left);
    write_entities(tr, type, &values[type]);
}

/* Writes the types that are used and all their subtypes, because the objects of a subtype are values of the type. */
static void write_types(translation *tr)
{
    const hddl_problem *problem = tr->problem;
    translated_list *values = base_alloc_array(tr->arena, problem->type_count, sizeof *values);
    bool *below = base_alloc_array(tr->arena, problem->type_count, sizeof *below);
    for (uint32_t t = 0; t < problem->type_count; t++)
        for (uint32_t up = t; up != HDDL_NONE && !below[t]; up = tr->types[up].parent)
            below[t] = problem->types[t].members == NULL && tr->types[t].value_count > 0 && tr->types[up].is_used;
    for (uint32_t t = 0; t < problem->type_count; t++)
        if (below[t])
            translate_use_type(tr, t);
    for (uint32_t o = 0; o < problem->object_count; o++) {
        const size_t begin = tr->text.length;
        base_buffer_text(&tr->text, tr->objects[o]);
        translate_take_item(tr, &values[tr->entities[o]], begin);
    }
    base_buffer_text(&tr->text, "\n");
    for (uint32_t t = 0; t < problem->type_count; t++)
        write_family(tr, t, values, below);
}

static void take_property(translation *tr, translated_list *list, const char *name, const hddl_variables *parameters,
                          bool holds)
{
    const size_t begin = tr->text.length;
    base_buffer_text(&tr->text, name);
    for (uint32_t i = 0; i < parameters->count; i++)
        base_buffer_format(&tr->text, "%s%s", i == 0 ? "(" : ", ",
                           translate_use_type(tr, tr->types[parameters->items[i].type].cover));
    base_buffer_format(&tr->text, "%s : bool%s", parameters->count > 0 ? ")" : "", holds ? " = true" : "");
    translate_take_item(tr, list, begin);
}

static void write_properties(translation *tr)
{
    const hddl_problem *problem = tr->problem;
    bool *holds = base_alloc_array(tr->arena, problem->predicate_count, sizeof *holds);
    translated_list list = {0};
    for (uint32_t f = 0; f < problem->fact_count; f++) /* others are in `Facts` */
        holds[problem->facts[f].predicate] = hddl_arity(problem, problem->facts[f].predicate) == 0;
    for (uint32_t p = 0; p < problem->predicate_count; p++)
        if (tr->predicates[p].is_used)
            take_property(tr, &list, tr->predicates[p].name, &problem->predicates[p].parameters, holds[p]);
    for (uint32_t t = 0; t < problem->type_count; t++) {
        const hddl_variable parameter = {.type = t};
        if (tr->types[t].guard != NULL)
            take_property(tr, &list, tr->types[t].guard, &(hddl_variables){&parameter, 1}, false);
    }
    translate_add_functions(tr, &list);
    base_buffer_text(&tr->text, "\n");
    if (list.count > 0)
        translate_list(tr, 0, "World State", &list, false);
}

static void write_facts(translation *tr)
{
    const hddl_problem *problem = tr->problem;
    translated_list list = {0};
    for (uint32_t f = 0; f < problem->fact_count; f++) {
        const hddl_atom *fact = &problem->facts[f];
        const size_t begin = tr->text.length;
        if (!tr->predicates[fact->predicate].is_used || hddl_arity(problem, fact->predicate) == 0)
            continue;
        translate_atom(tr, fact, NULL);
        base_buffer_text(&tr->text, " = true");
        translate_take_item(tr, &list, begin);
    }
    for (uint32_t t = 0; t < problem->type_count; t++)
        for (uint32_t i = 0; tr->types[t].guard != NULL && i < problem->types[t].object_count; i++) {
            const size_t begin = tr->text.length;
            base_buffer_format(&tr->text, "%s(%s) = true", tr->types[t].guard,
                               tr->objects[problem->types[t].objects[i]]);
            translate_take_item(tr, &list, begin);
        }
    translate_add_numbers(tr, &list);
    if (list.count > 0)
        translate_list(tr, 0, "Facts", &list, true);
}

void translate_world(translation *tr)
{
    const base_buffer head = tr->text;
    tr->text = (base_buffer){.arena = tr->arena};
    write_properties(tr);
    write_facts(tr);
    const base_buffer rest = tr->text;
    tr->text = head;
    write_types(tr); /* only now are all types known that the text uses */
    base_buffer_add(&tr->text, rest.bytes, rest.length);
}
