/* Definitions and uses; see navigation.h. */
#include "lsp/features/navigation.h"

#include "lsp/features/symbol_types.h"
#include "rpc/json_members.h"
#include "lsp/protocol/json_ranges.h"
#include "lsp/workspace/symbol_uses.h"
#include <stdlib.h>

/* The beginning of a file that is imported. */
static cJSON *file_location(lsp_session *session, const lsp_place *place, const htnc_import *import)
{
    const htnc_file *file = place->unit->compilation.files;
    const lsp_file *known = lsp_file_at(&session->folders, place->source->path);
    const char *path = NULL;
    size_t number = 0;
    for (; file != NULL && file->source != place->source; file = file->next)
        ;
    for (const htnc_import *each = file != NULL ? file->imports : NULL; each != NULL && each != import;
         each = each->next)
        number++;
    if (known != NULL && number < known->import_count)
        path = known->imports[number];
    if (path == NULL || lsp_stamp_of(&session->documents, path) == 0)
        return NULL;
    const lsp_lines nothing = {.text = "", .starts = &(uint32_t){0}, .count = 1};
    cJSON *location = cJSON_CreateObject();
    char *uri = lsp_uri_for(session, path);
    cJSON_AddStringToObject(location, "uri", uri);
    cJSON_AddItemToObject(location, "range", lsp_range_json(&nothing, 0, 0, session->encoding));
    free(uri);
    return location;
}

cJSON *lsp_definition(lsp_session *session, const cJSON *params)
{
    lsp_place place;
    if (!lsp_find_place(session, params, &place))
        return NULL;
    const lsp_occurrence *name = lsp_name_at(&place);
    if (name == NULL)
        return NULL;
    if (name->kind == LSP_IMPORT)
        return file_location(session, &place, name->symbol);
    const lsp_occurrence *declared = lsp_declaration_of(lsp_occurrences_in(place.unit), name->symbol);
    return declared != NULL ? lsp_span_location(session, place.unit, declared->span) : NULL;
}

cJSON *lsp_type_definition(lsp_session *session, const cJSON *params)
{
    lsp_place place;
    const lsp_occurrence *name = lsp_find_place(session, params, &place) ? lsp_name_at(&place) : NULL;
    const htnc_type *type = name != NULL ? lsp_type_of(name->kind, name->symbol) : NULL;
    return type != NULL ? lsp_span_location(session, place.unit, type->span) : NULL;
}

static void add_location(lsp_session *session, lsp_unit *unit, cJSON *list, base_span span)
{
    cJSON *location = lsp_span_location(session, unit, span);
    if (location != NULL)
        cJSON_AddItemToArray(list, location);
}

cJSON *lsp_implementation(lsp_session *session, const cJSON *params)
{
    lsp_place place;
    const lsp_occurrence *name = lsp_find_place(session, params, &place) ? lsp_name_at(&place) : NULL;
    size_t count = 0;
    if (name == NULL || (name->kind != LSP_TASK && name->kind != LSP_OPERATOR))
        return NULL;
    cJSON *list = cJSON_CreateArray();
    const htnc_task *task = name->kind == LSP_TASK ? name->symbol : NULL;
    if (task != NULL && task->kind == HTNC_PRIMITIVE)
        add_location(session, place.unit, list, task->name.span);
    for (const htnc_method *each = task != NULL ? task->methods : NULL; each != NULL; each = each->next)
        add_location(session, place.unit, list, each->head);
    const lsp_occurrence *const *uses =
        task == NULL ? lsp_occurrences_for(lsp_occurrences_in(place.unit), name->symbol, &count) : NULL;
    for (size_t i = 0; i < count; i++)
        if (uses[i]->task != NULL)
            add_location(session, place.unit, list, uses[i]->task->name.span);
    return list;
}

cJSON *lsp_references(lsp_session *session, const cJSON *params)
{
    lsp_place place;
    const lsp_occurrence *name = lsp_find_place(session, params, &place) ? lsp_name_at(&place) : NULL;
    if (name == NULL)
        return NULL;
    const bool all = rpc_flag(params, "context.includeDeclaration");
    lsp_uses uses = lsp_uses_of(session, &place, name);
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; i < uses.count; i++) {
        if (!all && uses.list[i].use == LSP_DECLARES)
            continue;
        cJSON *location = cJSON_CreateObject();
        char *uri = lsp_uri_for(session, uses.list[i].path);
        cJSON_AddStringToObject(location, "uri", uri);
        cJSON_AddItemToObject(location, "range", cJSON_Duplicate(uses.list[i].range, true));
        cJSON_AddItemToArray(list, location);
        free(uri);
    }
    lsp_uses_free(&uses);
    return list;
}

cJSON *lsp_highlights(lsp_session *session, const cJSON *params)
{
    enum { TEXT = 1, READ = 2, WRITE = 3 };
    lsp_place place;
    const lsp_occurrence *name = lsp_find_place(session, params, &place) ? lsp_name_at(&place) : NULL;
    size_t count;
    if (name == NULL)
        return NULL;
    cJSON *list = cJSON_CreateArray();
    const lsp_occurrence *const *uses = lsp_occurrences_for(lsp_occurrences_in(place.unit), name->symbol, &count);
    for (size_t i = 0; i < count; i++) {
        if (lsp_source_of(place.unit, uses[i]->span) != place.source)
            continue;
        cJSON *json = cJSON_CreateObject();
        cJSON_AddItemToObject(json, "range", lsp_span_range(session, place.unit, uses[i]->span));
        cJSON_AddNumberToObject(json, "kind",
                                uses[i]->use == LSP_READS    ? READ
                                : uses[i]->use == LSP_WRITES ? WRITE
                                                             : TEXT);
        cJSON_AddItemToArray(list, json);
    }
    return list;
}
