/* The parser, which bison makes of grammar/hddl.y: one file becomes a part of the document. */
#pragma once

#include "hddl/read/hddl_syntax.h"

/* Parses a file into the document. Reports what it cannot parse, and leaves it out. */
void hddl_parse(hddl_document *document, base_source *source, bool is_problem);
