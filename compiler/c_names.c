/* Names in ASCII are entered first, so that none of them ever changes; the others come in the order of the model. */
#include "compiler/c_names.h"

#include "base/buffer.h"
#include "base/unicode.h"
#include <string.h>

#define uthash_malloc(size)       base_alloc(names->arena, (size))
#define uthash_free(memory, size) ((void)(memory))
#include <uthash.h>

typedef struct c_name {
    UT_hash_handle hh;       /* by name */
    UT_hash_handle by_given; /* by identifier */
    const char *name, *given;
} c_name;

struct htnc_c_names {
    base_arena *arena;
    c_name *names, *given;
};

static bool is_word(uint32_t code)
{
    return code < 0x80 && base_may_continue_name(code);
}

const char *htnc_c_identifier(base_arena *arena, const char *text, size_t length)
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

static void enter(htnc_c_names *names, const char *name, bool ascii)
{
    c_name *found;
    HASH_FIND_STR(names->names, name, found);
    const char *plain = htnc_c_identifier(names->arena, name, strlen(name)), *given = plain;
    if (found != NULL || (strcmp(plain, name) == 0) != ascii)
        return;
    for (unsigned number = 2;; number++) {
        HASH_FIND(by_given, names->given, given, strlen(given), found);
        if (found == NULL)
            break;
        given = base_format(names->arena, "%s_%u", plain, number);
    }
    c_name *made = BASE_NEW(names->arena, c_name);
    made->name = name;
    made->given = given;
    HASH_ADD_KEYPTR(hh, names->names, name, strlen(name), made);
    HASH_ADD_KEYPTR(by_given, names->given, given, strlen(given), made);
}

static void enter_all(htnc_c_names *names, const htnc_model *model, const htn_domain *domain, bool ascii)
{
    for (const htnc_property *each = model->properties; each != NULL; each = each->next)
        if (each->declaration->cooling == NULL)
            enter(names, each->name, ascii);
    for (const htnc_type *type = model->types; type != NULL; type = type->next) {
        if (type->kind != HTNC_TYPE_ENTITIES && type->values == NULL)
            continue;
        enter(names, type->name, ascii);
        for (const htnc_value *each = type->values; each != NULL; each = each->next)
            enter(names, each->name.text, ascii);
    }
    for (uint32_t i = 0; i < model->task_count; i++)
        enter(names, model->tasks[i]->name.text, ascii);
    for (const htnc_operator *each = model->operators; each != NULL; each = each->next)
        enter(names, each->name, ascii);
    for (const htnc_query *each = model->queries; each != NULL; each = each->next)
        enter(names, each->name, ascii);
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_SENSORS); i++)
        enter(names, htn_sensor_name(domain, i), ascii);
}

htnc_c_names *htnc_c_names_of(base_arena *arena, const htnc_model *model, const htn_domain *domain)
{
    htnc_c_names *names = BASE_NEW(arena, htnc_c_names);
    names->arena = arena;
    enter_all(names, model, domain, true);
    enter_all(names, model, domain, false);
    return names;
}

const char *htnc_c_name(const htnc_c_names *names, const char *name)
{
    const c_name *found;
    HASH_FIND_STR(names->names, name, found);
    return found->given;
}
