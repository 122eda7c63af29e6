/* What a message says: members that may be missing, or of another type than the protocol says. */
#pragma once

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

/* The member at a path such as "textDocument.uri". NULL: there is none. `of` may be NULL. */
const cJSON *rpc_member(const cJSON *of, const char *path);

/* NULL: there is no such string. */
const char *rpc_string(const cJSON *of, const char *path);

/* False: there is no such number from 0 to 2^31 - 1. */
bool rpc_number(const cJSON *of, const char *path, uint32_t *value);

/* Whether the member is there, and true. */
bool rpc_flag(const cJSON *of, const char *path);

/* Whether an array of strings has that one. */
bool rpc_lists(const cJSON *array, const char *text);
