/* The summary of a search: its outcome, its reasons with the most frequent one first, and how far it got. See explain_outcome.h. */
#include "cli/explain/explain_outcome.h"
#include "cli/common/value_text.h"
#include "cli/common/plan_outcome.h"
#include "cli/common/plan_text.h"
#include "cli/explain/explain_ends.h"
#include "cli/explain/explain_words.h"

enum { REASONS_SHOWN = 5 };

static void add_plan(base_text *text, const explain_search *search, const htn_plan *plan)
{
    const uint64_t plans = search->best.count;
    if (plan->step_count > 0) {
        base_text_add(text, cli_partial_name(plan) != NULL ? "partial plan: " : "plan: ");
        base_text_add_count(text, plan->step_count, "step", "steps");
    } else {
        base_text_add(text, "empty plan: nothing to do");
    }
    base_text_add(text, ", MTR ");
    cli_add_record(text, plan);
    if (search->domain->flags & HTN_BLOB_COSTS) {
        base_text_add(text, ", cost ");
        cli_add_cost(text, search->domain, (uint64_t)plan->cost);
    }
    if (plans > 0)
        base_text_add(text, plan->proven ? ", the cheapest" : ", the best found so far");
    if (plan->duration > 0)
        base_text_add(text, ", duration %d ms", plan->duration);
    if (plans > 1) {
        base_text_add(text, ", after ");
        base_text_add_count(text, plans - 1, "dearer plan", "dearer plans");
    }
    if (search->branches > 0) {
        base_text_add(text, plans > 1 ? " and " : ", after ");
        base_text_add_count(text, search->branches, "failed branch", "failed branches");
    }
}

/* `no plan: ` and the one reason, or how many branches failed, and why. The line begins with how the search ended. */
static void show_failure(explain_page *page, bool no_plan)
{
    const explain_search *search = page->search;
    const explain_furthest *furthest = &search->furthest;
    const explain_tally *tally = &search->tally;
    if (no_plan && tally->total == 1 && tally->count == 1) {
        base_text_add(&page->line, ": ");
        explain_add_end(&page->line, page, &tally->ends[0], false, EXPLAIN_WHOLE);
        explain_add_line(page, explain_reason_item(tally->ends[0].reason));
        if (furthest->count == 0)
            return;
        base_text_add(&page->line, "  %s", base_text_of(&furthest->words));
        explain_add_line(page, HTN_NONE);
        return;
    }
    if (search->branches > 0) {
        base_text_add(&page->line, "; ");
        base_text_add_count(&page->line, search->branches, "branch", "branches");
        base_text_add(&page->line, " failed:");
    }
    explain_add_line(page, HTN_NONE);
    page->plain = true;
    explain_show_ends(page, tally, page->all ? UINT32_MAX : REASONS_SHOWN);
    page->plain = false;
    if (furthest->count == 0 || furthest->end.reason == NULL)
        return;
    base_text_add(&page->line, "furthest: %s", base_text_of(&furthest->words));
    explain_add_line(page, HTN_NONE);
    if (tally->count == 1 && !tally->ends[0].differs)
        return; /* the reason is just above */
    base_text_add(&page->line, "  ");
    explain_add_reason(&page->line, search, &furthest->end, EXPLAIN_WHOLE);
    explain_add_line(page, explain_reason_item(furthest->end.reason));
}

static void add_waiting(base_text *text, const cli_session *session)
{
    base_text_add(text, "the search waits for ");
    cli_answers_add_late(text, &session->answers);
}

void explain_show_outcome(explain_page *page, htn_status status, const htn_plan *plan)
{
    if (status == HTN_OK) {
        add_plan(&page->line, page->search, plan);
        explain_add_line(page, HTN_NONE);
    } else {
        if (status == HTN_NO_PLAN)
            base_text_add(&page->line, "no plan");
        else if (status == HTN_WAITS)
            add_waiting(&page->line, page->search->session);
        else if (status == HTN_STANDS)
            base_text_add(&page->line, "the running plan is kept: no plan has priority over it");
        else if (status == HTN_SUSPENDED)
            base_text_add(&page->line, "the search is under way: it goes on in the next tick");
        else
            cli_add_limit(&page->line, &page->search->session->limits, status);
        show_failure(page, status == HTN_NO_PLAN);
    }
    explain_add_line(page, HTN_NONE);
}
