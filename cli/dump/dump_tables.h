/* `htn dump`: a whole blob as text, the tables first, then memory and code. */
#pragma once

#include <htn/domain.h>

/* Prints everything on stdout. */
void dump_domain(const htn_domain *domain);
