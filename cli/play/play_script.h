/* A play whose commands are read from a file or from standard input; play_script.c says what it prints. */
#ifndef CLI_PLAY_SCRIPT_H
#define CLI_PLAY_SCRIPT_H

#include "cli/play/play_model.h"

/*
 * `path`: NULL or `-`: standard input. `colour`: base_colour. The exit status: YES; NO where a command was wrong, which stderr
 * says with its line; USAGE: the script cannot be read.
 */
int play_script(play_model *model, const char *path, uint32_t colour);

#endif
