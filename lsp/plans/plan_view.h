/* The plan view of an editor: the world state that a plan is for, and the plan with its reasons. */
#pragma once

#include "lsp/workspace/editor_session.h"

/*
 * `asked` may have `task` ("Go(Cave)", else the root's task), `root` (a root's name, else the first), `spawn` (["Enemy=2"]) and `set`
 * (["Ammo=3", "Sees(Enemy#0)=true"]). The result:
 *
 *     roots     names of the root tasks
 *     tasks     by name: where each is declared
 *     types     open types: `name`, `most`, and `count`, how many instances `spawn` has made
 *     files     URIs of all files: a `source` of the plan is the end of one, with a line
 *     world     cells: `name`, `type`, `value`, and which values it takes: `values`, a list of texts, or `low` and `high`
 *     more      how many more cells there are
 *     refused   what `set` and `spawn` could not do: `text`, `problem`
 *     plan      the object of `htn explain --json`
 *
 * docs/editors.md describes it. NULL: the file has errors, which `*problem` says; the caller frees it.
 */
cJSON *lsp_plan_view(lsp_session *session, lsp_unit *unit, const cJSON *asked, char **problem);
