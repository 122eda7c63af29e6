/*
 * What this extension needs of Godot's extension interface, from version 4.4 on, in our own declarations: shapes and numbers are the
 * engine's. godot_engine.c fetches the functions; HtnDomain (godot_domain.c) and HtnAgent (godot_agent.c) use them through this header.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Values of the engine. Each is to be destroyed, unless it says otherwise. */
typedef struct gd_variant {
    uint64_t words[3];
} gd_variant;
typedef struct gd_name {
    void *data;
} gd_name;
typedef struct gd_string {
    void *data;
} gd_string;

enum {
    GD_NIL = 0,
    GD_BOOL = 1,
    GD_INT = 2,
    GD_FLOAT = 3,
    GD_STRING = 4,
    GD_STRING_NAME = 21,
    GD_OBJECT = 24,
    GD_DICTIONARY = 27,
    GD_ARRAY = 28,
    GD_BYTES = 29
};

typedef struct gd_call_error {
    int error; /* 0: none */
    int32_t argument, expected;
} gd_call_error;
enum { GD_BAD_ARGUMENT = 2, GD_TOO_FEW_ARGUMENTS = 4 };

typedef struct gd_property {
    int type;
    gd_name *name, *class_name;
    uint32_t hint;
    gd_string *hint_string;
    uint32_t usage;
} gd_property;
enum { GD_USAGE_DEFAULT = 6, GD_USAGE_VARIANT = 1 << 17, GD_HINT_RESOURCE_TYPE = 17 };

typedef void gd_function(void);
typedef gd_function *gd_get_function(const char *name);

/* A class of the extension; what is NULL is left to the engine. */
typedef struct gd_class {
    uint8_t is_virtual, is_abstract, is_exposed, is_runtime;
    const gd_string *icon_path;
    gd_function *set, *get, *get_property_list, *free_property_list, *can_revert, *get_revert, *validate_property;
    void (*notification)(void *instance, int32_t what, uint8_t reversed);
    gd_function *to_string, *reference, *unreference;
    void *(*create)(void *user, uint8_t notify);
    void (*free)(void *user, void *instance);
    gd_function *recreate, *get_virtual, *get_virtual_data, *call_virtual;
    void *user;
} gd_class;

typedef void gd_call(void *method, void *instance, const gd_variant *const *arguments, int64_t count,
                     gd_variant *result, gd_call_error *error);
typedef struct gd_method {
    gd_name *name;
    void *user;
    gd_call *call;
    gd_function *pointer_call;
    uint32_t flags;
    uint8_t has_result;
    gd_property *result;
    int result_metadata;
    uint32_t argument_count;
    gd_property *arguments;
    int *argument_metadata;
    uint32_t default_count;
    gd_variant **defaults;
} gd_method;
enum { GD_METHOD_NORMAL = 1, GD_METHOD_VARARG = 16 }; /* a vararg method is always called with variants */

typedef struct gd_binding_callbacks {
    gd_function *create, *free, *reference;
} gd_binding_callbacks;
typedef struct gd_initialization {
    int minimum_level;
    void *user;
    void (*initialize)(void *user, int level);
    void (*deinitialize)(void *user, int level);
} gd_initialization;
enum { GD_LEVEL_SCENE = 2 };

/* The engine's functions. Filled once, when the library is loaded; constant afterwards. */
struct gd_engine {
    void *library;
    void (*print_error)(const char *text, const char *function, const char *file, int32_t line, uint8_t in_editor);
    void (*variant_new_copy)(gd_variant *to, const gd_variant *from);
    void (*variant_new_nil)(gd_variant *to);
    void (*variant_destroy)(gd_variant *value);
    void (*variant_call)(gd_variant *self, const gd_name *method, const gd_variant *const *arguments, int64_t count,
                         gd_variant *result, gd_call_error *error);
    int (*variant_get_type)(const gd_variant *value);
    void (*variant_stringify)(const gd_variant *value, gd_string *to);
    uint8_t (*variant_has_method)(const gd_variant *value, const gd_name *method);
    void (*string_new)(gd_string *to, const char *text);
    int64_t (*string_to_utf8)(const gd_string *from, char *to, int64_t size);
    void (*name_new)(gd_name *to, const char *text);
    uint8_t *(*bytes_at)(void *bytes, int64_t index);
    void *(*construct)(const gd_name *class_name);
    void (*set_instance)(void *object, const gd_name *class_name, void *instance);
    void (*set_binding)(void *object, void *token, void *binding, const gd_binding_callbacks *callbacks);
    void *(*get_binding)(void *object, void *token, const gd_binding_callbacks *callbacks);
    uint64_t (*object_id)(const void *object);
    void *(*object_of)(uint64_t id);
    void (*register_class)(void *library, const gd_name *name, const gd_name *parent, const gd_class *made);
    void (*register_method)(void *library, const gd_name *class_name, const gd_method *method);
    void (*register_property)(void *library, const gd_name *class_name, const gd_property *property,
                              const gd_name *setter, const gd_name *getter);
    void (*register_signal)(void *library, const gd_name *class_name, const gd_name *signal,
                            const gd_property *arguments, int64_t count);
    void (*register_constant)(void *library, const gd_name *class_name, const gd_name *of, const gd_name *name,
                              int64_t value, uint8_t bits);
    void (*unregister_class)(void *library, const gd_name *name);
    void (*make[GD_BYTES + 1])(gd_variant *to, void *from); /* by type: a variant from a value */
    void (*take[GD_BYTES + 1])(void *to, gd_variant *from); /* a value from a variant */
    void *(*inside_bytes)(gd_variant *value);
    void (*construct_of[GD_BYTES + 1])(void *to, const void *const *arguments);
    void (*destroy[GD_BYTES + 1])(void *value);
};
extern struct gd_engine gd;

/* False: the engine lacks a function, which is named in an error. */
bool gd_load(gd_get_function *get, void *library);

/* New variants. `text` is UTF-8. */
gd_variant gd_of_bool(bool value);
gd_variant gd_of_int(int64_t value);
gd_variant gd_of_float(double value);
gd_variant gd_of_text(const char *text);
gd_variant gd_of_object(void *object);
gd_variant gd_of_bytes(const void *bytes, size_t size);
gd_variant gd_new(int type); /* an empty array, dictionary or byte array */

/* What a variant is. The type must be that one. */
bool gd_bool(const gd_variant *value);
int64_t gd_int(const gd_variant *value);
double gd_float(const gd_variant *value);
void *gd_object(const gd_variant *value); /* NULL: none */

/* The text of a variant, cut to `size` - 1 bytes. */
const char *gd_text(const gd_variant *value, char *to, size_t size);

/* The bytes of a byte array, good until it is destroyed or written; `*size` is their number. NULL for none. */
const uint8_t *gd_bytes(const gd_variant *value, size_t *size);

/* Calls a method. The result is to be destroyed; nil where the call failed, and `*failed` (may be NULL) says so. */
gd_variant gd_send(gd_variant *to, const char *method, const gd_variant *const *arguments, int64_t count, bool *failed);
bool gd_has(const gd_variant *object, const char *method);
void gd_append(gd_variant *array, gd_variant value);                    /* takes the value */
void gd_put(gd_variant *dictionary, const char *key, gd_variant value); /* likewise */
int64_t gd_count(gd_variant *array);
gd_variant gd_at(gd_variant *array, int64_t index);

/* An error in the engine's log: a format and a text. */
void gd_error(const char *what, const char *text);

/* A class's methods and properties: `need` is the number of arguments that a call must have; `user` is what the call gets as
   its method. */
void gd_add_method(const char *class_name, const char *name, void *user, gd_call *call, uint32_t need);
void gd_add_property(const char *class_name, const char *name, int type, const char *resource, void *user, gd_call *set,
                     gd_call *get);
void gd_add_signal(const char *class_name, const char *name, const char *const *arguments, uint32_t count);
void gd_add_constant(const char *class_name, const char *of, const char *name, int64_t value);
void gd_add_class(const char *name, const char *parent, const gd_class *made);
void gd_remove_class(const char *name);

/* A new object of the engine's class `parent`, which is `instance` of ours. */
void *gd_make_object(const char *parent, const char *name, void *instance);
