/* Ends of branches as lines; see explain_ends.h. */
#include "cli/explain/explain_ends.h"

static void add_count(base_text *text, const explain_page *page, uint64_t count)
{
    base_text_add(text, "%llu%s ", (unsigned long long)count, page->style->times);
}

void explain_add_end(base_text *text, const explain_page *page, const explain_end *end, bool counted, explain_form form)
{
    const explain_reason *reason = end->reason;
    if (counted)
        add_count(text, page, end->count);
    explain_add_reason(text, page->search, end, form);
    if (reason->kind == EXPLAIN_NO_METHOD && !page->all && !explain_names_all_methods(page->search, reason))
        base_text_add(text, " (--all or --task %s says more)", htn_task_name(page->search->domain, reason->task));
}

void explain_show_variants(explain_page *page, const explain_reason *reason)
{
    uint64_t more = reason->variant_count > 1 ? reason->count : 0;
    page->depth++;
    for (uint32_t i = 0; more > 0 && i < reason->variant_count; i++) {
        more -= reason->variants[i].count;
        add_count(&page->line, page, reason->variants[i].count);
        explain_add_view(&page->line, page->search, reason->variants[i].view, EXPLAIN_EVERY, "");
        explain_add_item(page, HTN_NONE);
    }
    if (more > 0) {
        add_count(&page->line, page, more);
        base_text_add(&page->line, "with other values");
        explain_add_item(page, HTN_NONE);
    }
    page->depth--;
}

/* The methods of a task that had none left. */
static void show_rejections(explain_page *page, const explain_end *end)
{
    page->depth++;
    for (uint32_t i = 0; i < end->reason->item_count; i++) {
        explain_add_rejection(&page->line, page->search, end, i);
        explain_add_item(page, end->reason->items[i]);
    }
    page->depth--;
}

static void show_end(explain_page *page, const explain_end *end, bool counted)
{
    const explain_reason *reason = end->reason;
    base_text whole = {0};
    uint64_t known = 0;
    for (uint32_t i = 0; i < reason->variant_count; i++)
        known += reason->variants[i].count;
    const bool variants =
        page->plain && reason->kind == EXPLAIN_PRECONDITION && reason->variant_count > 1 && known == end->count;
    explain_add_end(&whole, page, end, counted, EXPLAIN_WHOLE);
    const bool parts =
        reason->kind == EXPLAIN_NO_METHOD && reason->item_count > 1 && !explain_item_fits(page, base_text_of(&whole));
    explain_add_end(&page->line, page, end, counted, variants || parts ? EXPLAIN_HEAD : EXPLAIN_WHOLE);
    explain_add_item(page, parts ? HTN_NONE : explain_reason_item(reason));
    base_text_free(&whole);
    if (variants)
        explain_show_variants(page, reason);
    if (parts)
        show_rejections(page, end);
}

void explain_show_ends(explain_page *page, const explain_tally *tally, uint32_t shown)
{
    uint64_t more = tally->total;
    for (uint32_t i = 0; i < tally->count && (i < shown || tally->count == shown + 1); i++) {
        more -= tally->ends[i].count;
        show_end(page, &tally->ends[i], page->plain || tally->total > 1);
    }
    if (more == 0)
        return;
    base_text_add_count(&page->line, more, "more, for another reason", "more, for other reasons");
    base_text_add(&page->line, "%s", !page->plain && page->search->focus == HTN_NONE ? " (--all)" : "");
    explain_add_item(page, HTN_NONE);
}
