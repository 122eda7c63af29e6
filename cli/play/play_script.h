/* A play by commands from a file or from standard input. */
#pragma once

#include "cli/play/play_model.h"

/*
 * `path`: NULL or `-` is standard input. `colour`: a CLI_COLOUR_*. Returns the exit status: YES; NO if a command was wrong,
 * which stderr says with the number of its line; USAGE if the script cannot be read. Each command is played and
 * answered before the next one is read, so that a program may write them by what it is told.
 */
int play_script(play_model *model, const char *path, uint32_t colour);
