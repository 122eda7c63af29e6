/* The host's memory, and a limit on the time of this process. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Bytes of memory that the machine has. Returns 0 if the host does not tell. */
uint64_t cli_physical_memory(void);

/*
 * Ends the process after `seconds`, of processor time if `processor`, with exit status `status` and `message` on stderr:
 * the last resort against work that does not look at the clock. A later call replaces an earlier one; 0 seconds cancels
 * it. The message must live until then. Returns false if the host cannot do this.
 */
bool cli_end_after(double seconds, bool processor, const char *message, int status);
