/*
 * Writing outputs. They are renamed into place, so that a build that is interrupted half-way leaves the old file or the
 * new one. POSIX and Windows.
 */
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif
#include "cli/common/output_files.h"
#include "cli/common/terminal.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <windows.h>
#define getpid _getpid
#else
#include <unistd.h>
#endif

/* A device, a pipe or a link (/dev/null, /dev/stdout) is written as it is: renaming onto it would replace it. */
static bool is_plain(const char *path)
{
    struct stat status;
#if !defined(_WIN32)
    if (lstat(path, &status) == 0 && S_ISLNK(status.st_mode))
        return false; /* /dev/stdout leads to a file where that is redirected to one */
#endif
    return stat(path, &status) != 0 || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode);
}

static bool write_to(const cli_output *output, const char *path, const char *mode)
{
    errno = 0;
    FILE *file = fopen(path, mode);
    if (file == NULL)
        return false;
    bool written = fwrite(output->bytes, 1, output->size, file) == output->size;
    int reason = errno;
    if (fclose(file) == 0 && written)
        return true;
    if (!written)
        errno = reason;
    return false;
}

static bool is_standard_output(const cli_output *output)
{
    return strcmp(output->path, "-") == 0;
}

/* Whether the file exists and has the output's bytes. */
static bool is_equal(const cli_output *output)
{
    FILE *file = fopen(output->path, "rb");
    char piece[4096];
    size_t at = 0, size;
    bool equal = file != NULL;
    while (equal && (size = fread(piece, 1, sizeof piece, file)) > 0) {
        equal = size <= output->size - at && memcmp(piece, output->bytes + at, size) == 0;
        at += size;
    }
    if (file != NULL)
        fclose(file);
    return equal && at == output->size;
}

static bool prepare(cli_output *output)
{
    struct stat status;
    size_t size = strlen(output->path) + 32;
    if (is_standard_output(output))
        return true;
    if (stat(output->path, &status) == 0 && S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        return false;
    }
    if (!is_plain(output->path))
        return true;
    output->kept = output->keeps_equal && is_equal(output);
    if (output->kept)
        return true;
    output->temporary = malloc(size);
    if (output->temporary == NULL) {
        errno = ENOMEM;
        return false;
    }
    snprintf(output->temporary, size, "%s.tmp.%ld", output->path, (long)getpid());
    return write_to(output, output->temporary, "wbx");
}

static bool put_in_place(const cli_output *output)
{
    if (output->kept)
        return true;
    if (is_standard_output(output)) {
#if defined(_WIN32)
        _setmode(_fileno(stdout), _O_BINARY); /* else it is text, in which bytes are translated */
#endif
        return fwrite(output->bytes, 1, output->size, stdout) == output->size && cli_flush(stdout);
    }
    if (output->temporary == NULL)
        return write_to(output, output->path, "wb");
#if defined(_WIN32)
    if (MoveFileExA(output->temporary, output->path, MOVEFILE_REPLACE_EXISTING))
        return true;
    errno = EACCES;
    return false;
#else
    return rename(output->temporary, output->path) == 0;
#endif
}

bool cli_write_files(cli_output *outputs, size_t count, const char **failed, const char **problem)
{
    bool good = true;
    size_t at = 0;
    for (; at < count && good; at++)
        good = prepare(&outputs[at]);
    for (size_t i = 0; i < count && good; i++) {
        good = put_in_place(&outputs[i]);
        at = i + 1;
    }
    if (!good) {
        *problem = strerror(errno);
        *failed = outputs[at - 1].path;
    }
    for (size_t i = 0; i < count; i++) {
        if (!good && outputs[i].temporary != NULL)
            remove(outputs[i].temporary);
        free(outputs[i].temporary);
        outputs[i].temporary = NULL;
    }
    return good;
}
