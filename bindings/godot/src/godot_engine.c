/* The engine's functions, fetched by name, and calls on top of them that a person can read. */
#include "godot_extension.h"
#include <stdio.h>
#include <string.h>

struct gd_engine gd;

static gd_function *fetch(gd_get_function *get, const char *name, bool *all)
{
    gd_function *const found = get(name);
    if (found == NULL) {
        fprintf(stderr, "htn: this engine has no %s; Godot 4.4 or later is needed\n", name);
        *all = false;
    }
    return found;
}

/* A function pointer of any type from the one that the engine gave. */
#define FETCH(member, name)                                \
    do {                                                   \
        gd_function *const found = fetch(get, name, &all); \
        memcpy(&gd.member, &found, sizeof found);          \
    } while (0)

static bool fetch_objects(gd_get_function *get)
{
    bool all = true;
    FETCH(construct, "classdb_construct_object2");
    FETCH(set_instance, "object_set_instance");
    FETCH(set_binding, "object_set_instance_binding");
    FETCH(get_binding, "object_get_instance_binding");
    FETCH(object_id, "object_get_instance_id");
    FETCH(object_of, "object_get_instance_from_id");
    FETCH(register_class, "classdb_register_extension_class4");
    FETCH(register_method, "classdb_register_extension_class_method");
    FETCH(register_property, "classdb_register_extension_class_property");
    FETCH(register_signal, "classdb_register_extension_class_signal");
    FETCH(register_constant, "classdb_register_extension_class_integer_constant");
    FETCH(unregister_class, "classdb_unregister_extension_class");
    return all;
}

static bool fetch_values(gd_get_function *get)
{
    bool all = true;
    FETCH(print_error, "print_error");
    FETCH(variant_new_copy, "variant_new_copy");
    FETCH(variant_new_nil, "variant_new_nil");
    FETCH(variant_destroy, "variant_destroy");
    FETCH(variant_call, "variant_call");
    FETCH(variant_get_type, "variant_get_type");
    FETCH(variant_stringify, "variant_stringify");
    FETCH(variant_has_method, "variant_has_method");
    FETCH(string_new, "string_new_with_utf8_chars");
    FETCH(string_to_utf8, "string_to_utf8_chars");
    FETCH(name_new, "string_name_new_with_utf8_chars");
    FETCH(bytes_at, "packed_byte_array_operator_index");
    return all;
}

bool gd_load(gd_get_function *get, void *library)
{
    bool all = true;
    gd.library = library;
    if (!fetch_values(get) || !fetch_objects(get))
        return false;
    struct {
        gd_function *(*make)(int), *(*take)(int), *(*inside)(int), *(*construct)(int, int32_t), *(*destroy)(int);
    } by;
    gd_function *found[] = {
        fetch(get, "get_variant_from_type_constructor", &all), fetch(get, "get_variant_to_type_constructor", &all),
        fetch(get, "variant_get_ptr_internal_getter", &all), fetch(get, "variant_get_ptr_constructor", &all),
        fetch(get, "variant_get_ptr_destructor", &all)};
    if (!all)
        return false;
    memcpy(&by, found, sizeof by);
    static const int types[] = {GD_BOOL,   GD_INT,        GD_FLOAT, GD_STRING, GD_STRING_NAME,
                                GD_OBJECT, GD_DICTIONARY, GD_ARRAY, GD_BYTES};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const int type = types[i];
        gd_function *one[] = {by.make(type), by.take(type), by.construct(type, 0), by.destroy(type)};
        memcpy(&gd.make[type], &one[0], sizeof *one);
        memcpy(&gd.take[type], &one[1], sizeof *one);
        memcpy(&gd.construct_of[type], &one[2], sizeof *one);
        memcpy(&gd.destroy[type], &one[3], sizeof *one);
    }
    gd_function *const inside = by.inside(GD_BYTES);
    memcpy(&gd.inside_bytes, &inside, sizeof inside);
    return true;
}

/* --- Values ------------------------------------------------------------------------------------- */

gd_variant gd_of_bool(bool value)
{
    uint8_t byte = value;
    gd_variant made;
    gd.make[GD_BOOL](&made, &byte);
    return made;
}

gd_variant gd_of_int(int64_t value)
{
    gd_variant made;
    gd.make[GD_INT](&made, &value);
    return made;
}

gd_variant gd_of_float(double value)
{
    gd_variant made;
    gd.make[GD_FLOAT](&made, &value);
    return made;
}

gd_variant gd_of_text(const char *text)
{
    gd_string string;
    gd_variant made;
    gd.string_new(&string, text);
    gd.make[GD_STRING](&made, &string);
    gd.destroy[GD_STRING](&string);
    return made;
}

gd_variant gd_of_object(void *object)
{
    gd_variant made;
    gd.make[GD_OBJECT](&made, &object);
    return made;
}

gd_variant gd_new(int type)
{
    uint64_t value[2];
    gd_variant made;
    gd.construct_of[type](value, NULL);
    gd.make[type](&made, value);
    if (gd.destroy[type] != NULL)
        gd.destroy[type](value);
    return made;
}

gd_variant gd_of_bytes(const void *bytes, size_t size)
{
    gd_variant made = gd_new(GD_BYTES), wanted = gd_of_int((int64_t)size);
    const gd_variant *arguments[] = {&wanted};
    gd_variant none = gd_send(&made, "resize", arguments, 1, NULL);
    gd.variant_destroy(&none);
    if (size > 0)
        memcpy(gd.bytes_at(gd.inside_bytes(&made), 0), bytes, size);
    return made;
}

/* Taking from a variant leaves it as it is. */
static void take(int type, void *to, const gd_variant *from)
{
    gd_variant copy = *from;
    gd.take[type](to, &copy);
}

bool gd_bool(const gd_variant *value)
{
    uint8_t is = 0;
    take(GD_BOOL, &is, value);
    return is;
}

int64_t gd_int(const gd_variant *value)
{
    int64_t is = 0;
    take(GD_INT, &is, value);
    return is;
}

double gd_float(const gd_variant *value)
{
    double is = 0;
    take(GD_FLOAT, &is, value);
    return is;
}

void *gd_object(const gd_variant *value)
{
    void *is = NULL;
    if (gd.variant_get_type(value) == GD_OBJECT)
        take(GD_OBJECT, &is, value);
    return is;
}

const char *gd_text(const gd_variant *value, char *to, size_t size)
{
    gd_string string;
    gd.variant_stringify(value, &string);
    const int64_t length = gd.string_to_utf8(&string, to, (int64_t)size - 1);
    to[length < 0 ? 0 : length < (int64_t)size ? length : (int64_t)size - 1] = '\0';
    gd.destroy[GD_STRING](&string);
    return to;
}

int64_t gd_count(gd_variant *array)
{
    gd_variant size = gd_send(array, "size", NULL, 0, NULL);
    const int64_t count = gd_int(&size);
    gd.variant_destroy(&size);
    return count;
}

const uint8_t *gd_bytes(const gd_variant *value, size_t *size)
{
    gd_variant copy = *value;
    *size = (size_t)gd_count(&copy);
    return *size == 0 ? NULL : gd.bytes_at(gd.inside_bytes(&copy), 0);
}

/* --- Calls -------------------------------------------------------------------------------------- */

gd_variant gd_send(gd_variant *to, const char *method, const gd_variant *const *arguments, int64_t count, bool *failed)
{
    gd_name name;
    gd_variant result;
    gd_call_error error = {0};
    gd.name_new(&name, method);
    gd.variant_call(to, &name, arguments, count, &result, &error);
    gd.destroy[GD_STRING_NAME](&name);
    if (error.error != 0)
        gd_error("a method could not be called with these arguments: ", method);
    if (failed != NULL)
        *failed = error.error != 0;
    return result;
}

bool gd_has(const gd_variant *object, const char *method)
{
    gd_name name;
    gd.name_new(&name, method);
    const bool has = gd.variant_has_method(object, &name);
    gd.destroy[GD_STRING_NAME](&name);
    return has;
}

void gd_append(gd_variant *array, gd_variant value)
{
    const gd_variant *arguments[] = {&value};
    gd_variant none = gd_send(array, "append", arguments, 1, NULL);
    gd.variant_destroy(&none);
    gd.variant_destroy(&value);
}

void gd_put(gd_variant *dictionary, const char *key, gd_variant value)
{
    gd_variant name = gd_of_text(key);
    const gd_variant *arguments[] = {&name, &value};
    gd_variant none = gd_send(dictionary, "set", arguments, 2, NULL);
    gd.variant_destroy(&none);
    gd.variant_destroy(&name);
    gd.variant_destroy(&value);
}

gd_variant gd_at(gd_variant *array, int64_t index)
{
    gd_variant number = gd_of_int(index);
    const gd_variant *arguments[] = {&number};
    return gd_send(array, "get", arguments, 1, NULL);
}

void gd_error(const char *what, const char *text)
{
    char said[512];
    snprintf(said, sizeof said, "htn: %s%s", what, text);
    gd.print_error(said, "htn", "addons/htn", 0, 1);
}

/* --- Classes ------------------------------------------------------------------------------------ */

/* Names that a registration needs. They are destroyed with it. */
enum { MOST_NAMES = 16 };
typedef struct names {
    gd_name all[MOST_NAMES];
    size_t count;
    gd_string empty;
} names;

static gd_name *name_of(names *n, const char *text)
{
    gd.name_new(&n->all[n->count], text);
    return &n->all[n->count++];
}

static names begin(void)
{
    names n = {.count = 0};
    gd.string_new(&n.empty, "");
    return n;
}

static void end(names *n)
{
    while (n->count > 0)
        gd.destroy[GD_STRING_NAME](&n->all[--n->count]);
    gd.destroy[GD_STRING](&n->empty);
}

static gd_property any(names *n, const char *name)
{
    return (gd_property){GD_NIL, name_of(n, name), name_of(n, ""), 0, &n->empty, GD_USAGE_DEFAULT | GD_USAGE_VARIANT};
}

void gd_add_method(const char *class_name, const char *name, void *user, gd_call *call, uint32_t need)
{
    static const char *const called[] = {"a", "b", "c"};
    names n = begin();
    gd_property result = any(&n, ""), arguments[3];
    int metadata[3] = {0};
    for (uint32_t i = 0; i < need; i++)
        arguments[i] = any(&n, called[i]);
    const gd_method method = {.name = name_of(&n, name),
                              .user = user,
                              .call = call,
                              .flags = GD_METHOD_NORMAL | GD_METHOD_VARARG,
                              .has_result = 1,
                              .result = &result,
                              .argument_count = need,
                              .arguments = arguments,
                              .argument_metadata = metadata};
    gd.register_method(gd.library, name_of(&n, class_name), &method);
    end(&n);
}

void gd_add_property(const char *class_name, const char *name, int type, const char *resource, void *user, gd_call *set,
                     gd_call *get)
{
    char setter[64], getter[64];
    snprintf(setter, sizeof setter, "set_%s", name);
    snprintf(getter, sizeof getter, "get_%s", name);
    gd_add_method(class_name, setter, user, set, 1);
    gd_add_method(class_name, getter, user, get, 0);
    names n = begin();
    gd_string hint;
    gd.string_new(&hint, resource == NULL ? "" : resource);
    const gd_property property = {type,
                                  name_of(&n, name),
                                  name_of(&n, resource == NULL ? "" : resource),
                                  resource == NULL ? 0 : GD_HINT_RESOURCE_TYPE,
                                  &hint,
                                  GD_USAGE_DEFAULT};
    gd.register_property(gd.library, name_of(&n, class_name), &property, name_of(&n, setter), name_of(&n, getter));
    gd.destroy[GD_STRING](&hint);
    end(&n);
}

void gd_add_signal(const char *class_name, const char *name, const char *const *arguments, uint32_t count)
{
    names n = begin();
    gd_property all[6];
    for (uint32_t i = 0; i < count; i++)
        all[i] = any(&n, arguments[i]);
    gd.register_signal(gd.library, name_of(&n, class_name), name_of(&n, name), all, count);
    end(&n);
}

void gd_add_constant(const char *class_name, const char *of, const char *name, int64_t value)
{
    names n = begin();
    gd.register_constant(gd.library, name_of(&n, class_name), name_of(&n, of), name_of(&n, name), value, 0);
    end(&n);
}

void gd_add_class(const char *name, const char *parent, const gd_class *made)
{
    names n = begin();
    gd.register_class(gd.library, name_of(&n, name), name_of(&n, parent), made);
    end(&n);
}

void gd_remove_class(const char *name)
{
    names n = begin();
    gd.unregister_class(gd.library, name_of(&n, name));
    end(&n);
}

void *gd_make_object(const char *parent, const char *name, void *instance)
{
    static const gd_binding_callbacks none;
    names n = begin();
    void *const object = gd.construct(name_of(&n, parent));
    gd.set_instance(object, name_of(&n, name), instance);
    gd.set_binding(object, gd.library, instance, &none);
    end(&n);
    return object;
}
