/* Begins and ends a play. */
#pragma once

#include "cli/play/play_model.h"

/* Returns CLI_EXIT_YES, or another exit status after printing why. Call play_close() in either case. */
int play_open(play_model *model, const char *command, const char *path, const play_options *options);
void play_close(play_model *model);
