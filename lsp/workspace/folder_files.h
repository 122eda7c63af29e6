/*
 * The sources in the editor's folders, and which of them import which. Only their `Import` lines are read: who compiles them is the
 * units' concern (units.h). An open document counts with its unsaved text.
 */
#pragma once

#include "lsp/workspace/documents.h"
#include <stddef.h>

typedef struct lsp_file {
    char *path;
    char **imports; /* paths */
    size_t import_count, import_capacity;
    uint64_t stamp;   /* of what was read; see lsp_stamp_of() */
    bool has_content; /* a compound task or a scenario: it can be compiled by itself */
} lsp_file;

typedef struct lsp_folders {
    char **roots; /* paths */
    size_t root_count, root_capacity;
    lsp_file *files;
    size_t file_count, file_capacity;
    bool scanned;
    bool disk_changed; /* set it where files may have changed on the disk */
} lsp_folders;

void lsp_folder_add(lsp_folders *folders, const char *path);
void lsp_folder_remove(lsp_folders *folders, const char *path);
void lsp_folders_free(lsp_folders *folders);

/* Looks for sources in the folders, unless that was done and lsp_folders_forget() was not called since. */
void lsp_folders_scan(lsp_folders *folders);
void lsp_folders_forget(lsp_folders *folders);

/* Reads the imports again: of open documents that have changed, and of files where `disk_changed` is set. Adds open documents. */
void lsp_folders_refresh(lsp_folders *folders, const lsp_documents *documents);

/* NULL: it is not known. */
const lsp_file *lsp_file_at(const lsp_folders *folders, const char *path);

/* A number that changes with the file: an open document's stamp, or the time and size on the disk. 0: there is no such file. */
uint64_t lsp_stamp_of(const lsp_documents *documents, const char *path);

/* Whether `file` imports `path`, directly or through others. */
bool lsp_file_reaches(const lsp_folders *folders, const lsp_file *file, const char *path);

/* Whether another file imports it. */
bool lsp_file_is_imported(const lsp_folders *folders, const char *path);
