/* Which instructions can be reached, and how; where tasks continue; how the code is cut into parts. */
#pragma once

#include "compiler/native/native_program.h"

/* Fills in all members of a program but its arena, domain and hot. Memory is the arena's. */
void htnc_native_analyse(native_program *program);
