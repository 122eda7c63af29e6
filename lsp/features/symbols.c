/* Declarations as symbols; see symbols.h. They come from the index, in the order of their places. */
#include "lsp/features/symbols.h"

#include "base/text.h"
#include "lsp/features/declaration_text.h"
#include "lsp/features/symbol_types.h"
#include "rpc/json_members.h"
#include "lsp/workspace/places.h"
#include <stdlib.h>
#include <string.h>

/* The protocol's numbers. */
enum {
    FILE_KIND = 1,
    NAMESPACE = 3,
    CLASS = 5,
    METHOD = 6,
    PROPERTY = 7,
    ENUM = 10,
    FUNCTION = 12,
    VARIABLE = 13,
    CONSTANT = 14,
    BOOLEAN = 17,
    KEY = 20,
    ENUM_MEMBER = 22,
    STRUCT = 23,
    EVENT = 24,
    OPERATOR = 25
};

static int kind_of(lsp_kind kind, const void *symbol)
{
    static const int kinds[LSP_KINDS] = {
        [LSP_VALUE] = ENUM_MEMBER, [LSP_PROPERTY] = PROPERTY,  [LSP_CONSTANT] = CONSTANT, [LSP_CONDITION] = BOOLEAN,
        [LSP_QUERY] = FUNCTION,    [LSP_OPERATOR] = OPERATOR,  [LSP_SENSOR] = EVENT,      [LSP_METHOD] = METHOD,
        [LSP_VARIABLE] = VARIABLE, [LSP_SCENARIO] = NAMESPACE, [LSP_DOMAIN] = NAMESPACE,  [LSP_IMPORT] = FILE_KIND,
        [LSP_AGENT] = VARIABLE,
    };
    if (kind == LSP_TYPE)
        return ((const htnc_type *)symbol)->kind == HTNC_TYPE_ENTITIES ? STRUCT : ENUM;
    if (kind == LSP_TASK)
        return ((const htnc_task *)symbol)->kind == HTNC_COMPOUND ? CLASS : FUNCTION;
    return kinds[kind];
}

/* A method without a label is known by its number. */
static void add_title(base_text *title, lsp_kind kind, const void *symbol)
{
    const htnc_method *method = symbol;
    if (kind == LSP_METHOD && method->label.text == NULL)
        base_text_add(title, "%u", (unsigned)method->index);
    else
        base_text_add(title, "%s", lsp_name_of(kind, symbol));
}

static void add_detail(base_text *detail, const lsp_unit *unit, lsp_kind kind, const void *symbol)
{
    const htnc_type *type = lsp_type_of(kind, symbol);
    if (kind == LSP_METHOD)
        lsp_add_method_head(detail, unit, symbol);
    else if (kind == LSP_PROPERTY || kind == LSP_QUERY || kind == LSP_CONSTANT)
        base_text_add(detail, "%s", type != NULL ? lsp_type_name(type) : "");
    else
        base_text_add(detail, "%s", lsp_noun_of(kind, symbol));
}

static cJSON *symbol_json(lsp_session *session, lsp_unit *unit, lsp_kind kind, const void *symbol, base_span name,
                          base_span whole)
{
    base_text title = {0}, detail = {0};
    cJSON *json = cJSON_CreateObject();
    if (whole.begin > name.begin || whole.end < name.end)
        whole = base_span_join(whole, name);
    add_title(&title, kind, symbol);
    add_detail(&detail, unit, kind, symbol);
    cJSON_AddStringToObject(json, "name", title.length > 0 ? title.bytes : "?");
    cJSON_AddStringToObject(json, "detail", base_text_of(&detail));
    cJSON_AddNumberToObject(json, "kind", kind_of(kind, symbol));
    cJSON_AddItemToObject(json, "range", lsp_span_range(session, unit, whole));
    cJSON_AddItemToObject(json, "selectionRange", lsp_span_range(session, unit, name));
    base_text_free(&title);
    base_text_free(&detail);
    return json;
}

/* --- A document ----------------------------------------------------------------------------------- */

static bool is_shown(const lsp_occurrence *each)
{
    return each->use == LSP_DECLARES && each->kind != LSP_VARIABLE && each->kind != LSP_METHOD &&
           each->kind != LSP_AGENT;
}

static void add_methods(lsp_session *session, lsp_unit *unit, cJSON *json, const htnc_task *task)
{
    cJSON *children = cJSON_AddArrayToObject(json, "children");
    for (const htnc_method *each = task->methods; each != NULL; each = each->next)
        cJSON_AddItemToArray(children,
                             symbol_json(session, unit, LSP_METHOD, each,
                                         each->label.text != NULL ? each->label.span : each->head, each->span));
}

/* The end of a task is where its last method or part ends. */
static base_span whole_of(const lsp_occurrence *each)
{
    base_span whole = each->whole;
    if (each->kind == LSP_TASK)
        for (const htnc_method *method = ((const htnc_task *)each->symbol)->methods; method != NULL;
             method = method->next)
            whole = base_span_join(whole, method->span);
    return whole;
}

cJSON *lsp_document_symbols(lsp_session *session, const cJSON *params)
{
    lsp_place place;
    cJSON *list = cJSON_CreateArray(), *type = NULL;
    const void *parent = NULL;
    if (!lsp_find_document(session, params, &place))
        return list;
    const lsp_occurrences *all = lsp_occurrences_in(place.unit);
    for (size_t i = lsp_occurrence_from(all, place.source->base); i < all->count; i++) {
        const lsp_occurrence *each = &all->list[i];
        if (lsp_source_of(place.unit, each->span) != place.source)
            break;
        if (!is_shown(each))
            continue;
        cJSON *json = symbol_json(session, place.unit, each->kind, each->symbol, each->span, whole_of(each));
        const htnc_task *task = each->kind == LSP_TASK ? each->symbol : NULL;
        if (!session->client.hierarchical_symbols) {
            cJSON *location = cJSON_AddObjectToObject(json, "location");
            char *uri = lsp_uri_for(session, place.source->path);
            cJSON_AddStringToObject(location, "uri", uri);
            cJSON_AddItemToObject(location, "range", cJSON_DetachItemFromObject(json, "range"));
            cJSON_DeleteItemFromObject(json, "selectionRange");
            free(uri);
        } else if (task != NULL && task->methods != NULL) {
            add_methods(session, place.unit, json, task);
        }
        if (each->kind == LSP_TYPE) {
            parent = each->symbol;
            type = session->client.hierarchical_symbols ? cJSON_AddArrayToObject(json, "children") : list;
        }
        const bool child = each->kind == LSP_VALUE && ((const htnc_value *)each->symbol)->type == parent;
        cJSON_AddItemToArray(child && type != NULL ? type : list, json);
    }
    return list;
}

/* --- A workspace ---------------------------------------------------------------------------------- */

enum { MOST_FOUND = 200 };

/* Whether `name` has the letters of `query` in their order, whatever their case. */
static bool matches(const char *name, const char *query)
{
    for (; *query != '\0' && *name != '\0'; name++) {
        const char a = *name >= 'A' && *name <= 'Z' ? (char)(*name + 32) : *name;
        const char b = *query >= 'A' && *query <= 'Z' ? (char)(*query + 32) : *query;
        query += a == b;
    }
    return *query == '\0';
}

static bool is_listed(const cJSON *list, const cJSON *location)
{
    const cJSON *each;
    cJSON_ArrayForEach(
        each, list) if (cJSON_Compare(cJSON_GetObjectItemCaseSensitive(each, "location"), location, true)) return true;
    return false;
}

static void add_found(lsp_session *session, lsp_unit *unit, const lsp_occurrence *each, cJSON *list)
{
    cJSON *location = lsp_span_location(session, unit, each->span);
    if (location == NULL || is_listed(list, location)) {
        cJSON_Delete(location);
        return;
    }
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "name", lsp_name_of(each->kind, each->symbol));
    cJSON_AddNumberToObject(json, "kind", kind_of(each->kind, each->symbol));
    cJSON_AddStringToObject(json, "containerName", lsp_noun_of(each->kind, each->symbol));
    cJSON_AddItemToObject(json, "location", location);
    cJSON_AddItemToArray(list, json);
}

cJSON *lsp_workspace_symbols(lsp_session *session, const cJSON *params)
{
    const char *query = rpc_string(params, "query");
    cJSON *list = cJSON_CreateArray();
    lsp_folders_refresh(&session->folders, &session->documents);
    for (size_t f = 0; f < session->folders.file_count; f++) {
        const char *path = session->folders.files[f].path;
        if (lsp_file_is_imported(&session->folders, path))
            continue; /* it is in the unit of a file that imports it */
        lsp_unit *unit = lsp_unit_of(&session->units, path);
        const lsp_occurrences *all = lsp_occurrences_in(unit);
        for (size_t i = 0; i < all->count && cJSON_GetArraySize(list) < MOST_FOUND; i++)
            if (is_shown(&all->list[i]) &&
                matches(lsp_name_of(all->list[i].kind, all->list[i].symbol), query != NULL ? query : ""))
                add_found(session, unit, &all->list[i], list);
    }
    return list;
}
