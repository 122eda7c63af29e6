/* The wall around a folder; see wall.h. */
#include "base/wall.h"
#include "base/text.h"
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
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

bool base_wall_bars(const char *path, const base_wall_host *host)
{
    if (!base_wall_stands())
        return false;
    char *real = host->real_path(path);
    if (real == NULL && !host->is_link(path)) {
        const size_t folder = strlen(path) - strlen(host->name_in(path));
        base_text above = {0};
        base_text_add(&above, "%.*s.", (int)folder, path);
        real = host->real_path(above.bytes);
        base_text_free(&above);
    }
    const bool inside = real != NULL && base_wall_encloses(real);
    free(real);
    errno = inside ? errno : EACCES;
    return !inside;
}
