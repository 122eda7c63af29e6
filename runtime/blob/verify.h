/* The verifier's parts, in the order in which they run; each relies on the ones before. */
#ifndef HTNI_VERIFY_H
#define HTNI_VERIFY_H

#include "faults.h"

/* verify_tables.c: texts, indexes and runs; types, properties, tasks, roots. */
bool htni_verify_tables(htn_domain *domain, htn_fault *fault);

/* verify_debug.c: the debug sections. */
bool htni_verify_debug(const htn_domain *domain, htn_fault *fault);

/* verify_code.c: every instruction. */
bool htni_verify_code(const htn_domain *domain, htn_fault *fault);

/* A fault in field `field` of record `index` of a section. */
bool htni_fault_at(const htn_domain *domain, htn_fault *fault, htn_section section, uint32_t index, uint32_t field,
                   htni_fault_code code);

const char *htni_section_name(htn_section section);

#endif
