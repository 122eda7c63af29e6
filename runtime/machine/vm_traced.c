/* The same instructions, traced one by one. A listener gets an event for every test, so there are no shortcuts. */
#include "vm_traced.h"

#define HTNI_RUN    htni_run_traced
#define HTNI_TRACED 1
#define HTNI_MARKED 1
#include "vm_loop.h"
