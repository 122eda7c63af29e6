/* Why branches ended, as lines: shared by the summary above the tree, by the methods in it that were given up, and by --task. */
#ifndef CLI_EXPLAIN_ENDS_H
#define CLI_EXPLAIN_ENDS_H

#include "cli/explain/explain_page.h"

/* How an end is shown. */
enum {
    EXPLAIN_IN_TREE = 1,     /* as an item of the tree; else a line by itself */
    EXPLAIN_WITH_VALUES = 2, /* its reason's different values below it, if all of them are known */
    EXPLAIN_ALONE = 4        /* there is no other, and it happened once: no count */
};

/* `3x `, and the reason of an end. */
void explain_add_end(base_text *text, const explain_page *page, const explain_end *end, bool counted);

/* An end as a line; if it has several parts that do not fit in a line, each of them below it. */
void explain_show_end(explain_page *page, const explain_end *end, unsigned how);

/* The most frequent ends, as items below the last one. */
void explain_show_ends(explain_page *page, const explain_tally *tally);

/* An item or (in the summary) a line: how many more ends there are. Nothing for 0. */
void explain_show_more(explain_page *page, uint64_t more, bool in_tree);

/* `3x WsStamina was 0 (initial)`: if a reason's condition saw several values, each of them below the reason's line. */
void explain_show_variants(explain_page *page, const explain_reason *reason, bool in_tree);

#endif
