/*
 * Saving one layer: its running plan, the steps in progress, and, in a part of their own, what is good with the very same
 * code only: the record with what its methods have bound, and what remains behind a split. Neighbours: save.c; load_plan.c
 * and load_exact.c read it.
 */
#include "saving.h"

/* A time, as seen from now. */
static void put_time(htni_saving *to, const htn_agent *agent, uint32_t time)
{
    htni_put_signed(to, htni_signed(time - agent->time));
}

/* --- Plans -------------------------------------------------------------------------------------- */

/* A task as it is known by: its name, its parameters' types, how many values its preconditions bind. */
static void put_task(htni_saving *to, const htn_domain *domain, uint32_t task)
{
    htni_put_text(to, htn_task_name(domain, task));
    htni_put_types(to, domain, HTNI_FIELD(domain, TASKS, task, FIRST_PARAMETER),
                   HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT));
    htni_put_number(to, HTNI_FIELD(domain, TASKS, task, BINDINGS));
}

/* Which instance of those that have been in its slot a step was planned with is the plan's to say. */
static void put_argument(htni_saving *to, const htn_planner *planner, const htni_part *part, uint32_t type,
                         int32_t value)
{
    const htn_domain *domain = planner->domain;
    const uint8_t *generations = htni_region(planner, part->generations_at);
    htni_put_value(to, domain, type, value);
    if (type != HTN_NONE && htni_saved_kind_of(domain, type) == HTNI_SAVED_OPEN)
        htni_put_number(to, value < 0 ? 0 : htni_generation(generations, htni_slot(domain, type, value)));
}

static void put_step(htni_saving *to, const htn_planner *planner, const htni_part *part, uint32_t task,
                     const int32_t *values)
{
    const htn_domain *domain = planner->domain;
    const uint32_t first = HTNI_FIELD(domain, TASKS, task, FIRST_PARAMETER);
    const uint32_t parameters = HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT);
    const uint32_t count = htni_argument_count(domain, task);
    put_task(to, domain, task);
    for (uint32_t i = 0; i < parameters; i++)
        put_argument(to, planner, part, HTNI_FIELD(domain, PARAMETERS, first + i, TYPE), values[i]);
    for (uint32_t i = parameters; i < count; i++)
        htni_put_signed(to, values[i]);
}

static void put_plan(htni_saving *to, const htn_planner *planner, const htni_part *part)
{
    htn_plan plan;
    htni_kept_plan(planner, part, &plan);
    htni_put_number(to, plan.step_count);
    for (uint32_t i = 0; i < plan.step_count; i++)
        put_step(to, planner, part, plan.steps[i].task, plan.values + plan.steps[i].arguments);
    htni_put_number(to, plan.span_count);
    for (uint32_t i = 0; i < plan.span_count; i++) {
        htni_put_number(to, plan.spans[i].kind);
        htni_put_number(to, plan.spans[i].first);
        htni_put_number(to, plan.spans[i].end);
        htni_put_number(to, plan.spans[i].parent + 1); /* 0: in none */
        htni_put_number(to, plan.spans[i].entry + 1);  /* 0: from before this plan */
    }
    htni_put_signed(to, plan.cost);
    htni_put_signed(to, plan.duration);
    htni_put_number(to, plan.cut);
    htni_put_number(to, plan.partial);
    htni_put_number(to, plan.proven);
}

static void put_running(htni_saving *to, const htni_layer *layer)
{
    const htni_part *running = &layer->planner->running;
    const size_t part = htni_begin_part(to);
    put_plan(to, layer->planner, running);
    htni_put_bytes(to, layer->done, running->steps);
    htni_end_part(to, part);
}

/* --- Steps in progress -------------------------------------------------------------------------- */

/* A restore has what its cell held as its bytes have it. */
static int32_t value_of(uint32_t storage, int32_t held)
{
    return storage == HTN_STORAGE_S8 ? (int8_t)held : held;
}

static void put_restore(htni_saving *to, const htn_domain *domain, htni_restore restore)
{
    const uint32_t address = HTNI_ADDRESS(restore.cell), property = restore.property;
    const uint32_t storage = HTNI_FIELD(domain, PROPERTIES, property, STORAGE);
    const uint32_t type = HTNI_FIELD(domain, PROPERTIES, property, TYPE);
    htni_put_property(to, domain, property);
    htni_put_number(to, (address - HTNI_FIELD(domain, PROPERTIES, property, ADDRESS)) / htni_storage_bytes(storage));
    htni_put_value(to, domain, type, value_of(storage, restore.old));
    htni_put_value(to, domain, type, value_of(storage, restore.written));
}

/* Of one step. Those of different steps know nothing of each other. */
static void put_restores(htni_saving *to, const htn_agent *agent, const htni_layer *layer, uint32_t slot)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < layer->restore_count; i++)
        count += layer->restores[i].slot == slot;
    htni_put_number(to, count);
    for (uint32_t i = 0; i < layer->restore_count; i++)
        if (layer->restores[i].slot == slot)
            put_restore(to, agent->domain, htni_restore_followed(&agent->world, layer->restores[i]));
}

static void put_slot(htni_saving *to, const htn_agent *agent, const htni_layer *layer, uint32_t index)
{
    const htn_domain *domain = agent->domain;
    const htni_active *slot = &layer->slots[index];
    const htn_activity activity = htni_activity_of(agent, layer, slot);
    const uint32_t operator_index = HTNI_FIELD(domain, TASKS, slot->task, OPERATOR);
    const uint32_t memory = htni_class_operators(agent->agent_class)[operator_index].memory;
    htni_put_number(to, index);
    htni_put_number(to, slot->state);
    htni_put_number(to, slot->id);
    htni_put_number(to, slot->step + 1); /* 0: of none */
    htni_put_number(to, slot->reported);
    htni_put_number(to, slot->news);
    for (uint32_t kind = 0; kind < HTN_NEWS_KINDS; kind++)
        if (slot->news >> kind & 1u)
            htni_put_number(to, agent->news - slot->news_at[kind]);
    put_task(to, domain, slot->task);
    htni_put_text(to, htn_operator_name(domain, operator_index));
    htni_put_types(to, domain, HTNI_FIELD(domain, OPERATORS, operator_index, FIRST_PARAMETER), activity.argument_count);
    for (uint32_t i = 0; i < activity.argument_count; i++)
        htni_put_value(to, domain, activity.arguments[i].type, activity.arguments[i].value);
    htni_put_number(to, memory);
    htni_put_bytes(to, activity.memory, memory);
    put_restores(to, agent, layer, index);
}

static void put_slots(htni_saving *to, const htn_agent *agent, const htni_layer *layer)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < agent->slot_count; i++)
        count += layer->slots[i].state != HTNI_SLOT_FREE;
    htni_put_number(to, count);
    for (uint32_t i = 0; i < agent->slot_count; i++)
        if (layer->slots[i].state != HTNI_SLOT_FREE)
            put_slot(to, agent, layer, i);
}

/* --- With the same code ------------------------------------------------------------------------- */

static void put_record(htni_saving *to, const htn_agent *agent, const htn_planner *planner, const htni_part *part)
{
    const htn_domain *domain = planner->domain;
    const uint16_t *record = (const uint16_t *)(const void *)htni_region(planner, part->record_at);
    const int32_t *bindings = (const int32_t *)(const void *)htni_region(planner, part->bindings_at);
    const uint32_t *methods = (const uint32_t *)(const void *)htni_region(planner, part->methods_at);
    const uint8_t *generations = htni_region(planner, part->generations_at);
    const uint8_t *now = agent->world.bytes + domain->world_bytes;
    htni_put_number(to, part->records);
    for (uint32_t i = 0; i < part->records; i++)
        htni_put_number(to, record[i]);
    for (uint32_t i = 0; i < part->records * domain->max_bindings; i++)
        htni_put_signed(to, bindings[i]);
    for (uint32_t i = 0; domain->cools && i < part->records; i++)
        htni_put_number(to, methods[i]);
    for (uint32_t i = 0; i < domain->instances; i++) /* how many have come since */
        htni_put_number(to, (htni_generation(now, i) - htni_generation(generations, i)) & UINT16_MAX);
}

/*
 * From the innermost frame outwards: where its task goes on, its method, its locals. Each lies behind the one that it returns
 * to, so that where they lie need not be said.
 */
static void put_rest(htni_saving *to, const htn_planner *planner, const htni_rest *rest)
{
    const htn_domain *domain = planner->domain;
    const int32_t *kept = (const int32_t *)(const void *)htni_region(planner, rest->at);
    const bool framed = htni_is_framed(domain, rest->pc);
    uint32_t pc = framed ? rest->pc : rest->continue_pc, at = rest->frame;
    htni_put_number(to, framed ? 0 : rest->pc); /* of a task without a frame, which comes before them */
    while (at != 0) {
        const uint32_t locals = HTNI_FIELD(domain, TASKS, htni_task_of(domain, pc), LOCALS);
        htni_put_number(to, pc);
        htni_put_number(to, (uint32_t)kept[at + HTNI_FRAME_ANCESTRY] + 1); /* 0: none that binds */
        for (uint32_t i = 0; i < locals; i++)
            htni_put_signed(to, kept[at + HTNI_FRAME_LOCALS + i]);
        pc = (uint32_t)kept[at + HTNI_FRAME_PC];
        at = (uint32_t)kept[at + HTNI_FRAME_PARENT];
    }
    htni_put_number(to, 0);
}

/* What the search that found the plan has read of the world, or the one that failed: a change of that ends a back-off. */
static void put_footprint(htni_saving *to, const htn_planner *planner)
{
    const htni_marks marks = htni_marks_in(planner, planner->kept);
    htni_put_number(to, marks.to->asked);
    htni_put_number(to, marks.to->words);
    for (uint32_t i = 0; i < marks.to->words; i++) {
        const uint64_t bits = marks.bits[marks.words[i]];
        htni_put_number(to, marks.words[i]);
        htni_put_number(to, (uint32_t)bits);
        htni_put_number(to, (uint32_t)(bits >> 32));
    }
}

static void put_plan_exactly(htni_saving *to, const htn_agent *agent, const htn_planner *planner)
{
    put_record(to, agent, planner, &planner->running);
    if (planner->running.partial != HTN_PARTIAL_NOT)
        put_rest(to, planner, &planner->rest);
    htni_put_number(to, planner->continues);
    if (planner->continues) {
        put_rest(to, planner, &planner->start);
        put_plan(to, planner, &planner->first_part);
        put_record(to, agent, planner, &planner->first_part);
    }
}

static void put_exact(htni_saving *to, const htn_agent *agent, const htn_planner *planner, bool planned)
{
    const size_t part = htni_begin_part(to);
    put_footprint(to, planner);
    if (planned)
        put_plan_exactly(to, agent, planner);
    htni_end_part(to, part);
}

/* --- The layer ---------------------------------------------------------------------------------- */

static uint32_t flags_of(const htn_agent *agent, const htni_layer *layer)
{
    const bool searching = layer->quest != HTNI_QUEST_NONE;
    const bool changed =
        layer->changed || searching || layer->seen != agent->world.changes || layer->answers_seen != layer->answers;
    const bool asked = layer->asked || htni_layer_back_off_ends((htn_agent *)(uintptr_t)agent, layer);
    const bool valid = layer->valid == agent->world.changes && layer->answers_valid == layer->answers;
    return (changed ? HTNI_SAVED_CHANGED : 0u) | (asked ? HTNI_SAVED_ASKED : 0u) | (layer->due ? HTNI_SAVED_DUE : 0u) |
           (layer->running ? HTNI_SAVED_RUNNING : 0u) | (layer->partial ? HTNI_SAVED_PARTIAL : 0u) |
           (layer->broken ? HTNI_SAVED_BROKEN : 0u) | (valid ? HTNI_SAVED_VALID : 0u) |
           (searching || layer->starved ? HTNI_SAVED_WAITS : 0u) | (layer->strange ? HTNI_SAVED_STRANGE : 0u);
}

void htni_save_layer(htni_saving *to, const htn_agent *agent, const htni_layer *layer)
{
    const htn_domain *domain = agent->domain;
    const size_t part = htni_begin_part(to);
    const bool planned = layer->running || layer->partial;
    htni_put_text(to, htn_task_name(domain, HTNI_FIELD(domain, ROOTS, layer->index, TASK)));
    htni_put_number(to, flags_of(agent, layer));
    htni_put_number(to, htni_number_of_result(layer->quest != HTNI_QUEST_NONE ? HTN_NOT_BEGUN : layer->result));
    htni_put_number(to, layer->failures);
    put_time(to, agent, layer->retry_at);
    put_time(to, agent, layer->next_interval);
    htni_put_number(to, layer->plans);
    if (planned)
        put_running(to, layer);
    put_slots(to, agent, layer);
    put_exact(to, agent, layer->planner, planned);
    htni_end_part(to, part);
}
