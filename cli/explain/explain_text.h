/* An explanation as text: the outcome, the tree or the answer about a task, and what nothing sets. */
#pragma once

#include "cli/explain/explain_page.h"

/* The lines of a page that is not drawn yet. `page` has its search and its style. `task`: what is asked about, or HTN_NONE. */
void explain_fill_page(explain_page *page, uint32_t task, htn_status status, const htn_plan *plan);

/* Appends the text of such a page. `page` has its search, its style, and its width. */
void explain_add_text(base_text *text, explain_page *page, uint32_t task, htn_status status, const htn_plan *plan);
