/* The disassembly of `htn dump`. */
#pragma once

#include <htn/domain.h>

/* Prints all instructions on stdout, task by task. */
void dump_code(const htn_domain *domain);
