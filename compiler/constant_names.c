/* Names that stay are entered first, so that none of them ever changes; the others come in the order of the model. */
#include "compiler/constant_names.h"

#include "base/buffer.h"
#include "base/unicode.h"
#include <string.h>

#define uthash_malloc(size)       base_alloc(names->arena, (size))
#define uthash_free(memory, size) ((void)(memory))
#include <uthash.h>

typedef struct constant_name {
    UT_hash_handle hh;       /* by name */
    UT_hash_handle by_given; /* by identifier */
    const char *name, *given;
} constant_name;

struct htnc_constant_names {
    base_arena *arena;
    const char *reserved;
    constant_name *names, *given;
};

static bool is_word(uint32_t code)
{
    return code < 0x80 && base_may_continue_name(code);
}

const char *htnc_constant_identifier(base_arena *arena, const char *text, size_t length)
{
    base_buffer made = {.arena = arena};
    for (size_t i = 0; i < length;) {
        const base_character next = base_decode(text + i, length - i);
        if (is_word(next.code))
            base_buffer_format(&made, "%c", (int)next.code);
        else if (next.code < 0x80 || next.code == BASE_NOT_UTF8)
            base_buffer_format(&made, "_");
        else
            base_buffer_format(&made, "_u%04X", (unsigned)next.code);
        i += next.bytes;
    }
    return base_buffer_end_text(&made);
}

const char *htnc_unreserved(base_arena *arena, const char *identifier, const char *reserved)
{
    if (strncmp(identifier, "__", 2) == 0 && strstr(reserved, " __* ") != NULL)
        return base_format(arena, "u%s", identifier);
    const bool is_reserved = strstr(reserved, base_format(arena, " %s ", identifier)) != NULL;
    return is_reserved ? base_format(arena, "%s_", identifier) : identifier;
}

static void enter(htnc_constant_names *names, const char *name, bool stays)
{
    constant_name *found;
    HASH_FIND_STR(names->names, name, found);
    const char *plain =
        htnc_unreserved(names->arena, htnc_constant_identifier(names->arena, name, strlen(name)), names->reserved);
    const char *given = plain;
    if (found != NULL || (strcmp(plain, name) == 0) != stays)
        return;
    for (unsigned number = 2;; number++) {
        HASH_FIND(by_given, names->given, given, strlen(given), found);
        if (found == NULL)
            break;
        given = base_format(names->arena, "%s_%u", plain, number);
    }
    constant_name *made = BASE_NEW(names->arena, constant_name);
    made->name = name;
    made->given = given;
    HASH_ADD_KEYPTR(hh, names->names, name, strlen(name), made);
    HASH_ADD_KEYPTR(by_given, names->given, given, strlen(given), made);
}

static void enter_all(htnc_constant_names *names, const htnc_model *model, const htn_domain *domain, bool stays)
{
    for (const htnc_property *each = model->properties; each != NULL; each = each->next)
        if (each->declaration->cooling == NULL)
            enter(names, each->name, stays);
    for (const htnc_type *type = model->types; type != NULL; type = type->next) {
        if (type->kind != HTNC_TYPE_ENTITIES && type->values == NULL)
            continue;
        enter(names, type->name, stays);
        for (const htnc_value *each = type->values; each != NULL; each = each->next)
            enter(names, each->name.text, stays);
    }
    for (uint32_t i = 0; i < model->task_count; i++)
        enter(names, model->tasks[i]->name.text, stays);
    for (const htnc_operator *each = model->operators; each != NULL; each = each->next)
        enter(names, each->name, stays);
    for (const htnc_query *each = model->queries; each != NULL; each = each->next)
        enter(names, each->name, stays);
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_SENSORS); i++)
        enter(names, htn_sensor_name(domain, i), stays);
}

htnc_constant_names *htnc_constant_names_of(base_arena *arena, const htnc_model *model, const htn_domain *domain,
                                            const char *reserved)
{
    htnc_constant_names *names = BASE_NEW(arena, htnc_constant_names);
    names->arena = arena;
    names->reserved = reserved;
    enter_all(names, model, domain, true);
    enter_all(names, model, domain, false);
    return names;
}

const char *htnc_constant_name(const htnc_constant_names *names, const char *name)
{
    const constant_name *found;
    HASH_FIND_STR(names->names, name, found);
    return found->given;
}
