/* See explain_text.h. */
#include "cli/explain/explain_text.h"
#include "cli/explain/explain_outcome.h"
#include "cli/explain/explain_setters.h"
#include "cli/explain/explain_task.h"
#include "cli/explain/explain_tree.h"

void explain_fill_page(explain_page *page, uint32_t task, htn_status status, const htn_plan *plan)
{
    page->found = status == HTN_OK;
    explain_show_outcome(page, status, plan);
    if (task != HTN_NONE)
        explain_show_task(page, task, status);
    else
        explain_show_tree(page);
    explain_show_never_set(page);
}

void explain_add_text(base_text *text, explain_page *page, uint32_t task, htn_status status, const htn_plan *plan)
{
    explain_fill_page(page, task, status, plan);
    explain_page_draw(page);
    explain_page_add(text, page);
    explain_page_free(page);
}
