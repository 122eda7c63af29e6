/* `htn dump`: a whole blob as text, the tables first, then memory and code. */
#ifndef CLI_DUMP_TABLES_H
#define CLI_DUMP_TABLES_H

#include <htn/domain.h>

/* Prints everything on stdout. */
void dump_domain(const htn_domain *domain);

#endif
