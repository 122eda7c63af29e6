/* The compiler for JavaScript: texts come from, and messages go to, `Module.host`. ../compile.js is the other side. */
#include "bindings/js/native/host_calls.h"
#include "compiler/compile.h"
#include <stdlib.h>

/* The address of a text that stays until the compilation is over, and its size at `size`; 0: there is no such file. */
EM_JS(char *, host_find_text, (const char *path, size_t *size), { return Module.host.findText(path, size); });

EM_JS(void, host_hear,
      (int severity, const char *id, const char *text, const char *path, uint32_t line, uint32_t column,
       uint32_t end_line, uint32_t end_column),
      { Module.host.hear(severity, id, text, path, line, column, end_line, end_column); });

static bool find_text(void *user, const char *path, const char **text, size_t *size)
{
    (void)user;
    *text = host_find_text(path, size);
    return *text != NULL;
}

static void hear(void *user, const htnc_message *message)
{
    (void)user;
    host_hear((int)message->severity, message->id, message->text, message->path, message->line, message->column,
              message->end_line, message->end_column);
}

/* An htnc_outcome. BUILT: `*blob` is to be freed with htnc_free_blob(). */
EMSCRIPTEN_KEEPALIVE int js_compile(const char *path, const char *const *switches, size_t switch_count, bool no_debug,
                                    void **blob, size_t *size)
{
    const htnc_job job = {.size = sizeof job,
                          .path = path,
                          .find = find_text,
                          .hear = hear,
                          .switches = switches,
                          .switch_count = switch_count,
                          .no_debug = no_debug};
    return (int)htnc_build(&job, blob, size);
}

EMSCRIPTEN_KEEPALIVE void js_free_blob(void *blob)
{
    htnc_free_blob(blob);
}
