/* Files of POSIX hosts; see host_files.h. host_files_windows.c is the other half. */
#if !defined(_WIN32)
#if !defined(_XOPEN_SOURCE)
#define _XOPEN_SOURCE 700 /* realpath() and lstat() */
#endif
#include "base/host_files.h"

#include "base/text.h"
#include "base/wall.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct base_folder {
    DIR *entries;
};

bool base_is_outside(const char *path)
{
    return base_wall_bars(path, &(base_wall_host){base_real_path, base_is_link, base_name_in});
}

static base_file_kind kind_of(mode_t mode)
{
    return S_ISREG(mode)    ? BASE_REGULAR_FILE
           : S_ISDIR(mode)  ? BASE_FOLDER
           : S_ISFIFO(mode) ? BASE_PIPE
                            : BASE_OTHER_FILE;
}

static base_file_facts facts_of(const struct stat *status)
{
    base_file_facts facts = {
        .kind = kind_of(status->st_mode),
        .mode = (uint32_t)status->st_mode & 07777,
        .size = (uint64_t)status->st_size,
        .modified = (uint64_t)status->st_mtime * 1000000000u,
        .identity = {(uint64_t)status->st_dev, (uint64_t)status->st_ino},
        .is_identified = status->st_ino != 0,
    };
#if !defined(__APPLE__)
    facts.modified += (uint64_t)status->st_mtim.tv_nsec;
#endif
    return facts;
}

bool base_look_at_file(const char *path, base_file_facts *facts)
{
    struct stat status;
    *facts = (base_file_facts){.kind = BASE_NO_FILE};
    if (base_is_outside(path) || stat(path, &status) != 0)
        return false;
    *facts = facts_of(&status);
    return true;
}

bool base_look_at_standard_input(base_file_facts *facts)
{
    struct stat status;
    *facts = (base_file_facts){.kind = BASE_NO_FILE};
    if (fstat(STDIN_FILENO, &status) != 0)
        return false;
    *facts = facts_of(&status);
    return true;
}

bool base_is_link(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

const char *base_name_in(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

FILE *base_open_file(const char *path, const char *mode)
{
    return base_is_outside(path) ? NULL : fopen(path, mode);
}

FILE *base_temporary_file(void)
{
    return tmpfile();
}

bool base_replace_file(const char *from, const char *to)
{
    return !base_is_outside(from) && !base_is_outside(to) && rename(from, to) == 0;
}

bool base_remove_file(const char *path)
{
    return !base_is_outside(path) && remove(path) == 0;
}

char *base_real_path(const char *path)
{
    return realpath(path, NULL);
}

char *base_program_path(void)
{
    return base_real_path("/proc/self/exe");
}

bool base_make_folder(const char *path)
{
    return !base_is_outside(path) && mkdir(path, 0777) == 0;
}

bool base_remove_folder(const char *path)
{
    return !base_is_outside(path) && rmdir(path) == 0;
}

bool base_enter_folder(const char *path)
{
    return chdir(path) == 0;
}

base_folder *base_open_folder(const char *path)
{
    DIR *entries = base_is_outside(path) ? NULL : opendir(path);
    if (entries == NULL)
        return NULL;
    base_folder *folder = base_allocate(sizeof *folder);
    folder->entries = entries;
    return folder;
}

const char *base_next_in_folder(base_folder *folder)
{
    const struct dirent *entry = readdir(folder->entries);
    return entry != NULL ? entry->d_name : NULL;
}

void base_close_folder(base_folder *folder)
{
    closedir(folder->entries);
    free(folder);
}

char **base_arguments(int *argc, char **argv)
{
    (void)argc;
    return argv;
}

void base_use_slashes(char *path)
{
    (void)path;
}

#endif
