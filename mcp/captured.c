/* What a command prints; see captured.h. The two streams lead into a temporary file, which goes away with its last descriptor. */
#if !defined(_WIN32) && !defined(_XOPEN_SOURCE)
#define _XOPEN_SOURCE 700
#endif
#include "mcp/captured.h"

#include "base/host_files.h"
#include <stdio.h>
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

int mcp_capture(mcp_command *command, int count, char **arguments, base_text *text)
{
    FILE *file = base_temporary_file();
    fflush(stdout);
    fflush(stderr);
    const int out = dup(1), err = dup(2);
    if (file == NULL || out < 0 || err < 0) {
        if (file != NULL)
            fclose(file);
        if (out >= 0)
            close(out);
        if (err >= 0)
            close(err);
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
    base_text_add_file(text, file);
    fclose(file);
    return status;
}
