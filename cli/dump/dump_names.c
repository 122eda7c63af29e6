/* See dump_names.h. */
#include "cli/dump/dump_names.h"
#include "base/text.h"
#include "cli/common/value_text.h"
#include <stdio.h>

void dump_value(const htn_domain *domain, uint32_t type, int32_t value)
{
    base_text text = {0};
    cli_add_value(&text, domain, type, value);
    printf("%s", base_text_of(&text));
    base_text_free(&text);
}

const char *dump_type_name(const htn_domain *domain, uint32_t type)
{
    return type == HTN_NONE ? "symbol" : CLI_TEXT(domain, TYPES, type, NAME);
}

void dump_parameters(const htn_domain *domain, uint32_t first, uint32_t count)
{
    printf("(");
    for (uint32_t i = first; i < first + count; i++) {
        const char *name = CLI_TEXT(domain, PARAMETERS, i, NAME);
        printf("%s%s%s%s", i == first ? "" : ", ", name, name[0] == '\0' ? "" : " : ",
               dump_type_name(domain, CLI_FIELD(domain, PARAMETERS, i, TYPE)));
    }
    printf(")");
}

void dump_operator(const htn_domain *domain, uint32_t index)
{
    printf("%s", CLI_TEXT(domain, OPERATORS, index, NAME));
    dump_parameters(domain, CLI_FIELD(domain, OPERATORS, index, FIRST_PARAMETER),
                    CLI_FIELD(domain, OPERATORS, index, PARAMETER_COUNT));
}
