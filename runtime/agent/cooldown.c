/* Cooldowns; see cooldown.h. When one is over lies in agent->cooldown_end, by method. */
#include "cooldown.h"
#include "../search/continuation.h"
#include "../search/kept_plan.h"
#include "agent_journal.h"
#include "world_changes.h"

/* How the part of a method is over. */
typedef enum part_end { PART_DONE, PART_FAILED, PART_DROPPED } part_end;

static bool is_after(const htn_domain *domain, uint32_t cooling, part_end how)
{
    const uint32_t flags = HTNI_FIELD(domain, PROPERTIES, cooling, FLAGS);
    if (flags & HTN_PROPERTY_AFTER_ALWAYS)
        return true;
    return how == (flags & HTN_PROPERTY_AFTER_SUCCESS ? PART_DONE : PART_FAILED);
}

/* The part of a method is over: its Cooldown begins, if it is to begin then. */
static void end_part(htn_agent *agent, const htni_layer *layer, uint32_t method, part_end how)
{
    const htn_domain *domain = agent->domain;
    const uint32_t cooling = HTNI_FIELD(domain, METHODS, method, COOLING);
    if (cooling == HTN_NONE || !is_after(domain, cooling, how))
        return;
    HTNI_NOTE(agent, COOLDOWN, layer->index, method);
    htni_begin_writing(agent, HTN_BY_COOLDOWN, method, layer->index);
    htn_world_set(&agent->world, cooling, 1);
    agent->cooldown_end[method] = agent->time + HTNI_FIELD(domain, METHODS, method, COOLDOWN);
}

static bool has_step_left(const htni_layer *layer, const htn_span *span)
{
    for (uint32_t step = span->first; step < span->end; step++)
        if (layer->plan.done[step] != HTN_STEP_DONE)
            return true;
    return false;
}

/* --- Parts of the running plan -------------------------------------------------------------------- */

/* Goes through the spans of methods. Those of methods from before a split come first, from the outermost one on. */
typedef struct part {
    const htn_planner *planner;
    htn_plan plan;
    uint32_t before; /* methods from before the split that are still to come */
    uint32_t next;   /* the next span */
    uint32_t span, method;
} part;

static part first_part(const htni_layer *layer)
{
    part at = {.planner = layer->planner};
    uint32_t method, locals;
    htn_planner_running(layer->planner, &at.plan);
    while (layer->planner->running.continues &&
           htni_open_method(&layer->planner->machine, &layer->planner->running.start, at.before, &method, &locals))
        at.before++;
    return at;
}

static bool next_part(part *at)
{
    const htni_machine *machine = &at->planner->machine;
    uint32_t locals;
    while (at->next < at->plan.span_count) {
        const htn_span *span = &at->plan.spans[at->next];
        at->span = at->next++;
        if (span->kind != HTN_SPAN_WHILE)
            continue;
        if (span->entry != HTN_NONE)
            at->method = htni_method_at(machine, &at->planner->running.plan, span->entry);
        else if (at->before == 0 ||
                 !htni_open_method(machine, &at->planner->running.start, --at->before, &at->method, &locals))
            continue;
        return true;
    }
    return false;
}

/* The innermost span of a method, from `span` outwards; HTN_NONE: there is none. */
static uint32_t method_around(const htn_plan *plan, uint32_t span)
{
    while (span != HTN_NONE && plan->spans[span].kind != HTN_SPAN_WHILE)
        span = plan->spans[span].parent;
    return span;
}

/* How many spans of methods are around this one. */
static uint32_t depth_of(const htn_plan *plan, uint32_t span)
{
    uint32_t depth = 0;
    while ((span = method_around(plan, plan->spans[span].parent)) != HTN_NONE)
        depth++;
    return depth;
}

/*
 * Whether something of the part remains behind the plan's split. Those parts are nested. The last span that reaches the end of
 * the plan lies in all of them, or is the innermost; what it lies in beside them is inside them.
 */
static bool is_open(const part *at)
{
    const htn_plan *plan = &at->plan;
    uint32_t last = plan->span_count, method, locals;
    if (plan->partial == HTN_PARTIAL_NOT || plan->spans[at->span].end != plan->step_count)
        return false;
    do
        last--;
    while (plan->spans[last].kind != HTN_SPAN_WHILE || plan->spans[last].end != plan->step_count);
    while (last != HTN_NONE && last != at->span)
        last = method_around(plan, plan->spans[last].parent);
    return last != HTN_NONE && htni_open_method(&at->planner->machine, &at->planner->running.continuation,
                                                depth_of(plan, last), &method, &locals);
}

/* What is done with the method of a part. */
typedef void visit(htn_agent *agent, const htni_layer *layer, uint32_t method);

/* The parts with a step that is not done, and then those of which something remains behind the split. */
static void visit_parts_left(htn_agent *agent, const htni_layer *layer, visit *visited)
{
    const htn_planner *planner = layer->planner;
    uint32_t method, locals;
    for (part at = first_part(layer); next_part(&at);)
        if (has_step_left(layer, &at.plan.spans[at.span]))
            visited(agent, layer, at.method);
    for (uint32_t i = 0; planner->running.plan.partial != HTN_PARTIAL_NOT &&
                         htni_open_method(&planner->machine, &planner->running.continuation, i, &method, &locals);
         i++)
        visited(agent, layer, method);
}

/* --- What begins them ------------------------------------------------------------------------------ */

static void end_writing(htn_agent *agent, htni_layer *layer)
{
    htni_end_writing(agent);
    htni_own_changes(agent, layer);
}

static void fail_part(htn_agent *agent, const htni_layer *layer, uint32_t method)
{
    end_part(agent, layer, method, PART_FAILED);
}

/* In a blob of format 1.0 it is not known which steps are a method's: all that the plan took. */
static void fail_record(htn_agent *agent, const htni_layer *layer)
{
    const htni_kept_plan *plan = &layer->planner->running.plan;
    for (uint32_t i = 0; i < plan->records; i++)
        fail_part(agent, layer, htni_method_at(&layer->planner->machine, plan, i));
}

void htni_cooldowns_of_failure(htn_agent *agent, htni_layer *layer)
{
    htni_notice_changes(agent, layer);
    if ((agent->domain->flags & HTN_BLOB_COOLDOWN_SPANS) == 0)
        fail_record(agent, layer);
    else
        visit_parts_left(agent, layer, fail_part);
    end_writing(agent, layer);
}

void htni_cooldowns_of_step(htn_agent *agent, htni_layer *layer, uint32_t step)
{
    htni_notice_changes(agent, layer);
    for (part at = first_part(layer); next_part(&at);) {
        const htn_span *span = &at.plan.spans[at.span];
        if (step >= span->first && step < span->end && !has_step_left(layer, span) && !is_open(&at))
            end_part(agent, layer, at.method, PART_DONE);
    }
    end_writing(agent, layer);
}

/* Whether the first span lies in the second. */
static bool lies_in(const htn_plan *plan, uint32_t span, uint32_t around)
{
    while (span != HTN_NONE && span != around)
        span = plan->spans[span].parent;
    return span == around;
}

void htni_cooldowns_of_background(htn_agent *agent, htni_layer *layer, uint32_t background, bool done)
{
    htni_notice_changes(agent, layer);
    for (part at = first_part(layer); next_part(&at);) {
        const htn_span *span = &at.plan.spans[at.span];
        const bool inside = lies_in(&at.plan, at.span, background);
        if (!inside && (!lies_in(&at.plan, background, at.span) || has_step_left(layer, span) || is_open(&at)))
            continue;
        end_part(agent, layer, at.method, inside && !done ? PART_DROPPED : PART_DONE);
    }
    end_writing(agent, layer);
}

/* --- Another plan ------------------------------------------------------------------------------------ */

static void mark_part(htn_agent *agent, const htni_layer *layer, uint32_t method)
{
    (void)layer;
    agent->parts_left[method] = 1;
}

void htni_cooldowns_before_plan(htn_agent *agent, htni_layer *layer)
{
    memset(agent->parts_left, 0, htni_count(agent->domain, HTN_SECTION_METHODS));
    if (layer->planner->running.exists)
        visit_parts_left(agent, layer, mark_part);
}

/* The running plan has replaced another one: the parts of the methods that it uses too are not over. */
static void unmark_used(htn_agent *agent, const htni_layer *layer)
{
    const htn_planner *planner = layer->planner;
    uint32_t method, locals;
    for (uint32_t i = 0; i < planner->running.plan.records; i++)
        agent->parts_left[htni_method_at(&planner->machine, &planner->running.plan, i)] = 0;
    for (uint32_t i = 0; planner->running.continues &&
                         htni_open_method(&planner->machine, &planner->running.start, i, &method, &locals);
         i++)
        agent->parts_left[method] = 0;
}

static void end_marked(htn_agent *agent, const htni_layer *layer, part_end how)
{
    for (uint32_t i = 0; i < htni_count(agent->domain, HTN_SECTION_METHODS); i++)
        if (agent->parts_left[i] != 0)
            end_part(agent, layer, i, how);
}

/* The running plan goes on behind a split: parts that were open there and have no steps in it are done, unless they are open again. */
static void end_without_steps(htn_agent *agent, const htni_layer *layer)
{
    for (part at = first_part(layer); next_part(&at);) {
        const htn_span *span = &at.plan.spans[at.span];
        if (span->entry == HTN_NONE && span->first == span->end)
            end_part(agent, layer, at.method, PART_DONE);
    }
}

void htni_cooldowns_after_plan(htn_agent *agent, htni_layer *layer, bool continuation)
{
    const bool runs = layer->plan.active;
    htni_notice_changes(agent, layer);
    if (continuation && runs) {
        end_without_steps(agent, layer);
    } else {
        if (runs)
            unmark_used(agent, layer);
        end_marked(agent, layer, continuation ? PART_DONE : PART_DROPPED);
    }
    end_writing(agent, layer);
}

void htni_cooldowns_end(htn_agent *agent)
{
    const uint32_t count = htni_count(agent->domain, HTN_SECTION_METHODS);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t cooling = HTNI_FIELD(agent->domain, METHODS, i, COOLING);
        if (cooling != HTN_NONE && htn_world_get(&agent->world, cooling) != 0 &&
            htni_is_due(agent->time, agent->cooldown_end[i])) {
            htni_begin_writing(agent, HTN_BY_COOLDOWN, i, HTN_NONE);
            htn_world_set(&agent->world, cooling, 0);
        }
    }
    htni_end_writing(agent);
}
