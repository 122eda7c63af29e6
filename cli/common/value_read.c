/* See value_read.h. */
#include "cli/common/value_read.h"
#include "base/decimal.h"
#include "cli/common/value_text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NAME = 255 };

static uint32_t type_field(const htn_domain *domain, uint32_t type, uint32_t field)
{
    return htn_domain_field(domain, HTN_SECTION_TYPES, type, field);
}

void cli_add_values_of(base_text *text, const htn_domain *domain, uint32_t type, bool index)
{
    uint32_t count = type_field(domain, type, HTN_TYPES_VALUE_COUNT);
    int32_t low = (int32_t)type_field(domain, type, HTN_TYPES_LOW),
            high = (int32_t)type_field(domain, type, HTN_TYPES_HIGH);
    if (type_field(domain, type, HTN_TYPES_KIND) == HTN_TYPE_BOOL) {
        base_text_add(text, "true or false");
    } else if (htn_type_is_open(domain, type)) {
        base_text_add(text, index ? "an instance such as " : "none, or an instance such as ");
        cli_add_value(text, domain, type, low);
    } else if (type_field(domain, type, HTN_TYPES_KIND) == HTN_TYPE_FIXED) {
        base_text_add(text, "a number in ");
        cli_add_decimal(text, low);
        base_text_add(text, "..");
        cli_add_decimal(text, high);
        base_text_add(text, ", with at most three decimals");
    } else if (count == 0) {
        base_text_add(text, "a number in %d..%d", low, high);
    } else {
        for (uint32_t i = 0; i < count && i < 12; i++)
            base_text_add(text, "%s%s",
                          i == 0           ? ""
                          : i + 1 == count ? " or "
                                           : ", ",
                          htn_value_name(domain, type, low + (int32_t)i));
        if (count > 12)
            base_text_add(text, ", ...");
    }
}

bool cli_read_instance(const htn_domain *domain, uint32_t type, const char *text, int32_t *value)
{
    const char *mark = strchr(text, '#');
    char name[LONGEST_NAME + 1], *end;
    if (mark == NULL || (size_t)(mark - text) > LONGEST_NAME || mark[1] < '0' || mark[1] > '9')
        return false;
    snprintf(name, sizeof name, "%.*s", (int)(mark - text), text);
    unsigned long number = strtoul(mark + 1, &end, 10);
    uint32_t own = htn_type_find(domain, name);
    if (own == HTN_NONE || *end != '\0' || number >= type_field(domain, own, HTN_TYPES_OWN))
        return false;
    *value = (int32_t)(type_field(domain, own, HTN_TYPES_LOW) + number);
    return cli_instance_type(domain, type, *value) == own &&
           *value >= (int32_t)type_field(domain, type, HTN_TYPES_LOW) &&
           *value <= (int32_t)type_field(domain, type, HTN_TYPES_HIGH);
}

bool cli_read_duration(const char *text, int32_t *milliseconds)
{
    char number[32];
    const size_t length = strspn(text, "0123456789.");
    if (length == 0 || length >= sizeof number)
        return false;
    memcpy(number, text, length);
    number[length] = '\0';
    if (strcmp(text + length, "s") == 0)
        return base_decimal_read(number, milliseconds); /* thousandths of a second */
    if (strcmp(text + length, "ms") != 0 || strchr(number, '.') != NULL)
        return false;
    const long long count = strtoll(number, NULL, 10);
    *milliseconds = (int32_t)count;
    return count <= INT32_MAX;
}

bool cli_read_moment(const char *text, uint64_t *time_us)
{
    int32_t milliseconds = 0;
    const bool read = cli_read_duration(text, &milliseconds);
    *time_us = (uint64_t)milliseconds * 1000 + 999;
    return read;
}

bool cli_read_value(const htn_domain *domain, uint32_t type, const char *text, int32_t *value)
{
    int64_t low = (int32_t)type_field(domain, type, HTN_TYPES_LOW),
            high = (int32_t)type_field(domain, type, HTN_TYPES_HIGH);
    char *end;
    if (htn_type_is_open(domain, type)) {
        *value = -1;
        return strcmp(text, "none") == 0 || cli_read_instance(domain, type, text, value);
    }
    if (type_field(domain, type, HTN_TYPES_KIND) == HTN_TYPE_FIXED)
        return base_decimal_read(text, value) && *value >= low && *value <= high;
    if (type_field(domain, type, HTN_TYPES_KIND) != HTN_TYPE_INTEGER) {
        for (int64_t v = low; v <= high; v++) {
            const char *name = htn_value_name(domain, type, (int32_t)v);
            if (name != NULL && strcmp(name, text) == 0) {
                *value = (int32_t)v;
                return true;
            }
        }
    }
    if (type_field(domain, type, HTN_TYPES_KIND) == HTN_TYPE_INTEGER && cli_read_duration(text, value))
        return *value >= low && *value <= high;
    long long number = strtoll(text, &end, 10); /* an overflow gives LLONG_MIN or LLONG_MAX, which are in no range */
    *value = (int32_t)number;
    return end != text && *end == '\0' && number >= low && number <= high;
}
