/*
 * The spans of a plan: parallel groups, their members, the steps of Achieves, and the steps of methods with a
 * While or a Cooldown. While searching they are marks on the trail, which backtracking drops like changes. When a plan is
 * found, its spans are read from there.
 */
#include "spans.h"
#include "../blob/task_code.h"
#include "continuation.h"
#include "trail.h"

typedef struct collection {
    const htn_planner *planner;
    htn_span *spans;
    uint32_t count, room;
    uint32_t open;  /* the innermost span that has not ended; HTN_NONE: none */
    uint32_t entry; /* of the record: methods in front of it with a span have had their mark */
} collection;

/* The next entry of the record whose method has a span: the next WHILE mark is its. */
static uint32_t next_while(collection *to)
{
    const htn_domain *domain = to->planner->machine.domain;
    const htni_record_site *places = htni_record_sites(&to->planner->machine);
    const uint16_t *record = htni_record(&to->planner->machine);
    while (domain->record_sites != 0 && to->entry < to->planner->machine.now.record) {
        const uint32_t entry = to->entry++, task = htni_task_of(domain, places[entry].pc);
        const uint32_t method = HTNI_FIELD(domain, TASKS, task, FIRST_METHOD) + record[entry];
        if (htni_has_span(domain, method))
            return entry;
    }
    return HTN_NONE; /* only in a blob that no compiler made */
}

static bool begin(collection *to, htn_span_kind kind, uint32_t step, uint32_t entry)
{
    if (to->count == to->room)
        return false;
    to->spans[to->count] = (htn_span){(uint32_t)kind, step, step, to->open, entry};
    to->open = to->count++;
    return true;
}

/*
 * Removes a group or member without steps. Achieves inside it have no steps either, but they are counted; so
 * they stay.
 */
static void leave_out(collection *to, uint32_t which)
{
    const uint32_t parent = to->spans[which].parent;
    for (to->count--; which < to->count; which++) {
        to->spans[which] = to->spans[which + 1];
        to->spans[which].parent = parent;
    }
}

/* Ends the innermost span. Returns its index. */
static uint32_t close_open(collection *to, uint32_t step)
{
    const uint32_t ended = to->open;
    to->spans[ended].end = step;
    to->open = to->spans[ended].parent;
    return ended;
}

/*
 * Ends a span. An end without a beginning, which no compiler makes, is ignored. Groups and members without
 * steps are removed; so is the member that the last MEMBER mark of a group began. Achieves are counted, and so
 * are methods from in front of a split; so they stay.
 */
static void end(collection *to, htn_span_kind kind, uint32_t step)
{
    const bool member = kind == HTN_SPAN_MEMBER && to->open != HTN_NONE && htni_is_member(&to->spans[to->open]);
    if (to->open == HTN_NONE || (to->spans[to->open].kind != (uint32_t)kind && !member))
        return;
    const uint32_t ended = close_open(to, step);
    if (kind != HTN_SPAN_ACHIEVE && to->spans[ended].entry != HTN_NONE && to->spans[ended].first == step)
        leave_out(to, ended);
}

/* The member that has just begun is a Background. */
static void turn_into_background(collection *to)
{
    if (to->open != HTN_NONE && to->spans[to->open].kind == HTN_SPAN_MEMBER)
        to->spans[to->open].kind = HTN_SPAN_BACKGROUND;
}

static bool take(collection *to, uint32_t mark, uint32_t step)
{
    switch (mark) {
    case HTNI_MARK_GROUP: return begin(to, HTN_SPAN_PARALLEL, step, 0) && begin(to, HTN_SPAN_MEMBER, step, 0);
    case HTNI_MARK_MEMBER: end(to, HTN_SPAN_MEMBER, step); return begin(to, HTN_SPAN_MEMBER, step, 0);
    case HTNI_MARK_GROUP_END:
        end(to, HTN_SPAN_MEMBER, step);
        end(to, HTN_SPAN_PARALLEL, step);
        return true;
    case HTNI_MARK_ACHIEVE: return begin(to, HTN_SPAN_ACHIEVE, step, 0);
    case HTNI_MARK_ACHIEVE_END: end(to, HTN_SPAN_ACHIEVE, step); return true;
    case HTNI_MARK_WHILE: return begin(to, HTN_SPAN_WHILE, step, next_while(to));
    case HTNI_MARK_WHILE_END: end(to, HTN_SPAN_WHILE, step); return true;
    case HTNI_MARK_BACKGROUND: turn_into_background(to); return true;
    default: return true;
    }
}

/* Behind a split: begins the spans of the methods that were taken in front of it, the outermost first. */
static bool begin_open_methods(collection *to)
{
    const htn_planner *planner = to->planner;
    const htni_continuation *continuation =
        planner->search.origin == HTNI_FROM_CONTINUATION ? &planner->running.continuation : &planner->running.start;
    uint32_t count = 0, method, locals;
    while (planner->search.origin != HTNI_FROM_ROOT &&
           htni_open_method(&planner->machine, continuation, count, &method, &locals))
        count++;
    for (; count > 0; count--)
        if (!begin(to, HTN_SPAN_WHILE, 0, HTN_NONE))
            return false;
    return true;
}

bool htni_read_spans(htn_planner *planner)
{
    const htni_change *trail = htni_trail(&planner->machine);
    htn_span *spans = htni_region(&planner->machine, planner->search.spans_at);
    collection to = {planner, spans, 0, planner->machine.limits.spans, HTN_NONE, 0};
    if (!begin_open_methods(&to))
        return false;
    for (uint32_t i = 0; i < planner->machine.now.trail; i++)
        if (trail[i].cell >> HTNI_WIDTH_SHIFT == HTNI_WIDTH_MARK &&
            !take(&to, HTNI_ADDRESS(trail[i].cell), (uint32_t)trail[i].old))
            return false;
    while (to.open != HTN_NONE) /* a partial plan may end inside a method; the plan of a damaged blob inside anything */
        if (to.spans[to.open].kind == HTN_SPAN_WHILE)
            close_open(&to, planner->machine.now.steps); /* without steps, too: something of it remains */
        else
            end(&to, (htn_span_kind)to.spans[to.open].kind, planner->machine.now.steps);
    planner->search.span_count = to.count;
    return true;
}
