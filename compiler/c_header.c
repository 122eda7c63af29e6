/*
 * The C header of a domain: enumerations of everything that a game refers to by index. A name keeps its spelling behind a prefix that
 * says what it is (`Guard_property_`, `Guard_value_`, `Guard_task_` ... for the domain Guard), because the language has several
 * namespaces and C has one.
 */
#include "compiler/c_header.h"
#include "base/buffer.h"
#include "compiler/c_names.h"
#include <htn/domain.h>
#include <string.h>

typedef struct header {
    base_buffer text;
    const htnc_model *model;
    const htnc_c_names *names;
    const char *prefix;
    htn_domain domain; /* the blob */
} header;

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static const char *base_name(const char *path)
{
    const char *base = path;
    for (const char *at = path; *at != '\0'; at++)
        if (*at == '/' || *at == '\\')
            base = at + 1;
    return base;
}

/* The domain's name, or the file's name up to its dot, as an identifier of C. */
static const char *prefix_of(base_arena *arena, const htnc_model *model)
{
    const char *from = model->name;
    size_t length = from != NULL ? strlen(from) : 0;
    if (length == 0) {
        from = base_name(model->main->source->path);
        length = strcspn(from, ".");
    }
    return base_format(arena, "%s%s", length > 0 && is_letter(from[0]) ? "" : "Domain_",
                       htnc_c_identifier(arena, from, length));
}

static const char *upper_case(base_arena *arena, const char *word)
{
    char *copy = base_copy_text(arena, word, strlen(word));
    for (char *at = copy; *at != '\0'; at++)
        if (*at >= 'a' && *at <= 'z')
            *at = (char)(*at - 'a' + 'A');
    return copy;
}

/* The file's name without characters that could end the comment around it. */
static const char *in_comment(base_arena *arena, const char *path)
{
    char *copy = base_copy_text(arena, base_name(path), strlen(base_name(path)));
    for (char *at = copy; *at != '\0'; at++)
        if ((unsigned char)*at < ' ' || *at == '\\')
            *at = '?';
    return copy;
}

static void begin_enum(header *to, const char *comment, const char *tag, const char *detail)
{
    base_buffer_format(&to->text, "\n/* %s */\nenum %s_%s%s {\n", comment, to->prefix, tag, detail);
}

static void add_enumerator(header *to, const char *kind, const char *name, uint32_t index, const char *remark)
{
    base_buffer_format(&to->text, "    %s_%s_%s = %u,%s%s%s\n", to->prefix, kind, htnc_c_name(to->names, name),
                       (unsigned)index, remark[0] != '\0' ? " /* " : "", remark, remark[0] != '\0' ? " */" : "");
}

/* The last enumerator is the number of the others. It ends the list without a comma, as C++98 demands. */
static void end_enum(header *to, const char *plural, uint32_t count)
{
    base_buffer_format(&to->text, "    %s_%s = %u\n};\n", to->prefix, plural, (unsigned)count);
}

/* `0.0..1.5 in thousandths`: how the interface has the values. */
static const char *text_of_type(header *to, const htnc_type *type)
{
    return type->kind == HTNC_TYPE_FIXED ? base_format(to->text.arena, "%s in thousandths", type->name) : type->name;
}

/* A property for a comment: `bool (Enemy, Enemy), 1024 cells`. */
static const char *shape_of(header *to, const htnc_property *property)
{
    const char *text = text_of_type(to, property->type);
    for (const htnc_variable *each = property->declaration->parameters; each != NULL; each = each->next)
        text = base_format(to->text.arena, "%s%s%s", text, each == property->declaration->parameters ? " (" : ", ",
                           each->type->name);
    if (property->parameter_count > 0)
        text = base_format(to->text.arena, "%s), %llu cells", text, (unsigned long long)property->cells);
    return property->declaration->shared ? base_format(to->text.arena, "%s, shared", text) : text;
}

/* The property of a Cooldown is left out: only the runtime sets it, and its name is not an identifier. */
static void add_properties(header *to)
{
    begin_enum(to, "World-state properties", "property", "");
    for (const htnc_property *property = to->model->properties; property != NULL; property = property->next)
        if (property->declaration->cooling == NULL)
            add_enumerator(to, "property", property->name, property->index, shape_of(to, property));
    end_enum(to, "properties", to->model->property_count);
}

/* Indexes are those of the blob, which has no type of symbols. */
static void add_entities(header *to)
{
    uint32_t index = 0, count = 0;
    for (const htnc_type *type = to->model->types; type != NULL; type = type->next)
        count += type->kind == HTNC_TYPE_ENTITIES;
    if (count == 0)
        return;
    begin_enum(to, "Entities types, for htn_world_spawn()", "entities", "");
    for (const htnc_type *type = to->model->types; type != NULL; type = type->next) {
        if (type->kind == HTNC_TYPE_ENTITIES)
            add_enumerator(to, "entities", type->name, index,
                           base_format(to->text.arena, "%s, instances %d to %d", type->open ? "open" : "closed",
                                       (int)type->low, (int)type->high));
        index += htnc_traits(type)->stored;
    }
    end_enum(to, "entities_types", count);
}

static void add_values(header *to)
{
    for (const htnc_type *type = to->model->types; type != NULL; type = type->next) {
        if (type->values == NULL)
            continue;
        begin_enum(to, base_format(to->text.arena, "Values of %s", type->name), "type_",
                   htnc_c_name(to->names, type->name));
        for (const htnc_value *value = type->values; value != NULL; value = value->next)
            add_enumerator(to, "value", value->name.text, (uint32_t)value->ordinal, "");
        end_enum(to, base_format(to->text.arena, "values_of_%s", htnc_c_name(to->names, type->name)),
                 type->value_count);
    }
}

static void add_tasks(header *to)
{
    begin_enum(to, "Tasks", "task", "");
    for (uint32_t i = 0; i < to->model->task_count; i++) {
        const htnc_task *task = to->model->tasks[i];
        add_enumerator(to, "task", task->name.text, i, task->kind == HTNC_PRIMITIVE ? "primitive" : "compound");
    }
    end_enum(to, "tasks", to->model->task_count);
}

static void add_operators(header *to)
{
    begin_enum(to, "Operators", "operator", "");
    for (const htnc_operator *operator_ = to->model->operators; operator_ != NULL; operator_ = operator_->next)
        add_enumerator(to, "operator", operator_->name, operator_->index, "");
    end_enum(to, "operators", to->model->operator_count);
}

/* A query for a comment: `bool (Location, Location)`. */
static const char *signature_of(header *to, const htnc_query *query)
{
    const char *text = text_of_type(to, query->type);
    for (const htnc_variable *each = query->declaration->parameters; each != NULL; each = each->next)
        text = base_format(to->text.arena, "%s%s%s", text, each == query->declaration->parameters ? " (" : ", ",
                           each->type->name);
    return query->parameter_count > 0 ? base_format(to->text.arena, "%s)", text) : text;
}

static void add_queries(header *to)
{
    if (to->model->query_count == 0)
        return;
    begin_enum(to, "Queries, which the game answers: see htn_planner_answer()", "query", "");
    for (const htnc_query *query = to->model->queries; query != NULL; query = query->next)
        add_enumerator(to, "query", query->name, query->index, signature_of(to, query));
    end_enum(to, "queries", to->model->query_count);
}

static void add_roots(header *to)
{
    uint32_t index = 0;
    begin_enum(to, "Roots, for htn_request.root", "root", "");
    for (const htnc_root *root = to->model->roots; root != NULL; root = root->next)
        add_enumerator(to, "root", root->task->name.text, index++, "");
    end_enum(to, "roots", index);
}

/* --- Ids in whatever blob is loaded ------------------------------------------------------------- */

/* Puts a member into the struct, or into the function the statement that finds it. */
static void add_id(header *to, bool finds, const char *kind, const char *name, const char *call)
{
    const char *member = htnc_c_name(to->names, name);
    if (!finds)
        base_buffer_format(&to->text, "    uint32_t %s_%s;\n", kind, member);
    else
        base_buffer_format(&to->text, "    missing += (ids->%s_%s = %s(domain, \"%s\")) == HTN_NONE;\n", kind, member,
                           call, name);
}

static void add_value_id(header *to, bool finds, const htnc_type *type, const char *name)
{
    const char *member = htnc_c_name(to->names, name);
    if (!finds)
        base_buffer_format(&to->text, "    int32_t value_%s;\n", member);
    else
        base_buffer_format(&to->text,
                           "    ids->value_%s = INT32_MIN;\n    missing += !htn_value_find(domain, "
                           "htn_type_find(domain, \"%s\"), \"%s\", "
                           "&ids->value_%s);\n",
                           member, type->name, name, member);
}

static void add_type_ids(header *to, bool finds)
{
    for (const htnc_type *type = to->model->types; type != NULL; type = type->next)
        if (type->kind == HTNC_TYPE_ENTITIES || type->values != NULL)
            add_id(to, finds, "type", type->name, "htn_type_find");
    for (const htnc_type *type = to->model->types; type != NULL; type = type->next)
        for (const htnc_value *value = type->values; value != NULL; value = value->next)
            add_value_id(to, finds, type, value->name.text);
}

/* All ids, as members or as statements. The blob has the sensors; it was verified when it was made. */
static void add_ids(header *to, bool finds)
{
    for (const htnc_property *property = to->model->properties; property != NULL; property = property->next)
        if (property->declaration->cooling == NULL)
            add_id(to, finds, "property", property->name, "htn_property_find");
    add_type_ids(to, finds);
    for (uint32_t i = 0; i < to->model->task_count; i++)
        add_id(to, finds, "task", to->model->tasks[i]->name.text, "htn_task_find");
    for (const htnc_operator *operator_ = to->model->operators; operator_ != NULL; operator_ = operator_->next)
        add_id(to, finds, "operator", operator_->name, "htn_operator_find");
    for (const htnc_query *query = to->model->queries; query != NULL; query = query->next)
        add_id(to, finds, "query", query->name, "htn_query_find");
    for (uint32_t i = 0; i < htn_domain_count(&to->domain, HTN_SECTION_SENSORS); i++)
        add_id(to, finds, "sensor", htn_sensor_name(&to->domain, i), "htn_sensor_find");
    for (const htnc_root *root = to->model->roots; root != NULL; root = root->next)
        add_id(to, finds, "root", root->task->name.text, "htn_root_find");
}

static void add_id_struct(header *to)
{
    base_buffer_format(&to->text,
                       "\n/*\n * The same names in whatever blob is loaded, also of a later build. %s_find() fills "
                       "them in, and returns "
                       "how many the\n * blob does not have: those are HTN_NONE, or INT32_MIN for a value.\n */\n"
                       "#ifndef HTN_DOMAIN_H\n#include <htn/htn.h>\n#endif\ntypedef struct %s_ids {\n",
                       to->prefix, to->prefix);
    add_ids(to, false);
    base_buffer_format(&to->text,
                       "} %s_ids;\n\nstatic inline uint32_t %s_find(%s_ids *ids, const htn_domain *domain)\n{\n"
                       "    uint32_t missing = 0;\n",
                       to->prefix, to->prefix, to->prefix);
    add_ids(to, true);
    base_buffer_text(&to->text, "    return missing;\n}\n");
}

static void add_sensors(header *to)
{
    const uint32_t count = htn_domain_count(&to->domain, HTN_SECTION_SENSORS);
    if (count == 0)
        return;
    begin_enum(to, "Sensors, for htn_agent_sense()", "sensor", "");
    for (uint32_t i = 0; i < count; i++)
        add_enumerator(to, "sensor", htn_sensor_name(&to->domain, i), i, "");
    end_enum(to, "sensors", count);
}

static uint32_t fingerprint(const htnc_compilation *compilation)
{
    const uint8_t *at = compilation->blob + HTN_HEADER_FINGERPRINT;
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

const char *htnc_c_prefix(htnc_compilation *compilation)
{
    return prefix_of(&compilation->workspace.arena, compilation->model);
}

const char *htnc_c_source_name(htnc_compilation *compilation)
{
    return in_comment(&compilation->workspace.arena, compilation->model->main->source->path);
}

static void add_native(header *to)
{
    base_buffer_format(&to->text,
                       "\n/* The domain as C, by `htn compile --emit-c`: for htn_domain_load_native() */\n"
                       "#ifdef __cplusplus\nextern \"C\" {\n#endif\nextern const struct htn_native %s_native;\n"
                       "#ifdef __cplusplus\n}\n#endif\n",
                       to->prefix);
}

static const char *write(htnc_compilation *compilation, bool native)
{
    base_arena *arena = &compilation->workspace.arena;
    header to = {.text = {.arena = arena}, .model = compilation->model};
    const char *guard;
    htn_domain_load(&to.domain, compilation->blob, compilation->blob_size, NULL);
    to.names = htnc_c_names_of(arena, to.model, &to.domain);
    to.prefix = prefix_of(arena, to.model);
    guard = upper_case(arena, to.prefix);
    base_buffer_format(
        &to.text,
        "/*\n * Made by `htn compile --header` from %s; changes here are lost.\n"
        " * The indexes are those of a blob with the same fingerprint: see htn_domain.fingerprint.\n */\n"
        "#ifndef %s_HTN_H\n#define %s_HTN_H\n\n#define %s_FINGERPRINT 0x%08xu\n",
        in_comment(arena, to.model->main->source->path), guard, guard, guard, (unsigned)fingerprint(compilation));
    add_properties(&to);
    add_entities(&to);
    add_values(&to);
    add_tasks(&to);
    add_operators(&to);
    add_queries(&to);
    add_sensors(&to);
    add_roots(&to);
    add_id_struct(&to);
    if (native)
        add_native(&to);
    base_buffer_text(&to.text, "\n#endif\n");
    return base_buffer_end_text(&to.text);
}

const char *htnc_header_text(htnc_compilation *compilation, bool native)
{
    if (setjmp(compilation->workspace.arena.failed) != 0)
        return NULL;
    return write(compilation, native);
}
