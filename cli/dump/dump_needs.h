/* What `htn dump` says about the memory of an agent. */
#pragma once

#include <htn/domain.h>

/* Prints on stdout the limits that an agent of this domain has by default, and the bytes that it takes with them. */
void dump_needs(const htn_domain *domain);
