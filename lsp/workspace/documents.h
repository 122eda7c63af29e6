/*
 * The documents that are open in the editor, with texts that may not be saved yet. A document is found by its path; its URI is the one
 * that the editor opened it with, and is what answers name it by.
 */
#pragma once

#include "lsp/protocol/text_lines.h"
#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

/* The semantic tokens that the editor was told last, as the protocol's numbers. */
typedef struct lsp_token_numbers {
    uint32_t *list; /* malloc'ed */
    size_t count, capacity;
    uint64_t result; /* the number of that answer, from 1; 0: there was none */
} lsp_token_numbers;

typedef struct lsp_document {
    struct lsp_document *next;
    char *uri, *path;
    char *text; /* malloc'ed, NUL-ended; without a byte-order mark */
    uint32_t length;
    lsp_lines lines; /* of `text` */
    double version;  /* the editor's; -1: it gave none */
    uint64_t stamp;  /* another number after each change, in any document */
    lsp_token_numbers tokens;
} lsp_document;

typedef struct lsp_documents {
    lsp_document *first;
    uint64_t stamps; /* the latest */
    uint64_t token_results;
} lsp_documents;

/* NULL: it is not open. */
lsp_document *lsp_document_at(const lsp_documents *documents, const char *path);

/* Opens it, or gives it this text if it is open already. */
lsp_document *lsp_document_open(lsp_documents *documents, const char *uri, const char *text, double version);

/* False: it is not open. */
bool lsp_document_close(lsp_documents *documents, const char *path);
void lsp_documents_free(lsp_documents *documents);

/*
 * Applies `contentChanges`, one after the other. False: one of them is none of the protocol's; those before it are applied. Of a text
 * that would be larger than a source may be, it is the beginning that stays.
 */
bool lsp_document_change(lsp_documents *documents, lsp_document *document, const cJSON *changes, lsp_encoding encoding);
