/* Merges what does the same. */
#ifndef HDDL_GROUND_MERGE_H
#define HDDL_GROUND_MERGE_H

#include "hddl/ground/ground_instances.h"

/* Of a task's methods that do the same, all but the first are dead afterwards. */
void ground_merge(ground_instances *instances);

#endif
