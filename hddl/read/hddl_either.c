/* Written types; see hddl_either.h. */
#include "hddl/read/hddl_either.h"
#include "hddl/read/hddl_index_set.h"
#include "hddl/read/hddl_types.h"
#include "hddl/read/hddl_words.h"

#include <string.h>

#define uthash_malloc(size)       base_alloc(resolver->arena, (size))
#define uthash_free(memory, size) ((void)(memory))
#include <uthash.h>

typedef struct hddl_either {
    UT_hash_handle hh;
    uint32_t *members; /* an index set */
    uint32_t type;
} hddl_either;

void hddl_list_either(hddl_resolver *resolver, hddl_type *type)
{
    uint32_t total = 0;
    for (uint32_t i = 0; i < type->member_count; i++)
        total += resolver->types[type->members[i]].object_count;
    if (!hddl_spend(resolver, total, type->span))
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
    type->object_count = hddl_make_index_set(objects, at);
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

/* The type of a set of members: an existing one or a new one, which owns `members`. */
static uint32_t find_either(hddl_resolver *resolver, uint32_t *members, uint32_t count, base_span span)
{
    hddl_either *either = NULL;
    HASH_FIND(hh, resolver->eithers, members, count * sizeof *members, either);
    if (either == NULL) {
        either = BASE_NEW(resolver->arena, hddl_either);
        either->members = members;
        either->type = hddl_add_type(resolver, name_either(resolver, members, count), span);
        hddl_type *type = &resolver->types[either->type];
        type->members = members;
        type->member_count = count;
        HASH_ADD_KEYPTR(hh, resolver->eithers, either->members, count * sizeof *members, either);
        if (resolver->objects_listed)
            hddl_list_either(resolver, type);
    }
    return either->type;
}

/* Finds the members of a written type, as an index set. Returns how many there are. */
static uint32_t members_of_ref(hddl_resolver *resolver, const hddl_type_ref *ref, uint32_t *members)
{
    const hddl_document *document = resolver->document;
    uint32_t count = 0;
    for (uint32_t i = 0; i < ref->names.count; i++) {
        const hddl_name *name = &document->names[ref->names.first + i];
        uint32_t type = hddl_index_of(name, HDDL_NAMES_TYPE);
        if (type != HDDL_NONE) {
            members[count++] = type;
            continue;
        }
        resolver->has_unknown_types = true;
        base_report(resolver->diagnostics, BASE_DIAG_UNKNOWN_TYPE, name->span, "unknown type `%s`%s", name->word->text,
                    hddl_suggest(resolver, name->word->text, HDDL_NAMES_TYPE));
    }
    return hddl_make_index_set(members, count);
}

uint32_t hddl_resolve_type(hddl_resolver *resolver, hddl_type_ref *ref)
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
