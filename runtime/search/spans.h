/* The spans of a plan that was found. */
#pragma once

#include "planner_block.h"

/* Whether the span is a member of a group, also a Background. */
static inline bool htni_is_member(const htn_span *span)
{
    return span->kind == HTN_SPAN_MEMBER || span->kind == HTN_SPAN_BACKGROUND;
}

/* Reads the spans of the plan found from the marks on the trail. False: there is no room for them. */
bool htni_read_spans(htn_planner *planner);

/* The same for any domain: most have no spans. */
static inline bool htni_collect_spans(htn_planner *planner)
{
    return !(planner->machine.domain->flags & HTN_BLOB_SPANS) || htni_read_spans(planner);
}
