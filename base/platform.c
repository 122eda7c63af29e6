/*
 * With clock.c the files of the tool that ask what host it runs on. POSIX and Windows; elsewhere plain C.
 * Outputs are renamed into place, so that a build interrupted half-way leaves the old file or the new one.
 */
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif
#include "base/platform.h"
#include "base/text.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <windows.h>
#define isatty _isatty
#define fileno _fileno
#define getpid _getpid
#else
#include <unistd.h>
#endif

bool base_is_terminal(FILE *stream)
{
    return isatty(fileno(stream)) != 0;
}

bool base_wants_colour(FILE *stream, uint32_t choice)
{
    const char *off = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    if (choice != BASE_COLOUR_AUTO)
        return choice == BASE_COLOUR_ALWAYS;
    if ((off != NULL && off[0] != '\0') || (terminal != NULL && strcmp(terminal, "dumb") == 0))
        return false;
    return base_is_terminal(stream);
}

bool base_wants_utf8(void)
{
#if defined(_WIN32)
    return GetConsoleOutputCP() == CP_UTF8;
#else
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    char lower[64];
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *locale = getenv(variables[i]);
        if (locale == NULL || locale[0] == '\0')
            continue; /* the first one that is set decides */
        size_t length = 0;
        for (; length < sizeof lower - 1 && locale[length] != '\0'; length++)
            lower[length] = (char)tolower((unsigned char)locale[length]);
        lower[length] = '\0';
        return strstr(lower, "utf-8") != NULL || strstr(lower, "utf8") != NULL;
    }
    return false;
#endif
}

bool base_flush(FILE *stream)
{
    errno = 0;
    if (fflush(stream) == 0 && ferror(stream) == 0)
        return true;
    return errno == EPIPE;
}

/* On Windows a standard stream is text until it is told otherwise. */
static void use_bytes(FILE *stream)
{
#if defined(_WIN32)
    _setmode(_fileno(stream), _O_BINARY);
#else
    (void)stream;
#endif
}

enum { LARGEST_FILE = 256 << 20 }; /* as the compiler has it */

static char *read_all(FILE *file, size_t *size, const char **problem)
{
    size_t capacity = 1 << 16, length = 0;
    char *bytes = malloc(capacity);
    while (bytes != NULL) {
        length += fread(bytes + length, 1, capacity - length - 1, file);
        if (length < capacity - 1)
            break;
        if (capacity >= LARGEST_FILE) { /* a device, or no source and no blob */
            *problem = "It is larger than 256 MiB";
            free(bytes);
            return NULL;
        }
        char *larger = capacity <= SIZE_MAX / 2 ? realloc(bytes, capacity *= 2) : NULL;
        if (larger == NULL)
            free(bytes);
        bytes = larger;
    }
    if (bytes == NULL) {
        *problem = "out of memory";
        return NULL;
    }
    if (ferror(file)) { /* a directory opens, and then does not read */
        *problem = strerror(errno);
        free(bytes);
        return NULL;
    }
    bytes[length] = '\0';
    *size = length;
    return bytes;
}

char *base_read_file(const char *path, size_t *size, const char **problem)
{
    errno = 0;
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        *problem = strerror(errno);
        return NULL;
    }
    char *bytes = read_all(file, size, problem);
    fclose(file);
    return bytes;
}

char *base_read_standard_input(size_t *size, const char **problem)
{
    use_bytes(stdin);
    return read_all(stdin, size, problem);
}

uint64_t base_file_stamp(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return 0;
    uint64_t stamp = (uint64_t)status.st_mtime * 1000003 + (uint64_t)status.st_size * 31 + (uint64_t)status.st_ino;
#if !defined(_WIN32) && !defined(__APPLE__)
    stamp = stamp * 31 + (uint64_t)status.st_mtim.tv_nsec;
#endif
    return stamp | 1;
}

bool base_is_regular(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

bool base_same_file(const char *a, const char *b)
{
    struct stat first, second;
    if (strcmp(a, b) == 0)
        return true;
    if (stat(a, &first) != 0 || stat(b, &second) != 0)
        return false;
    return first.st_ino != 0 && first.st_ino == second.st_ino && first.st_dev == second.st_dev;
}

static const char *base_name(const char *path)
{
    const char *base = path;
    for (const char *at = path; *at != '\0'; at++)
        if (*at == '/' || *at == '\\')
            base = at + 1;
    return base;
}

bool base_same_output(const char *a, const char *b)
{
    const char *first = base_name(a), *second = base_name(b);
    if (base_same_file(a, b))
        return true;
    if (strcmp(first, second) != 0)
        return false;
    base_text one = {0}, other = {0};
    base_text_add(&one, "%.*s.", (int)(first - a), a); /* `dir/.`, which is there while the file may not be */
    base_text_add(&other, "%.*s.", (int)(second - b), b);
    bool same = base_same_file(base_text_of(&one), base_text_of(&other));
    base_text_free(&one);
    base_text_free(&other);
    return same;
}

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

static bool write_to(const base_output *output, const char *path, const char *mode)
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

static bool is_standard_output(const base_output *output)
{
    return strcmp(output->path, "-") == 0;
}

static bool prepare(base_output *output)
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
    output->temporary = malloc(size);
    if (output->temporary == NULL) {
        errno = ENOMEM;
        return false;
    }
    snprintf(output->temporary, size, "%s.tmp.%ld", output->path, (long)getpid());
    return write_to(output, output->temporary, "wbx");
}

static bool put_in_place(const base_output *output)
{
    if (is_standard_output(output)) {
        use_bytes(stdout);
        return fwrite(output->bytes, 1, output->size, stdout) == output->size && base_flush(stdout);
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

bool base_write_files(base_output *outputs, size_t count, const char **failed, const char **problem)
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
