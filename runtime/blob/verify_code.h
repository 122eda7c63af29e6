/* The verifier's second half: code. Runs last; it relies on the tables. */
#pragma once

#include <htn/domain.h>

bool htni_verify_code(const htn_domain *domain, htn_fault *fault);
