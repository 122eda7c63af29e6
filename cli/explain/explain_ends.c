/*
 * Why branches ended, as lines: one where it fits, else its parts below it. Shared by the summary above the tree and by
 * the methods in it that were given up. See explain_show.h.
 */
#include "cli/explain/explain_show.h"

enum { ENDS_SHOWN = 3 };

/* A part below the line of its end. */
static void add_part(explain_page *page, const base_text *text, bool in_tree, bool last, uint32_t item)
{
    base_text indented = {0};
    if (in_tree) {
        explain_item_add(page, last, text, item);
        return;
    }
    base_text_add(&indented, "     %s", base_text_of(text));
    explain_line_add(page, &indented, item);
    base_text_free(&indented);
}

/* The values that a condition saw, each with how often. */
static void show_variants(explain_page *page, const explain_reason *reason, bool in_tree)
{
    base_text text = {0};
    for (uint32_t i = 0; i < reason->variant_count; i++) {
        const explain_view *view = reason->variants[i].view;
        base_text_clear(&text);
        base_text_add(&text, "%llu%s ", (unsigned long long)reason->variants[i].count, page->style->times);
        explain_add_seen(&text, page->search, explain_view_items(view), explain_view_count(view), EXPLAIN_EVERY);
        add_part(page, &text, in_tree, i + 1 == reason->variant_count, HTN_NONE);
    }
    base_text_free(&text);
}

/* The methods of a task that had none left. */
static void show_rejections(explain_page *page, const explain_end *end, bool in_tree)
{
    base_text text = {0};
    for (uint32_t i = 0; i < end->reason->item_count; i++) {
        base_text_clear(&text);
        explain_add_rejection(&text, page->search, end->reason, i, end->view, end->differs);
        add_part(page, &text, in_tree, i + 1 == end->reason->item_count, end->reason->items[i]);
    }
    base_text_free(&text);
}

static void add_head(explain_page *page, const base_text *text, bool in_tree, bool last, uint32_t item)
{
    if (in_tree)
        explain_item_add(page, last, text, item);
    else
        explain_line_add(page, text, item);
}

void explain_show_end(explain_page *page, const explain_end *end, unsigned how)
{
    bool in_tree = (how & EXPLAIN_IN_TREE) != 0, last = (how & EXPLAIN_LAST) != 0;
    bool counted = (how & EXPLAIN_ALONE) == 0;
    const explain_reason *reason = end->reason;
    uint64_t known = 0;
    base_text text = {0};
    for (uint32_t i = 0; i < reason->variant_count; i++)
        known += reason->variants[i].count;
    bool variants = (how & EXPLAIN_APART) != 0 && reason->kind == EXPLAIN_PRECONDITION && reason->variant_count > 1 &&
                    known == end->count;
    explain_add_end(&text, page, end, counted);
    bool wide = base_columns(base_text_of(&page->prefix)) + base_columns(base_text_of(&text)) > EXPLAIN_WIDEST;
    bool parts = reason->kind == EXPLAIN_NO_METHOD && reason->item_count > 1 && wide;
    if (variants || parts) {
        base_text_clear(&text);
        explain_add_end_head(&text, page, end, counted);
    }
    add_head(page, &text, in_tree, last, parts ? HTN_NONE : explain_reason_item(reason));
    base_text_free(&text);
    if (in_tree)
        explain_descend(page, last);
    if (variants)
        show_variants(page, reason, in_tree);
    else if (parts)
        show_rejections(page, end, in_tree);
    if (in_tree)
        explain_ascend(page);
}

void explain_show_ends(explain_page *page, const explain_tally *tally)
{
    base_text text = {0};
    uint64_t more = tally->total;
    uint32_t shown = tally->count <= ENDS_SHOWN + 1 ? tally->count : ENDS_SHOWN;
    for (uint32_t i = 0; i < shown; i++) {
        more -= tally->ends[i].count;
        explain_show_end(page, &tally->ends[i],
                         EXPLAIN_IN_TREE | (i + 1 == shown && more == 0 ? EXPLAIN_LAST : 0u) |
                             (tally->total == 1 ? EXPLAIN_ALONE : 0u));
    }
    if (more > 0) {
        base_text_add_count(&text, more, "more, for another reason", "more, for other reasons");
        base_text_add(&text, "%s", page->search->focus == HTN_NONE ? " (--all)" : "");
        explain_item_add(page, true, &text, HTN_NONE);
    }
    base_text_free(&text);
}
