/*
 * Types and objects. `object` is type 0, the root; a type may have several parents, and one that is only named as a parent
 * is declared by that. An `either` is a type of its own, one for each set of members; what is declared to be of one is of all
 * of them. Each type lists its objects, so that to go through them costs nothing.
 */
#include "hddl/read/hddl_resolve.h"

#include <stdlib.h>
#include <string.h>

#define uthash_malloc(size)       base_alloc(resolver->arena, (size))
#define uthash_free(memory, size) ((void)(memory))
#include <uthash.h>

/* A declared type and all that it is a kind of, by rising index. */
typedef struct hddl_ancestors {
    uint32_t *types;
    uint32_t count;
} hddl_ancestors;

typedef struct hddl_either {
    UT_hash_handle hh;
    uint32_t *members; /* ascending, each once */
    uint32_t type;
} hddl_either;

/* --- Types -------------------------------------------------------------------------------------- */

static uint32_t add_type(hddl_resolver *resolver, const char *name, base_span span)
{
    if (resolver->type_count == resolver->type_capacity) {
        uint32_t capacity = resolver->type_capacity == 0 ? 64 : 2 * resolver->type_capacity;
        resolver->types = base_grow(resolver->arena, resolver->types, resolver->type_count * sizeof *resolver->types,
                                    capacity * sizeof *resolver->types);
        resolver->type_capacity = capacity;
    }
    resolver->types[resolver->type_count] = (hddl_type){.name = name, .span = span};
    return resolver->type_count++;
}

static uint32_t declare_type(hddl_resolver *resolver, const hddl_name *name)
{
    uint32_t *named = &name->word->names[HDDL_NAMES_TYPE];
    if (*named == 0)
        *named = add_type(resolver, name->word->text, name->span) + 1;
    return *named - 1;
}

/* Whether the file makes a type of its own of `object`, by giving it a parent. */
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
    if (!hddl_may_go_on(resolver, child->parent_count + 1, child->span))
        return;
    uint32_t *parents = base_grow(resolver->arena, child->parents, child->parent_count * sizeof *parents,
                                  (child->parent_count + 1) * sizeof *parents);
    parents[child->parent_count++] = parent;
    child->parents = parents;
    resolver->has_several_parents = resolver->has_several_parents || child->parent_count > 1;
}

/* Declares the types of one list. Those of an `either` are the parents, each of them. */
static void declare_types(hddl_resolver *resolver, hddl_range items, const hddl_word *object)
{
    const hddl_document *document = resolver->document;
    for (uint32_t i = 0; i < items.count; i++) {
        const hddl_item *item = &document->items[items.first + i];
        if (is_own_object(document, item, object) && hddl_named(&item->name, HDDL_NAMES_TYPE) == 0)
            item->name.word->names[HDDL_NAMES_TYPE] = 0; /* the root stays, without a name that could be written */
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

static int compare_indexes(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Sorts and takes out what is there twice; the number left. */
static uint32_t make_set(uint32_t *indexes, uint32_t count)
{
    uint32_t kept = 0;
    if (count == 0)
        return 0;
    qsort(indexes, count, sizeof *indexes, compare_indexes);
    for (uint32_t i = 1; i < count; i++)
        if (indexes[i] != indexes[kept])
            indexes[++kept] = indexes[i];
    return kept + 1;
}

static bool find_index(const uint32_t *indexes, uint32_t count, uint32_t wanted)
{
    uint32_t low = 0;
    while (count > 0) {
        uint32_t half = count / 2;
        if (indexes[low + half] < wanted) {
            low += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return indexes[low] == wanted;
}

/* The ancestors of a type whose parents have theirs. */
static void join_ancestors(hddl_resolver *resolver, uint32_t type)
{
    const hddl_type *t = &resolver->types[type];
    uint32_t count = 1;
    for (uint32_t i = 0; i < t->parent_count; i++)
        count += resolver->ancestors[t->parents[i]].count;
    if (!hddl_may_go_on(resolver, count, t->span))
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
    resolver->ancestors[type] = (hddl_ancestors){all, make_set(all, at)};
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

/* One of those that no order of parents before children reached: goes up until it comes round. */
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

/* Parents before children (Kahn 1962). */
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

void hddl_resolve_types(hddl_resolver *resolver)
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

/* --- Either ------------------------------------------------------------------------------------- */

static void list_either(hddl_resolver *resolver, hddl_type *type)
{
    uint32_t total = 0;
    for (uint32_t i = 0; i < type->member_count; i++)
        total += resolver->types[type->members[i]].object_count;
    if (!hddl_may_go_on(resolver, total, type->span))
        return;
    uint32_t *objects = base_alloc_array(resolver->arena, total, sizeof *objects);
    uint32_t at = 0;
    for (uint32_t i = 0; i < type->member_count; i++) {
        const hddl_type *member = &resolver->types[type->members[i]];
        if (member->object_count > 0)
            memcpy(objects + at, member->objects, member->object_count * sizeof *objects);
        at += member->object_count;
    }
    type->objects = objects;
    type->object_count = make_set(objects, at);
}

static const char *name_either(hddl_resolver *resolver, const uint32_t *members, uint32_t count)
{
    static const char start[] = "(either ";
    size_t size = sizeof start;
    for (uint32_t i = 0; i < count; i++)
        size += strlen(resolver->types[members[i]].name) + 1;
    char *name = base_alloc(resolver->arena, size); /* zeroed */
    size_t at = sizeof start - 1;
    memcpy(name, start, sizeof start);
    for (uint32_t i = 0; i < count; i++) {
        const char *member = resolver->types[members[i]].name;
        const size_t member_size = strlen(member) + 1;
        memcpy(name + at, member, member_size);
        at += member_size;
        name[at - 1] = i + 1 < count ? ' ' : ')';
    }
    return name;
}

/* The type that joins these, which may be one that is there. `members` becomes its own. */
static uint32_t find_either(hddl_resolver *resolver, uint32_t *members, uint32_t count, base_span span)
{
    hddl_either *either = NULL;
    HASH_FIND(hh, resolver->eithers, members, count * sizeof *members, either);
    if (either == NULL) {
        either = BASE_NEW(resolver->arena, hddl_either);
        either->members = members;
        either->type = add_type(resolver, name_either(resolver, members, count), span);
        hddl_type *type = &resolver->types[either->type];
        type->members = members;
        type->member_count = count;
        HASH_ADD_KEYPTR(hh, resolver->eithers, either->members, count * sizeof *members, either);
        if (resolver->objects_listed)
            list_either(resolver, type);
    }
    return either->type;
}

/* The members of a written type, each once. */
static uint32_t members_of_ref(hddl_resolver *resolver, const hddl_type_ref *ref, uint32_t *members)
{
    const hddl_document *document = resolver->document;
    uint32_t count = 0;
    for (uint32_t i = 0; i < ref->names.count; i++) {
        const hddl_name *name = &document->names[ref->names.first + i];
        uint32_t type = hddl_named(name, HDDL_NAMES_TYPE);
        if (type != HDDL_NONE) {
            members[count++] = type;
            continue;
        }
        resolver->has_unknown_types = true;
        base_report(resolver->diagnostics, BASE_DIAG_UNKNOWN_TYPE, name->span, "unknown type `%s`%s", name->word->text,
                    hddl_suggest(resolver, name->word->text, HDDL_NAMES_TYPE));
    }
    return make_set(members, count);
}

uint32_t hddl_type_of_ref(hddl_resolver *resolver, hddl_type_ref *ref)
{
    if (ref == NULL)
        return hddl_word_of(resolver->document, "object", 6)->names[HDDL_NAMES_TYPE] - 1;
    if (!ref->is_resolved) {
        uint32_t *members = base_alloc_array(resolver->arena, ref->names.count, sizeof *members);
        const uint32_t count = members_of_ref(resolver, ref, members);
        ref->is_resolved = true;
        ref->type = count == 0 ? 0 : count == 1 ? members[0] : find_either(resolver, members, count, ref->span);
    }
    return ref->type;
}

/* --- Objects ------------------------------------------------------------------------------------ */

static uint32_t count_items(const hddl_section *section)
{
    uint32_t count = 0;
    for (; section != NULL; section = section->next)
        count += section->items.count;
    return count;
}

/* Declares the objects of all lists of constants, or of objects. An object may be listed again with the same type. */
static void declare_objects(hddl_resolver *resolver, const hddl_section *section, hddl_object *objects, uint32_t *count)
{
    for (; section != NULL; section = section->next)
        for (uint32_t i = 0; i < section->items.count; i++) {
            const hddl_item *item = &resolver->document->items[section->items.first + i];
            const uint32_t type = hddl_type_of_ref(resolver, item->type);
            uint32_t earlier = hddl_named(&item->name, HDDL_NAMES_OBJECT);
            if (earlier != HDDL_NONE && objects[earlier].type == type)
                continue;
            if (hddl_declare(resolver, HDDL_NAMES_OBJECT, &item->name, *count, "object",
                             earlier != HDDL_NONE ? objects[earlier].span : item->name.span))
                objects[(*count)++] = (hddl_object){item->name.word->text, type, item->name.span};
        }
}

/* Calls for each type that an object is of, once. */
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

/* Types that are no `either`s come first, so that `lists` is where each type's next object goes. */
static void add_object(hddl_resolver *resolver, uint32_t type, uint32_t object, uint32_t *lists)
{
    ((uint32_t *)(uintptr_t)resolver->types[type].objects)[lists[type]++] = object;
}

void hddl_resolve_objects(hddl_resolver *resolver)
{
    const hddl_document *document = resolver->document;
    hddl_problem *problem = resolver->problem;
    uint32_t most = count_items(document->constants.first) + count_items(document->objects.first);
    hddl_object *objects = base_alloc_array(resolver->arena, most, sizeof *objects);
    declare_objects(resolver, document->constants.first, objects, &problem->object_count);
    declare_objects(resolver, document->objects.first, objects, &problem->object_count);
    problem->objects = objects;
    visit_types_of_objects(resolver, count_object, NULL);
    uint64_t total = 0;
    for (uint32_t t = 0; t < resolver->type_count; t++)
        total += resolver->types[t].object_count;
    if (!hddl_may_go_on(resolver, total, resolver->types[0].span))
        return;
    uint32_t *places = base_alloc_array(resolver->arena, resolver->type_count, sizeof *places);
    for (uint32_t t = 0; t < resolver->declared_types; t++)
        resolver->types[t].objects =
            base_alloc_array(resolver->arena, resolver->types[t].object_count, sizeof *resolver->types[t].objects);
    visit_types_of_objects(resolver, add_object, places);
    for (uint32_t t = resolver->declared_types; t < resolver->type_count; t++)
        list_either(resolver, &resolver->types[t]);
    resolver->objects_listed = true;
}

bool hddl_is_of(const hddl_problem *problem, uint32_t object, uint32_t type)
{
    const hddl_type *t = &problem->types[type];
    if (t->object_count == 0 || object < t->objects[0] || object > t->objects[t->object_count - 1])
        return false;
    if (t->objects[t->object_count - 1] - t->objects[0] == t->object_count - 1)
        return true; /* the list has no gap */
    return find_index(t->objects, t->object_count, object);
}

/* --- Whether two types have anything in common -------------------------------------------------- */

static bool is_kind_of(const hddl_resolver *resolver, uint32_t type, uint32_t of)
{
    const hddl_ancestors *ancestors = &resolver->ancestors[type];
    return ancestors->count > 0 && of <= ancestors->types[ancestors->count - 1] &&
           find_index(ancestors->types, ancestors->count, of);
}

static bool declared_meet(hddl_resolver *resolver, uint32_t a, uint32_t b)
{
    if (is_kind_of(resolver, a, b) || is_kind_of(resolver, b, a))
        return true;
    if (!resolver->has_several_parents)
        return false;
    if (!hddl_may_go_on(resolver, resolver->declared_types, resolver->types[a].span))
        return true;
    for (uint32_t t = 0; t < resolver->declared_types; t++)
        if (is_kind_of(resolver, t, a) && is_kind_of(resolver, t, b))
            return true;
    return false;
}

/* Two sorted lists with an index in both. */
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

bool hddl_types_meet(hddl_resolver *resolver, uint32_t a, uint32_t b)
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
    /* An object that is declared to be of an `either` is of types that have nothing else in common. */
    return hddl_may_go_on(resolver, x->object_count + y->object_count, x->span) && share(x, y);
}
