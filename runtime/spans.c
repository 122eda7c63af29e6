/*
 * The spans of a plan: parallel groups, their members, what Achieves came to. While searching they are marks on the
 * trail, which backtracking drops like any change; this reads them once a plan is found.
 */
#include "internal.h"

typedef struct collection {
    htn_span *spans;
    uint32_t count, room;
    uint32_t open; /* the innermost one that has not ended; HTN_NONE: none */
} collection;

static bool begin(collection *to, htn_span_kind kind, uint32_t step)
{
    if (to->count == to->room)
        return false;
    to->spans[to->count] = (htn_span){(uint32_t)kind, step, step, to->open};
    to->open = to->count++;
    return true;
}

/* Leaves a group or member without steps out. Achieves in it have none either, and are counted: they stay. */
static void leave_out(collection *to, uint32_t which)
{
    const uint32_t parent = to->spans[which].parent;
    for (to->count--; which < to->count; which++) {
        to->spans[which] = to->spans[which + 1];
        to->spans[which].parent = parent;
    }
}

/*
 * An end without its beginning, which no compiler makes, is passed over. Groups and members that came to nothing are left
 * out; so is the member that the last MEMBER mark of a group began.
 */
static void end(collection *to, htn_span_kind kind, uint32_t step)
{
    if (to->open == HTN_NONE || to->spans[to->open].kind != (uint32_t)kind)
        return;
    const uint32_t ended = to->open;
    to->spans[ended].end = step;
    to->open = to->spans[ended].parent;
    if (kind != HTN_SPAN_ACHIEVE && to->spans[ended].first == step)
        leave_out(to, ended);
}

static bool take(collection *to, uint32_t mark, uint32_t step)
{
    switch (mark) {
    case HTNI_MARK_GROUP: return begin(to, HTN_SPAN_PARALLEL, step) && begin(to, HTN_SPAN_MEMBER, step);
    case HTNI_MARK_MEMBER: end(to, HTN_SPAN_MEMBER, step); return begin(to, HTN_SPAN_MEMBER, step);
    case HTNI_MARK_GROUP_END:
        end(to, HTN_SPAN_MEMBER, step);
        end(to, HTN_SPAN_PARALLEL, step);
        return true;
    case HTNI_MARK_ACHIEVE: return begin(to, HTN_SPAN_ACHIEVE, step);
    case HTNI_MARK_ACHIEVE_END: end(to, HTN_SPAN_ACHIEVE, step); return true;
    default: return true;
    }
}

bool htni_collect_spans(htn_planner *planner)
{
    const htni_change *trail = htni_trail(planner);
    collection to = {(htn_span *)(void *)htni_region(planner, planner->spans_at), 0, planner->limits.spans, HTN_NONE};
    for (uint32_t i = 0; i < planner->now.trail; i++)
        if (trail[i].cell >> HTNI_WIDTH_SHIFT == HTNI_WIDTH_MARK &&
            !take(&to, HTNI_ADDRESS(trail[i].cell), (uint32_t)trail[i].old))
            return false;
    while (to.open != HTN_NONE) /* a plan ends inside none; a damaged blob's may */
        end(&to, (htn_span_kind)to.spans[to.open].kind, planner->now.steps);
    planner->span_count = to.count;
    return true;
}
