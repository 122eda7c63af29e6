/* A play as a live view in a terminal. */
#pragma once

#include "cli/play/play_model.h"

/* Whether the tool was built with curses, which the view needs. */
bool play_has_view(void);

/*
 * Shows the view until the person leaves. Returns the exit status. `colour`: a CLI_COLOUR_*. The terminal is left as it was
 * before, also if a signal ends the view.
 */
int play_view(play_model *model, uint32_t colour);
