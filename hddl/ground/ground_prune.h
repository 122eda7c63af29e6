/* Kills what cannot be part of a plan. */
#ifndef HDDL_GROUND_PRUNE_H
#define HDDL_GROUND_PRUNE_H

#include "hddl/ground/ground_instances.h"

/* False: the root is dead, so there is no plan. */
bool ground_prune(ground_instances *instances);

#endif
