/* Between URIs and paths; see uri.h. */
#include "lsp/protocol/uri.h"

#include "base/text.h"
#include <stdlib.h>
#include <string.h>

static int hex(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    if (digit >= 'a' && digit <= 'f')
        return digit - 'a' + 10;
    return digit >= 'A' && digit <= 'F' ? digit - 'A' + 10 : -1;
}

static bool is_drive(const char *path)
{
    return ((path[0] >= 'a' && path[0] <= 'z') || (path[0] >= 'A' && path[0] <= 'Z')) && path[1] == ':';
}

static bool is_scheme(const char *path)
{
    const size_t letters = strspn(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-.");
    return letters > 1 && path[letters] == ':';
}

void lsp_normalize_path(char *path)
{
    char *to = path, *floor;
    if (is_scheme(path))
        return;
    for (char *each = path; *each != '\0'; each++)
        if (*each == '\\')
            *each = '/';
    if (is_drive(path)) {
        path[0] = (char)(path[0] >= 'a' ? path[0] - 'a' + 'A' : path[0]);
        to += 2;
    }
    to += *to == '/';
    to += to == path + 1 && path[1] == '/' && path[2] != '/'; /* of another machine */
    floor = to;
    for (const char *from = to; *from != '\0';) {
        const size_t length = strcspn(from, "/");
        const bool up = length == 2 && from[0] == '.' && from[1] == '.';
        const bool ends = from[length] == '\0';
        if (up && to > floor) {
            for (to--; to > floor && to[-1] != '/'; to--)
                ;
        } else if (length > 0 && !up && !(length == 1 && from[0] == '.')) {
            memmove(to, from, length);
            to += length;
            if (!ends)
                *to++ = '/';
        }
        from += length + !ends;
    }
    if (to > floor && to[-1] == '/')
        to--;
    *to = '\0';
}

char *lsp_path_of_uri(const char *uri)
{
    static const char file[] = "file://";
    if (strncmp(uri, file, sizeof file - 1) != 0)
        return base_duplicate_text(uri);
    const char *from = uri + sizeof file - 1;
    base_text path = {0};
    if (*from != '/' && *from != '\0') /* of another machine: //machine/share */
        base_text_add(&path, "//");
    for (; *from != '\0' && *from != '?' && *from != '#'; from++) {
        char byte = *from;
        if (byte == '%' && hex(from[1]) >= 0 && hex(from[2]) >= 0) {
            byte = (char)(hex(from[1]) * 16 + hex(from[2]));
            from += 2;
        }
        if (byte != '\0')
            base_text_add_bytes(&path, &byte, 1);
    }
    char *bytes = base_duplicate_text(base_text_of(&path));
    base_text_free(&path);
    if (bytes[0] == '/' && is_drive(bytes + 1))
        memmove(bytes, bytes + 1, strlen(bytes));
    lsp_normalize_path(bytes);
    return bytes;
}

char *lsp_uri_of_path(const char *path)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
    base_text uri = {0};
    if (is_scheme(path) && !is_drive(path))
        return base_duplicate_text(path);
    const bool elsewhere = path[0] == '/' && path[1] == '/';
    base_text_add(&uri, "file:%s%s", elsewhere ? "" : "//", is_drive(path) ? "/" : "");
    for (; *path != '\0'; path++)
        if (strchr(plain, *path) != NULL)
            base_text_add_bytes(&uri, path, 1);
        else
            base_text_add(&uri, "%%%02X", (unsigned)(unsigned char)*path);
    char *bytes = base_duplicate_text(base_text_of(&uri));
    base_text_free(&uri);
    return bytes;
}
