/* What `htn dump` says about the memory of a world, piece by piece. */
#pragma once

#include <htn/domain.h>

/* Prints it on stdout. */
void dump_memory(const htn_domain *domain);
