/* What is wrong, published for every open document and for the files that they import. */
#pragma once

#include "lsp/workspace/editor_session.h"

/*
 * Publishes the diagnostics that have changed. A file's are those of its unit (units.h); of a file that nobody has open, those of the
 * first unit that has it. What was published for files that no longer belong to an open document is withdrawn.
 */
void lsp_publish_diagnostics(lsp_session *session);

/* Publishes all of them again. */
void lsp_forget_published(lsp_session *session);
void lsp_published_free(lsp_session *session);

/* The result of textDocument/diagnostic: the same for one document, for editors that ask. */
cJSON *lsp_pull_diagnostics(lsp_session *session, const cJSON *params);

/* One of them as JSON; NULL: it lies in no source. */
cJSON *lsp_diagnostic_json(lsp_session *session, lsp_unit *unit, const base_diagnostic *diagnostic);
