/* The verifier's first half: tables. Runs first. */
#ifndef HTNI_VERIFY_TABLES_H
#define HTNI_VERIFY_TABLES_H

#include <htn/domain.h>

bool htni_verify_tables(htn_domain *domain, htn_fault *fault);

#endif
