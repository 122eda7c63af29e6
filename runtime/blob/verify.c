/*
 * The verifier: after it, the machine trusts a blob and checks only what can run out. One pass over
 * every table and one over the code, without memory of its own, whatever the bytes are. What it
 * promises, and what it does not: docs/blob.md.
 */
#include "verify.h"
#include "verify_code.h"
#include "verify_debug.h"
#include "verify_tables.h"

bool htni_verify(htn_domain *domain, htn_fault *fault)
{
    return htni_verify_tables(domain, fault) && htni_verify_debug(domain, fault) && htni_verify_code(domain, fault);
}
