/*
 * Saving one layer: its running plan, its steps in progress, and a part that only the very same
 * code can use (save_exact.c). Neighbours: save.c, save_plan.c; load_layer.c reads this.
 */
#include "save_layer.h"
#include "../agent/activity.h"
#include "../agent/back_off.h"
#include "../agent/removed_instances.h"
#include "../agent/step_attempts.h"
#include "../agent/step_timeout.h"
#include "../agent/step_values.h"
#include "../blob/task_code.h"
#include "../world/cell_address.h"
#include "save_exact.h"
#include "save_format.h"
#include "save_holds.h"
#include "save_orders.h"
#include "save_plan.h"
#include "save_world.h"

/* A time, relative to now. */
static void put_time(htni_save_writer *to, const htn_agent *agent, uint32_t time)
{
    htni_put_signed(to, htni_signed(time - agent->time));
}

/* How often steps of the running plan have failed that may be retried. */
static void put_attempts(htni_save_writer *to, const htn_agent *agent, const htni_layer *layer, uint32_t steps)
{
    uint32_t count = 0;
    if (agent->domain->retries == 0)
        steps = 0;
    for (uint32_t i = 0; i < steps; i++)
        count += htni_attempts(agent, layer)[i] != 0;
    htni_put_number(to, count);
    for (uint32_t i = 0; i < steps; i++) {
        if (htni_attempts(agent, layer)[i] == 0)
            continue;
        htni_put_number(to, i);
        htni_put_number(to, htni_attempts(agent, layer)[i]);
    }
}

static void put_running(htni_save_writer *to, const htn_agent *agent, const htni_layer *layer)
{
    const htni_kept_plan *running = &layer->planner->running.plan;
    const size_t part = htni_begin_part(to);
    htni_put_plan(to, layer->planner, running);
    htni_put_bytes(to, layer->plan.done, running->steps);
    put_attempts(to, agent, layer, running->steps);
    htni_end_part(to, part);
}

/* --- Steps in progress -------------------------------------------------------------------------- */

/*
 * The arguments and bound values of the slot's step, if they are known: those of its plan's step, or those that the slot keeps. The
 * next build may need them for its AbortEffects.
 */
static void put_values(htni_save_writer *to, const htn_agent *agent, const htni_layer *layer,
                       const htni_step_slot *slot)
{
    const htn_domain *domain = agent->domain;
    const uint32_t first = HTNI_FIELD(domain, TASKS, slot->task, FIRST_PARAMETER);
    const uint32_t parameters = HTNI_FIELD(domain, TASKS, slot->task, PARAMETER_COUNT);
    const uint32_t count = htni_argument_count(domain, slot->task);
    int32_t values[HTN_MAX_LOCALS];
    bool known = htni_slot_is_of_plan(slot);
    if (known)
        htni_copy_live_step(agent, layer, slot->step, values);
    else
        known = domain->aborts != 0 && htni_copy_kept_values(agent, layer, slot, values);
    htni_put_number(to, known);
    for (uint32_t i = 0; known && i < count; i++)
        if (i < parameters)
            htni_put_value(to, domain, HTNI_FIELD(domain, PARAMETERS, first + i, TYPE), values[i]);
        else
            htni_put_signed(to, values[i]);
}

static void put_slot(htni_save_writer *to, const htn_agent *agent, const htni_layer *layer, uint32_t index)
{
    const htn_domain *domain = agent->domain;
    const htni_step_slot *slot = &layer->steps.slots[index];
    const htn_activity activity = htni_activity_of(agent, layer, slot);
    const uint32_t operator_index = HTNI_FIELD(domain, TASKS, slot->task, OPERATOR);
    const uint32_t memory = htni_class_operators(agent->agent_class)[operator_index].memory;
    htni_put_number(to, index);
    htni_put_number(to, slot->state);
    htni_put_number(to, slot->id);
    htni_put_number(to, slot->step + 1); /* 0: of no plan */
    htni_put_number(to, slot->reported);
    htni_put_number(to, slot->news);
    for (uint32_t kind = 0; kind < HTN_NEWS_KINDS; kind++)
        if (slot->news >> kind & 1u)
            htni_put_number(to, agent->news - slot->news_at[kind]);
    htni_put_task(to, domain, slot->task);
    htni_put_text(to, htn_operator_name(domain, operator_index));
    htni_put_types(to, domain, HTNI_FIELD(domain, OPERATORS, operator_index, FIRST_PARAMETER), activity.argument_count);
    for (uint32_t i = 0; i < activity.argument_count; i++)
        htni_put_value(to, domain, activity.arguments[i].type, activity.arguments[i].value);
    htni_put_number(to, memory);
    htni_put_bytes(to, activity.memory, memory);
    htni_put_number(to, 0); /* what a reader of version 1.0 is to restore at the end of the step */
    htni_put_number(to, htni_has_timeout(agent, slot) ? htni_timeout_left(agent, layer, slot) + 1 : 0);
    put_values(to, agent, layer, slot);
}

static void put_slots(htni_save_writer *to, const htn_agent *agent, const htni_layer *layer)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < layer->steps.count; i++)
        count += layer->steps.slots[i].state != HTNI_SLOT_FREE;
    htni_put_number(to, count);
    for (uint32_t i = 0; i < layer->steps.count; i++)
        if (layer->steps.slots[i].state != HTNI_SLOT_FREE)
            put_slot(to, agent, layer, i);
}

/* --- The layer ---------------------------------------------------------------------------------- */

static uint32_t flag(bool is_set, uint32_t bit)
{
    return is_set ? bit : 0;
}

/* A change from outside that the agent has not taken over: a During of a shared cell is over. */
static bool has_overwritten(const htn_agent *agent)
{
    for (uint32_t i = 0; i < agent->durings.count; i++)
        if (agent->durings.entries[i].layer == HTN_NONE)
            return true;
    return false;
}

static uint32_t flags_of(const htn_agent *agent, const htni_layer *layer)
{
    const htni_running_plan *plan = &layer->plan;
    const htni_changes *changes = &layer->changes;
    const bool searching = layer->search.purpose != HTNI_PURPOSE_NONE; /* the search is not saved: it begins again */
    const bool changed = changes->from_outside || searching || changes->seen != agent->world.changes ||
                         changes->answers_seen != changes->answers || has_overwritten(agent);
    const bool asked = layer->schedule.asked || htni_back_off_ends_early((htn_agent *)(uintptr_t)agent, layer);
    const bool valid = plan->checked_changes == agent->world.changes && plan->checked_answers == changes->answers &&
                       !plan->unchecked && !plan->excused && !has_overwritten(agent);
    return flag(changed, HTNI_SAVED_CHANGED) | flag(asked, HTNI_SAVED_ASKED) |
           flag(layer->schedule.due, HTNI_SAVED_DUE) | flag(plan->active, HTNI_SAVED_RUNNING) |
           flag(plan->partial, HTNI_SAVED_PARTIAL) | flag(plan->broken, HTNI_SAVED_BROKEN) |
           flag(valid, HTNI_SAVED_VALID) | flag(searching || layer->search.waiting_for_budget, HTNI_SAVED_WAITS) |
           flag(plan->foreign, HTNI_SAVED_FOREIGN) | flag(plan->owed, HTNI_SAVED_OWED) |
           flag((agent->domain->flags & HTN_BLOB_FIXED_COSTS) != 0, HTNI_SAVED_FIXED_COST);
}

static uint32_t result_of(const htni_layer *layer)
{
    if (layer->search.purpose != HTNI_PURPOSE_NONE)
        return htni_number_of_result(HTN_NOT_BEGUN);
    return layer->search.empty ? HTNI_SAVED_EMPTY : htni_number_of_result(layer->search.result);
}

void htni_save_layer(htni_save_writer *to, const htn_agent *agent, const htni_layer *layer)
{
    const htn_domain *domain = agent->domain;
    const size_t part = htni_begin_part(to);
    const bool planned = layer->plan.active || layer->plan.partial;
    htni_put_text(to, htn_task_name(domain, HTNI_FIELD(domain, ROOTS, layer->index, TASK)));
    htni_put_number(to, flags_of(agent, layer));
    htni_put_number(to, result_of(layer));
    htni_put_number(to, layer->schedule.failures);
    put_time(to, agent, layer->schedule.retry_at);
    put_time(to, agent, layer->schedule.next_interval);
    htni_put_number(to, layer->schedule.plans_started);
    if (planned)
        put_running(to, agent, layer);
    put_slots(to, agent, layer);
    htni_save_holds(to, agent, layer);
    htni_save_exact(to, agent, layer, planned);
    htni_save_orders(to, agent, layer);
    htni_end_part(to, part);
}
