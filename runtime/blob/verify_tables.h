/* The verifier's first half: tables. Runs first. */
#pragma once

#include <htn/domain.h>

bool htni_verify_tables(htn_domain *domain, htn_fault *fault);
