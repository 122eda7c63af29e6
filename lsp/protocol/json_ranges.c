/* Positions and ranges; see json_ranges.h. The answers about a large file have thousands of ranges: they are written as text at once. */
#include "lsp/protocol/json_ranges.h"

#include "base/text.h"
#include "rpc/json_members.h"

bool lsp_read_position(const cJSON *json, lsp_position *position)
{
    return rpc_number(json, "line", &position->line) && rpc_number(json, "character", &position->character);
}

static void add_position(base_text *text, lsp_position position)
{
    base_text_add_bytes(text, "{\"line\":", 8);
    base_text_add_number(text, position.line);
    base_text_add_bytes(text, ",\"character\":", 13);
    base_text_add_number(text, position.character);
    base_text_add_bytes(text, "}", 1);
}

cJSON *lsp_range_json(const lsp_lines *lines, uint32_t begin, uint32_t end, lsp_encoding encoding)
{
    base_text text = {0};
    base_text_add_bytes(&text, "{\"start\":", 9);
    add_position(&text, lsp_position_of(lines, begin, encoding));
    base_text_add_bytes(&text, ",\"end\":", 7);
    add_position(&text, lsp_position_of(lines, end, encoding));
    base_text_add_bytes(&text, "}", 1);
    cJSON *range = cJSON_CreateRaw(text.bytes);
    base_text_free(&text);
    return range;
}
