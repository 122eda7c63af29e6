/* Merges what does the same. */
#pragma once

#include "hddl/ground/ground_instances.h"

/* Of a task's methods that do the same, all but the first are dead afterwards. */
void ground_merge(ground_instances *instances);
