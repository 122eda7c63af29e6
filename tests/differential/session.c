/* Arguments and TAP; see session.h. */
#include "session.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int cases, failures;

void session_case(bool good, const char *name)
{
    printf("%sok %d - %s\n", good ? "" : "not ", ++cases, name);
    failures += !good;
    fflush(stdout);
}

int session_end(void)
{
    printf("1..%d\n", cases);
    return failures != 0 || cases == 0;
}

uint64_t session_option(int count, char **arguments, const char *name, uint64_t otherwise)
{
    for (int i = 1; i + 1 < count; i++)
        if (strcmp(arguments[i], name) == 0)
            return strtoull(arguments[i + 1], NULL, 10);
    return otherwise;
}

bool session_has_flag(int count, char **arguments, const char *name)
{
    for (int i = 1; i < count; i++)
        if (strcmp(arguments[i], name) == 0)
            return true;
    return false;
}
