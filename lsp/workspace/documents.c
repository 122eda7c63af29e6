/* Open documents; see documents.h. */
#include "lsp/workspace/documents.h"

#include "base/text.h"
#include "rpc/json_members.h"
#include "lsp/protocol/json_ranges.h"
#include "lsp/protocol/uri.h"
#include <stdlib.h>
#include <string.h>

enum { LARGEST_TEXT = 256 << 20 };

lsp_document *lsp_document_at(const lsp_documents *documents, const char *path)
{
    for (lsp_document *each = documents->first; each != NULL; each = each->next)
        if (strcmp(each->path, path) == 0)
            return each;
    return NULL;
}

/* Takes `text`, which is malloc'ed. */
static void set_text(lsp_documents *documents, lsp_document *document, char *text, size_t length)
{
    static const char mark[] = "\xEF\xBB\xBF";
    if (length >= 3 && memcmp(text, mark, 3) == 0) {
        memmove(text, text + 3, length - 3 + 1);
        length -= 3;
    }
    if (length > LARGEST_TEXT) {
        length = LARGEST_TEXT;
        text[length] = '\0';
    }
    lsp_lines_free(&document->lines);
    free(document->text);
    document->text = text;
    document->length = (uint32_t)length;
    document->lines = lsp_lines_of(text, document->length);
    document->stamp = ++documents->stamps;
}

lsp_document *lsp_document_open(lsp_documents *documents, const char *uri, const char *text, double version)
{
    char *path = lsp_path_of_uri(uri);
    lsp_document *document = lsp_document_at(documents, path);
    if (document == NULL) {
        document = base_allocate(sizeof *document);
        *document = (lsp_document){.next = documents->first, .uri = base_duplicate_text(uri), .path = path};
        documents->first = document;
    } else {
        free(path);
        free(document->uri);
        document->uri = base_duplicate_text(uri);
    }
    document->version = version;
    set_text(documents, document, base_duplicate_text(text), strlen(text));
    return document;
}

static void free_document(lsp_document *document)
{
    lsp_lines_free(&document->lines);
    free(document->uri);
    free(document->path);
    free(document->text);
    free(document->tokens.list);
    free(document);
}

bool lsp_document_close(lsp_documents *documents, const char *path)
{
    for (lsp_document **link = &documents->first; *link != NULL; link = &(*link)->next)
        if (strcmp((*link)->path, path) == 0) {
            lsp_document *closed = *link;
            *link = closed->next;
            free_document(closed);
            documents->stamps++;
            return true;
        }
    return false;
}

void lsp_documents_free(lsp_documents *documents)
{
    while (documents->first != NULL) {
        lsp_document *next = documents->first->next;
        free_document(documents->first);
        documents->first = next;
    }
}

/* Puts `text` in place of the bytes from `begin` to `end`. */
static void replace(lsp_documents *documents, lsp_document *document, uint32_t begin, uint32_t end, const char *text)
{
    const size_t added = strlen(text), length = document->length - (end - begin) + added;
    char *made = base_allocate(length + 1);
    memcpy(made, document->text, begin);
    memcpy(made + begin, text, added);
    memcpy(made + begin + added, document->text + end, document->length - end);
    made[length] = '\0';
    set_text(documents, document, made, length);
}

bool lsp_document_change(lsp_documents *documents, lsp_document *document, const cJSON *changes, lsp_encoding encoding)
{
    const cJSON *change;
    if (!cJSON_IsArray(changes))
        return false;
    cJSON_ArrayForEach(change, changes)
    {
        const char *text = rpc_string(change, "text");
        const cJSON *range = rpc_member(change, "range");
        lsp_position start, end;
        if (text == NULL)
            return false;
        if (range == NULL) {
            set_text(documents, document, base_duplicate_text(text), strlen(text));
            continue;
        }
        if (!lsp_read_position(rpc_member(range, "start"), &start) ||
            !lsp_read_position(rpc_member(range, "end"), &end))
            return false;
        const uint32_t from = lsp_offset_of(&document->lines, start, encoding);
        const uint32_t to = lsp_offset_of(&document->lines, end, encoding);
        if (to < from)
            return false;
        replace(documents, document, from, to, text);
    }
    return true;
}
