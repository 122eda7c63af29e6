/* The machine's loop with a listener: the same instructions, told as they are carried out; an agent's searches mark as well. */
#include "vm_traced.h"

#define HTNI_RUN    htni_run_traced
#define HTNI_TRACED 1
#define HTNI_MARKED 1
#include "vm_loop.h"
