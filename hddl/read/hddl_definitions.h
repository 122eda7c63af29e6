/* Actions, tasks and methods: declared first, so that any of them can be used before it is written; resolved later. */
#pragma once

#include "hddl/read/hddl_resolver.h"

/* Declares actions and tasks with their parameters. Types, objects and predicates come first. */
void hddl_declare_definitions(hddl_resolver *resolver);

/* Resolves the bodies of actions, and methods, in the order written. */
void hddl_resolve_definitions(hddl_resolver *resolver);
