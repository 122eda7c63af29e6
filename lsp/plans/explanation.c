/* Plans with a listener, as command_explain.c does; see explanation.h. */
#include "lsp/plans/explanation.h"

#include "cli/common/exit_status.h"
#include "cli/common/plan_session.h"
#include "cli/explain/explain_outcome.h"
#include "cli/explain/explain_search.h"
#include "cli/explain/explain_setters.h"
#include "cli/explain/explain_tree.h"
#include <htn/domain.h>

static void explain(cli_session *session, base_text *text)
{
    explain_search search;
    htn_plan plan = {0};
    explain_search_init(&search, session, false);
    const htn_status status = explain_search_run(&search, session->planner, &plan);
    const explain_style style = explain_style_of(true, false);
    explain_page page = {.search = &search, .style = &style, .found = status == HTN_OK};
    explain_show_outcome(&page, status, &plan);
    explain_show_tree(&page);
    explain_show_never_set(&page);
    explain_page_draw(&page);
    explain_page_add(text, &page);
    explain_page_free(&page);
    explain_search_free(&search);
}

/* Each argument of the task was written by the server, or by the person who asks. */
static bool prepare(cli_session *session, const char *task)
{
    const char *items[] = {task};
    const cli_session_options options = {.tasks = {items, task != NULL ? 1 : 0}};
    return cli_session_prepare(session, &options) == CLI_EXIT_YES &&
           htn_plan_begin(session->planner, &session->world, &session->request) == HTN_OK;
}

bool lsp_explain(lsp_session *session, lsp_unit *unit, const char *task, base_text *text)
{
    if (unit->result == BASE_DONE)
        lsp_unit_complete(&session->units, unit);
    if (unit->result != BASE_DONE || unit->full_result != BASE_DONE) {
        base_text_add(text, "there is no plan before the errors are corrected");
        return false;
    }
    htn_fault fault;
    cli_session planning = {.command = "lsp", .subject.input.name = unit->path};
    bool done = htn_domain_load(&planning.subject.domain, unit->full.blob, unit->full.blob_size, &fault) == HTN_OK;
    if (done)
        done = prepare(&planning, task);
    if (done)
        explain(&planning, text);
    else
        base_text_add(text, "this cannot be planned: `%s` is no task with such arguments", task != NULL ? task : "");
    cli_session_close(&planning);
    return done;
}
