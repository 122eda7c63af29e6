/* The tools that an assistant may call: their descriptions, what they take, and what they do. */
#pragma once

#include "mcp/captured.h"
#include <cjson/cJSON.h>

/* The commands of `htn` that tools call. */
typedef struct mcp_commands {
    mcp_command *check, *fmt, *plan, *explain, *test, *help;
} mcp_commands;

/* The result of `tools/list`. */
cJSON *mcp_list_tools(void);

/* The result of `tools/call`; NULL: there is no tool of this name. `arguments` may be NULL, or anything. */
cJSON *mcp_call_tool(const mcp_commands *commands, const char *name, const cJSON *arguments);
