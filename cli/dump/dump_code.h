/* The disassembly of `htn dump`. */
#ifndef CLI_DUMP_CODE_H
#define CLI_DUMP_CODE_H

#include <htn/domain.h>

/* Prints all instructions on stdout, task by task. */
void dump_code(const htn_domain *domain);

#endif
