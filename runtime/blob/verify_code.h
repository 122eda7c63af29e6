/* The verifier's second half: code. Runs last; it relies on the tables. */
#ifndef HTNI_VERIFY_CODE_H
#define HTNI_VERIFY_CODE_H

#include <htn/domain.h>

bool htni_verify_code(const htn_domain *domain, htn_fault *fault);

#endif
