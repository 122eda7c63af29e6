/* Names; see translate_names.h. */
#include "hddl/convert/translate_names.h"

#include <ctype.h>
#include <string.h>

#define uthash_malloc(size)       base_alloc(tr->arena, (size))
#define uthash_free(memory, size) ((void)(memory))
#include <uthash.h>

struct translate_taken {
    UT_hash_handle hh;
    const char *name;
};

static bool is_reserved(const char *name)
{
    static const char *const words[] = {"true",  "false", "not",   "and",  "or",  "any",   "where", "exists",
                                        "every", "none",  "count", "sum",  "min", "max",   "abs",   "clamp",
                                        "curve", "for",   "when",  "bool", "int", "symbol"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(name, words[i]) == 0)
            return true;
    return false;
}

/* Made of letters, digits and `_`; the first is no digit. */
static const char *writable(translation *tr, const char *text)
{
    const bool digit = text[0] >= '0' && text[0] <= '9';
    char *name = base_format(tr->arena, "%s%s", digit ? "_" : "", text);
    for (char *letter = name; *letter != '\0'; letter++)
        if (!isalnum((unsigned char)*letter))
            *letter = '_';
    return is_reserved(name) ? base_format(tr->arena, "%s_", name) : name;
}

static bool is_taken(const translation *tr, translate_family family, const char *name)
{
    struct translate_taken *taken = NULL;
    HASH_FIND_STR(tr->taken[family], name, taken);
    return taken != NULL;
}

const char *translate_name(translation *tr, translate_family family, const char *text)
{
    const char *base = writable(tr, text);
    const char *name = base;
    for (unsigned number = 2; is_taken(tr, family, name); number++)
        name = base_format(tr->arena, "%s_%u", base, number);
    struct translate_taken *taken = BASE_NEW(tr->arena, struct translate_taken);
    taken->name = name;
    HASH_ADD_KEYPTR(hh, tr->taken[family], taken->name, strlen(name), taken);
    return name;
}

const char *translate_variable_name(translation *tr, const hddl_variable *variable, const translated_variable *others,
                                    uint32_t count)
{
    const char *base = writable(tr, variable->name);
    const char *name = base;
    for (unsigned number = 2;; number++) {
        bool free = !is_taken(tr, TRANSLATE_VALUES, name);
        for (uint32_t i = 0; free && i < count; i++)
            free = others[i].name == NULL || strcmp(others[i].name, name) != 0;
        if (free)
            return name;
        name = base_format(tr->arena, "%s_%u", base, number);
    }
}
