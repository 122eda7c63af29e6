/* Objects and the types that they are of; see hddl_objects.h. */
#include "hddl/read/hddl_objects.h"
#include "hddl/read/hddl_either.h"
#include "hddl/read/hddl_types.h"

/* Declares the objects of a list of sections. An object may be declared again with the same type. */
static void declare_objects(hddl_resolver *resolver, const hddl_section *section, hddl_object **objects)
{
    uint32_t *count = &resolver->problem->object_count;
    for (; section != NULL; section = section->next)
        for (uint32_t i = 0; i < section->items.count; i++) {
            const hddl_item *item = &resolver->document->items[section->items.first + i];
            const uint32_t type = hddl_resolve_type(resolver, item->type);
            const uint32_t earlier = hddl_index_of(&item->name, HDDL_NAMES_OBJECT);
            if (earlier != HDDL_NONE && (*objects)[earlier].type == type)
                continue;
            if (!hddl_declare(resolver, HDDL_NAMES_OBJECT, &item->name, *count, "object",
                              earlier != HDDL_NONE ? (*objects)[earlier].span : item->name.span))
                continue;
            *objects = base_grow_by_one(resolver->arena, *objects, *count, sizeof **objects);
            (*objects)[(*count)++] = (hddl_object){hddl_spelling(resolver, &item->name), type, item->name.span};
        }
}

/* Is called once for each object and each declared type that it is of. */
typedef void visit_type(hddl_resolver *resolver, uint32_t type, uint32_t object, uint32_t *lists);

static void visit_ancestors(hddl_resolver *resolver, uint32_t of, uint32_t object, uint32_t *marks, visit_type *visit,
                            uint32_t *lists)
{
    const hddl_ancestors *ancestors = &resolver->ancestors[of];
    for (uint32_t i = 0; i < ancestors->count; i++)
        if (marks[ancestors->types[i]] != object + 1) {
            marks[ancestors->types[i]] = object + 1;
            visit(resolver, ancestors->types[i], object, lists);
        }
}

static void visit_types_of_objects(hddl_resolver *resolver, visit_type *visit, uint32_t *lists)
{
    const hddl_problem *problem = resolver->problem;
    uint32_t *marks = base_alloc_array(resolver->arena, resolver->type_count, sizeof *marks);
    for (uint32_t o = 0; o < problem->object_count; o++) {
        const hddl_type *type = &resolver->types[problem->objects[o].type];
        if (type->members == NULL)
            visit_ancestors(resolver, problem->objects[o].type, o, marks, visit, lists);
        for (uint32_t i = 0; i < type->member_count; i++)
            visit_ancestors(resolver, type->members[i], o, marks, visit, lists);
    }
}

static void count_object(hddl_resolver *resolver, uint32_t type, uint32_t object, uint32_t *lists)
{
    (void)object;
    (void)lists;
    resolver->types[type].object_count++;
}

/* `lists` has the number of objects that a type's list already has. */
static void add_object(hddl_resolver *resolver, uint32_t type, uint32_t object, uint32_t *lists)
{
    ((uint32_t *)(uintptr_t)resolver->types[type].objects)[lists[type]++] = object;
}

void hddl_read_objects(hddl_resolver *resolver)
{
    const hddl_document *document = resolver->document;
    hddl_problem *problem = resolver->problem;
    hddl_object *objects = NULL;
    declare_objects(resolver, document->constants.first, &objects);
    declare_objects(resolver, document->objects.first, &objects);
    problem->objects = objects;
    visit_types_of_objects(resolver, count_object, NULL);
    uint64_t total = 0;
    for (uint32_t t = 0; t < resolver->type_count; t++)
        total += resolver->types[t].object_count;
    if (!hddl_spend(resolver, total, resolver->types[0].span))
        return;
    uint32_t *lists = base_alloc_array(resolver->arena, resolver->type_count, sizeof *lists);
    for (uint32_t t = 0; t < resolver->declared_types; t++)
        resolver->types[t].objects =
            base_alloc_array(resolver->arena, resolver->types[t].object_count, sizeof *resolver->types[t].objects);
    visit_types_of_objects(resolver, add_object, lists);
    for (uint32_t t = resolver->declared_types; t < resolver->type_count; t++)
        hddl_list_either(resolver, &resolver->types[t]);
    resolver->objects_listed = true;
}
