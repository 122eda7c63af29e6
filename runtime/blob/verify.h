/*
 * The verifier: checks everything behind the section table, and fills in those fields of the domain that are maxima over a table.
 * What it promises: docs/blob.md.
 */
#ifndef HTNI_VERIFY_H
#define HTNI_VERIFY_H

#include <htn/domain.h>

/* False: `*fault` says why the blob is refused. */
bool htni_verify(htn_domain *domain, htn_fault *fault);

#endif
