/* The machine's loop for agents: what it reads of the world is marked, so that a search can be spared later. */
#include "vm_marked.h"

#define HTNI_RUN    htni_run_marked
#define HTNI_TRACED 0
#define HTNI_MARKED 1
#include "vm_loop.h"
