/* What a command prints; see captured.h. The two streams lead into a temporary file, which goes away with its last descriptor. */
#if !defined(_WIN32) && !defined(_XOPEN_SOURCE)
#define _XOPEN_SOURCE 700
#endif
#include "mcp/captured.h"

#include <stdio.h>
#include <stdlib.h>
#ifdef _WIN32
#include <io.h>
#define dup    _dup
#define dup2   _dup2
#define close  _close
#define fileno _fileno
#define fdopen _fdopen
#else
#include <unistd.h>
#endif

FILE *mcp_own_output(void)
{
    const int descriptor = dup(1);
    return descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
}

static FILE *temporary_file(void)
{
#ifdef _WIN32
    char *path = _tempnam(NULL, "htn"); /* tmpfile() wants to write into the root of the drive */
    FILE *file = path != NULL ? fopen(path, "w+bD") : NULL;
    free(path);
    return file;
#else
    return tmpfile();
#endif
}

static void read_back(FILE *file, base_text *text)
{
    char piece[4096];
    size_t count;
    rewind(file);
    while ((count = fread(piece, 1, sizeof piece, file)) > 0)
        base_text_add_bytes(text, piece, count);
}

int mcp_capture(mcp_command *command, int count, char **arguments, base_text *text)
{
    FILE *file = temporary_file();
    fflush(stdout);
    fflush(stderr);
    const int out = dup(1), err = dup(2);
    if (file == NULL || out < 0 || err < 0) {
        if (file != NULL)
            fclose(file);
        return -1;
    }
    dup2(fileno(file), 1);
    dup2(fileno(file), 2);
    const int status = command(count, arguments);
    fflush(stdout);
    fflush(stderr);
    clearerr(stdout);
    clearerr(stderr);
    dup2(out, 1);
    dup2(err, 2);
    close(out);
    close(err);
    read_back(file, text);
    fclose(file);
    return status;
}
