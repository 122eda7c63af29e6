/* Between positions of the protocol and the compiler's spans. */
#pragma once

#include "lsp/workspace/editor_session.h"

/* Where a request points to. */
typedef struct lsp_place {
    lsp_unit *unit;
    base_source *source;
    const lsp_lines *lines;
    uint32_t offset; /* in the compilation's space of offsets */
} lsp_place;

/* The unit and the source of `textDocument.uri`. False: there is none, or the file cannot be read. `offset` is the file's beginning. */
bool lsp_find_document(lsp_session *session, const cJSON *params, lsp_place *place);

/* The same with `position`. False too where there is no such member. */
bool lsp_find_place(lsp_session *session, const cJSON *params, lsp_place *place);

/* The URI of a file: that of the open document, or made of the path. The caller frees it. */
char *lsp_uri_for(const lsp_session *session, const char *path);

/* A range in the unit's source; NULL: the span is nowhere. */
cJSON *lsp_span_range(const lsp_session *session, lsp_unit *unit, base_span span);

/* `{uri, range}`; NULL: the span is nowhere, or in a text that was made. */
cJSON *lsp_span_location(const lsp_session *session, lsp_unit *unit, base_span span);
