/*
 * compile_cases CASES LIST: compiles the domains whose paths are the lines of LIST, and writes their blobs one behind the other, as conform.c
 * reads them; every second one is without debug information. The compiler must write the same bytes on every host.
 */
#include "compiler/htnc.h"
#include "base/diagnostic_print.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void stop(const char *what, const char *path)
{
    fprintf(stderr, "compile_cases: %s: %s\n", path, what);
    exit(2);
}

static void write_part(FILE *out, const void *bytes, size_t size)
{
    for (int shift = 0; shift < 32; shift += 8)
        putc((int)(size >> shift & 255), out);
    if (fwrite(bytes, 1, size, out) != size)
        stop("cannot be written", "cases");
}

static void compile(FILE *out, const char *path, bool no_debug)
{
    htnc_compilation made;
    const htnc_options options = {.no_debug = no_debug};
    if (htnc_compile(&made, path, &options) != BASE_DONE) {
        base_diagnostics_print(&made.workspace.diagnostics, stderr, false);
        stop("does not compile", path);
    }
    write_part(out, path, strlen(path));
    write_part(out, made.blob, made.blob_size);
    htnc_free(&made);
}

int main(int count, char **arguments)
{
    char path[1024];
    bool no_debug = false;
    if (count != 3)
        stop("usage: compile_cases CASES LIST", "");
    FILE *out = fopen(arguments[1], "wb"), *list = fopen(arguments[2], "r");
    if (out == NULL || list == NULL)
        stop("cannot be opened", arguments[out == NULL ? 1 : 2]);
    while (fgets(path, sizeof path, list) != NULL) {
        path[strcspn(path, "\r\n")] = '\0';
        compile(out, path, no_debug);
        no_debug = !no_debug;
    }
    fclose(list);
    if (fclose(out) != 0)
        stop("cannot be written", arguments[1]);
    return 0;
}
