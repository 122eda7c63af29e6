/*
 * The steps of a layer's running plan: whose turn it is, how each begins, goes on and ends. A step ends once: it succeeds, and
 * its effects come into the world; it fails, and the plan with it; or it is aborted, which may take time. What an operator
 * writes is noticed as foreign, what its step has for effects is the layer's own.
 */
#include "agent_inside.h"

static const htn_operator_binding *binding_of(const htn_agent *agent, uint32_t task)
{
    return &htni_class_operators(agent->agent_class)[HTNI_FIELD(agent->domain, TASKS, task, OPERATOR)];
}

htni_walked htni_run_walked(const htni_layer *layer, htn_plan *plan)
{
    htn_planner_running(layer->planner, plan);
    const htni_walked of = {plan,
                            htni_region(layer->planner, layer->planner->running.generations_at),
                            layer->done,
                            0,
                            layer->restores,
                            layer->restore_count};
    return of;
}

/* --- Slots -------------------------------------------------------------------------------------- */

/* The running step of the least index from `step` on; NULL: there is none. */
static htni_active *next_running(const htn_agent *agent, const htni_layer *layer, uint32_t step)
{
    htni_active *next = NULL;
    for (uint32_t i = 0; i < agent->slot_count; i++) {
        htni_active *slot = &layer->slots[i];
        if (slot->state == HTNI_SLOT_RUNNING && slot->step >= step && (next == NULL || slot->step < next->step))
            next = slot;
    }
    return next;
}

htni_active *htni_run_next(const htn_agent *agent, const htni_layer *layer, uint64_t id)
{
    htni_active *next = NULL;
    for (uint32_t i = 0; i < agent->slot_count; i++) {
        htni_active *slot = &layer->slots[i];
        if (slot->state != HTNI_SLOT_FREE && slot->id >= id && (next == NULL || slot->id < next->id))
            next = slot;
    }
    return next;
}

static htni_active *free_slot(const htn_agent *agent, const htni_layer *layer)
{
    for (uint32_t i = 0; i < agent->slot_count; i++)
        if (layer->slots[i].state == HTNI_SLOT_FREE)
            return &layer->slots[i];
    return NULL;
}

bool htni_run_ending(const htn_agent *agent, const htni_layer *layer)
{
    for (uint32_t i = 0; i < agent->slot_count; i++)
        if (layer->slots[i].state == HTNI_SLOT_ABORTING)
            return true;
    return false;
}

/* --- Calls to the game -------------------------------------------------------------------------- */

/*
 * How an operator says that its step goes, when its function `call` (HTN_CALL_*) is called; without such a function, how the game has
 * reported that it does.
 */
static htn_outcome ask(htn_agent *agent, const htni_layer *layer, htni_active *slot, uint32_t call, uint32_t elapsed_ms)
{
    const htn_operator_binding *binding = binding_of(agent, slot->task);
    htn_outcome (*const function)(void *, const htn_activity *) = call == HTN_CALL_START    ? binding->start
                                                                  : call == HTN_CALL_UPDATE ? binding->update
                                                                                            : binding->abort;
    if (slot->reported != HTN_RUNNING || function == NULL) {
        const htn_outcome reported = (htn_outcome)slot->reported;
        slot->reported = HTN_RUNNING;
        return reported;
    }
    htn_activity activity = htni_activity_of(agent, layer, slot);
    activity.elapsed_ms = elapsed_ms;
    agent->inside = true;
    htni_writes(agent, HTN_BY_OPERATOR, slot->id, HTN_NONE);
    const htn_outcome outcome = function(agent->options.user, &activity);
    htni_wrote(agent);
    agent->inside = false;
    if (outcome != HTN_RUNNING)
        HTNI_NOTE(agent, ANSWER, slot->id, call, (uint32_t)outcome);
    return outcome;
}

static void tell(htn_agent *agent, htni_active *slot, htn_news_kind kind)
{
    slot->news |= 1u << kind;
    slot->news_at[kind] = agent->news++;
}

/* --- Ends --------------------------------------------------------------------------------------- */

/* A During is over: what it wrote is set back, but where something else has written since. */
static void set_back(htn_agent *agent, htni_layer *layer, const htni_active *slot)
{
    const uint32_t index = (uint32_t)(slot - layer->slots);
    uint32_t kept = 0;
    for (uint32_t i = layer->restore_count; i-- > 0;) {
        const htni_restore *restore = &layer->restores[i];
        if (restore->slot != index || htni_load_width(agent->world.bytes, restore->cell) != restore->written)
            continue;
        htni_world_write(&agent->world, restore->cell, restore->old);
        htni_layer_set_back(agent, layer, restore->cell);
    }
    for (uint32_t i = 0; i < layer->restore_count; i++)
        if (layer->restores[i].slot != index)
            layer->restores[kept++] = layer->restores[i];
    layer->restore_count = kept;
}

static void end(htn_agent *agent, htni_layer *layer, htni_active *slot, htn_outcome outcome)
{
    HTNI_NOTE(agent, END, layer->index, slot->id, (uint32_t)outcome);
    htni_layer_notice(agent, layer);
    htni_writes(agent, HTN_BY_SET_BACK, slot->task, layer->index);
    set_back(agent, layer, slot);
    htni_wrote(agent);
    htni_layer_own(agent, layer);
    slot->state = HTNI_SLOT_FREE;
    layer->settled = false;
    slot->news = 0;
}

static void write_effect(void *user, uint32_t property, uint32_t cell, int32_t value)
{
    htni_write_world((htn_world *)user, property, cell, value);
}

/* How a block writes for real. What it puts off waits where the walker, which is rewound for that, has its trail. */
static htni_block block_of(htn_agent *agent, htni_writer *write, void *user)
{
    htni_block block;
    memset(&block, 0, sizeof block);
    htni_rewind(agent->walker, &agent->world, HTN_SLOT_FAIL);
    block.write = write;
    block.user = user;
    block.pending = htni_trail(agent->walker);
    block.pending_room = agent->walker->limits.trail / 2;
    return block;
}

/* For real: without the expected effects. */
static void apply_effects(htn_agent *agent, htni_layer *layer, uint32_t step)
{
    htn_plan plan;
    htn_planner_running(layer->planner, &plan);
    const htn_step *taken = &plan.steps[step];
    htni_layer_notice(agent, layer);
    htni_writes(agent, HTN_BY_EFFECTS, taken->task, layer->index);
    const htni_block how = block_of(agent, write_effect, &agent->world);
    const htn_status status =
        htni_do_effects(layer->planner, &agent->world, taken->task, plan.values + taken->arguments, HTNI_EFFECTS, &how);
    htni_wrote(agent);
    if (status != HTN_OK)
        htni_agent_trouble(agent, status);
    htni_layer_own(agent, layer);
}

static void succeed(htn_agent *agent, htni_layer *layer, uint32_t step)
{
    apply_effects(agent, layer, step);
    layer->done[step] = 1;
    layer->held = false; /* its expected effects may have been needed */
    layer->failures = 0;
}

static void succeed_slot(htn_agent *agent, htni_layer *layer, htni_active *slot)
{
    const uint32_t step = slot->step;
    end(agent, layer, slot, HTN_SUCCEEDED);
    succeed(agent, layer, step);
}

/* --- Aborts ------------------------------------------------------------------------------------- */

/* The slot's plan may be gone from now on. */
void htni_run_abort(htn_agent *agent, htni_layer *layer, htni_active *slot)
{
    const htn_operator_binding *binding = binding_of(agent, slot->task);
    const uint32_t index = (uint32_t)(slot - layer->slots);
    HTNI_NOTE(agent, ABORT, layer->index, slot->id);
    slot->state = HTNI_SLOT_ABORTING;
    slot->step = HTN_NONE;
    slot->reported = HTN_RUNNING; /* too late */
    for (uint32_t i = 0; i < layer->restore_count; i++)
        if (layer->restores[i].slot == index)
            layer->restores[i].step = HTN_NONE;
    if (binding->name == NULL)
        tell(agent, slot, HTN_NEWS_ABORT);
    else if (binding->abort == NULL || ask(agent, layer, slot, HTN_CALL_ABORT, 0) != HTN_RUNNING)
        end(agent, layer, slot, HTN_ABORTED);
}

void htni_run_drop(htn_agent *agent, htni_layer *layer, htni_active *slot)
{
    HTNI_NOTE(agent, DROP, slot->id);
    htni_run_abort(agent, layer, slot);
}

static bool is_uninterruptible(const htn_agent *agent, const htni_active *slot)
{
    return slot->state == HTNI_SLOT_RUNNING &&
           (HTNI_FIELD(agent->domain, TASKS, slot->task, FLAGS) & HTN_TASK_NO_INTERRUPT) != 0;
}

bool htni_run_uninterruptible(const htn_agent *agent, const htni_layer *layer)
{
    for (uint32_t i = 0; i < agent->slot_count; i++)
        if (is_uninterruptible(agent, &layer->slots[i]))
            return true;
    return false;
}

/* The plan fails: at once, or, where a step is not to be interrupted, when that has ended; the others end now. */
static void break_plan(htn_agent *agent, htni_layer *layer)
{
    layer->broken = htni_run_uninterruptible(agent, layer);
    if (!layer->broken) {
        htni_layer_fail(agent, layer);
        return;
    }
    uint32_t next = 0;
    for (htni_active *slot = next_running(agent, layer, 0); slot != NULL; slot = next_running(agent, layer, next)) {
        next = slot->step + 1;
        if (!is_uninterruptible(agent, slot))
            htni_run_abort(agent, layer, slot);
    }
}

/* Why the plan has failed; `method` is its While's, or HTN_NONE. */
static void note_failure(const htn_agent *agent, const htni_layer *layer, htn_journal_why why, uint32_t step,
                         uint32_t method)
{
    HTNI_NOTE(agent, FAIL, layer->index, (uint32_t)why, step + 1, method + 1);
}

static void fail_slot(htn_agent *agent, htni_layer *layer, htni_active *slot, htn_journal_why why)
{
    note_failure(agent, layer, why, slot->step, HTN_NONE);
    end(agent, layer, slot, HTN_FAILED);
    break_plan(agent, layer);
}

void htni_run_abort_all(htn_agent *agent, htni_layer *layer)
{
    for (htni_active *slot = next_running(agent, layer, 0); slot != NULL; slot = next_running(agent, layer, 0))
        htni_run_abort(agent, layer, slot);
}

void htni_run_aborts(htn_agent *agent, htni_layer *layer)
{
    uint64_t id = 0;
    for (htni_active *slot = htni_run_next(agent, layer, id); slot != NULL; slot = htni_run_next(agent, layer, id)) {
        id = (uint64_t)slot->id + 1;
        if (slot->state == HTNI_SLOT_ORPHANED)
            htni_run_abort(agent, layer, slot);
        else if (slot->state == HTNI_SLOT_ABORTING &&
                 ask(agent, layer, slot, HTN_CALL_ABORT, agent->elapsed) != HTN_RUNNING)
            end(agent, layer, slot, HTN_ABORTED);
    }
}

/* --- After a load ------------------------------------------------------------------------------- */

static void resume(htn_agent *agent, htni_layer *layer, htni_active *slot)
{
    const htn_operator_binding *binding = binding_of(agent, slot->task);
    if (binding->name == NULL)
        tell(agent, slot, HTN_NEWS_RESUME);
    if (binding->resume == NULL)
        return;
    const htn_activity activity = htni_activity_of(agent, layer, slot);
    agent->inside = true;
    htni_writes(agent, HTN_BY_OPERATOR, slot->id, HTN_NONE);
    binding->resume(agent->options.user, &activity);
    htni_wrote(agent);
    agent->inside = false;
}

void htni_run_resume(htn_agent *agent)
{
    for (uint32_t i = 0; i < agent->layer_count * agent->slot_count; i++) {
        htni_layer *layer = &agent->layers[i / agent->slot_count];
        htni_active *slot = &layer->slots[i % agent->slot_count];
        if (slot->state != HTNI_SLOT_FREE)
            resume(agent, layer, slot);
    }
}

/* Which one a step is of those that are not done. */
static uint32_t without_done(const htni_layer *layer, uint32_t step)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < step; i++)
        left += layer->done[i] == 0;
    return left;
}

void htni_run_leave_done(htn_agent *agent, htni_layer *layer)
{
    for (uint32_t i = 0; i < agent->slot_count; i++)
        if (layer->slots[i].state == HTNI_SLOT_RUNNING)
            layer->slots[i].step = without_done(layer, layer->slots[i].step);
    for (uint32_t i = 0; i < layer->restore_count; i++)
        if (layer->restores[i].step != HTN_NONE)
            layer->restores[i].step = without_done(layer, layer->restores[i].step);
}

/* --- While it runs ------------------------------------------------------------------------------ */

bool htni_run_holds(htn_agent *agent, htni_layer *layer)
{
    htn_plan plan;
    if (!layer->running || (layer->valid == agent->world.changes && layer->answers_valid == layer->answers))
        return true;
    layer->deferred = htni_run_uninterruptible(agent, layer);
    if (layer->deferred)
        return true;
    const htni_walked of = htni_run_walked(layer, &plan);
    uint32_t step = HTN_NONE, method = HTN_NONE;
    htn_status status = htni_walk(agent->walker, &agent->world, &of, &step);
    layer->held = status == HTN_OK;
    layer->cost_left = (uint32_t)htni_sum(agent->walker, HTNI_SUM_COST);
    for (uint32_t i = 0; status == HTN_OK && i < agent->slot_count; i++) {
        step = layer->slots[i].step;
        if (layer->slots[i].state == HTNI_SLOT_RUNNING)
            status = htni_whiles_hold(layer->planner, &agent->world, step, &method);
    }
    if (status != HTN_OK && status != HTN_NO_PLAN)
        htni_agent_trouble(agent, status);
    if (status != HTN_OK)
        note_failure(agent, layer,
                     status != HTN_NO_PLAN ? HTN_WHY_TROUBLE
                     : method != HTN_NONE  ? HTN_WHY_WHILE
                                           : HTN_WHY_PRECONDITIONS,
                     step, method);
    layer->valid = agent->world.changes;
    layer->answers_valid = layer->answers;
    return status == HTN_OK;
}

static bool is_over(const htni_layer *layer)
{
    htn_plan plan;
    htn_planner_running(layer->planner, &plan);
    for (uint32_t i = 0; i < plan.step_count; i++)
        if (layer->done[i] == 0)
            return false;
    return true;
}

void htni_run_update(htn_agent *agent, htni_layer *layer)
{
    uint32_t next = 0;
    for (htni_active *slot = next_running(agent, layer, 0); slot != NULL; slot = next_running(agent, layer, next)) {
        const htn_outcome outcome = ask(agent, layer, slot, HTN_CALL_UPDATE, agent->elapsed);
        next = slot->step + 1;
        if (outcome == HTN_SUCCEEDED) {
            succeed_slot(agent, layer, slot);
        } else if (outcome != HTN_RUNNING) {
            fail_slot(agent, layer, slot, HTN_WHY_OPERATOR);
        }
    }
    if (layer->broken && !htni_run_uninterruptible(agent, layer))
        htni_layer_fail(agent, layer);
    if (layer->running && !layer->settled && is_over(layer))
        htni_layer_finish(agent, layer);
}

/* --- Starts ------------------------------------------------------------------------------------- */

/* The innermost member of a group that a step, or the group `outside`, lies in; HTN_NONE: none. */
static uint32_t member_of(const htn_plan *plan, uint32_t step)
{
    uint32_t found = HTN_NONE;
    for (uint32_t i = 0; i < plan->span_count && plan->spans[i].first <= step; i++)
        if (plan->spans[i].kind == HTN_SPAN_MEMBER && step < plan->spans[i].end)
            found = i;
    return found;
}

static uint32_t member_around(const htn_plan *plan, uint32_t span)
{
    do
        span = plan->spans[span].parent;
    while (span != HTN_NONE && plan->spans[span].kind != HTN_SPAN_MEMBER);
    return span;
}

static bool is_running(const htn_agent *agent, const htni_layer *layer, uint32_t step)
{
    const htni_active *slot = next_running(agent, layer, step);
    return slot != NULL && slot->step == step;
}

/*
 * The first step that has not begun though its turn has come; HTN_NONE: there is none. Behind a step that is not done only
 * other members of its group have theirs, and behind that group those of the group that it lies in.
 */
static uint32_t whose_turn(const htn_agent *agent, const htni_layer *layer, const htn_plan *plan)
{
    uint32_t blocked = HTN_NONE; /* a group of which a step is not done */
    uint32_t step = 0;
    while (step < plan->step_count) {
        uint32_t member;
        if (blocked != HTN_NONE && step == plan->spans[blocked].end) {
            member = member_around(plan, blocked);
        } else if (layer->done[step] != 0) {
            step++;
            continue;
        } else if (!is_running(agent, layer, step)) {
            return step;
        } else {
            member = member_of(plan, step);
        }
        if (member == HTN_NONE)
            return HTN_NONE;
        blocked = plan->spans[member].parent;
        step = plan->spans[member].end;
    }
    return HTN_NONE;
}

typedef struct during {
    htn_agent *agent;
    htni_layer *layer;
    uint32_t slot, step;
    bool full;
} during;

/* Notes what the cell held, once. */
static void write_during(void *user, uint32_t property, uint32_t cell, int32_t value)
{
    during *of = (during *)user;
    htn_world *world = &of->agent->world;
    htni_layer *layer = of->layer;
    const uint32_t storage = HTNI_FIELD(world->domain, PROPERTIES, property, STORAGE);
    const uint32_t address =
        HTNI_FIELD(world->domain, PROPERTIES, property, ADDRESS) + cell * htni_storage_bytes(storage);
    htni_restore restore;
    uint32_t noted = 0;
    memset(&restore, 0, sizeof restore);
    restore.slot = of->slot;
    restore.step = of->step;
    restore.cell = address | htni_width(storage) << HTNI_WIDTH_SHIFT;
    restore.property = property;
    if (cell >= HTNI_FIELD(world->domain, PROPERTIES, property, CELLS) || storage == HTN_STORAGE_FACTS)
        return;
    restore.old = htni_load_width(world->bytes, restore.cell);
    htni_restore_note(world, &restore);
    htni_write_world(world, property, cell, value);
    restore.written = htni_load_width(world->bytes, restore.cell);
    while (noted < layer->restore_count &&
           (layer->restores[noted].slot != of->slot || layer->restores[noted].cell != restore.cell))
        noted++;
    if (noted < layer->restore_count) {
        layer->restores[noted].written = restore.written;
    } else if (restore.old != restore.written) {
        of->full = of->full || layer->restore_count >= of->agent->agent_class->restores * of->agent->slot_count;
        if (of->full)
            htni_world_write(world, restore.cell, restore.old);
        else
            layer->restores[layer->restore_count++] = restore;
    }
}

/* What the operator is given, and what its step makes true while it runs. */
static htn_status prepare(htn_agent *agent, htni_layer *layer, htni_active *slot, const htn_plan *plan, uint32_t step)
{
    const htn_step *taken = &plan->steps[step];
    const int32_t *values = plan->values + taken->arguments;
    const uint32_t index = (uint32_t)(slot - layer->slots);
    htn_status status = htn_operator_arguments(&agent->world, taken->task, values, layer->planner->answerer,
                                               layer->planner->answerer_user,
                                               layer->arguments + (size_t)index * agent->agent_class->arguments,
                                               agent->agent_class->arguments, &slot->argument_count);
    htni_note_start(agent, layer, slot, status == HTN_OK);
    if (status != HTN_OK || HTNI_FIELD(agent->domain, TASKS, taken->task, DURING) == HTN_NONE)
        return status;
    htni_writes(agent, HTN_BY_DURING, taken->task, layer->index);
    during of = {agent, layer, index, step, false};
    htni_layer_notice(agent, layer);
    const htni_block how = block_of(agent, write_during, &of);
    status = htni_do_effects(layer->planner, &agent->world, taken->task, values, HTNI_DURING, &how);
    htni_wrote(agent);
    htni_layer_own(agent, layer);
    return of.full ? HTN_FULL_TRAIL : status;
}

static void begin_slot(htn_agent *agent, htni_layer *layer, htni_active *slot, const htn_plan *plan, uint32_t step)
{
    const uint32_t task = plan->steps[step].task;
    const htn_operator_binding *binding = binding_of(agent, task);
    memset(slot, 0, sizeof *slot);
    slot->state = HTNI_SLOT_RUNNING;
    slot->id = agent->next_id++;
    slot->step = step;
    slot->task = task;
    slot->reported = HTN_RUNNING;
    const htn_status status = prepare(agent, layer, slot, plan, step);
    if (status != HTN_OK) {
        htni_agent_trouble(agent, status);
        fail_slot(agent, layer, slot, HTN_WHY_TROUBLE);
        return;
    }
    if (binding->memory != 0)
        memset(layer->memories + (size_t)(slot - layer->slots) * agent->agent_class->memory, 0, binding->memory);
    if (binding->name == NULL)
        tell(agent, slot, HTN_NEWS_START);
    const htn_outcome outcome = ask(agent, layer, slot, HTN_CALL_START, 0);
    if (outcome == HTN_SUCCEEDED)
        succeed_slot(agent, layer, slot);
    else if (outcome != HTN_RUNNING)
        fail_slot(agent, layer, slot, HTN_WHY_OPERATOR);
}

/* In the world as it is. */
static htn_status may_start(htn_agent *agent, const htni_layer *layer, const htni_walked *of, uint32_t step)
{
    const htn_step *taken = &of->plan->steps[step];
    uint32_t method = HTN_NONE;
    htn_journal_why why = HTN_WHY_WHILE;
    htn_status status = htni_whiles_hold(layer->planner, &agent->world, step, &method);
    if (status == HTN_OK) {
        why = HTN_WHY_CONTEXT;
        status = htni_context_holds(layer->planner, &agent->world, taken->task, of->plan->values + taken->arguments);
    }
    if (status == HTN_OK) {
        why = HTN_WHY_PRECONDITIONS;
        status = htni_step_holds(agent->walker, &agent->world, of, step);
    }
    if (status != HTN_OK)
        note_failure(agent, layer, status == HTN_NO_PLAN ? why : HTN_WHY_TROUBLE, step, method);
    return status;
}

/* Begins a step, or finds that its plan has failed. False: there is no slot for it yet. */
static bool begin_step(htn_agent *agent, htni_layer *layer, const htni_walked *of, uint32_t step)
{
    const bool operated = HTNI_FIELD(agent->domain, TASKS, of->plan->steps[step].task, OPERATOR) != HTN_NONE;
    htni_active *slot = free_slot(agent, layer);
    if (operated && slot == NULL)
        return false;
    const htn_status status = may_start(agent, layer, of, step);
    if (status != HTN_OK && status != HTN_NO_PLAN)
        htni_agent_trouble(agent, status);
    if (status != HTN_OK)
        break_plan(agent, layer);
    else if (operated)
        begin_slot(agent, layer, slot, of->plan, step);
    else {
        HTNI_NOTE(agent, PASS, layer->index, step, of->plan->steps[step].task);
        succeed(agent, layer, step);
    }
    return true;
}

void htni_run_start(htn_agent *agent, htni_layer *layer)
{
    if (layer->deferred && !htni_run_holds(agent, layer)) {
        htni_layer_fail(agent, layer);
        return;
    }
    while (layer->running && !layer->settled && !layer->broken && !htni_run_ending(agent, layer)) {
        htn_plan plan;
        const htni_walked of = htni_run_walked(layer, &plan);
        const uint32_t step = whose_turn(agent, layer, &plan);
        layer->settled = step == HTN_NONE || !begin_step(agent, layer, &of, step);
        if (!layer->settled && layer->running && is_over(layer))
            htni_layer_finish(agent, layer);
    }
}
