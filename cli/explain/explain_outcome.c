/*
 * What stands above the tree: how the search ended, and where it found nothing the few reasons that decided it, most
 * frequent first, and how far it came. See explain_show.h.
 */
#include "cli/explain/explain_show.h"
#include "cli/common/plan_outcome.h"
#include "cli/common/plan_text.h"
#include <string.h>

enum { REASONS_SHOWN = 5, STEPS_SHOWN = 6 };

static void add_plan(base_text *text, const explain_search *search, const htn_plan *plan)
{
    if (plan->step_count > 0) {
        base_text_add(text, cli_partial_name(plan) != NULL ? "partial plan: " : "plan: ");
        base_text_add_count(text, plan->step_count, "step", "steps");
    } else {
        base_text_add(text, "empty plan: nothing to do");
    }
    base_text_add(text, ", MTR ");
    cli_add_record(text, plan);
    if (search->domain->flags & HTN_BLOB_COSTS)
        base_text_add(text, ", cost %d", plan->cost);
    if (search->best.count > 0)
        base_text_add(text, plan->proven ? ", the cheapest" : ", the best found so far");
    if (plan->duration > 0)
        base_text_add(text, ", duration %d ms", plan->duration);
    if (search->branches > 0 || search->best.count > 1)
        base_text_add(text, ", after ");
    if (search->best.count > 1)
        base_text_add_count(text, search->best.count - 1, "dearer plan", "dearer plans");
    if (search->branches > 0 && search->best.count > 1)
        base_text_add(text, " and ");
    if (search->branches > 0)
        base_text_add_count(text, search->branches, "failed branch", "failed branches");
}

/* What is the matter, most frequent first. */
static void show_reasons(explain_page *page)
{
    const explain_tally *tally = &page->search->tally;
    base_text text = {0};
    uint64_t more = tally->total;
    uint32_t shown = page->all || tally->count <= REASONS_SHOWN + 1 ? tally->count : REASONS_SHOWN;
    base_text_add(&page->prefix, "  ");
    for (uint32_t i = 0; i < shown; i++) {
        explain_show_end(page, &tally->ends[i], EXPLAIN_APART);
        more -= tally->ends[i].count;
    }
    if (more > 0) {
        base_text_add_count(&text, more, "more, for another reason", "more, for other reasons");
        explain_line_add(page, &text, HTN_NONE);
    }
    base_text_clear(&page->prefix);
    base_text_free(&text);
}

/* `after Sprint(), 3 x Walk()`, or of a long plan the last steps. */
static void add_furthest(base_text *text, const explain_search *search)
{
    const char *at = base_text_of(&search->furthest);
    uint32_t runs = 1, skip;
    for (const char *end = strstr(at, "), "); end != NULL; end = strstr(end + 1, "), "))
        runs++;
    skip = runs > STEPS_SHOWN ? runs - STEPS_SHOWN : 0;
    for (uint32_t i = 0; i < skip; i++)
        at = strstr(at, "), ") + strlen("), ");
    if (skip == 0)
        base_text_add(text, "after %s", at);
    else
        base_text_add(text, "after %u steps, the last ones %s", search->furthest_count, at);
}

static void show_furthest(explain_page *page)
{
    const explain_search *search = page->search;
    base_text text = {0};
    if (search->furthest_count == 0 || search->furthest_reason == NULL)
        return;
    base_text_add(&text, "furthest: ");
    add_furthest(&text, search);
    explain_line_add(page, &text, HTN_NONE);
    if (search->tally.count != 1 || search->tally.ends[0].differs) { /* else it stands just above */
        base_text_clear(&text);
        base_text_add(&text, "  ");
        explain_add_reason(&text, search, search->furthest_reason, search->furthest_view, false);
        explain_line_add(page, &text, explain_reason_item(search->furthest_reason));
    }
    base_text_free(&text);
}

/* `no plan: ` and the one reason, or how many branches failed, and why. */
static void show_failure(explain_page *page, base_text *text, bool no_plan)
{
    const explain_search *search = page->search;
    const explain_tally *tally = &search->tally;
    if (no_plan && tally->total == 1 && tally->count == 1) {
        base_text_add(text, ": ");
        explain_add_end(text, page, &tally->ends[0], false);
        explain_line_add(page, text, explain_reason_item(tally->ends[0].reason));
        if (search->furthest_count > 0) {
            base_text_clear(text);
            base_text_add(text, "  ");
            add_furthest(text, search);
            explain_line_add(page, text, HTN_NONE);
        }
        return;
    }
    if (search->branches > 0) {
        base_text_add(text, "; ");
        base_text_add_count(text, search->branches, "branch", "branches");
        base_text_add(text, " failed:");
    }
    explain_line_add(page, text, HTN_NONE);
    show_reasons(page);
    show_furthest(page);
}

void explain_outcome(explain_page *page, htn_status status, const htn_plan *plan)
{
    const base_text nothing = {0};
    base_text text = {0};
    if (cli_is_found(status)) {
        add_plan(&text, page->search, plan);
        explain_line_add(page, &text, HTN_NONE);
    } else {
        if (status == HTN_NO_PLAN)
            base_text_add(&text, "no plan");
        else
            cli_add_limit(&text, &page->search->session->limits, status);
        show_failure(page, &text, status == HTN_NO_PLAN);
    }
    base_text_free(&text);
    explain_line_add(page, &nothing, HTN_NONE);
}
