/* The spans of a plan that was found. */
#ifndef HTNI_SPANS_H
#define HTNI_SPANS_H

#include "planner_block.h"

/* The spans of the plan found, from the trail's marks into their region. False: no room. */
bool htni_read_spans(htn_planner *planner);

/* The same, in any domain: most have none. */
static inline bool htni_collect_spans(htn_planner *planner)
{
    return !(planner->machine.domain->flags & HTN_BLOB_SPANS) || htni_read_spans(planner);
}

#endif
