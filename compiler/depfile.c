/*
 * Depfiles for make and ninja. Both read a subset of make's syntax in which a space, `#` and `$` in a path are written `\ `, `\#`
 * and `$$`, and backslashes before a space or `#` are doubled.
 */
#include "compiler/depfile.h"
#include "base/buffer.h"

static void add_path(base_buffer *text, const char *path)
{
    for (const char *at = path; *at != '\0'; at++) {
        const char *past = at;
        while (*past == '\\')
            past++;
        if (*at == '$')
            base_buffer_u8(text, '$');
        else if (*past == ' ' || *past == '#') /* such a character, or a backslash before one */
            base_buffer_u8(text, '\\');
        base_buffer_u8(text, (uint8_t)*at);
    }
}

static void add_dependency(void *user, const char *path)
{
    base_buffer_text(user, " \\\n  ");
    add_path(user, path);
}

static const char *write(htnc_compilation *compilation, const char *const *targets, size_t count)
{
    base_buffer text = {.arena = &compilation->workspace.arena};
    const char *main_path = compilation->model->main->source->path;
    for (size_t i = 0; i < count; i++) {
        base_buffer_text(&text, i == 0 ? "" : " ");
        add_path(&text, targets[i]);
    }
    base_buffer_text(&text, ":");
    htnc_dependencies(compilation, add_dependency, &text);
    base_buffer_text(&text, "\n");
    for (const base_source *source = compilation->workspace.sources.first; source != NULL; source = source->next) {
        if (source->path == main_path)
            continue;
        add_path(&text, source->path);
        base_buffer_text(&text, ":\n");
    }
    return base_buffer_end_text(&text);
}

const char *htnc_depfile_text(htnc_compilation *compilation, const char *const *targets, size_t count)
{
    if (setjmp(compilation->workspace.arena.failed) != 0)
        return NULL;
    return write(compilation, targets, count);
}
