/*
 * Writes the constants of a domain by the texts of a language. What there is to write comes from the model, in one order for all
 * languages: groups of constants; the same names as ids; the same as what finds them.
 */
#include "compiler/constants.h"
#include "base/buffer.h"
#include "compiler/constant_names.h"
#include <htn/domain.h>
#include <string.h>

/* A constant: what `$(...)` stands for in its text. NULL: nothing. */
typedef struct constant {
    const char *kind, *id;
    const char *group, *plural;
    const char *name; /* in the domain */
    const char *type;
    const char *remark;
    const char *note;
    uint32_t index;
} constant;

typedef struct writer {
    base_buffer text;
    const htnc_constant_language *language;
    const htnc_model *model;
    const htnc_constant_names *names;
    const char *prefix, *upper_prefix, *source;
    uint32_t fingerprint;
    htn_domain domain; /* the blob */
} writer;

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
                       htnc_constant_identifier(arena, from, length));
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

/* --- Texts with `$(WORD)` ----------------------------------------------------------------------- */

static void put_capital(writer *to, const char *word)
{
    base_buffer_format(&to->text, "%c%s", word[0] - 'a' + 'A', word + 1);
}

static void put(writer *to, const char *text, const constant *each);

static void put_remark(writer *to, const constant *each)
{
    if (each->remark != NULL && each->remark[0] != '\0')
        put(to, to->language->remark, each);
}

/* What a word of the constant stands for. */
static void put_constant_word(writer *to, const char *word, const constant *each)
{
    if (strcmp(word, "kind") == 0)
        base_buffer_text(&to->text, each->kind);
    else if (strcmp(word, "Kind") == 0)
        put_capital(to, each->kind);
    else if (strcmp(word, "id") == 0)
        base_buffer_text(&to->text, each->id);
    else if (strcmp(word, "Id") == 0)
        put_capital(to, each->id);
    else if (strcmp(word, "group") == 0)
        base_buffer_text(&to->text, each->group);
    else if (strcmp(word, "plural") == 0)
        base_buffer_text(&to->text, each->plural);
    else if (strcmp(word, "name") == 0)
        base_buffer_text(&to->text, htnc_constant_name(to->names, each->name));
    else if (strcmp(word, "text") == 0)
        base_buffer_text(&to->text, each->name);
    else if (strcmp(word, "type") == 0)
        base_buffer_text(&to->text, each->type);
    else if (strcmp(word, "index") == 0)
        base_buffer_format(&to->text, "%u", (unsigned)each->index);
    else if (strcmp(word, "comment") == 0)
        base_buffer_text(&to->text, each->remark);
    else if (strcmp(word, "note") == 0)
        base_buffer_text(&to->text, each->note != NULL ? each->note : "");
    else if (strcmp(word, "remark") == 0)
        put_remark(to, each);
}

static void put_word(writer *to, const char *word, const constant *each)
{
    if (strcmp(word, "prefix") == 0)
        base_buffer_text(&to->text, to->prefix);
    else if (strcmp(word, "PREFIX") == 0)
        base_buffer_text(&to->text, to->upper_prefix);
    else if (strcmp(word, "source") == 0)
        base_buffer_text(&to->text, to->source);
    else if (strcmp(word, "fingerprint") == 0)
        base_buffer_format(&to->text, "%08x", (unsigned)to->fingerprint);
    else
        put_constant_word(to, word, each);
}

/* Puts the text with its words replaced. */
static void put(writer *to, const char *text, const constant *each)
{
    for (const char *at = text;;) {
        const char *next = strstr(at, "$(");
        const char *end = next == NULL ? NULL : strchr(next, ')');
        if (end == NULL) {
            base_buffer_text(&to->text, at);
            return;
        }
        base_buffer_add(&to->text, at, (size_t)(next - at));
        put_word(to, base_copy_text(to->text.arena, next + 2, (size_t)(end - next - 2)), each);
        at = end + 1;
    }
}

/* --- What there is ------------------------------------------------------------------------------ */

/* What is done with each constant of a list. */
typedef void visitor(writer *to, const constant *each);

/* `0.0..1.5 in thousandths`: how the interface has the values. */
static const char *text_of_type(writer *to, const htnc_type *type)
{
    return type->kind == HTNC_TYPE_FIXED ? base_format(to->text.arena, "%s in thousandths", type->name) : type->name;
}

/* A property for a comment: `bool (Enemy, Enemy), 1024 cells`. */
static const char *shape_of(writer *to, const htnc_property *property)
{
    const char *text = text_of_type(to, property->type);
    for (const htnc_variable *each = property->declaration->parameters; each != NULL; each = each->next)
        text = base_format(to->text.arena, "%s%s%s", text, each == property->declaration->parameters ? " (" : ", ",
                           each->type->name);
    if (property->parameter_count > 0)
        text = base_format(to->text.arena, "%s), %llu cells", text, (unsigned long long)property->cells);
    return property->declaration->shared ? base_format(to->text.arena, "%s, shared", text) : text;
}

/* A query for a comment: `bool (Location, Location)`. */
static const char *signature_of(writer *to, const htnc_query *query)
{
    const char *text = text_of_type(to, query->type);
    for (const htnc_variable *each = query->declaration->parameters; each != NULL; each = each->next)
        text = base_format(to->text.arena, "%s%s%s", text, each == query->declaration->parameters ? " (" : ", ",
                           each->type->name);
    return query->parameter_count > 0 ? base_format(to->text.arena, "%s)", text) : text;
}

/* The property of a Cooldown is left out: only the runtime sets it, and its name is not an identifier. */
static void each_property(writer *to, visitor *visit)
{
    for (const htnc_property *property = to->model->properties; property != NULL; property = property->next)
        if (property->declaration->cooling == NULL)
            visit(to, &(constant){.kind = "property",
                                  .id = "property",
                                  .name = property->name,
                                  .index = property->index,
                                  .remark = shape_of(to, property)});
}

/* Indexes are those of the blob, which has no type of symbols. */
static void each_entities(writer *to, visitor *visit)
{
    uint32_t index = 0;
    for (const htnc_type *type = to->model->types; type != NULL; type = type->next) {
        if (type->kind == HTNC_TYPE_ENTITIES)
            visit(to,
                  &(constant){.kind = "entities",
                              .id = "type",
                              .name = type->name,
                              .index = index,
                              .remark = base_format(to->text.arena, "%s, instances %d to %d",
                                                    type->open ? "open" : "closed", (int)type->low, (int)type->high)});
        index += htnc_traits(type)->stored;
    }
}

/* Types that a game can name: entities, and those with values. */
static void each_type(writer *to, visitor *visit)
{
    for (const htnc_type *type = to->model->types; type != NULL; type = type->next)
        if (type->kind == HTNC_TYPE_ENTITIES || type->values != NULL)
            visit(to, &(constant){.kind = "type", .id = "type", .name = type->name});
}

static void each_value_of(writer *to, const htnc_type *type, visitor *visit)
{
    for (const htnc_value *value = type->values; value != NULL; value = value->next)
        visit(to, &(constant){.kind = "value",
                              .id = "value",
                              .name = value->name.text,
                              .type = type->name,
                              .index = (uint32_t)value->ordinal,
                              .remark = to->language->values_together ? type->name : ""});
}

static void each_value(writer *to, visitor *visit)
{
    for (const htnc_type *type = to->model->types; type != NULL; type = type->next)
        each_value_of(to, type, visit);
}

static void each_task(writer *to, visitor *visit)
{
    for (uint32_t i = 0; i < to->model->task_count; i++) {
        const htnc_task *task = to->model->tasks[i];
        visit(to, &(constant){.kind = "task",
                              .id = "task",
                              .name = task->name.text,
                              .index = i,
                              .remark = task->kind == HTNC_PRIMITIVE ? "primitive" : "compound"});
    }
}

static void each_operator(writer *to, visitor *visit)
{
    for (const htnc_operator *each = to->model->operators; each != NULL; each = each->next)
        visit(to, &(constant){.kind = "operator", .id = "operator", .name = each->name, .index = each->index});
}

static void each_query(writer *to, visitor *visit)
{
    for (const htnc_query *query = to->model->queries; query != NULL; query = query->next)
        visit(to, &(constant){.kind = "query",
                              .id = "query",
                              .name = query->name,
                              .index = query->index,
                              .remark = signature_of(to, query)});
}

static void each_sensor(writer *to, visitor *visit)
{
    for (uint32_t i = 0; i < htn_domain_count(&to->domain, HTN_SECTION_SENSORS); i++)
        visit(to, &(constant){.kind = "sensor", .id = "sensor", .name = htn_sensor_name(&to->domain, i), .index = i});
}

static void each_root(writer *to, visitor *visit)
{
    uint32_t index = 0;
    for (const htnc_root *root = to->model->roots; root != NULL; root = root->next, index++)
        visit(to, &(constant){.kind = "root", .id = "root", .name = root->task->name.text, .index = index});
}

/* --- Groups of constants ------------------------------------------------------------------------ */

static void put_one(writer *to, const constant *each)
{
    const bool has_own = each->type != NULL && to->language->value != NULL;
    put(to, has_own ? to->language->value : to->language->constant, each);
}

static void begin_group(writer *to, const constant *group)
{
    put(to, to->language->group, group);
}

static void end_group(writer *to, const constant *group)
{
    put(to, to->language->group_end, group);
}

/* `group`: its index is how many there are. */
static void put_group(writer *to, const constant *group, void (*each)(writer *to, visitor *visit))
{
    begin_group(to, group);
    each(to, put_one);
    end_group(to, group);
}

static void put_entities(writer *to)
{
    uint32_t count = 0;
    for (const htnc_type *type = to->model->types; type != NULL; type = type->next)
        count += type->kind == HTNC_TYPE_ENTITIES;
    if (count > 0)
        put_group(to,
                  &(constant){.kind = "entities",
                              .id = "type",
                              .group = "entities",
                              .plural = "entities_types",
                              .remark = "Entities types",
                              .note = ", for htn_world_spawn()",
                              .index = count},
                  each_entities);
}

static void put_values_of(writer *to, const htnc_type *type)
{
    base_arena *arena = to->text.arena;
    const char *name = htnc_constant_name(to->names, type->name);
    const constant group = {.kind = "value",
                            .id = "value",
                            .group = base_format(arena, "type_%s", name),
                            .plural = base_format(arena, "values_of_%s", name),
                            .remark = base_format(arena, "Values of %s", type->name),
                            .index = type->value_count};
    begin_group(to, &group);
    each_value_of(to, type, put_one);
    end_group(to, &group);
}

static void put_values(writer *to)
{
    uint32_t count = 0;
    for (const htnc_type *type = to->model->types; type != NULL; type = type->next) {
        count += type->values != NULL;
        if (type->values != NULL && !to->language->values_together)
            put_values_of(to, type);
    }
    if (count > 0 && to->language->values_together)
        put_group(to, &(constant){.kind = "value", .id = "value", .remark = "Values of types"}, each_value);
}

/* Groups whose name is their kind. */
static void put_groups_of_kinds(writer *to)
{
    const struct {
        const char *kind, *plural, *comment, *note;
        uint32_t count;
        bool if_any;
        void (*each)(writer *to, visitor *visit);
    } groups[] = {
        {"task", "tasks", "Tasks", "", to->model->task_count, false, each_task},
        {"operator", "operators", "Operators", "", to->model->operator_count, false, each_operator},
        {"query", "queries", "Queries", ", which the game answers: see htn_planner_answer()", to->model->query_count,
         true, each_query},
        {"sensor", "sensors", "Sensors", ", for htn_agent_sense()", htn_domain_count(&to->domain, HTN_SECTION_SENSORS),
         true, each_sensor},
        {"root", "roots", "Roots", ", for htn_request.root", htn_domain_count(&to->domain, HTN_SECTION_ROOTS), false,
         each_root},
    };
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (groups[i].count > 0 || !groups[i].if_any)
            put_group(to,
                      &(constant){.kind = groups[i].kind,
                                  .id = groups[i].kind,
                                  .group = groups[i].kind,
                                  .plural = groups[i].plural,
                                  .remark = groups[i].comment,
                                  .note = groups[i].note,
                                  .index = groups[i].count},
                      groups[i].each);
}

static void put_groups(writer *to)
{
    put_group(to,
              &(constant){.kind = "property",
                          .id = "property",
                          .group = "property",
                          .plural = "properties",
                          .remark = "World-state properties",
                          .index = to->model->property_count},
              each_property);
    put_entities(to);
    put_values(to);
    put_groups_of_kinds(to);
}

/* --- Ids in whatever blob is loaded ------------------------------------------------------------- */

static void put_id(writer *to, const constant *each)
{
    put(to, each->type != NULL ? to->language->value_id : to->language->id, each);
}

static void put_find(writer *to, const constant *each)
{
    put(to, each->type != NULL ? to->language->find_value : to->language->find_id, each);
}

/* The blob has the sensors; it was verified when it was made. */
static void each_id(writer *to, visitor *visit)
{
    each_property(to, visit);
    each_type(to, visit);
    each_value(to, visit);
    each_task(to, visit);
    each_operator(to, visit);
    each_query(to, visit);
    each_sensor(to, visit);
    each_root(to, visit);
}

static void put_ids(writer *to)
{
    const constant none = {.kind = "", .id = ""};
    put(to, to->language->ids, &none);
    each_id(to, put_id);
    put(to, to->language->find, &none);
    each_id(to, put_find);
    put(to, to->language->find_end, &none);
}

/* --- The file ----------------------------------------------------------------------------------- */

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

static void put_native(writer *to)
{
    base_buffer_format(&to->text,
                       "\n/* The domain as C, by `htn compile --emit-c`: for htn_domain_load_native() */\n"
                       "#ifdef __cplusplus\nextern \"C\" {\n#endif\nextern const struct htn_native %s_native;\n"
                       "#ifdef __cplusplus\n}\n#endif\n",
                       to->prefix);
}

static const char *write(htnc_compilation *compilation, const htnc_constant_language *language, bool native)
{
    base_arena *arena = &compilation->workspace.arena;
    writer to = {.text = {.arena = arena}, .language = language, .model = compilation->model};
    const constant none = {.kind = "", .id = ""};
    htn_domain_load(&to.domain, compilation->blob, compilation->blob_size, NULL);
    to.names = htnc_constant_names_of(arena, to.model, &to.domain, language->reserved);
    to.prefix = htnc_unreserved(arena, prefix_of(arena, to.model), language->reserved);
    to.upper_prefix = upper_case(arena, to.prefix);
    to.source = htnc_c_source_name(compilation);
    to.fingerprint = fingerprint(compilation);
    put(&to, language->begin, &none);
    put_groups(&to);
    put_ids(&to);
    if (native)
        put_native(&to);
    put(&to, language->end, &none);
    return base_buffer_end_text(&to.text);
}

const char *htnc_constants_text(htnc_compilation *compilation, const htnc_constant_language *language, bool native)
{
    if (setjmp(compilation->workspace.arena.failed) != 0)
        return NULL;
    return write(compilation, language, native);
}
