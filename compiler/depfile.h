/* A rule for make or ninja that says which files a blob was made from: what `htn compile --depfile` writes. */
#pragma once

#include "compiler/htnc.h"

/*
 * Returns `targets: sources`, and an empty rule for each imported file, so that make does not stop when one is deleted. The
 * compilation must have a model; the text lies in its arena. NULL: memory ran out.
 */
const char *htnc_depfile_text(htnc_compilation *compilation, const char *const *targets, size_t count);
