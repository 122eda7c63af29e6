/*
 * Sensors: the game's functions that read the game and write the agent's world, when they are due.
 */
#pragma once

#include "agent_state.h"

/*
 * In the first tick runs all sensors; later those whose period is over, each at most once, however
 * late it is.
 */
void htni_run_sensors(htn_agent *agent);
