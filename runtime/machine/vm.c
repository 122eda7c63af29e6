/* Neither marks nor listener: the fast loop. */
#include "vm.h"

#define HTNI_RUN    htni_run
#define HTNI_TRACED 0
#define HTNI_MARKED 0
#include "vm_loop.h"
