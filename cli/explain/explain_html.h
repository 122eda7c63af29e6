/*
 * `htn explain --html`: the lines of a page (explain_page.h) as HTML. Items fold; places in sources are links to the sources, which stand
 * beside them.
 */
#pragma once

#include "cli/explain/explain_page.h"

typedef struct explain_about {
    const char *name;            /* of the domain's file */
    const char *const *settings; /* what --set, --spawn and the like have given */
    size_t setting_count;
} explain_about;

/* The style that the lines of such a page are written with: marks that no text has. Not for other pages. */
explain_style explain_html_style(void);

/* Appends the whole file. `page` is not drawn. */
void explain_add_html(base_text *text, const explain_page *page, const explain_about *about);
