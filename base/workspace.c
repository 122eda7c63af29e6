/* Sets workspaces up and catches the arena's jump; see workspace.h. */
#include "base/workspace.h"

#include <string.h>

/* A function of its own: nothing in it changes between setjmp() and the jump. */
base_result base_workspace_continue(base_workspace *workspace, base_work *work, void *user)
{
    if (setjmp(workspace->arena.failed) != 0)
        return BASE_OUT_OF_MEMORY;
    return work(workspace, user);
}

static base_result apply_switches(base_workspace *workspace, const base_options *options)
{
    for (size_t i = 0; i < options->switch_count; i++)
        if (!base_diagnostics_switch(&workspace->diagnostics, options->switches[i])) {
            workspace->problem = options->switches[i];
            return BASE_BAD_SWITCH;
        }
    return BASE_DONE;
}

base_result base_workspace_open(base_workspace *workspace, const base_options *options, base_work *work, void *user)
{
    static const base_options defaults;
    options = options != NULL ? options : &defaults;
    memset(workspace, 0, sizeof *workspace);
    base_arena_init(&workspace->arena, options->allocator);
    base_sources_init(&workspace->sources, &workspace->arena);
    base_diagnostics_init(&workspace->diagnostics, &workspace->arena, &workspace->sources);
    base_result result = apply_switches(workspace, options);
    return result == BASE_DONE ? base_workspace_continue(workspace, work, user) : result;
}

void base_workspace_close(base_workspace *workspace)
{
    base_arena_free(&workspace->arena);
    memset(workspace, 0, sizeof *workspace);
}
