/*
 * The verifier runs once over every table and once over the code. It needs no memory of its own, whatever the
 * bytes are.
 */
#include "verify.h"
#include "verify_code.h"
#include "verify_debug.h"
#include "verify_tables.h"

bool htni_verify(htn_domain *domain, htn_fault *fault)
{
    return htni_verify_tables(domain, fault) && htni_verify_debug(domain, fault) && htni_verify_code(domain, fault);
}
