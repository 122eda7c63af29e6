/*
 * The wall around a folder. Once it stands, host_files.h opens, finds and writes nothing outside of the folder, whatever path, import or
 * symbolic link leads there. It stands for the rest of the program.
 */
#pragma once

#include <stdbool.h>

/* `folder` is what base_real_path() says; the wall keeps the pointer. */
void base_wall_build(const char *folder);

bool base_wall_stands(void);

/* How the host sees paths: functions of host_files.h. */
typedef struct base_wall_host {
    char *(*real_path)(const char *path); /* malloc'ed; NULL: there is no such file */
    bool (*is_link)(const char *path);
    const char *(*name_in)(const char *path); /* behind the last slash */
} base_wall_host;

/*
 * Whether the wall keeps the program from a path; errno is EACCES then. What does not exist yet is where its folder is; a link that leads
 * nowhere is outside.
 */
bool base_wall_bars(const char *path, const base_wall_host *host);

/* Whether a path of base_real_path() is the folder or lies in it. True without a wall. */
bool base_wall_encloses(const char *real_path);
