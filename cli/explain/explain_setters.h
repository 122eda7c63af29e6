/* Properties whose values failed conditions and that nothing in the domain sets: a forgotten effect, or what only the game knows. */
#pragma once

#include "cli/explain/explain_page.h"

/* For each property whether it is one. NULL: there is none. The caller frees the array. */
bool *explain_never_set(const explain_search *search);

/* Adds a line that names them, if there are any. */
void explain_show_never_set(explain_page *page);
