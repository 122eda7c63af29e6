/* Messages about a wrong command line; see usage_error.h. */
#include "cli/common/usage_error.h"
#include "base/diagnostic.h"
#include "base/text.h"
#include "cli/common/exit_status.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int cli_usage_error(const char *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "htn %s: ", command);
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n`htn help %s` shows how it is used\n", command);
    va_end(arguments);
    return CLI_EXIT_USAGE;
}

const char *cli_did_you_mean(const char *name, const char *const *names, size_t count)
{
    static char text[128];
    const char *nearest = base_nearest(name, names, count);
    if (nearest == NULL || strlen(nearest) > sizeof text - 32)
        return "";
    snprintf(text, sizeof text, "; did you mean '%s'?", nearest);
    return text;
}

const char *cli_did_you_mean_of(const htn_domain *domain, const char *name, uint32_t count,
                                const char *(*name_of)(const htn_domain *domain, uint32_t index))
{
    const char **names = base_allocate((count + 1) * sizeof *names);
    for (uint32_t i = 0; i < count; i++)
        names[i] = name_of(domain, i);
    const char *hint = cli_did_you_mean(name, names, count);
    free((void *)names);
    return hint;
}
