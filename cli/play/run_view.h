/* A play as a live view in a terminal; run_view.c says what is where. */
#ifndef CLI_RUN_VIEW_H
#define CLI_RUN_VIEW_H

#include "cli/play/run_model.h"

/* Whether the tool was built with what the view needs. */
bool run_view_is_there(void);

/* Until it is quit. The exit status. `colour`: base_colour. The terminal is left as it was, also by a signal. */
int run_view(run_model *model, uint32_t colour);

#endif
