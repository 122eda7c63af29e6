/* The machine's loop with a listener: the same instructions, told as they are carried out. */
#include "machine.h"

#define HTNI_RUN    htni_run_traced
#define HTNI_TRACED 1
#include "vm_loop.h"
