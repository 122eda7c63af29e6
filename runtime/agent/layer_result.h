/* What becomes of a layer's search that has ended. */
#pragma once

#include "agent_state.h"

/*
 * Adopts the plan that the search has found, if it holds in the world as it is now; or keeps the
 * running plan, or fails it if it was partial and has no continuation. True: there is reason to
 * search again at once.
 */
bool htni_conclude_search(htn_agent *agent, htni_layer *layer);

/* Whether the status is a limit reached or a full region, which the tick returns. */
bool htni_is_trouble(htn_status status);
