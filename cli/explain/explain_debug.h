/*
 * Lookups in a blob's debug sections, by code address: whose code an instruction is, which part of the source it comes from,
 * what follows when a test fails, what a condition reads, which subtask it belongs to. docs/blob.md describes the sections.
 *
 * Nothing is recovered from the instructions. A section that the blob lacks answers "nothing is known": a blob of an earlier
 * compiler has only items and locals, one compiled with --no-debug has no debug sections at all.
 */
#ifndef CLI_EXPLAIN_DEBUG_H
#define CLI_EXPLAIN_DEBUG_H

#include <htn/domain.h>

/* How much the debug sections say. */
typedef enum explain_detail {
    EXPLAIN_DETAIL_NONE, /* there are none */
    EXPLAIN_DETAIL_ITEMS, /* an earlier compiler's: source and names; not what tests lead to, what they read, or who calls whom */
    EXPLAIN_DETAIL_FULL
} explain_detail;
explain_detail explain_detail_of(const htn_domain *domain);

/* The first record whose `field`, which rises from record to record, is at least `value`; the number of records: none. */
uint32_t explain_first_from(const htn_domain *domain, htn_section section, uint32_t field, uint32_t value);

/* A field of a task's record (HTN_TASKS_*); whether the task is primitive. */
uint32_t explain_task_field(const htn_domain *domain, uint32_t task, uint32_t field);
bool explain_is_primitive(const htn_domain *domain, uint32_t task);

/* The task whose code the instruction at `pc` lies in: of inlined code the caller. HTN_NONE: none. */
uint32_t explain_task_at(const htn_domain *domain, uint32_t pc);

/* A task's parameter `slot`: its name ("" if it has none) and type (HTN_NONE if there is no such parameter). */
const char *explain_parameter(const htn_domain *domain, uint32_t task, uint32_t slot, uint32_t *type);

/* A field of a record, by the names of its section and itself. */
#define EXPLAIN_FIELD(domain, SECTION, index, NAME) \
    htn_domain_field((domain), HTN_SECTION_##SECTION, (index), HTN_##SECTION##_##NAME)

#endif
