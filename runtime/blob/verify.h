/*
 * The verifier. The machine trusts a verified blob, and checks at run time only what can run out. The verifier
 * checks everything behind the section table, and fills in the maxima that a domain keeps (max_*).
 * docs/blob.md says what it promises and what not.
 */
#pragma once

#include <htn/domain.h>

/* False: the blob is refused, and `*fault` says why. */
bool htni_verify(htn_domain *domain, htn_fault *fault);
