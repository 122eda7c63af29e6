/* The C header of a compiled domain: what `htn compile --header` writes. */
#pragma once

#include "compiler/htnc.h"

/*
 * Returns the text of a header, valid in C and C++, with an enumerator for each property, type, value, task, operator, query and root:
 * its index in the blob; and a struct of the same ids with a function that finds them by name in any blob. All names begin with the domain's name. `native`: the header also declares the domain as C
 * (native/native_text.h). The compilation must be BASE_DONE with a blob; the text lies in its arena. NULL: memory ran out.
 */
const char *htnc_header_text(htnc_compilation *compilation, bool native);

/*
 * For other C that is made from a domain: the prefix of its names, and the main file's name in a form that is safe in a comment. The
 * arena may jump when memory runs out.
 */
const char *htnc_c_prefix(htnc_compilation *compilation);
const char *htnc_c_source_name(htnc_compilation *compilation);
