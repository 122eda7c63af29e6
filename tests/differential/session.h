/* What the programs of this folder share at their ends: what is asked of them, and the cases that they count and print as TAP. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* One case, printed at once. */
void session_case(bool good, const char *name);

/* Prints how many cases there were; the exit status: 0 where there was one and none failed. */
int session_end(void);

/* The number behind `--name`; `otherwise` where it is not there. */
uint64_t session_option(int count, char **arguments, const char *name, uint64_t otherwise);

bool session_has_flag(int count, char **arguments, const char *name);
