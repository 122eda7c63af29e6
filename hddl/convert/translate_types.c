/* Types as Entities; see translate_types.h. */
#include "hddl/convert/translate_types.h"
#include "hddl/convert/translate_names.h"

static bool is_declared(const hddl_type *type)
{
    return type->members == NULL;
}

/* The depth of every type: goes up to a type whose depth is known, then fills in the path. */
static void find_depths(translation *tr)
{
    const hddl_problem *problem = tr->problem;
    uint32_t *path = base_alloc_array(tr->arena, problem->type_count, sizeof *path);
    for (uint32_t t = 1; t < problem->type_count; t++) {
        uint32_t length = 0;
        uint32_t at = t;
        for (; at != 0 && tr->types[at].depth == 0 && tr->types[at].parent != HDDL_NONE; at = tr->types[at].parent)
            path[length++] = at;
        for (uint32_t depth = tr->types[at].depth; length > 0; length--)
            tr->types[path[length - 1]].depth = ++depth;
    }
}

static uint32_t common(const translation *tr, uint32_t a, uint32_t b)
{
    while (a != b)
        if (tr->types[a].depth >= tr->types[b].depth)
            a = tr->types[a].parent;
        else
            b = tr->types[b].parent;
    return a;
}

/* Finds the cover of a type: the nearest common ancestor of the Entities of its objects. */
static void cover(translation *tr, uint32_t index)
{
    const hddl_type *type = &tr->problem->types[index];
    translated_type *t = &tr->types[index];
    t->cover = HDDL_NONE;
    if (type->object_count == 0)
        return;
    if (is_declared(type) && t->value_count == type->object_count) {
        t->cover = index;
    } else {
        t->cover = tr->entities[type->objects[0]];
        for (uint32_t i = 1; i < type->object_count; i++)
            t->cover = common(tr, t->cover, tr->entities[type->objects[i]]);
    }
    t->is_exact = tr->types[t->cover].value_count == type->object_count;
}

void translate_types(translation *tr)
{
    const hddl_problem *problem = tr->problem;
    tr->types = base_alloc_array(tr->arena, problem->type_count, sizeof *tr->types);
    tr->entities = base_alloc_array(tr->arena, problem->object_count, sizeof *tr->entities);
    for (uint32_t t = 0; t < problem->type_count; t++)
        tr->types[t].parent = problem->types[t].parent_count > 0 ? problem->types[t].parents[0] : HDDL_NONE;
    find_depths(tr);
    for (uint32_t o = 0; o < problem->object_count; o++) {
        const hddl_type *type = &problem->types[problem->objects[o].type];
        tr->entities[o] = is_declared(type) ? problem->objects[o].type : type->members[0];
        for (uint32_t t = tr->entities[o]; t != HDDL_NONE; t = tr->types[t].parent) {
            tr->types[t].value_count++;
            tr->types[t].only_value = o;
        }
    }
    for (uint32_t t = 0; t < problem->type_count; t++)
        cover(tr, t);
}

bool translate_is_within(const translation *tr, uint32_t inner, uint32_t outer)
{
    while (tr->types[inner].depth > tr->types[outer].depth)
        inner = tr->types[inner].parent;
    return inner == outer;
}

bool translate_types_overlap(const translation *tr, uint32_t a, uint32_t b)
{
    return translate_is_within(tr, a, b) || translate_is_within(tr, b, a);
}

const char *translate_use_type(translation *tr, uint32_t entities)
{
    translated_type *type = &tr->types[entities];
    const hddl_type *of = &tr->problem->types[entities];
    if (type->name == NULL)
        type->name = translate_name(tr, TRANSLATE_TYPES, of->name);
    type->is_used = true;
    return type->name;
}

const char *translate_use_guard(translation *tr, uint32_t type)
{
    translated_type *t = &tr->types[type];
    if (t->guard == NULL) {
        const hddl_type *of = &tr->problem->types[type];
        t->guard = translate_name(tr, TRANSLATE_VALUES,
                                  base_format(tr->arena, "is_%s", is_declared(of) ? of->name : "one_of"));
        translate_use_type(tr, t->cover);
    }
    return t->guard;
}

static void add_guard(translation *tr, translated_variable *variable, uint32_t type)
{
    for (uint32_t i = 0; i < variable->guard_count; i++)
        if (variable->guards[i] == type)
            return;
    variable->guards = base_grow_by_one(tr->arena, variable->guards, variable->guard_count, sizeof *variable->guards);
    variable->guards[variable->guard_count++] = type;
}

void translate_narrow(translation *tr, translated_variable *variable, uint32_t type, uint32_t known)
{
    const translated_type *t = &tr->types[type];
    if (t->cover == HDDL_NONE ||
        (variable->cover != HDDL_NONE && !translate_types_overlap(tr, variable->cover, t->cover))) {
        variable->is_impossible = true;
        return;
    }
    if (variable->cover == HDDL_NONE || translate_is_within(tr, t->cover, variable->cover))
        variable->cover = t->cover;
    if (!t->is_exact && type != known)
        add_guard(tr, variable, type);
}
