/* Runs `dot`; see graphviz.h. Its input and output are temporary files, so neither side can wait for the other. */
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif
#include "cli/graph/graphviz.h"
#include "base/host_files.h"
#include <stdio.h>
#include <string.h>
#if !defined(_WIN32)
#include <sys/wait.h>
#include <unistd.h>
#endif

/* The colours of graph_dot.c where the viewer's system is dark. */
static const char dark[] =
    "<style>\n@media (prefers-color-scheme: dark) {\n"
    "text { fill: #e6e6e6 } text[fill=\"#8c8c8c\"] { fill: #8f8f8f } text[fill=\"#595959\"] { fill: #b4b4b4 }\n"
    "[fill=\"#ffffff\"], [fill=\"white\"] { fill: #1d2023 } [fill=\"#d6e6f7\"] { fill: #24425f }\n"
    "[fill=\"#fbf7ea\"] { fill: #2c2a20 } [fill=\"#ffd9a0\"] { fill: #7a4a10 } [fill=\"#ffe9c9\"] { fill: #4d3410 }\n"
    "[fill=\"#eef5e6\"] { fill: #263019 }\n"
    "[stroke=\"#4a4a4a\"] { stroke: #b8b8b8 } [fill=\"#4a4a4a\"] { fill: #b8b8b8 } [stroke=\"#b0b0b0\"] { stroke: "
    "#55595c }\n"
    "[fill=\"#b0b0b0\"] { fill: #55595c } [stroke=\"#b45309\"] { stroke: #f59e3f } [fill=\"#b45309\"] { fill: #f59e3f "
    "}\n"
    "[stroke=\"#3a6ea8\"] { stroke: #6fa3dc } [stroke=\"black\"] { stroke: #8a8a8a }\n}\n</style>\n";

#if defined(_WIN32)

static bool run_dot(const base_text *dot, base_text *output, base_text *problem)
{
    (void)dot, (void)output;
    base_text_add(problem, "on Windows, write the DOT text to a file and call `dot -Tsvg FILE -o OUT.svg`");
    return false;
}

#else

enum { NOT_FOUND = 127 /* exit status, as of a shell */ };

static bool write_all(FILE *to, const base_text *text)
{
    return fwrite(text->bytes, 1, text->length, to) == text->length && fflush(to) == 0 && fseek(to, 0, SEEK_SET) == 0;
}

static int run_between(FILE *from, FILE *to)
{
    int status = -1;
    const pid_t child = fork();
    if (child == 0) {
        if (dup2(fileno(from), STDIN_FILENO) >= 0 && dup2(fileno(to), STDOUT_FILENO) >= 0)
            execlp("dot", "dot", "-Tsvg", (char *)NULL);
        _exit(NOT_FOUND);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return -1;
    return WEXITSTATUS(status);
}

static bool run_dot(const base_text *dot, base_text *output, base_text *problem)
{
    FILE *from = base_temporary_file(), *to = base_temporary_file();
    int status = -1;
    if (from != NULL && to != NULL && write_all(from, dot))
        status = run_between(from, to);
    if (status == 0)
        base_text_add_file(output, to);
    else if (status == NOT_FOUND)
        base_text_add(problem, "`dot` is not there; install Graphviz, or leave out --svg to get its input");
    else
        base_text_add(problem, status < 0 ? "`dot` could not be run" : "`dot` has failed");
    if (from != NULL)
        fclose(from);
    if (to != NULL)
        fclose(to);
    return status == 0;
}

#endif

bool graphviz_add_svg(base_text *svg, const base_text *dot, base_text *problem)
{
    base_text output = {0};
    bool good = run_dot(dot, &output, problem);
    const char *begin = good ? strstr(base_text_of(&output), "<svg") : NULL; /* in front of it is a DTD's address */
    const char *inside = begin != NULL ? strchr(begin, '>') : NULL;
    if (inside != NULL) {
        base_text_add_bytes(svg, begin, (size_t)(inside + 1 - begin));
        base_text_add(svg, "\n%s", dark);
        base_text_add(svg, "%s", inside + 1);
    } else if (good) {
        base_text_add(problem, "`dot` has written no SVG");
        good = false;
    }
    base_text_free(&output);
    return good;
}
