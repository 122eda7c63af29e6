/* Positions and spans; see places.h. */
#include "lsp/workspace/places.h"

#include "rpc/json_members.h"
#include "lsp/protocol/json_ranges.h"
#include "lsp/protocol/uri.h"
#include <stdlib.h>

bool lsp_find_document(lsp_session *session, const cJSON *params, lsp_place *place)
{
    const char *uri = rpc_string(params, "textDocument.uri");
    if (uri == NULL)
        return false;
    char *path = lsp_path_of_uri(uri);
    place->unit = lsp_unit_for(&session->units, path);
    place->source = lsp_source_at(place->unit, path);
    free(path);
    if (place->source == NULL)
        return false;
    place->lines = lsp_lines_in(place->unit, place->source);
    place->offset = place->source->base;
    return true;
}

bool lsp_find_place(lsp_session *session, const cJSON *params, lsp_place *place)
{
    lsp_position position;
    if (!lsp_read_position(rpc_member(params, "position"), &position) || !lsp_find_document(session, params, place))
        return false;
    place->offset += lsp_offset_of(place->lines, position, session->encoding);
    return true;
}

char *lsp_uri_for(const lsp_session *session, const char *path)
{
    const lsp_document *open = lsp_document_at(&session->documents, path);
    return lsp_uri_of_path(open != NULL ? open->uri : path);
}

cJSON *lsp_span_range(const lsp_session *session, lsp_unit *unit, base_span span)
{
    const base_source *source = span.end != 0 ? lsp_source_of(unit, span) : NULL;
    if (source == NULL)
        return NULL;
    const uint32_t end = span.end - source->base <= source->length ? span.end - source->base : source->length;
    return lsp_range_json(lsp_lines_in(unit, source), span.begin - source->base, end, session->encoding);
}

cJSON *lsp_span_location(const lsp_session *session, lsp_unit *unit, base_span span)
{
    const base_source *source = span.end != 0 ? lsp_source_of(unit, span) : NULL;
    if (source == NULL || source->is_made)
        return NULL;
    char *uri = lsp_uri_for(session, source->path);
    cJSON *location = cJSON_CreateObject();
    cJSON_AddStringToObject(location, "uri", uri);
    cJSON_AddItemToObject(location, "range", lsp_span_range(session, unit, span));
    free(uri);
    return location;
}
