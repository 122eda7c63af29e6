/* The verifier of the debug sections. Runs behind verify_tables.h. */
#pragma once

#include <htn/domain.h>

bool htni_verify_debug(const htn_domain *domain, htn_fault *fault);
