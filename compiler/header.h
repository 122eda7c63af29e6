/* The C header of a compiled domain: what `htn compile --header` writes. */
#ifndef HTNC_HEADER_H
#define HTNC_HEADER_H

#include "compiler/htnc.h"

/*
 * The text of a header, valid as C and C++, that names the indexes of properties, values, tasks, operators and
 * roots, all with the domain's name in front; `native`: and declares the domain as C (native_text.h). It lives as long as the compilation, which must be DONE
 * with a blob. NULL where memory runs out.
 */
const char *htnc_header_text(htnc_compilation *compilation, bool native);

/*
 * Inside a compilation, whose arena must be ready to fail: what a domain's C names have in front, and its main file's name, fit
 * for a comment.
 */
const char *htnc_prefix(htnc_compilation *compilation);
const char *htnc_source_name(htnc_compilation *compilation);

#endif
