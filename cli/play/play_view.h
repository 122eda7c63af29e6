/* A play as a live view in a terminal; play_view.c says what is where. */
#ifndef CLI_PLAY_VIEW_H
#define CLI_PLAY_VIEW_H

#include "cli/play/play_model.h"

/* Whether the tool was built with what the view needs. */
bool play_view_is_there(void);

/* Until it is quit. The exit status. `colour`: base_colour. The terminal is left as it was, also by a signal. */
int play_view(play_model *model, uint32_t colour);

#endif
