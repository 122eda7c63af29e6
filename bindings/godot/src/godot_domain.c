/* HtnDomain: a resource that holds a blob. Also the conversion of values, and the entry of the library. */
#include "godot_agent.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 256 };

/* --- Values ------------------------------------------------------------------------------------- */

gd_variant value_to_engine(const htn_domain *domain, uint32_t type, int32_t value)
{
    if (type == HTN_NONE) /* a symbol */
        return gd_of_text(htn_domain_text(domain, HTN_SECTION_STRINGS, (uint32_t)value));
    const char *const name = htn_value_name(domain, type, value);
    switch (htn_type_kind_of(domain, type)) {
    case HTN_TYPE_BOOL: return gd_of_bool(value != 0);
    case HTN_TYPE_FIXED: return gd_of_float(htn_double_from_fixed(value));
    case HTN_TYPE_ENTITIES:
        if (value < 0) {
            gd_variant none;
            gd.variant_new_nil(&none);
            return none;
        }
        break;
    default: break;
    }
    return name != NULL ? gd_of_text(name) : gd_of_int(value);
}

static bool named(const htn_domain *domain, uint32_t type, const gd_variant *value, int32_t *number)
{
    char text[LONGEST], said[2 * LONGEST + 64];
    gd_text(value, text, sizeof text);
    const bool found =
        type == HTN_NONE ? htn_symbol_find(domain, text, number) : htn_value_find(domain, type, text, number);
    if (!found) {
        snprintf(said, sizeof said, "`%s` is no value of %s", text,
                 type == HTN_NONE ? "a symbol" : htn_type_name(domain, type));
        gd_error(said, "");
    }
    return found;
}

bool value_from_engine(const htn_domain *domain, uint32_t type, const gd_variant *value, int32_t *number)
{
    const bool fixed = type != HTN_NONE && htn_type_kind_of(domain, type) == HTN_TYPE_FIXED;
    double real = 0;
    switch (gd.variant_get_type(value)) {
    case GD_NIL: *number = -1; return true;
    case GD_BOOL: *number = gd_bool(value); return true;
    case GD_STRING:
    case GD_STRING_NAME: return named(domain, type, value, number);
    case GD_INT: real = (double)gd_int(value); break;
    case GD_FLOAT: real = gd_float(value); break;
    default: gd_error("a value is null, a bool, a number or a text, and not of another type", ""); return false;
    }
    if (!(real > -1e15 && real < 1e15) || (!fixed && real != (double)(int64_t)real)) {
        gd_error("a whole number is wanted for a value of the type ",
                 type == HTN_NONE ? "symbol" : htn_type_name(domain, type));
        return false;
    }
    if (fixed)
        real = (double)(int64_t)(real * 1000 + (real < 0 ? -0.5 : 0.5));
    if (real < INT32_MIN || real > INT32_MAX) {
        gd_error("a number is too large for a value of the type ",
                 type == HTN_NONE ? "symbol" : htn_type_name(domain, type));
        return false;
    }
    *number = (int32_t)real;
    return true;
}

/* --- HtnDomain ---------------------------------------------------------------------------------- */

domain_resource *domain_of(void *object)
{
    static const gd_binding_callbacks none;
    gd_variant self = gd_of_object(object), name = gd_of_text("HtnDomain");
    const gd_variant *arguments[] = {&name};
    gd_variant is = gd_send(&self, "is_class", arguments, 1, NULL);
    domain_resource *const found = gd_bool(&is) ? gd.get_binding(object, gd.library, &none) : NULL;
    gd.variant_destroy(&name);
    gd.variant_destroy(&self);
    return found != NULL && found->loaded ? found : NULL;
}

static void *create(void *user, uint8_t notify)
{
    (void)user, (void)notify;
    domain_resource *const made = calloc(1, sizeof *made);
    return made == NULL ? NULL : (made->object = gd_make_object("Resource", "HtnDomain", made));
}

static void drop(void *user, void *instance)
{
    domain_resource *const domain = instance;
    (void)user;
    free(domain->blob); /* an agent that runs on it has a reference, so there is none */
    free(domain);
}

static void set_blob(void *method, void *instance, const gd_variant *const *arguments, int64_t count,
                     gd_variant *result, gd_call_error *error)
{
    domain_resource *const to = instance;
    (void)method, (void)result;
    if (count < 1 || gd.variant_get_type(arguments[0]) != GD_BYTES) {
        *error = (gd_call_error){GD_BAD_ARGUMENT, 0, GD_BYTES};
        return;
    }
    if (to->users > 0) {
        gd_error("an HtnDomain does not change while agents run on it: load the new blob into another one", "");
        return;
    }
    size_t size;
    const uint8_t *const bytes = gd_bytes(arguments[0], &size);
    free(to->blob);
    to->blob = malloc(size == 0 ? 1 : size);
    to->size = to->blob == NULL ? 0 : size;
    if (to->size > 0)
        memcpy(to->blob, bytes, size);
    htn_fault fault;
    to->loaded = to->size > 0 && htn_domain_load(&to->domain, to->blob, to->size, &fault) == HTN_OK;
    if (!to->loaded && to->size > 0)
        gd_error("this is no blob of a domain: ", fault.reason == NULL ? "it cannot be loaded" : fault.reason);
}

static void get_blob(void *method, void *instance, const gd_variant *const *arguments, int64_t count,
                     gd_variant *result, gd_call_error *error)
{
    const domain_resource *const of = instance;
    (void)method, (void)arguments, (void)count, (void)error;
    *result = gd_of_bytes(of->blob, of->size);
}

static void is_loaded(void *method, void *instance, const gd_variant *const *arguments, int64_t count,
                      gd_variant *result, gd_call_error *error)
{
    (void)method, (void)arguments, (void)count, (void)error;
    *result = gd_of_bool(((const domain_resource *)instance)->loaded);
}

/* names(kind): of all "property", "task", "operator", "sensor", "query", "type" or "root", in the order of their numbers. */
static void names(void *method, void *instance, const gd_variant *const *arguments, int64_t count, gd_variant *result,
                  gd_call_error *error)
{
    static const struct {
        const char *kind;
        htn_section section;
        const char *(*name)(const htn_domain *, uint32_t);
    } kinds[] = {{"property", HTN_SECTION_PROPERTIES, htn_property_name},
                 {"task", HTN_SECTION_TASKS, htn_task_name},
                 {"operator", HTN_SECTION_OPERATORS, htn_operator_name},
                 {"sensor", HTN_SECTION_SENSORS, htn_sensor_name},
                 {"query", HTN_SECTION_QUERIES, htn_query_name},
                 {"type", HTN_SECTION_TYPES, htn_type_name},
                 {"root", HTN_SECTION_ROOTS, htn_root_name}};
    const domain_resource *const of = instance;
    char kind[LONGEST];
    (void)method;
    if (count < 1) {
        *error = (gd_call_error){GD_TOO_FEW_ARGUMENTS, 1, 1};
        return;
    }
    *result = gd_new(GD_ARRAY);
    gd_text(arguments[0], kind, sizeof kind);
    for (size_t k = 0; of->loaded && k < sizeof kinds / sizeof *kinds; k++)
        if (strcmp(kinds[k].kind, kind) == 0)
            for (uint32_t i = 0; i < htn_domain_count(&of->domain, kinds[k].section); i++)
                gd_append(result, gd_of_text(kinds[k].name(&of->domain, i)));
}

void register_domain(void)
{
    static const gd_class made = {.is_exposed = 1, .create = create, .free = drop};
    gd_add_class("HtnDomain", "Resource", &made);
    gd_add_property("HtnDomain", "blob", GD_BYTES, NULL, NULL, set_blob, get_blob);
    gd_add_method("HtnDomain", "is_loaded", NULL, is_loaded, 0);
    gd_add_method("HtnDomain", "names", NULL, names, 1);
}

/* --- The library -------------------------------------------------------------------------------- */

static void begin(void *user, int level)
{
    (void)user;
    if (level != GD_LEVEL_SCENE)
        return;
    register_domain();
    register_agent();
}

static void end(void *user, int level)
{
    (void)user;
    if (level != GD_LEVEL_SCENE)
        return;
    gd_remove_class("HtnAgent");
    gd_remove_class("HtnDomain");
}

#ifdef _WIN32
__declspec(dllexport)
#else
__attribute__((visibility("default")))
#endif
    uint8_t htn_godot_init(gd_get_function *get, void *library, gd_initialization *initialization)
{
    if (!gd_load(get, library))
        return 0;
    *initialization = (gd_initialization){GD_LEVEL_SCENE, NULL, begin, end};
    return 1;
}
