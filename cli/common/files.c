/* Reading files, and what is known of them without reading. POSIX and Windows. */
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif
#include "cli/common/files.h"
#include "base/host_files.h"
#include "base/reader.h"
#include "base/text.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if !defined(_WIN32)
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>
#endif

#if !defined(_WIN32)

enum { PATIENCE = 10, PAUSE = 100 }; /* so many pauses of so many milliseconds */

static void say_what_is_waited_for(const char *path, bool writes)
{
    fprintf(stderr, "htn: '%s' is a pipe; waiting for somebody to %s it\n", path, writes ? "read" : "write to");
}

/* Opens a pipe; its other end may not be there yet. */
static int open_pipe(const char *path, bool writes)
{
    int file = open(path, (writes ? O_WRONLY : O_RDONLY) | O_NONBLOCK);
    if (writes) {
        for (int i = 0; file < 0 && errno == ENXIO && i < PATIENCE; i++) {
            poll(NULL, 0, PAUSE);
            file = open(path, O_WRONLY | O_NONBLOCK);
        }
        if (file < 0 && errno == ENXIO) {
            say_what_is_waited_for(path, writes);
            file = open(path, O_WRONLY);
        }
    } else if (file >= 0) {
        struct pollfd end = {.fd = file, .events = POLLIN};
        if (poll(&end, 1, PATIENCE * PAUSE) == 0) {
            say_what_is_waited_for(path, writes);
            poll(&end, 1, -1);
        }
    }
    if (file >= 0)
        fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK);
    return file;
}

#endif

FILE *cli_open_file(const char *path, bool writes)
{
    errno = 0;
#if !defined(_WIN32)
    base_file_facts facts;
    if (base_look_at_file(path, &facts) && facts.kind == BASE_PIPE) {
        const int file = open_pipe(path, writes);
        return file < 0 ? NULL : fdopen(file, writes ? "wb" : "rb");
    }
#endif
    return base_open_file(path, writes ? "wb" : "rb");
}

char *cli_read_file(const char *path, size_t *size, const char **problem)
{
    char *bytes = NULL;
    FILE *file = cli_open_file(path, false);
    if (file == NULL) {
        *problem = strerror(errno);
        return NULL;
    }
    *problem = base_read_stream(file, &bytes, size);
    fclose(file);
    return bytes;
}

char *cli_read_standard_input(size_t *size, const char **problem)
{
    char *bytes = NULL;
    *problem = base_read_stream(stdin, &bytes, size);
    return bytes;
}

uint64_t cli_file_stamp(const char *path)
{
    base_file_facts facts;
    if (!base_look_at_file(path, &facts))
        return 0;
    return (facts.modified * 1000003 + facts.size * 31 + facts.identity.file) | 1;
}

bool cli_is_regular(const char *path)
{
    base_file_facts facts;
    return base_look_at_file(path, &facts) && facts.kind == BASE_REGULAR_FILE;
}

static bool is_same(const base_file_facts *a, const base_file_facts *b)
{
    return a->is_identified && a->identity.file == b->identity.file && a->identity.device == b->identity.device;
}

bool cli_same_file(const char *a, const char *b)
{
    base_file_facts first, second;
    if (strcmp(a, b) == 0)
        return true;
    return base_look_at_file(a, &first) && base_look_at_file(b, &second) && is_same(&first, &second);
}

bool cli_would_replace(const char *output, const char *input)
{
    base_file_facts in, out;
    if (strcmp(output, "-") == 0)
        return false;
    if (strcmp(input, "-") != 0 && strcmp(input, "<stdin>") != 0)
        return cli_same_file(output, input);
    return base_look_at_standard_input(&in) && in.kind == BASE_REGULAR_FILE && base_look_at_file(output, &out) &&
           is_same(&in, &out);
}

bool cli_same_output(const char *a, const char *b)
{
    const char *first = base_name_in(a), *second = base_name_in(b);
    if (cli_same_file(a, b))
        return true;
    if (strcmp(first, second) != 0)
        return false;
    base_text one = {0}, other = {0};
    base_text_add(&one, "%.*s.", (int)(first - a), a); /* `dir/.`, which is there while the file may not be */
    base_text_add(&other, "%.*s.", (int)(second - b), b);
    bool same = cli_same_file(base_text_of(&one), base_text_of(&other));
    base_text_free(&one);
    base_text_free(&other);
    return same;
}
