/*
 * What conditions bind: the names of it from the blob's debug information, and what the tests of a list said to the
 * instances that came before them. Without debug information nothing of this is known.
 */
#include "cli/explain/explain_show.h"
#include "cli/common/value_text.h"
#include <string.h>

static uint32_t local_field(const htn_domain *domain, uint32_t index, uint32_t field)
{
    return htn_domain_field(domain, HTN_SECTION_DEBUG_LOCALS, index, field);
}

uint32_t explain_find_local(const htn_domain *domain, uint32_t task, uint32_t method, uint32_t local)
{
    uint32_t count = htn_domain_count(domain, HTN_SECTION_DEBUG_LOCALS);
    for (uint32_t i = 0; i < count; i++)
        if (local_field(domain, i, HTN_DEBUG_LOCALS_TASK) == task &&
            local_field(domain, i, HTN_DEBUG_LOCALS_METHOD) == method &&
            local_field(domain, i, HTN_DEBUG_LOCALS_LOCAL) == local)
            return i;
    return HTN_NONE;
}

void explain_add_bindings(base_text *text, const htn_domain *domain, const htn_planner *planner, uint32_t task,
                          uint32_t method)
{
    uint32_t count = htn_domain_count(domain, HTN_SECTION_DEBUG_LOCALS);
    bool first = true;
    for (uint32_t i = 0; i < count; i++) {
        if (local_field(domain, i, HTN_DEBUG_LOCALS_TASK) != task ||
            local_field(domain, i, HTN_DEBUG_LOCALS_METHOD) != method)
            continue;
        base_text_add(
            text, "%s%s = ", first ? "" : ", ",
            htn_domain_text(domain, HTN_SECTION_DEBUG_STRINGS, local_field(domain, i, HTN_DEBUG_LOCALS_NAME)));
        cli_add_value(text, domain, local_field(domain, i, HTN_DEBUG_LOCALS_TYPE),
                      htn_trace_local(planner, local_field(domain, i, HTN_DEBUG_LOCALS_LOCAL)));
        first = false;
    }
}

/* --- Instances that did not pass ---------------------------------------------------------------- */

void explain_note_failing(explain_search *search, const htn_planner *planner, uint32_t item, uint32_t local)
{
    const htn_domain *domain = search->domain;
    const uint32_t bound = explain_find_local(domain, EXPLAIN_FIELD(domain, DEBUG_ITEMS, item, TASK),
                                              EXPLAIN_FIELD(domain, DEBUG_ITEMS, item, METHOD), local);
    if (bound == HTN_NONE)
        return;
    for (uint32_t i = 0; i < search->failing_count; i++)
        if (search->failing[i].item == item) {
            search->failing[i].count++;
            return;
        }
    if (search->failing_count == EXPLAIN_MAX_FAILING)
        return;
    explain_failing *failing = &search->failing[search->failing_count++];
    *failing = (explain_failing){.item = item, .count = 1, .bound = bound, .value = htn_trace_local(planner, local)};
    failing->has_asked = explain_question_within(search, item, &failing->asked);
}

void explain_add_failing(base_text *text, const explain_search *search)
{
    const htn_domain *domain = search->domain;
    for (uint32_t i = 0; i < search->failing_count; i++) {
        const explain_failing *failing = &search->failing[i];
        base_text_add(text, "%s", i == 0 ? "" : "; ");
        explain_add_condition(text, domain, failing->item);
        base_text_add(text, " failed for %s = ",
                      htn_domain_text(domain, HTN_SECTION_DEBUG_STRINGS,
                                      local_field(domain, failing->bound, HTN_DEBUG_LOCALS_NAME)));
        cli_add_value(text, domain, local_field(domain, failing->bound, HTN_DEBUG_LOCALS_TYPE), failing->value);
        if (failing->count > 1)
            base_text_add(text, " and %u more", failing->count - 1);
        if (failing->has_asked) {
            base_text_add(text, ", as ");
            explain_add_seen(text, search, &failing->asked, 1, EXPLAIN_EVERY);
        }
    }
}
