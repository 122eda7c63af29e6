/* Why branches ended, as items: in the summary, below the methods that were given up, and with --task. */
#pragma once

#include "cli/explain/explain_page.h"
#include "cli/explain/explain_words.h"

/* `3x `, if it is counted, and the reason of an end. */
void explain_add_end(base_text *text, const explain_page *page, const explain_end *end, bool counted,
                     explain_form form);

/*
 * The first `shown` of the ends of a tally, and how many more there are. Parts that do not fit in the line are below it; in the
 * summary also the values that a precondition saw, if there are several and all of them are known.
 */
void explain_show_ends(explain_page *page, const explain_tally *tally, uint32_t shown);

/* `3x WsStamina was 0 (initial)`: if a reason's condition saw several values, each of them below the reason's line. */
void explain_show_variants(explain_page *page, const explain_reason *reason);
