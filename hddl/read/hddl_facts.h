/*
 * The initial state: facts in the order written, each once (a hash table finds duplicates). `(not ...)` is checked and
 * ignored, because the world is closed; values of functions are checked and ignored too.
 */
#pragma once

#include "hddl/read/hddl_resolver.h"

/* Reads :init into the problem. */
void hddl_read_facts(hddl_resolver *resolver);
