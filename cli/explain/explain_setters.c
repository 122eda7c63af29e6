/* Goes through all that failed; see explain_setters.h. */
#include "cli/explain/explain_setters.h"
#include "cli/common/setters.h"
#include <stdlib.h>

enum { MOST_NAMES = 6 };

/* Whether a property or cell had the value that its declaration gives it. */
static bool is_as_declared(const explain_seen *seen)
{
    return seen->origin == EXPLAIN_INITIAL && (seen->kind == HTN_READ_PROPERTY || seen->kind == HTN_READ_CELL);
}

bool *explain_never_set(const explain_search *search)
{
    const uint32_t properties = htn_domain_count(search->domain, HTN_SECTION_PROPERTIES);
    bool *never = cli_never_set(search->domain);
    bool *failed = base_allocate((properties + (size_t)1) * sizeof *failed);
    bool any = false;
    if (search->session->plays) { /* a value that its plan has not written may have been set at any time before */
        free(never);
        free(failed);
        return NULL;
    }
    for (const explain_reason *reason = search->reasons.first; reason != NULL; reason = reason->next)
        for (uint32_t i = 0; i < reason->variant_count; i++) {
            const explain_seen *seen = explain_view_items(reason->variants[i].view);
            for (uint32_t k = 0; k < explain_view_count(reason->variants[i].view); k++)
                if (is_as_declared(&seen[k]) && never[seen[k].index])
                    failed[seen[k].index] = any = true;
        }
    free(never);
    if (any)
        return failed;
    free(failed);
    return NULL;
}

void explain_show_never_set(explain_page *page)
{
    const htn_domain *domain = page->search->domain;
    bool *never = explain_never_set(page->search);
    uint32_t count = 0, shown = 0;
    if (never == NULL)
        return;
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_PROPERTIES); i++)
        count += never[i];
    explain_add_line(page, HTN_NONE);
    base_text_add(&page->line, "nothing in the domain sets ");
    for (uint32_t i = 0; shown < count && shown < MOST_NAMES; i++) {
        if (!never[i])
            continue;
        base_text_add(&page->line, "%s%s",
                      shown == 0           ? ""
                      : shown + 1 == count ? " or "
                                           : ", ",
                      htn_property_name(domain, i));
        shown++;
    }
    if (shown < count)
        base_text_add(&page->line, " or %u more", count - shown);
    base_text_add(&page->line, "; only the game does%s",
                  page->width > 0 ? " (here --set)" : ""); /* on a command line */
    explain_add_line(page, HTN_NONE);
    free(never);
}
