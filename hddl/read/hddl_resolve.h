/* Name resolution: the syntax tree of both files becomes the problem. */
#pragma once

#include "hddl/read/hddl_syntax.h"

/* The problem, or NULL if there are errors. Without a problem file only the domain is resolved. */
const hddl_problem *hddl_resolve(hddl_document *document, bool has_problem);
