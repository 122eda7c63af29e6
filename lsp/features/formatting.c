/* Formatting; see formatting.h. The edit leaves alone what the old and the new text have in common at both ends, so the cursor stays. */
#include "lsp/features/formatting.h"

#include "base/text.h"
#include "compiler/format/format.h"
#include "rpc/json_members.h"
#include "lsp/protocol/json_ranges.h"
#include "lsp/protocol/uri.h"
#include <stdlib.h>
#include <string.h>

/* Whether a byte is within a character of UTF-8, so that no edit may begin or end in front of it. */
static bool is_within_character(const char *text, size_t length, size_t at)
{
    return at < length && ((unsigned char)text[at] & 0xC0) == 0x80;
}

static void add_edit(lsp_session *session, const lsp_document *document, const htnc_formatted *made, cJSON *edits)
{
    const char *old = document->text, *new = made->text;
    size_t begin = 0, old_end = document->length, new_end = made->length;
    while (begin < old_end && begin < new_end && old[begin] == new[begin])
        begin++;
    while (begin > 0 && (is_within_character(old, document->length, begin) || old[begin - 1] == '\r'))
        begin--;
    while (old_end > begin && new_end > begin && old[old_end - 1] == new[new_end - 1]) {
        old_end--;
        new_end--;
    }
    while (old_end < document->length &&
           (is_within_character(old, document->length, old_end) || old[old_end] == '\n')) {
        old_end++;
        new_end++;
    }
    cJSON *edit = cJSON_CreateObject();
    cJSON_AddItemToObject(edit, "range",
                          lsp_range_json(&document->lines, (uint32_t)begin, (uint32_t)old_end, session->encoding));
    char *text = base_allocate(new_end - begin + 1);
    memcpy(text, new + begin, new_end - begin);
    text[new_end - begin] = '\0';
    cJSON_AddStringToObject(edit, "newText", text);
    cJSON_AddItemToArray(edits, edit);
    free(text);
}

cJSON *lsp_formatting(lsp_session *session, const cJSON *params)
{
    const char *uri = rpc_string(params, "textDocument.uri");
    char *path = uri != NULL ? lsp_path_of_uri(uri) : NULL;
    const lsp_document *document = path != NULL ? lsp_document_at(&session->documents, path) : NULL;
    cJSON *edits = cJSON_CreateArray();
    free(path);
    if (document == NULL)
        return edits;
    const base_allocator allocator = lsp_pool_allocator(&session->units.pool);
    htnc_formatted made;
    if (htnc_format(&made, document->text, document->length, &allocator) == BASE_DONE && made.changed)
        add_edit(session, document, &made, edits);
    htnc_formatted_free(&made);
    return edits;
}
