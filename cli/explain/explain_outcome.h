/* The lines above the tree: how the search ended, and if it found nothing, the few reasons that matter most. */
#pragma once

#include "cli/explain/explain_page.h"

/* Adds these lines and an empty one. */
void explain_show_outcome(explain_page *page, htn_status status, const htn_plan *plan);
