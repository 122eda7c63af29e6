/* `htn run --journal FILE`: what the agent lived through is written, for `htn trace` and `htn replay`. */
#pragma once

#include "base/text.h"
#include "cli/play/play_model.h"

/* Writes the journal so far; nothing without --journal. Returns the exit status, after printing why it is none of success. */
int play_write_recording(const play_model *model);

/*
 * Before a reload: writes the blob of the domain that the play leaves, which the journal cannot be read without, beside it as
 * FILE-1.htnb, FILE-2.htnb, ... False: it cannot be written, and `said` says why.
 */
bool play_keep_build(play_model *model, base_text *said);
