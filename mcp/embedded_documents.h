/* The language reference and the lessons, which are part of the tool: docs/embed.awk takes them in when it is built. */
#pragma once

#include "base/text.h"
#include <cjson/cJSON.h>

/* The result of `resources/list`. */
cJSON *mcp_list_documents(void);

/* The result of `resources/read`; NULL: there is no such document. */
cJSON *mcp_read_document(const char *uri);

/*
 * Appends the section of the language reference about a topic: the one whose heading has the words, else a list of those whose text has them.
 * False: there is none.
 */
bool mcp_look_up_topic(const char *topic, base_text *text);
