/* The verifier of the debug sections. Runs behind verify_tables.h. */
#ifndef HTNI_VERIFY_DEBUG_H
#define HTNI_VERIFY_DEBUG_H

#include <htn/domain.h>

bool htni_verify_debug(const htn_domain *domain, htn_fault *fault);

#endif
