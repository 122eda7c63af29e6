/* Records of a blob's tables, by the names of blob.def, and tasks by code address. */
#pragma once

#include <htn/domain.h>

/* A field of a record: CLI_FIELD(domain, TASKS, 3, ENTRY). CLI_TEXT: the text that it points to. */
#define CLI_FIELD(domain, SECTION, index, NAME) \
    htn_domain_field((domain), HTN_SECTION_##SECTION, (index), HTN_##SECTION##_##NAME)
#define CLI_TEXT(domain, SECTION, index, NAME) \
    htn_domain_text((domain), HTN_SECTION_STRINGS, CLI_FIELD(domain, SECTION, index, NAME))

/* The same for a text that only diagnosis needs. */
#define CLI_DEBUG_TEXT(domain, SECTION, index, NAME) \
    htn_domain_text((domain), HTN_SECTION_DEBUG_STRINGS, CLI_FIELD(domain, SECTION, index, NAME))

/* The first record whose `field`, which rises from record to record, is at least `value`; the number of records: none. */
uint32_t cli_first_from(const htn_domain *domain, htn_section section, uint32_t field, uint32_t value);

/* The task whose code the instruction at `pc` lies in. HTN_NONE: none. */
uint32_t cli_task_at(const htn_domain *domain, uint32_t pc);

bool cli_is_primitive(const htn_domain *domain, htn_task task);
