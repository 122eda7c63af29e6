/* What `htn dump` says about the memory of a world, piece by piece. */
#ifndef CLI_DUMP_MEMORY_H
#define CLI_DUMP_MEMORY_H

#include <htn/domain.h>

/* Prints it on stdout. */
void dump_memory(const htn_domain *domain);

#endif
