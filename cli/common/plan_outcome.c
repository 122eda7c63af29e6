/* How a search ended, in words; see plan_outcome.h. */
#include "cli/common/plan_outcome.h"
#include "cli/common/exit_status.h"
#include <stdio.h>

void cli_add_limit(base_text *text, const htn_limits *limits, htn_status status)
{
    const struct {
        htn_status status;
        uint32_t limit;
        const char *before, *one, *many, *behind;
    } limited[] = {
        {HTN_LIMIT_STEPS, limits->steps, "no plan was found within ", "step", "steps",
         "; --max-steps allows longer plans"},
        {HTN_LIMIT_DEPTH, limits->depth, "no plan was found within ", "recursive task",
         "recursive tasks nested in one another", "; --max-depth allows deeper nesting"},
        {HTN_LIMIT_WORK, limits->work, "no answer after trying ", "method or step", "methods and steps",
         "; --max-work allows more"},
        {HTN_LIMIT_NODES, limits->nodes, "an `Achieve` reached more than ", "state", "states",
         " without reaching its goal; --max-nodes allows more"},
        {HTN_LIMIT_TUPLES, limits->tuples, "a condition that uses itself needs more than ", "tuple", "tuples", ""},
    };
    for (size_t i = 0; i < sizeof limited / sizeof *limited; i++)
        if (limited[i].status == status) {
            base_text_add(text, "%s", limited[i].before);
            base_text_add_count(text, limited[i].limit, limited[i].one, limited[i].many);
            base_text_add(text, "%s", limited[i].behind);
            return;
        }
    base_text_add(text, "%s; raise --max-steps (now %u) or --max-depth (now %u) to make it larger",
                  htn_status_text(status), limits->steps, limits->depth);
}

static bool is_cheapest(const cli_session *session)
{
    if (session->request.task_count != 0)
        return session->request.cheapest;
    const uint32_t flags =
        htn_domain_field(&session->subject.domain, HTN_SECTION_ROOTS, session->request.root, HTN_ROOTS_FLAGS);
    return (flags & HTN_ROOT_CHEAPEST) != 0;
}

void cli_add_reached(base_text *text, const htn_limits *limits, uint32_t reached, const char *which)
{
    const struct {
        uint32_t reached, limit;
        const char *before, *one, *many, *option;
    } kinds[] = {
        {HTN_REACHED_STEPS, limits->steps, "plans of more than ", "step", "steps", "--max-steps"},
        {HTN_REACHED_DEPTH, limits->depth, "plans with more than ", "recursive task nested in one another",
         "recursive tasks nested in one another", "--max-depth"},
        {HTN_REACHED_NODES, limits->nodes, "plans with an `Achieve` that reaches more than ", "state", "states",
         "--max-nodes"},
        {HTN_REACHED_TUPLES, limits->tuples, "plans with a condition that uses itself and needs more than ", "tuple",
         "tuples", NULL},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].reached == reached) {
            base_text_add(text, "%s", kinds[i].before);
            base_text_add_count(text, kinds[i].limit, kinds[i].one, kinds[i].many);
            base_text_add(text, *which == '\0' ? "%s" : ", %s,", which);
            base_text_add(text, " were not tried");
            if (kinds[i].option != NULL)
                base_text_add(text, "; %s allows them", kinds[i].option);
            return;
        }
    if (reached == HTN_REACHED_WORK)
        base_text_add(text,
                      "this is the best plan after trying %u methods and steps, and not proven to be the cheapest; "
                      "--max-work allows more",
                      limits->work);
    else
        base_text_add(text,
                      "this is the best plan until the planner's memory was full, and not proven to be the cheapest; "
                      "raise --max-steps (now %u) or --max-depth (now %u) to make it larger",
                      limits->steps, limits->depth);
}

static void report_cut(const cli_session *session, const htn_plan *plan)
{
    const char *better = is_cheapest(session) ? "which might cost less than this one"
                                              : "which might have a higher priority than this one";
    for (uint32_t bit = 1; bit <= plan->reached; bit <<= 1) {
        base_text text = {0};
        if ((plan->reached & bit) == 0)
            continue;
        cli_add_reached(&text, &session->limits, bit, better);
        fprintf(stderr, "htn %s: note: %s\n", session->command, base_text_of(&text));
        base_text_free(&text);
    }
}

int cli_outcome_report(const cli_session *session, htn_status status, const htn_plan *plan)
{
    base_text text = {0};
    switch (status) {
    case HTN_OK: report_cut(session, plan); return CLI_EXIT_YES;
    case HTN_NO_PLAN: return CLI_EXIT_NO;
    case HTN_WAITS:
        cli_answers_add_late(&text, &session->answers);
        fprintf(stderr, "htn %s: the search waits for %s\n", session->command, base_text_of(&text));
        base_text_free(&text);
        return CLI_EXIT_LIMIT;
    default:
        cli_add_limit(&text, &session->limits, status);
        fprintf(stderr, "htn %s: limit: %s\n", session->command, base_text_of(&text));
        base_text_free(&text);
        return CLI_EXIT_LIMIT;
    }
}
