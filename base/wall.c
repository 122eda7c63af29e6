/* The wall around a folder; see wall.h. */
#include "base/wall.h"

#include <stddef.h>
#include <string.h>

/* Of the whole program, so that no way to a file can forget to ask. NULL: there is no wall. */
static const char *enclosed;

void base_wall_build(const char *folder)
{
    enclosed = folder;
}

bool base_wall_stands(void)
{
    return enclosed != NULL;
}

bool base_wall_encloses(const char *real_path)
{
    if (enclosed == NULL)
        return true;
    const size_t length = strlen(enclosed);
    if (strncmp(real_path, enclosed, length) != 0)
        return false;
    return real_path[length] == '\0' || real_path[length] == '/' || (length > 0 && enclosed[length - 1] == '/');
}
