/* URIs of files. Editors write the same file in several ways (`%3A`, a drive in capitals), so paths are compared, never URIs. */
#pragma once

#include <stdbool.h>

/*
 * The path that a URI names, with forward slashes and without `.` and `..`; the caller frees it. Of a URI that is no file's
 * (`untitled:`), the URI itself. `c:/x` and `C:/x` are one path.
 */
char *lsp_path_of_uri(const char *uri);

/* The URI of a path; the caller frees it. A path that is a URI already stays as it is. */
char *lsp_uri_of_path(const char *path);

/* The same path with forward slashes, and without `.`, `..` and double slashes, in place. */
void lsp_normalize_path(char *path);
