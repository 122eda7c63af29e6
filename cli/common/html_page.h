/* An HTML page in one file: it takes nothing from other hosts, is light or dark as the reader's system is, and needs no script. */
#pragma once

#include "base/text.h"

/* Begins a page. `style`: rules of its own, which may use the colours of html_page.c; may be "". */
void cli_html_begin(base_text *text, const char *title, const char *style);
void cli_html_end(base_text *text);
