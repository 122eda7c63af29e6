/*
 * A play becomes a test: what was played is written as a scenario, which `htn test` plays. It expects the steps that were in progress
 * after each move, and the world at the end.
 */
#pragma once

#include "base/text.h"
#include "cli/play/play_model.h"

/*
 * Adds a scenario to the source at `path`. Where there is no such file it becomes a new one, which imports the domain. The scenario is played
 * before anything is written: only one that passes is saved. `name`: NULL is `a session`. `said` gets lines: what was saved where or, if
 * the result is false, why nothing was.
 */
bool play_save(play_model *model, const char *path, const char *name, base_text *said);
