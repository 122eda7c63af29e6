/* `htn run --journal FILE`: what the agent lived through is written, for `htn trace` and `htn replay`. Each of several has a file of its own, `FILE-anna`. */
#pragma once

#include "base/text.h"
#include "cli/play/play_model.h"

/*
 * At the beginning: refuses a journal that would replace `script` (may be NULL) or a file of the domain, or that cannot be written. Leaves
 * what the file has. Returns the exit status, after printing what is wrong.
 */
int play_check_recording(const play_model *model, const char *script);

/* At the end: writes the journal; nothing without --journal. Returns the exit status, after printing why it is none of success. */
int play_write_recording(const play_model *model);

/*
 * Before a reload: writes the blob of the domain that the play leaves, which the journal cannot be read without, beside it as
 * FILE-1.htnb, FILE-2.htnb, ..., by the next number that no file has. False: it cannot be written, or the new domain is read from the file
 * of the journal; then `said` says why.
 */
bool play_keep_build(play_model *model, base_text *said);

/* After it: logs the name of the blob if that is not the one to expect. */
void play_log_build(play_model *model);
