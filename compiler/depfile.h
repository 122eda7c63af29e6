/* A rule for make that says which files a blob was made from: what `htn compile --depfile` writes. */
#ifndef HTNC_DEPFILE_H
#define HTNC_DEPFILE_H

#include "compiler/htnc.h"

/*
 * `target: sources`, and an empty rule for each imported file, so that deleting one does not stop make. It lives
 * as long as the compilation. NULL where memory runs out.
 */
const char *htnc_depfile_text(htnc_compilation *compilation, const char *target);

#endif
