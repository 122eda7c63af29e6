/* Constants of a compiled domain in the language of a game: what `htn compile --header`, `--cs`, `--lua` ... write. */
#pragma once

#include "compiler/constant_languages.h"
#include "compiler/htnc.h"

/*
 * Returns the text of a file with a constant for each property, type, value, task, operator, query, sensor and root: its index in the
 * blob; and with a struct of the same ids and a function that finds them by name in any blob. `native`: the language is C, and the
 * file also declares the domain as C (native/native_text.h). The compilation must be BASE_DONE with a blob; the text lies in its arena.
 * NULL: memory ran out.
 */
const char *htnc_constants_text(htnc_compilation *compilation, const htnc_constant_language *language, bool native);

/*
 * For other C that is made from a domain: the prefix of its names, and the main file's name in a form that is safe in a comment. The
 * arena may jump when memory runs out.
 */
const char *htnc_c_prefix(htnc_compilation *compilation);
const char *htnc_c_source_name(htnc_compilation *compilation);
