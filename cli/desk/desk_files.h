/* The sources that the desk opens with: a file, what it imports, and its scenarios. */
#pragma once

#include "base/text.h"
#include <stdbool.h>

/*
 * Adds `{"main": "troll.htn", "files": {"troll.htn": "...", ...}}`; paths are relative to the folder of `path`. NULL: `null`, no file. False:
 * a file cannot be read, or lies outside of that folder; `why` says so.
 */
bool desk_add_files(base_text *json, const char *path, base_text *why);

/* The folder of the page, malloc'ed: beside the tool, or where `make install` puts it. NULL: it is not there, or the host does not say where the tool is. */
char *desk_find_page(void);

/* Whether a folder has a page, index.html. */
bool desk_is_page(const char *folder);
