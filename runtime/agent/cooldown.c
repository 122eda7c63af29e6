/* Cooldowns; see cooldown.h. When one is over lies in agent->cooldown_end, by method; that of a solution is a timer of the world. */
#include "cooldown.h"
#include "../blob/cooldown_keys.h"
#include "../planner/method_locals.h"
#include "../search/continuation.h"
#include "../search/kept_plan.h"
#include "../search/planner_block.h"
#include "../world/live_values.h"
#include "../world/world_write.h"
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

/* The part of a method is over, or that of its solution in a cell of the table: its Cooldown begins, if it is to begin then. */
static void end_part(htn_agent *agent, const htni_layer *layer, uint32_t method, uint32_t cell, part_end how)
{
    const htn_domain *domain = agent->domain;
    const uint32_t cooling = HTNI_FIELD(domain, METHODS, method, COOLING);
    if (cooling == HTN_NONE || cell == HTN_NONE || !is_after(domain, cooling, how))
        return;
    HTNI_NOTE(agent, COOLDOWN, layer->index, method);
    htni_begin_writing(agent, HTN_BY_COOLDOWN, method, layer->index);
    if (htni_cools_by_solution(domain, method)) {
        htni_set_cell_for(&agent->world, cooling, cell, 1, HTNI_FIELD(domain, METHODS, method, COOLDOWN));
    } else {
        htn_world_set(&agent->world, cooling, 1);
        agent->cooldown_end[method] = agent->time + HTNI_FIELD(domain, METHODS, method, COOLDOWN);
    }
}

static bool has_step_left(const htni_layer *layer, const htn_span *span)
{
    for (uint32_t step = span->first; step < span->end; step++)
        if (layer->plan.done[step] != HTN_STEP_DONE)
            return true;
    return false;
}

/* --- Solutions ------------------------------------------------------------------------------------- */

/*
 * The cell of the solution that a method of the running plan was taken with; HTN_NONE: it is about an instance that has been removed,
 * or `found` is not the method. 0 if its solutions do not cool down by themselves.
 */
static uint32_t cell_of(const htn_agent *agent, const htni_layer *layer, uint32_t method, uint32_t found,
                        uint32_t *locals)
{
    const htn_domain *domain = agent->domain;
    const uint32_t cooling = HTNI_FIELD(domain, METHODS, method, COOLING);
    int32_t index[HTN_MAX_LOCALS];
    if (found != method)
        return HTN_NONE;
    htni_drop_removed_locals(layer->planner, &agent->world, method, locals);
    const uint32_t first = htni_first_cooldown_key(domain, method);
    for (uint32_t i = 0; i < HTNI_FIELD(domain, PROPERTIES, cooling, PARAMETER_COUNT); i++)
        index[i] = htni_signed(locals[HTNI_FIELD(domain, COOLDOWN_KEYS, first + i, LOCAL)]);
    return htni_cell(domain, cooling, index);
}

/* Of an entry of the running plan's record. */
static uint32_t recorded_cell(const htn_agent *agent, const htni_layer *layer, uint32_t method, uint32_t entry)
{
    const htn_planner *planner = layer->planner;
    uint32_t locals[HTN_MAX_LOCALS];
    if (!htni_cools_by_solution(agent->domain, method))
        return 0;
    return cell_of(agent, layer, method, htni_recorded_method(&planner->machine, &planner->running.plan, entry, locals),
                   locals);
}

/* Of a method that is open in a continuation, number `which` from the outermost one. */
static uint32_t open_cell(const htn_agent *agent, const htni_layer *layer, uint32_t method,
                          const htni_continuation *from, uint32_t which)
{
    uint32_t locals[HTN_MAX_LOCALS];
    if (!htni_cools_by_solution(agent->domain, method))
        return 0;
    return cell_of(agent, layer, method, htni_continued_method(&layer->planner->machine, from, which, locals), locals);
}

/* --- Parts of the running plan -------------------------------------------------------------------- */

/* Goes through the spans of methods. Those of methods from before a split come first, from the outermost one on. */
typedef struct part {
    const htn_planner *planner;
    htn_plan plan;
    uint32_t open;   /* methods from before the split */
    uint32_t before; /* how many of them are still to come */
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
    at.open = at.before;
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

static uint32_t cell_of_part(const htn_agent *agent, const htni_layer *layer, const part *at)
{
    const uint32_t entry = at->plan.spans[at->span].entry;
    return entry != HTN_NONE
               ? recorded_cell(agent, layer, at->method, entry)
               : open_cell(agent, layer, at->method, &at->planner->running.start, at->open - 1 - at->before);
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

/* What is done with the method of a part. `cell`: of its solution. */
typedef void visit(htn_agent *agent, const htni_layer *layer, uint32_t method, uint32_t cell);

/* The methods that are open in a continuation, from the innermost one. */
static void visit_open(htn_agent *agent, const htni_layer *layer, const htni_continuation *from, visit *visited)
{
    const htni_machine *machine = &layer->planner->machine;
    const uint32_t count = htni_count_open_methods(machine, from);
    uint32_t method, locals;
    for (uint32_t i = 0; i < count && htni_open_method(machine, from, i, &method, &locals); i++)
        visited(agent, layer, method, open_cell(agent, layer, method, from, count - 1 - i));
}

/* The parts with a step that is not done, and then those of which something remains behind the split. */
static void visit_parts_left(htn_agent *agent, const htni_layer *layer, visit *visited)
{
    const htn_planner *planner = layer->planner;
    for (part at = first_part(layer); next_part(&at);)
        if (has_step_left(layer, &at.plan.spans[at.span]))
            visited(agent, layer, at.method, cell_of_part(agent, layer, &at));
    if (planner->running.plan.partial != HTN_PARTIAL_NOT)
        visit_open(agent, layer, &planner->running.continuation, visited);
}

/* --- What begins them ------------------------------------------------------------------------------ */

static void end_writing(htn_agent *agent, htni_layer *layer)
{
    htni_end_writing(agent);
    htni_own_changes(agent, layer);
}

static void fail_part(htn_agent *agent, const htni_layer *layer, uint32_t method, uint32_t cell)
{
    end_part(agent, layer, method, cell, PART_FAILED);
}

/* In a blob of format 1.0 it is not known which steps are a method's: all that the plan took. */
static void fail_record(htn_agent *agent, const htni_layer *layer)
{
    const htni_kept_plan *plan = &layer->planner->running.plan;
    for (uint32_t i = 0; i < plan->records; i++) {
        const uint32_t method = htni_method_at(&layer->planner->machine, plan, i);
        fail_part(agent, layer, method, recorded_cell(agent, layer, method, i));
    }
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
            end_part(agent, layer, at.method, cell_of_part(agent, layer, &at), PART_DONE);
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
        end_part(agent, layer, at.method, cell_of_part(agent, layer, &at), inside && !done ? PART_DROPPED : PART_DONE);
    }
    end_writing(agent, layer);
}

/* --- Another plan ------------------------------------------------------------------------------------ */

/* By place, while a plan is adopted. They lie behind the times of the methods, in a region of their own. */
static uint8_t *parts_left(const htn_agent *agent)
{
    const uint64_t methods = htni_count(agent->domain, HTN_SECTION_METHODS);
    return (uint8_t *)agent->cooldown_end + ((methods * sizeof *agent->cooldown_end + 7) & ~UINT64_C(7));
}

/* Where parts_left() has a method, or the solution in a cell. Those of solutions lie behind the methods. */
static uint32_t place_of(const htn_domain *domain, uint32_t method, uint32_t cell)
{
    uint32_t place = htni_count(domain, HTN_SECTION_METHODS);
    if (method < place && !htni_cools_by_solution(domain, method))
        return method;
    for (uint32_t i = 0; i < method; i++)
        if (htni_cools_by_solution(domain, i))
            place += HTNI_FIELD(domain, PROPERTIES, HTNI_FIELD(domain, METHODS, i, COOLING), CELLS);
    return place + cell;
}

uint32_t htni_cooling_places(const htn_domain *domain)
{
    return place_of(domain, htni_count(domain, HTN_SECTION_METHODS), 0);
}

static void mark(htn_agent *agent, uint32_t method, uint32_t cell, uint8_t left)
{
    if (cell != HTN_NONE)
        parts_left(agent)[place_of(agent->domain, method, cell)] = left;
}

static void mark_part(htn_agent *agent, const htni_layer *layer, uint32_t method, uint32_t cell)
{
    (void)layer;
    mark(agent, method, cell, 1);
}

static void unmark_part(htn_agent *agent, const htni_layer *layer, uint32_t method, uint32_t cell)
{
    (void)layer;
    mark(agent, method, cell, 0);
}

void htni_cooldowns_before_plan(htn_agent *agent, htni_layer *layer)
{
    memset(parts_left(agent), 0, htni_cooling_places(agent->domain));
    if (layer->planner->running.exists)
        visit_parts_left(agent, layer, mark_part);
}

/* The running plan has replaced another one: the parts of the methods that it uses too are not over. */
static void unmark_used(htn_agent *agent, const htni_layer *layer)
{
    const htn_planner *planner = layer->planner;
    for (uint32_t i = 0; i < planner->running.plan.records; i++) {
        const uint32_t method = htni_method_at(&planner->machine, &planner->running.plan, i);
        unmark_part(agent, layer, method, recorded_cell(agent, layer, method, i));
    }
    if (planner->running.continues)
        visit_open(agent, layer, &planner->running.start, unmark_part);
}

/*
 * Whether a method's cell is about an instance that has been removed since the plan was made: a callback that was told of the old
 * plan's end may have removed it. `then`: the running plan, or the last one. Between its search and its adoption nothing has gone that
 * a marked cell is about.
 */
static bool is_about_removed(const htn_agent *agent, const htni_layer *layer, uint32_t cooling, uint32_t cell)
{
    const htn_domain *domain = agent->domain;
    const uint8_t *then = htni_region(&layer->planner->machine, layer->planner->running.plan.generations_at);
    int32_t index[HTN_MAX_LOCALS];
    const uint32_t count = htn_journal_index(domain, &(htn_journal_location){.property = cooling, .cell = cell}, index);
    return domain->instances != 0 &&
           htni_drop_removed(domain, agent->world.bytes, agent->world.bytes + domain->world_bytes, then,
                             HTNI_FIELD(domain, PROPERTIES, cooling, FIRST_PARAMETER), count, index);
}

static void end_marked(htn_agent *agent, const htni_layer *layer, part_end how)
{
    const htn_domain *domain = agent->domain;
    for (uint32_t i = 0; i < htni_count(domain, HTN_SECTION_METHODS); i++) {
        const bool by_solution = htni_cools_by_solution(domain, i);
        const uint32_t place = place_of(domain, i, 0), cooling = HTNI_FIELD(domain, METHODS, i, COOLING);
        const uint32_t cells = by_solution ? HTNI_FIELD(domain, PROPERTIES, cooling, CELLS) : 1;
        for (uint32_t cell = 0; cell < cells; cell++)
            if (parts_left(agent)[place + cell] != 0 && !(by_solution && is_about_removed(agent, layer, cooling, cell)))
                end_part(agent, layer, i, cell, how);
    }
}

/* The running plan goes on behind a split: parts that were open there and have no steps in it are done, unless they are open again. */
static void end_without_steps(htn_agent *agent, const htni_layer *layer)
{
    for (part at = first_part(layer); next_part(&at);) {
        const htn_span *span = &at.plan.spans[at.span];
        if (span->entry == HTN_NONE && span->first == span->end)
            end_part(agent, layer, at.method, cell_of_part(agent, layer, &at), PART_DONE);
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
        if (cooling != HTN_NONE && !htni_cools_by_solution(agent->domain, i) &&
            htn_world_get(&agent->world, cooling) != 0 && htni_is_due(agent->time, agent->cooldown_end[i])) {
            htni_begin_writing(agent, HTN_BY_COOLDOWN, i, HTN_NONE);
            htn_world_set(&agent->world, cooling, 0);
        }
    }
    htni_end_writing(agent);
}
