/* The restart sequence of Luby, Sinclair and Zuckerman, "Optimal Speedup of Las Vegas Algorithms", 1993. */
#pragma once

#include <stdint.h>

/*
 * 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, ... from index 0 on. A search that restarts after that many units of work
 * takes at most a logarithmic factor longer than one that knows the best restart length.
 */
uint64_t hddl_luby(uint64_t index);
