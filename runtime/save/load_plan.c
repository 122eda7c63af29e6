/*
 * Loading plans; see load_plan.h. With the very same blob every step must have a counterpart, and
 * all is used as it is. With another one a plan is loaded if all of its tasks are in the domain and
 * take the same arguments, and if the planner has room for it. Neighbour: save_plan.c, which writes this.
 */
#include "load_plan.h"
#include "../blob/blob_reader.h"
#include "../search/spans.h"
#include "../world/cells.h"
#include "load_world.h"
#include "save_format.h"

/* --- Tasks -------------------------------------------------------------------------------------- */

/*
 * A blob has no types for the values that preconditions bind. So a task that binds values has a
 * counterpart only if all types are the same, and then only if it binds as many.
 */
/* A task with such parameters, by its name; HTN_NONE as yet. */
static htni_saved_task get_called(htni_loading *in, bool primitive, uint32_t *task)
{
    const htn_domain *domain = in->domain;
    htni_saved_task saved = {.task = HTN_NONE};
    *task = htn_task_find(domain, htni_get_text(in));
    if (*task != HTN_NONE && primitive && HTNI_FIELD(domain, TASKS, *task, KIND) != HTN_TASK_PRIMITIVE)
        *task = HTN_NONE;
    saved.parameters = htni_get_types(in, *task != HTN_NONE ? HTNI_FIELD(domain, TASKS, *task, FIRST_PARAMETER) : 0,
                                      *task != HTN_NONE ? HTNI_FIELD(domain, TASKS, *task, PARAMETER_COUNT) : HTN_NONE);
    return saved;
}

htni_saved_task htni_get_task(htni_loading *in)
{
    uint32_t task;
    htni_saved_task saved = get_called(in, true, &task);
    saved.bindings = htni_get_count(in);
    if (task != HTN_NONE && saved.parameters.match && saved.bindings == HTNI_FIELD(in->domain, TASKS, task, BINDINGS) &&
        (saved.bindings == 0 || in->same_types))
        saved.task = task;
    return saved;
}

htni_saved_task htni_get_ordered_task(htni_loading *in)
{
    uint32_t task;
    htni_saved_task saved = get_called(in, false, &task);
    if (saved.parameters.match)
        saved.task = task;
    return saved;
}

/* --- Plans -------------------------------------------------------------------------------------- */

static bool is_number(const htn_domain *domain, uint32_t type)
{
    const uint32_t kind = HTNI_FIELD(domain, TYPES, type, KIND);
    return kind == HTN_TYPE_INTEGER || kind == HTN_TYPE_FIXED;
}

/*
 * Whether a number is in the range of its parameter. If it is not, the step would not be the one
 * that was planned.
 */
static bool is_in_type(const htni_loading *in, uint32_t type, int32_t value)
{
    return in->same_types || type == HTN_NONE || !is_number(in->domain, type) ||
           (value >= htni_signed(HTNI_FIELD(in->domain, TYPES, type, LOW)) &&
            value <= htni_signed(HTNI_FIELD(in->domain, TYPES, type, HIGH)));
}

/* Behind an instance of an open type comes the generation that the plan knows it by. */
static bool get_argument(htni_loading *in, uint32_t saved, uint32_t type, uint8_t *generations, int32_t *value)
{
    const bool found = htni_get_value(in, saved, type, value);
    if (!htni_is_saved_open(in, saved))
        return found && is_in_type(in, type, *value);
    const uint32_t generation = htni_get_below(in, UINT16_MAX + 1);
    if (found && *value >= 0)
        htni_store(generations, htni_slot(in->domain, type, *value) * 2, HTN_STORAGE_S16,
                   (int16_t)(uint16_t)generation);
    return found;
}

/* Reads a step, and its arguments into `values`. False: it has no counterpart. */
static bool get_step(htni_loading *in, uint8_t *generations, htn_step *step, int32_t *values)
{
    htni_saved_task saved = htni_get_task(in);
    bool found = saved.task != HTN_NONE;
    uint32_t parameter = found ? HTNI_FIELD(in->domain, TASKS, saved.task, FIRST_PARAMETER) : 0, used = 0;
    for (; saved.parameters.count > 0 && htni_is_accepted(in); parameter++) {
        int32_t value;
        const uint32_t type = found ? HTNI_FIELD(in->domain, PARAMETERS, parameter, TYPE) : HTN_NONE;
        found = get_argument(in, htni_next_type(in, &saved.parameters), type, generations, &value) && found;
        if (found)
            values[used++] = value;
    }
    for (; saved.bindings > 0 && htni_is_accepted(in); saved.bindings--) {
        const int32_t value = htni_get_signed(in);
        if (found)
            values[used++] = value;
    }
    step->task = saved.task;
    return found;
}

/*
 * Whether a span is sound: spans come in the order in which they begin, and each lies within its
 * parent, which comes before it.
 */
static bool check_span(const htn_span *spans, uint32_t index, uint32_t steps)
{
    const htn_span *span = &spans[index];
    if (span->kind >= HTN_SPAN_KINDS || span->first > span->end || span->end > steps ||
        (index > 0 && span->first < spans[index - 1].first))
        return false;
    if (span->parent == HTN_NONE)
        return !htni_is_member(span);
    return span->parent < index && span->end <= spans[span->parent].end &&
           (!htni_is_member(span) || spans[span->parent].kind == HTN_SPAN_PARALLEL);
}

bool htni_is_of_group(const htn_span *span)
{
    return span->kind == HTN_SPAN_PARALLEL || htni_is_member(span);
}

/*
 * Drops all spans but groups and members: the others mean nothing without the record. Returns how
 * many remain.
 */
static uint32_t keep_groups(htn_span *spans, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) /* outer spans come first, so their parents are right already */
        while (spans[i].parent != HTN_NONE && !htni_is_of_group(&spans[spans[i].parent]))
            spans[i].parent = spans[spans[i].parent].parent;
    for (uint32_t i = count; i-- > 0;) { /* from the last one on, so that its parents still have their old index */
        const uint32_t parent = spans[i].parent;
        for (uint32_t before = 0; parent != HTN_NONE && before < parent; before++)
            spans[i].parent -= !htni_is_of_group(&spans[before]);
    }
    for (uint32_t i = 0; i < count; i++)
        if (htni_is_of_group(&spans[i]))
            spans[kept++] = spans[i];
    return kept;
}

static htn_span get_span(htni_loading *in)
{
    htn_span span;
    span.kind = htni_get_number(in);
    span.first = htni_get_number(in);
    span.end = htni_get_number(in);
    span.parent = htni_get_number(in) - 1;
    span.entry = htni_get_number(in) - 1;
    return span;
}

/* Reads the spans. False: there are more than there is room for, or there are groups and plans of the domain have none. */
static bool get_spans(htni_loading *in, htn_planner *planner, htni_kept_plan *kept_plan)
{
    htn_span *spans = htni_region(&planner->machine, kept_plan->spans_at);
    const uint32_t count = htni_get_count(in);
    const bool has_spans = (in->domain->flags & HTN_BLOB_SPANS) != 0;
    const bool has_backgrounds = (in->domain->flags & HTN_BLOB_BACKGROUNDS) != 0;
    const bool stores = has_spans && count <= planner->machine.limits.spans;
    bool fits = stores || !has_spans;
    if (!fits && in->exact)
        return htni_refuse(in, HTN_FULL_SPANS, "the agent's limits have no room for the spans of a running plan");
    for (uint32_t i = 0; i < count && htni_is_accepted(in); i++) {
        const htn_span span = get_span(in);
        fits = fits && (has_spans || !htni_is_of_group(&span)) && (has_backgrounds || span.kind != HTN_SPAN_BACKGROUND);
        if (!stores)
            continue;
        spans[i] = span;
        if (!check_span(spans, i, kept_plan->steps))
            htni_refuse_damaged(in);
    }
    kept_plan->spans = !stores || !htni_is_accepted(in) ? 0 : in->exact ? count : keep_groups(spans, count);
    return fits && (has_spans || !in->exact || count == 0);
}

/* Reads the steps into the plan's regions. False: a step has no counterpart, or there are more than there is room for. */
static bool get_steps(htni_loading *in, htn_planner *planner, const htni_kept_plan *kept_plan)
{
    htn_step *steps = htni_region(&planner->machine, kept_plan->steps_at), lost = {0, 0};
    int32_t *values = htni_region(&planner->machine, kept_plan->values_at), lost_values[HTN_MAX_LOCALS] = {0};
    uint8_t *generations = htni_region(&planner->machine, kept_plan->generations_at);
    uint32_t used = 0;
    bool found = kept_plan->steps <= planner->machine.limits.steps;
    if (!found && in->exact)
        return htni_refuse(in, HTN_FULL_STEPS, "the agent's limits have no room for the steps of a running plan");
    memcpy(generations, in->world->bytes + in->domain->world_bytes, (size_t)in->domain->instances * 2);
    for (uint32_t i = 0; i < kept_plan->steps && htni_is_accepted(in); i++) {
        htn_step *step = found ? &steps[i] : &lost;
        found = get_step(in, generations, step, found ? values + used : lost_values) && found;
        step->arguments = used;
        used += found ? htni_argument_count(in->domain, step->task) : 0;
    }
    return found;
}

bool htni_load_plan(htni_loading *in, htn_planner *planner, htni_kept_plan *kept_plan)
{
    kept_plan->steps = htni_get_count(in);
    kept_plan->records = 0;
    bool found = get_steps(in, planner, kept_plan);
    found = get_spans(in, planner, kept_plan) && found;
    kept_plan->cost = htni_get_signed(in);
    kept_plan->duration = htni_get_signed(in);
    kept_plan->reached = htni_get_number(in);
    kept_plan->partial = htni_get_below(in, HTN_PARTIAL_HORIZON + 1);
    kept_plan->proven = htni_get_below(in, 2);
    if (in->exact && !found)
        htni_refuse_damaged(in);
    return found && htni_is_accepted(in);
}
