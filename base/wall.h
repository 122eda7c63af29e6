/*
 * The wall around a folder. Once it stands, host_files.h opens, finds and writes nothing outside of the folder, whatever path, import or
 * symbolic link leads there. It stands for the rest of the program.
 */
#pragma once

#include <stdbool.h>

/* `folder` is what base_real_path() says; the wall keeps the pointer. */
void base_wall_build(const char *folder);

bool base_wall_stands(void);

/* Whether a path of base_real_path() is the folder or lies in it. True without a wall. */
bool base_wall_encloses(const char *real_path);
