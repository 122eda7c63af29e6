/* Ends of branches as lines; see explain_ends.h. */
#include "cli/explain/explain_ends.h"
#include "cli/explain/explain_words.h"

enum { ENDS_SHOWN = 3 };

/* `(--all or --task NAME says more)`, because the reason does not name the methods that were given up. */
static void add_hint(base_text *text, const explain_page *page, const explain_reason *reason)
{
    if (reason->kind == EXPLAIN_NO_METHOD && !page->all && !explain_names_all_methods(page->search, reason))
        base_text_add(text, " (--all or --task %s says more)", htn_task_name(page->search->domain, reason->task));
}

static void add_count(base_text *text, const explain_page *page, uint64_t count)
{
    base_text_add(text, "%llu%s ", (unsigned long long)count, page->style->times);
}

void explain_add_end(base_text *text, const explain_page *page, const explain_end *end, bool counted)
{
    if (counted)
        add_count(text, page, end->count);
    explain_add_reason(text, page->search, end->reason, end->view, end->differs);
    add_hint(text, page, end->reason);
}

/* Adds the line: an item of the tree, or a line of the summary, which is indented. */
static void add(explain_page *page, bool in_tree, const char *indent, uint32_t item)
{
    if (in_tree) {
        explain_add_item(page, item);
        return;
    }
    base_text text = page->line;
    page->line = (base_text){0};
    base_text_add(&page->line, "%s%s", indent, base_text_of(&text));
    explain_add_line(page, item);
    base_text_free(&text);
}

void explain_show_variants(explain_page *page, const explain_reason *reason, bool in_tree)
{
    uint64_t more = reason->variant_count > 1 ? reason->count : 0;
    page->depth += in_tree;
    for (uint32_t i = 0; more > 0 && i < reason->variant_count; i++) {
        more -= reason->variants[i].count;
        add_count(&page->line, page, reason->variants[i].count);
        explain_add_view(&page->line, page->search, reason->variants[i].view, EXPLAIN_EVERY, "");
        add(page, in_tree, "       ", HTN_NONE);
    }
    if (more > 0) {
        add_count(&page->line, page, more);
        base_text_add(&page->line, "with other values");
        add(page, in_tree, "       ", HTN_NONE);
    }
    page->depth -= in_tree;
}

/* The methods of a task that had none left. */
static void show_rejections(explain_page *page, const explain_end *end, bool in_tree)
{
    page->depth += in_tree;
    for (uint32_t i = 0; i < end->reason->item_count; i++) {
        explain_add_rejection(&page->line, page->search, end->reason, i, end->view, end->differs);
        add(page, in_tree, "       ", end->reason->items[i]);
    }
    page->depth -= in_tree;
}

void explain_show_end(explain_page *page, const explain_end *end, unsigned how)
{
    const explain_reason *reason = end->reason;
    const bool in_tree = (how & EXPLAIN_IN_TREE) != 0, counted = (how & EXPLAIN_ALONE) == 0;
    base_text whole = {0};
    uint64_t known = 0;
    for (uint32_t i = 0; i < reason->variant_count; i++)
        known += reason->variants[i].count;
    const bool variants = (how & EXPLAIN_WITH_VALUES) != 0 && reason->kind == EXPLAIN_PRECONDITION &&
                          reason->variant_count > 1 && known == end->count;
    explain_add_end(&whole, page, end, counted);
    const bool parts = reason->kind == EXPLAIN_NO_METHOD && reason->item_count > 1 &&
                       explain_item_columns(page, base_text_of(&whole)) + (in_tree ? 0 : 2) > EXPLAIN_WIDEST;
    if (variants || parts) {
        if (counted)
            add_count(&page->line, page, end->count);
        explain_add_reason_head(&page->line, page->search, reason);
        add_hint(&page->line, page, reason);
    } else {
        base_text_add(&page->line, "%s", base_text_of(&whole));
    }
    base_text_free(&whole);
    add(page, in_tree, "  ", parts ? HTN_NONE : explain_reason_item(reason));
    if (variants)
        explain_show_variants(page, reason, in_tree);
    if (parts)
        show_rejections(page, end, in_tree);
}

void explain_show_more(explain_page *page, uint64_t more, bool in_tree)
{
    if (more == 0)
        return;
    base_text_add_count(&page->line, more, "more, for another reason", "more, for other reasons");
    if (in_tree && page->search->focus == HTN_NONE)
        base_text_add(&page->line, " (--all)");
    add(page, in_tree, "  ", HTN_NONE);
}

void explain_show_ends(explain_page *page, const explain_tally *tally)
{
    const uint32_t shown = tally->count <= ENDS_SHOWN + 1 ? tally->count : ENDS_SHOWN;
    uint64_t more = tally->total;
    for (uint32_t i = 0; i < shown; i++) {
        more -= tally->ends[i].count;
        explain_show_end(page, &tally->ends[i], EXPLAIN_IN_TREE | (tally->total == 1 ? EXPLAIN_ALONE : 0u));
    }
    explain_show_more(page, more, true);
}
