/* What the tables and the disassembly of `htn dump` share: names, values and parameters on stdout. */
#pragma once

#include "cli/common/records.h"

/* The name of a type. HTN_NONE is the type of symbols. */
const char *dump_type_name(const htn_domain *domain, uint32_t type);

/* Prints a value, by its name where it has one. */
void dump_value(const htn_domain *domain, uint32_t type, int32_t value);

/* Prints `(a : EnemyRange, b : symbol)`: `count` records of PARAMETERS. Parameters of operators have no names. */
void dump_parameters(const htn_domain *domain, uint32_t first, uint32_t count);

/* Prints `Name(type, type)`. */
void dump_operator(const htn_domain *domain, uint32_t index);
