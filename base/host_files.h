/*
 * Files, folders and the command line of the host: POSIX and Windows. Paths and arguments are UTF-8 on both. On Windows the functions
 * of the C library know only the code page of the machine, so that a file called `Träume` could not be opened; these use UTF-16 there.
 * Both `/` and `\` divide a path on Windows.
 * Behind a wall (wall.h) everything outside is not there, and cannot be opened: errno is EACCES.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Which file it is, whatever path leads to it. */
typedef struct base_file_identity {
    uint64_t device, file;
} base_file_identity;

typedef enum base_file_kind {
    BASE_NO_FILE,
    BASE_REGULAR_FILE,
    BASE_FOLDER,
    BASE_PIPE,
    BASE_OTHER_FILE /* a device, a socket */
} base_file_kind;

typedef struct base_file_facts {
    base_file_kind kind;
    uint32_t mode;     /* permissions; 0 on Windows */
    uint64_t size;     /* bytes */
    uint64_t modified; /* another number after each change of the file, as fine as the host's clock of files */
    base_file_identity identity;
    bool is_identified; /* whether the host told the identity */
} base_file_facts;

/* What a path leads to, through links. False, and BASE_NO_FILE: to nothing. */
bool base_look_at_file(const char *path, base_file_facts *facts);

/* What standard input comes from. False, and BASE_NO_FILE: it is closed. */
bool base_look_at_standard_input(base_file_facts *facts);

/* Whether the wall keeps the program from it. What does not exist yet is where its folder is; a link that leads nowhere is outside. */
bool base_is_outside(const char *path);

/* Whether the path itself is a symbolic link. */
bool base_is_link(const char *path);

/* fopen(). NULL: errno says why; EISDIR where a folder cannot be opened. */
FILE *base_open_file(const char *path, const char *mode);

/* A file to write and read back, without a name; the last close removes it. It is the program's own, so no wall bars it. NULL: errno. */
FILE *base_temporary_file(void);

/* What stands behind the last `/` of a path, or `\` on Windows. */
const char *base_name_in(const char *path);

/* Moves a file onto another, which it replaces. False: errno says why. */
bool base_replace_file(const char *from, const char *to);
bool base_remove_file(const char *path);

/*
 * The path without links, `.` and `..`, from the root, with `/` between its parts; malloc'ed. NULL: there is no such file, or it cannot be
 * reached.
 */
char *base_real_path(const char *path);

/* The path of the program that runs, with `/` between its parts; malloc'ed. NULL: the host does not say. Linux and Windows say it. */
char *base_program_path(void);

/* Makes a folder in one that is there; removes an empty one. False: errno says why; EEXIST where something has the name. */
bool base_make_folder(const char *path);
bool base_remove_folder(const char *path);

/* Makes the folder the one that relative paths begin in. */
bool base_enter_folder(const char *path);

/* The names in a folder, in no order; `.` and `..` may be among them. NULL: it cannot be read. A name lives until the next one is asked for. */
typedef struct base_folder base_folder;
base_folder *base_open_folder(const char *path);
const char *base_next_in_folder(base_folder *folder);
void base_close_folder(base_folder *folder);

/* The arguments of the program in UTF-8; never freed. On POSIX: `argv` as it is. */
char **base_arguments(int *argc, char **argv);

/* Puts `/` where the host divides paths by `\`, in place. On POSIX a `\` is a part of a name, and stays. */
void base_use_slashes(char *path);
