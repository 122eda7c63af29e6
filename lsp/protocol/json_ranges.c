/* Positions and ranges; see json_ranges.h. */
#include "lsp/protocol/json_ranges.h"

#include "rpc/json_members.h"

bool lsp_read_position(const cJSON *json, lsp_position *position)
{
    return rpc_number(json, "line", &position->line) && rpc_number(json, "character", &position->character);
}

static void add_position(cJSON *to, const char *name, lsp_position position)
{
    cJSON *json = cJSON_AddObjectToObject(to, name);
    cJSON_AddNumberToObject(json, "line", position.line);
    cJSON_AddNumberToObject(json, "character", position.character);
}

cJSON *lsp_range_json(const lsp_lines *lines, uint32_t begin, uint32_t end, lsp_encoding encoding)
{
    cJSON *range = cJSON_CreateObject();
    add_position(range, "start", lsp_position_of(lines, begin, encoding));
    add_position(range, "end", lsp_position_of(lines, end, encoding));
    return range;
}
