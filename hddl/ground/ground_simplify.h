/* Puts the lists of facts in order, and takes out of them what cannot matter. */
#pragma once

#include "hddl/ground/ground_instances.h"

/*
 * Each list ascending and without duplicates; deletes without facts that are added, too. Actions and methods
 * whose conditions contradict themselves are dead.
 */
void ground_normalize(ground_instances *instances);

/* Takes facts out that cannot change, and out of effects those that no condition needs. Sets GROUND_NEEDED. */
void ground_simplify(ground_instances *instances);
