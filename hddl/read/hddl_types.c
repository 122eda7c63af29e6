/* The type hierarchy; see hddl_types.h. */
#include "hddl/read/hddl_types.h"
#include "hddl/read/hddl_index_set.h"
#include "hddl/read/hddl_words.h"

#include <string.h>

/* --- Declarations ------------------------------------------------------------------------------- */

uint32_t hddl_add_type(hddl_resolver *resolver, const char *name, base_span span)
{
    resolver->types = base_grow_by_one(resolver->arena, resolver->types, resolver->type_count, sizeof *resolver->types);
    resolver->types[resolver->type_count] = (hddl_type){.name = name, .span = span};
    return resolver->type_count++;
}

static uint32_t declare_type(hddl_resolver *resolver, const hddl_name *name)
{
    uint32_t *named = &name->word->names[HDDL_NAMES_TYPE];
    if (*named == 0)
        *named = hddl_add_type(resolver, hddl_spelling(resolver, name), name->span) + 1;
    return *named - 1;
}

/* Whether the file declares a type `object` of its own, by giving it a parent. */
static bool is_own_object(const hddl_document *document, const hddl_item *item, const hddl_word *object)
{
    return item->name.word == object && item->type != NULL &&
           !(item->type->names.count == 1 && document->names[item->type->names.first].word == object);
}

static void add_parent(hddl_resolver *resolver, uint32_t type, uint32_t parent)
{
    hddl_type *child = &resolver->types[type];
    for (uint32_t i = 0; i < child->parent_count; i++)
        if (child->parents[i] == parent)
            return;
    if (!hddl_spend(resolver, child->parent_count + 1, child->span))
        return;
    uint32_t *parents = base_grow(resolver->arena, child->parents, child->parent_count * sizeof *parents,
                                  (child->parent_count + 1) * sizeof *parents);
    parents[child->parent_count++] = parent;
    child->parents = parents;
    resolver->has_several_parents = resolver->has_several_parents || child->parent_count > 1;
}

/* Declares the types of one list. Each member of an `either` is a parent. */
static void declare_types(hddl_resolver *resolver, hddl_range items, const hddl_word *object)
{
    const hddl_document *document = resolver->document;
    for (uint32_t i = 0; i < items.count; i++) {
        const hddl_item *item = &document->items[items.first + i];
        if (is_own_object(document, item, object) && hddl_index_of(&item->name, HDDL_NAMES_TYPE) == 0)
            item->name.word->names[HDDL_NAMES_TYPE] = 0; /* the root loses its name to the new type */
        uint32_t type = declare_type(resolver, &item->name);
        for (uint32_t k = 0; item->type != NULL && k < item->type->names.count; k++) {
            const hddl_name *parent = &document->names[item->type->names.first + k];
            uint32_t declared = declare_type(resolver, parent);
            if (declared != type)
                add_parent(resolver, type, declared);
        }
    }
}

/* --- What a type is a kind of ------------------------------------------------------------------- */

/* Finds the ancestors of a type, when its parents have theirs. */
static void join_ancestors(hddl_resolver *resolver, uint32_t type)
{
    const hddl_type *t = &resolver->types[type];
    uint32_t count = 1;
    for (uint32_t i = 0; i < t->parent_count; i++)
        count += resolver->ancestors[t->parents[i]].count;
    if (!hddl_spend(resolver, count, t->span))
        return;
    uint32_t *all = base_alloc_array(resolver->arena, count, sizeof *all);
    uint32_t at = 0;
    all[at++] = type;
    for (uint32_t i = 0; i < t->parent_count; i++) {
        const hddl_ancestors *of = &resolver->ancestors[t->parents[i]];
        if (of->count > 0)
            memcpy(all + at, of->types, of->count * sizeof *all);
        at += of->count;
    }
    resolver->ancestors[type] = (hddl_ancestors){all, hddl_make_index_set(all, at)};
}

/* The children of each type: starts[t] to starts[t + 1] of a list. */
typedef struct children {
    uint32_t *starts, *list;
} children;

static children find_children(hddl_resolver *resolver)
{
    uint32_t count = resolver->type_count;
    uint32_t total = 0;
    children c = {.starts = base_alloc_array(resolver->arena, count + 2, sizeof *c.starts)};
    for (uint32_t t = 0; t < count; t++)
        for (uint32_t i = 0; i < resolver->types[t].parent_count; i++, total++)
            c.starts[resolver->types[t].parents[i] + 2]++;
    for (uint32_t t = 2; t < count + 2; t++)
        c.starts[t] += c.starts[t - 1];
    c.list = base_alloc_array(resolver->arena, total, sizeof *c.list);
    for (uint32_t t = 0; t < count; t++)
        for (uint32_t i = 0; i < resolver->types[t].parent_count; i++)
            c.list[c.starts[resolver->types[t].parents[i] + 1]++] = t;
    return c;
}

/* Reports a type of a cycle: goes up from a type that the sort did not reach, until it must be inside the cycle. */
static void report_circle(hddl_resolver *resolver, const uint32_t *waits, uint32_t type)
{
    uint32_t steps = resolver->type_count;
    while (steps-- > 0) {
        const hddl_type *t = &resolver->types[type];
        uint32_t i = 0;
        while (waits[t->parents[i]] == 0)
            i++;
        type = t->parents[i];
    }
    base_report(resolver->diagnostics, BASE_DIAG_RECURSIVE_TYPE, resolver->types[type].span,
                "the type `%s` is a kind of itself", resolver->types[type].name);
}

/* Finds the ancestors of all types, parents before children (Kahn 1962). */
static void find_ancestors(hddl_resolver *resolver)
{
    uint32_t count = resolver->type_count;
    children c = find_children(resolver);
    uint32_t *waits = base_alloc_array(resolver->arena, count, sizeof *waits);
    uint32_t *ready = base_alloc_array(resolver->arena, count, sizeof *ready);
    uint32_t first = 0;
    uint32_t end = 0;
    resolver->ancestors = base_alloc_array(resolver->arena, count, sizeof *resolver->ancestors);
    for (uint32_t t = 0; t < count; t++)
        if ((waits[t] = resolver->types[t].parent_count) == 0)
            ready[end++] = t;
    while (first < end) {
        uint32_t type = ready[first++];
        join_ancestors(resolver, type);
        for (uint32_t i = c.starts[type]; i < c.starts[type + 1]; i++)
            if (--waits[c.list[i]] == 0)
                ready[end++] = c.list[i];
    }
    for (uint32_t t = 0; t < count && end < count; t++)
        if (waits[t] > 0) {
            report_circle(resolver, waits, t);
            return;
        }
}

void hddl_read_types(hddl_resolver *resolver)
{
    hddl_document *document = resolver->document;
    hddl_name object = {hddl_word_of(document, "object", 6), {0, 0}};
    declare_type(resolver, &object);
    for (const hddl_section *section = document->types.first; section != NULL; section = section->next)
        declare_types(resolver, section->items, object.word);
    if (object.word->names[HDDL_NAMES_TYPE] == 0)
        object.word->names[HDDL_NAMES_TYPE] = 1;
    for (uint32_t t = 1; t < resolver->type_count; t++)
        if (resolver->types[t].parent_count == 0)
            add_parent(resolver, t, 0);
    resolver->declared_types = resolver->type_count;
    find_ancestors(resolver);
}

/* --- Whether two types have anything in common -------------------------------------------------- */

static bool is_kind_of(const hddl_resolver *resolver, uint32_t type, uint32_t of)
{
    const hddl_ancestors *ancestors = &resolver->ancestors[type];
    return ancestors->count > 0 && of <= ancestors->types[ancestors->count - 1] &&
           hddl_index_set_has(ancestors->types, ancestors->count, of);
}

static bool declared_meet(hddl_resolver *resolver, uint32_t a, uint32_t b)
{
    if (is_kind_of(resolver, a, b) || is_kind_of(resolver, b, a))
        return true;
    if (!resolver->has_several_parents)
        return false;
    if (!hddl_spend(resolver, resolver->declared_types, resolver->types[a].span))
        return true;
    for (uint32_t t = 0; t < resolver->declared_types; t++)
        if (is_kind_of(resolver, t, a) && is_kind_of(resolver, t, b))
            return true;
    return false;
}

/* Whether two types have a common object: a merge of their sorted lists. */
static bool share(const hddl_type *a, const hddl_type *b)
{
    for (uint32_t i = 0, j = 0; i < a->object_count && j < b->object_count;) {
        if (a->objects[i] == b->objects[j])
            return true;
        if (a->objects[i] < b->objects[j])
            i++;
        else
            j++;
    }
    return false;
}

bool hddl_types_overlap(hddl_resolver *resolver, uint32_t a, uint32_t b)
{
    const hddl_type *x = &resolver->types[a];
    const hddl_type *y = &resolver->types[b];
    const uint32_t *of_x = x->members != NULL ? x->members : &a;
    const uint32_t *of_y = y->members != NULL ? y->members : &b;
    uint32_t x_count = x->members != NULL ? x->member_count : 1;
    uint32_t y_count = y->members != NULL ? y->member_count : 1;
    if (a == b)
        return true;
    for (uint32_t i = 0; i < x_count; i++)
        for (uint32_t j = 0; j < y_count; j++)
            if (declared_meet(resolver, of_x[i], of_y[j]))
                return true;
    /* An object of an `either` may be of two types that have nothing else in common. */
    return hddl_spend(resolver, x->object_count + y->object_count, x->span) && share(x, y);
}
