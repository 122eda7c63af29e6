/* Where a symbol is used, in all units that have its declaration. */
#pragma once

#include "lsp/workspace/places.h"

typedef struct lsp_used {
    char *path;
    uint32_t begin, end; /* offsets in the file */
    cJSON *range;
    lsp_use use;
} lsp_used;

typedef struct lsp_uses {
    lsp_used *list; /* by path and place, each once */
    size_t count, capacity;
} lsp_uses;

/* The name at a place; NULL: none stands there. */
const lsp_occurrence *lsp_name_at(const lsp_place *place);

/* All uses of the symbol at a place, declarations included. Units may be compiled: what the caller has of them is not valid then. */
lsp_uses lsp_uses_of(lsp_session *session, const lsp_place *place, const lsp_occurrence *name);
void lsp_uses_free(lsp_uses *uses);
