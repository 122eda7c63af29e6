/* Hot reload: the source is compiled again, and the agent goes on in the new domain. */
#pragma once

#include "base/text.h"
#include "cli/common/subject.h"
#include "cli/play/play_model.h"

/*
 * Compiles the source again or, if `path` is not NULL, another one that is played from now on. On errors (false) nothing
 * changes, and `said` has the diagnostics. Else the agent goes on in the new domain, and `said` has the warnings. Earlier
 * actions cannot be undone then.
 */
bool play_reload(play_model *model, const char *path, base_text *said);

/* Whether the source or one of its imports has changed since it was last compiled. */
bool play_is_stale(play_model *model);

/* Notes the files of a compilation for play_is_stale(), also if the compilation had errors. */
void play_watch_files(play_model *model, const cli_subject *subject, const char *path);
void play_forget_files(play_model *model);
