/*
 * What a session with an editor has: what both sides can do, the folders, the open documents and their units. Types only; the room `lsp`
 * makes it, and the features answer from it.
 */
#pragma once

#include "rpc/outbox.h"
#include "lsp/workspace/units.h"

/* What the editor said that it can do. */
typedef struct lsp_client {
    bool hierarchical_symbols, snippets, markdown, watches_files, refreshes_lenses, takes_hover_markdown;
    bool progress;
    bool shows_results; /* the results of commands: else the server shows them as messages */
} lsp_client;

/* A file of which the editor has got diagnostics. */
typedef struct lsp_published {
    char *path;
    uint64_t edition; /* of the unit that they are from; 0: it has got none */
    uint64_t round;   /* that looked at it last */
} lsp_published;

typedef struct lsp_session {
    rpc_outbox outbox;
    lsp_encoding encoding;
    lsp_client client;
    lsp_folders folders;
    lsp_documents documents;
    lsp_units units;
    lsp_published *published; /* the diagnostics' */
    size_t published_count, published_capacity;
    uint64_t rounds;
    struct lsp_runs *runs; /* the room plans'; NULL: no scenario was played yet */
} lsp_session;
