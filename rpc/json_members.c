/* Members of messages; see json_members.h. */
#include "rpc/json_members.h"

#include <string.h>

const cJSON *rpc_member(const cJSON *of, const char *path)
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

const char *rpc_string(const cJSON *of, const char *path)
{
    return cJSON_GetStringValue(rpc_member(of, path));
}

bool rpc_number(const cJSON *of, const char *path, uint32_t *value)
{
    const cJSON *member = rpc_member(of, path);
    if (!cJSON_IsNumber(member) || !(member->valuedouble >= 0 && member->valuedouble <= INT32_MAX))
        return false;
    *value = (uint32_t)member->valuedouble;
    return true;
}

bool rpc_flag(const cJSON *of, const char *path)
{
    return cJSON_IsTrue(rpc_member(of, path));
}

bool rpc_lists(const cJSON *array, const char *text)
{
    const cJSON *each;
    cJSON_ArrayForEach(each, array) if (cJSON_IsString(each) && strcmp(each->valuestring, text) == 0) return true;
    return false;
}
