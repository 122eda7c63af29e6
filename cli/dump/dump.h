/* `htn dump`: what dump.c (the tables) and dump_code.c (the disassembly) share. */
#ifndef CLI_DUMP_H
#define CLI_DUMP_H

#include <htn/domain.h>

/* A field of a record, by the names of blob.def: DUMP_FIELD(domain, TASKS, 3, ENTRY). */
#define DUMP_FIELD(domain, SECTION, index, NAME) \
    htn_domain_field((domain), HTN_SECTION_##SECTION, (index), HTN_##SECTION##_##NAME)
#define DUMP_TEXT(domain, SECTION, index, NAME) \
    htn_domain_text((domain), HTN_SECTION_STRINGS, DUMP_FIELD(domain, SECTION, index, NAME))

/* A value by name where it has one. */
void dump_value(const htn_domain *domain, uint32_t type, int32_t value);

/* `Name(type, type)` */
void dump_operator(const htn_domain *domain, uint32_t index);

/* dump_memory.c: what a world takes, piece by piece. */
void dump_memory(const htn_domain *domain);

/* All instructions, task by task. */
void dump_code(const htn_domain *domain);

#endif
