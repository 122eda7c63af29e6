/* See json.h. */
#include "cli/common/json.h"
#include "cli/common/value_text.h"
#include <stdio.h>
#include <string.h>

cJSON *cli_value_json(const htn_domain *domain, uint32_t type, int32_t value)
{
    if (type == HTN_NONE)
        return cJSON_CreateString(htn_domain_text(domain, HTN_SECTION_STRINGS, (uint32_t)value));
    const char *name = htn_value_name(domain, type, value);
    if (name != NULL && htn_domain_field(domain, HTN_SECTION_TYPES, type, HTN_TYPES_KIND) == HTN_TYPE_BOOL)
        return cJSON_CreateBool(value != 0);
    if (htn_domain_field(domain, HTN_SECTION_TYPES, type, HTN_TYPES_KIND) == HTN_TYPE_FIXED)
        return cJSON_CreateNumber(value / 1000.0);
    if (name == NULL && cli_instance_type(domain, type, value) == HTN_NONE)
        return cJSON_CreateNumber(value);
    base_text text = {0};
    cli_add_value(&text, domain, type, value);
    cJSON *json = cJSON_CreateString(base_text_of(&text));
    base_text_free(&text);
    return json;
}

void cli_add_json(base_text *text, cJSON *json, bool lines)
{
    char *printed = lines ? cJSON_Print(json) : cJSON_PrintUnformatted(json);
    if (printed != NULL)
        base_text_add_utf8(text, printed, strlen(printed));
    cJSON_free(printed);
    cJSON_Delete(json);
}

void cli_print_json(cJSON *json)
{
    base_text text = {0};
    cli_add_json(&text, json, true);
    printf("%s\n", base_text_of(&text));
    base_text_free(&text);
}
