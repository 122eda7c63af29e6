/* With a footprint, a search can be spared later. */
#include "vm_marked.h"

#define HTNI_RUN    htni_run_marked
#define HTNI_TRACED 0
#define HTNI_MARKED 1
#include "vm_loop.h"
