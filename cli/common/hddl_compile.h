/*
 * Compiles a problem in HDDL by way of its translation to .htn. The HDDL library does not know the compiler: this file
 * joins the two. Neighbours: hddl/convert/translate.h makes the text, hddl_subject.h opens the files.
 */
#pragma once

#include "compiler/htnc.h"
#include "hddl/convert/translate.h"

/*
 * Compiles `text`, which hddl_translate() made in compilation->workspace. `problem_path` names the text in diagnostics.
 * Returns BASE_DONE, BASE_REJECTED, BASE_UNREADABLE (the text is too large) or BASE_OUT_OF_MEMORY.
 */
base_result cli_hddl_compile(htnc_compilation *compilation, const char *problem_path, const char *text,
                             const htnc_options *options);
