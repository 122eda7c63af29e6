/* Members of messages; see json_members.h. */
#include "lsp/protocol/json_members.h"

#include <string.h>

const cJSON *lsp_member(const cJSON *of, const char *path)
{
    char name[64];
    while (of != NULL && *path != '\0') {
        const size_t length = strcspn(path, ".");
        if (length >= sizeof name)
            return NULL;
        memcpy(name, path, length);
        name[length] = '\0';
        of = cJSON_IsObject(of) ? cJSON_GetObjectItemCaseSensitive(of, name) : NULL;
        path += length + (path[length] == '.');
    }
    return of;
}

const char *lsp_string(const cJSON *of, const char *path)
{
    return cJSON_GetStringValue(lsp_member(of, path));
}

bool lsp_number(const cJSON *of, const char *path, uint32_t *value)
{
    const cJSON *member = lsp_member(of, path);
    if (!cJSON_IsNumber(member) || !(member->valuedouble >= 0 && member->valuedouble <= INT32_MAX))
        return false;
    *value = (uint32_t)member->valuedouble;
    return true;
}

bool lsp_flag(const cJSON *of, const char *path)
{
    return cJSON_IsTrue(lsp_member(of, path));
}

bool lsp_lists(const cJSON *array, const char *text)
{
    const cJSON *each;
    cJSON_ArrayForEach(each, array) if (cJSON_IsString(each) && strcmp(each->valuestring, text) == 0) return true;
    return false;
}
