/* Tallies of ended branches; see explain_tally.h. */
#include "cli/explain/explain_tally.h"
#include "base/text.h"
#include <stdlib.h>

enum { MOST_ENDS = 64 };

/* The end with that reason; made where there is none and there is room; else NULL. */
static explain_end *end_of(explain_tally *tally, const explain_reason *reason, const explain_view *view)
{
    for (uint32_t i = 0; i < tally->count; i++)
        if (tally->ends[i].reason == reason)
            return &tally->ends[i];
    if (tally->count == MOST_ENDS)
        return NULL;
    tally->ends = base_grow_array(tally->ends, tally->count, &tally->capacity, sizeof *tally->ends);
    tally->ends[tally->count] = (explain_end){.reason = reason, .view = view};
    return &tally->ends[tally->count++];
}

void explain_tally_add(explain_tally *tally, const explain_end *more)
{
    explain_end *end = end_of(tally, more->reason, more->view);
    tally->total += more->count;
    if (end == NULL) {
        tally->others += more->count;
        return;
    }
    end->count += more->count;
    end->differs = end->differs || more->differs || end->view != more->view;
}

void explain_tally_merge(explain_tally *into, const explain_tally *from)
{
    for (uint32_t i = 0; i < from->count; i++)
        explain_tally_add(into, &from->ends[i]);
    into->total += from->others;
    into->others += from->others;
}

static int compare(const void *a, const void *b)
{
    const explain_end *x = a, *y = b;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return explain_compare_reasons(x->reason, y->reason);
}

void explain_tally_sort(explain_tally *tally)
{
    if (tally->count > 0)
        qsort(tally->ends, tally->count, sizeof *tally->ends, compare);
}

void explain_tally_free(explain_tally *tally)
{
    free(tally->ends);
    *tally = (explain_tally){0};
}
