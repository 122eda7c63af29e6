/* Kills what cannot be part of a plan. */
#pragma once

#include "hddl/ground/ground_instances.h"

/* False: the root is dead, so there is no plan. */
bool ground_prune(ground_instances *instances);
