/* Diagnostics as the protocol has them; see diagnostics.h. */
#include "lsp/features/diagnostics.h"

#include "base/text.h"
#include "lsp/workspace/places.h"
#include <stdlib.h>
#include <string.h>

enum { SEVERITY_ERROR = 1, SEVERITY_WARNING = 2, TAG_UNNECESSARY = 1 };

/* --- One ------------------------------------------------------------------------------------------ */

static bool is_about_unused(base_diagnostic_id id)
{
    return strncmp(base_diagnostic_name(id), "unused", 6) == 0;
}

/* Notes with a place; `message` gets the others. */
static cJSON *related_json(lsp_session *session, lsp_unit *unit, const base_diagnostic *diagnostic, base_text *message)
{
    cJSON *related = cJSON_CreateArray();
    for (const base_note *note = diagnostic->notes; note != NULL; note = note->next) {
        cJSON *location = lsp_span_location(session, unit, note->span);
        if (location == NULL) {
            base_text_add(message, "\n%s", note->message);
            continue;
        }
        cJSON *json = cJSON_CreateObject();
        cJSON_AddItemToObject(json, "location", location);
        cJSON_AddStringToObject(json, "message", note->message);
        cJSON_AddItemToArray(related, json);
    }
    return related;
}

cJSON *lsp_diagnostic_json(lsp_session *session, lsp_unit *unit, const base_diagnostic *diagnostic)
{
    cJSON *range = lsp_span_range(session, unit, diagnostic->span);
    base_text message = {0};
    if (range == NULL)
        return NULL;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddItemToObject(json, "range", range);
    cJSON_AddNumberToObject(json, "severity", diagnostic->severity == BASE_ERROR ? SEVERITY_ERROR : SEVERITY_WARNING);
    cJSON_AddStringToObject(json, "code", base_diagnostic_name(diagnostic->id));
    cJSON_AddStringToObject(json, "source", "htn");
    base_text_add_bytes(&message, diagnostic->message, strlen(diagnostic->message));
    cJSON *related = related_json(session, unit, diagnostic, &message);
    cJSON_AddStringToObject(json, "message", base_text_of(&message));
    base_text_free(&message);
    if (cJSON_GetArraySize(related) > 0)
        cJSON_AddItemToObject(json, "relatedInformation", related);
    else
        cJSON_Delete(related);
    if (is_about_unused(diagnostic->id))
        cJSON_AddItemToArray(cJSON_AddArrayToObject(json, "tags"), cJSON_CreateNumber(TAG_UNNECESSARY));
    return json;
}

/* A file that cannot be read at all has no diagnostics of the compiler's; nor has one for which memory ran out. */
static void add_problem(cJSON *list, const lsp_unit *unit)
{
    const char *problem = unit->result == BASE_OUT_OF_MEMORY ? "there is not enough memory to compile this"
                          : unit->result == BASE_UNREADABLE  ? unit->compilation.workspace.problem
                                                             : NULL;
    if (problem == NULL)
        return;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddItemToObject(json, "range",
                          cJSON_Parse("{\"start\":{\"line\":0,\"character\":0},"
                                      "\"end\":{\"line\":0,\"character\":0}}"));
    cJSON_AddNumberToObject(json, "severity", SEVERITY_ERROR);
    cJSON_AddStringToObject(json, "source", "htn");
    cJSON_AddStringToObject(json, "message", problem);
    cJSON_AddItemToArray(list, json);
}

static cJSON *list_json(lsp_session *session, lsp_unit *unit, const char *path)
{
    const base_source *source = lsp_source_at(unit, path);
    cJSON *list = cJSON_CreateArray();
    if (strcmp(unit->path, path) == 0)
        add_problem(list, unit);
    if (source == NULL || unit->result == BASE_OUT_OF_MEMORY)
        return list;
    for (const base_diagnostic *each = lsp_unit_diagnostics(unit)->first; each != NULL; each = each->next)
        if (each->span.end != 0 && lsp_source_of(unit, each->span) == source)
            cJSON_AddItemToArray(list, lsp_diagnostic_json(session, unit, each));
    return list;
}

cJSON *lsp_pull_diagnostics(lsp_session *session, const cJSON *params)
{
    lsp_place place;
    cJSON *report = cJSON_CreateObject();
    cJSON_AddStringToObject(report, "kind", "full");
    cJSON_AddItemToObject(report, "items",
                          lsp_find_document(session, params, &place)
                              ? list_json(session, place.unit, place.source->path)
                              : cJSON_CreateArray());
    return report;
}

/* --- All ------------------------------------------------------------------------------------------ */

static void send_list(lsp_session *session, const char *path, cJSON *list)
{
    const lsp_document *open = lsp_document_at(&session->documents, path);
    char *uri = lsp_uri_for(session, path);
    cJSON *params = cJSON_CreateObject();
    cJSON_AddStringToObject(params, "uri", uri);
    if (open != NULL && open->version >= 0)
        cJSON_AddNumberToObject(params, "version", open->version);
    cJSON_AddItemToObject(params, "diagnostics", list);
    rpc_notify(&session->outbox, "textDocument/publishDiagnostics", params);
    free(uri);
}

/* The file's entry; a new one has edition 0. Valid until the next call. */
static lsp_published *find_published(lsp_session *session, const char *path)
{
    for (size_t i = 0; i < session->published_count; i++)
        if (strcmp(session->published[i].path, path) == 0)
            return &session->published[i];
    session->published = base_grow_array(session->published, session->published_count, &session->published_capacity,
                                         sizeof *session->published);
    session->published[session->published_count] = (lsp_published){.path = base_duplicate_text(path)};
    return &session->published[session->published_count++];
}

/* Publishes a file's diagnostics if the editor has not got them. An imported file without any is left alone. */
static void publish_file(lsp_session *session, lsp_unit *unit, const char *path)
{
    lsp_published *known = find_published(session, path);
    const uint64_t edition = lsp_unit_edition(unit);
    const bool done = known->round == session->rounds; /* from another unit */
    known->round = session->rounds;
    if (done || known->edition == edition)
        return;
    cJSON *list = list_json(session, unit, path);
    const bool open = lsp_document_at(&session->documents, path) != NULL;
    const bool told = known->edition != 0;
    known->edition = edition;
    if (open || told || cJSON_GetArraySize(list) > 0)
        send_list(session, path, list);
    else
        cJSON_Delete(list);
}

static void withdraw(lsp_session *session)
{
    for (size_t i = session->published_count; i-- > 0;) {
        if (session->published[i].round == session->rounds)
            continue;
        send_list(session, session->published[i].path, cJSON_CreateArray());
        free(session->published[i].path);
        memmove(session->published + i, session->published + i + 1,
                (--session->published_count - i) * sizeof *session->published);
    }
}

void lsp_publish_diagnostics(lsp_session *session)
{
    session->rounds++;
    for (const lsp_document *each = session->documents.first; each != NULL; each = each->next)
        publish_file(session, lsp_unit_for(&session->units, each->path), each->path);
    for (const lsp_document *each = session->documents.first; each != NULL; each = each->next) {
        lsp_unit *unit = lsp_unit_for(&session->units, each->path);
        for (const base_source *source = unit->compilation.workspace.sources.first; source != NULL;
             source = source->next)
            if (!source->is_made && lsp_document_at(&session->documents, source->path) == NULL)
                publish_file(session, unit, source->path);
    }
    withdraw(session);
}

void lsp_forget_published(lsp_session *session)
{
    for (size_t i = 0; i < session->published_count; i++)
        session->published[i].edition = session->published[i].edition != 0 ? 1 : 0;
}

void lsp_published_free(lsp_session *session)
{
    for (size_t i = 0; i < session->published_count; i++)
        free(session->published[i].path);
    free(session->published);
}
