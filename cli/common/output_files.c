/*
 * Writing outputs. They are renamed into place, so that a build that is interrupted half-way leaves the old file or the
 * new one. POSIX and Windows.
 */
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif
#include "cli/common/output_files.h"
#include "base/host_files.h"
#include "cli/common/files.h"
#include "cli/common/terminal.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#if defined(_WIN32)
#include <process.h>
#define getpid _getpid
#else
#include <unistd.h>
#endif

/* A device, a pipe or a link (/dev/null, /dev/stdout) is written as it is: renaming onto it would replace it. */
static bool is_plain(const char *path)
{
    base_file_facts facts;
    if (base_is_link(path))
        return false; /* /dev/stdout leads to a file where that is redirected to one */
    base_look_at_file(path, &facts);
    return facts.kind == BASE_NO_FILE || facts.kind == BASE_REGULAR_FILE || facts.kind == BASE_FOLDER;
}

static bool write_to(const cli_output *output, FILE *file)
{
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
    FILE *file = base_open_file(output->path, "rb");
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

/* Who took the right to write away from everybody wants the file as it is. The folder would let it be replaced, and root may do anything. */
static bool is_read_only(const base_file_facts *facts)
{
#if !defined(_WIN32)
    return facts->kind == BASE_REGULAR_FILE && (facts->mode & 0222) == 0;
#else
    (void)facts;
    return false;
#endif
}

/* Seconds after which a temporary file is nobody's, if this machine has no process of its number: another one may have. */
enum { STALE_AFTER = 60 };

#if !defined(_WIN32)
/* Whether `name` is `BASE.tmp.PID`, of a process that is gone. One with this process's number is older than it. */
static bool is_of_nobody(const char *name, const char *base)
{
    static const char between[] = ".tmp.";
    const size_t length = strlen(base), digits = length + sizeof between - 1;
    if (strncmp(name, base, length) != 0 || strncmp(name + length, between, sizeof between - 1) != 0)
        return false;
    const size_t count = strspn(name + digits, "0123456789");
    if (count == 0 || count > 9 || name[digits + count] != '\0')
        return false;
    const pid_t process = (pid_t)strtol(name + digits, NULL, 10);
    return process == getpid() || (process > 0 && kill(process, 0) != 0 && errno == ESRCH);
}

/* Removes temporary files of this output that processes left behind when they were killed. */
static void remove_stale(const char *output)
{
    const char *base = base_name_in(output), *name;
    const size_t length = (size_t)(base - output);
    char *folder = malloc(length + 2), *path = NULL;
    struct stat facts;
    if (folder == NULL)
        return;
    snprintf(folder, length + 2, "%.*s", (int)(length > 0 ? length : 1), length > 0 ? output : ".");
    base_folder *entries = base_open_folder(folder);
    while (entries != NULL && (name = base_next_in_folder(entries)) != NULL) {
        const size_t size = length + strlen(name) + 1;
        if (!is_of_nobody(name, base) || (path = malloc(size)) == NULL)
            continue;
        snprintf(path, size, "%.*s%s", (int)length, output, name);
        if (lstat(path, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_mtime < time(NULL) - STALE_AFTER)
            base_remove_file(path);
        free(path);
    }
    if (entries != NULL)
        base_close_folder(entries);
    free(folder);
}
#else
static void remove_stale(const char *output)
{
    (void)output;
    (void)STALE_AFTER;
}
#endif

static bool prepare(cli_output *output)
{
    base_file_facts facts;
    size_t size = strlen(output->path) + 32;
    if (is_standard_output(output))
        return true;
    if (base_look_at_file(output->path, &facts) && facts.kind == BASE_FOLDER) {
        errno = EISDIR;
        return false;
    }
    const bool plain = is_plain(output->path);
    output->kept = plain && output->keeps_equal && is_equal(output);
    if (output->kept)
        return true;
    if (is_read_only(&facts)) {
        errno = EACCES;
        return false;
    }
    if (!plain)
        return true;
    output->temporary = malloc(size);
    if (output->temporary == NULL) {
        errno = ENOMEM;
        return false;
    }
    remove_stale(output->path);
    snprintf(output->temporary, size, "%s.tmp.%ld", output->path, (long)getpid());
    errno = 0;
    if (!write_to(output, base_open_file(output->temporary, "wbx")))
        return false;
#if !defined(_WIN32)
    if (facts.kind != BASE_NO_FILE) /* what was there before keeps its mode */
        return chmod(output->temporary, facts.mode) == 0;
#endif
    return true;
}

static bool put_in_place(const cli_output *output)
{
    if (output->kept)
        return true;
    if (is_standard_output(output))
        return fwrite(output->bytes, 1, output->size, stdout) == output->size && cli_flush(stdout);
    if (output->temporary == NULL)
        return write_to(output, cli_open_file(output->path, true));
    return base_replace_file(output->temporary, output->path);
}

/*
 * Signals that end the program wait while temporary files exist: nothing is left of an output that is interrupted. One that is too large
 * (`ulimit -f`) is an error like a full disk.
 */
typedef struct patience {
#if !defined(_WIN32)
    sigset_t mask;
    struct sigaction too_large;
#else
    char none;
#endif
} patience;

static void hold_signals(patience *before)
{
#if !defined(_WIN32)
    sigset_t held;
    const struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigemptyset(&held);
    sigaddset(&held, SIGHUP);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGQUIT);
    sigaddset(&held, SIGTERM);
    sigprocmask(SIG_BLOCK, &held, &before->mask);
    sigaction(SIGXFSZ, &ignore, &before->too_large);
#else
    (void)before;
#endif
}

static void let_signals(const patience *before)
{
#if !defined(_WIN32)
    sigaction(SIGXFSZ, &before->too_large, NULL);
    sigprocmask(SIG_SETMASK, &before->mask, NULL);
#else
    (void)before;
#endif
}

/* Puts in place those that have temporary files, or (`streams`) writes the others. `*at`: how many were tried. */
static bool finish(const cli_output *outputs, size_t count, bool streams, size_t *at)
{
    for (size_t i = 0; i < count; i++) {
        if ((outputs[i].kept || outputs[i].temporary != NULL) == streams)
            continue;
        *at = i + 1;
        if (!put_in_place(&outputs[i]))
            return false;
    }
    return true;
}

bool cli_can_write(const char *path, const char **problem)
{
    cli_output output = {.path = path, .bytes = ""};
    patience before;
    hold_signals(&before);
    const bool good = prepare(&output);
    const int reason = errno;
    if (output.temporary != NULL)
        base_remove_file(output.temporary);
    let_signals(&before);
    free(output.temporary);
    *problem = strerror(reason);
    return good;
}

bool cli_write_files(cli_output *outputs, size_t count, const char **failed, const char **problem)
{
    bool good = true;
    size_t at = 0;
    patience before;
    hold_signals(&before);
    for (; at < count && good; at++)
        good = prepare(&outputs[at]);
    good = good && finish(outputs, count, false, &at);
    int reason = errno;
    for (size_t i = 0; i < count; i++)
        if (!good && outputs[i].temporary != NULL)
            base_remove_file(outputs[i].temporary);
    let_signals(&before);
    if (good) { /* last, as a pipe may wait for its reader as long as it likes, and be interrupted */
        good = finish(outputs, count, true, &at);
        reason = errno;
    }
    for (size_t i = 0; i < count; i++) {
        free(outputs[i].temporary);
        outputs[i].temporary = NULL;
    }
    if (!good) {
        *problem = strerror(reason);
        *failed = outputs[at - 1].path;
    }
    return good;
}
