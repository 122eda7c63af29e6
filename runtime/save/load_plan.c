/*
 * Loading one layer: its running plan and the steps in progress. Over the very same blob all of it must be there, and is taken as it
 * is. Over another one a plan is kept if all of its tasks are in the domain, and takes the same arguments; a step in progress, if
 * its operator is as well. Regions of a new agent's planner and slots are written in both goes over the save, as nobody looks at
 * them before the layer says that it has a plan. Neighbours: load_agent.c, load_world.c, load_exact.c; save_plan.c, which writes these parts.
 */
#include "saving.h"

#define TOO_FEW_SLOTS "the agent's options.running is less than the number of steps in progress"

/* A layer that is being loaded. */
typedef struct layer_load {
    htni_loading *in;
    htni_layer *layer; /* NULL: the domain has none of that name */
    uint32_t flags;    /* HTNI_SAVED_* */
    bool planned;      /* it has a plan that can go on */
    uint32_t slots;    /* placed so far */
    uint32_t restores; /* likewise */
} layer_load;

/* --- Tasks -------------------------------------------------------------------------------------- */

typedef struct saved_task {
    uint32_t task; /* the domain's; HTN_NONE: none is like it */
    htni_saved_types parameters;
    uint32_t bindings;
} saved_task;

/*
 * What its preconditions bind has no types in a blob, so that another number of values, or any where types have changed, means that the
 * task is another one.
 */
static saved_task get_task(htni_loading *in)
{
    const htn_domain *domain = in->domain;
    const uint32_t task = htn_task_find(domain, htni_get_text(in));
    const bool known = task != HTN_NONE && HTNI_FIELD(domain, TASKS, task, KIND) == HTN_TASK_PRIMITIVE;
    saved_task saved;
    saved.parameters = htni_get_types(in, known ? HTNI_FIELD(domain, TASKS, task, FIRST_PARAMETER) : 0,
                                      known ? HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT) : HTN_NONE);
    saved.bindings = htni_get_count(in);
    const bool alike = known && saved.parameters.alike && saved.bindings == HTNI_FIELD(domain, TASKS, task, BINDINGS) &&
                       (saved.bindings == 0 || in->same_types);
    saved.task = alike ? task : HTN_NONE;
    return saved;
}

/* --- Plans -------------------------------------------------------------------------------------- */

/* A number that is out of its parameter's range now is not what the step was planned with. */
static bool is_in_type(const htni_loading *in, uint32_t type, int32_t value)
{
    return in->same_types || type == HTN_NONE || HTNI_FIELD(in->domain, TYPES, type, KIND) != HTN_TYPE_INTEGER ||
           (value >= htni_signed(HTNI_FIELD(in->domain, TYPES, type, LOW)) &&
            value <= htni_signed(HTNI_FIELD(in->domain, TYPES, type, HIGH)));
}

/* Of an open type's instance the generation comes behind it: the plan is to know it as that one. */
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

/* The arguments go to `values`. False: the step has no counterpart. */
static bool get_step(htni_loading *in, uint8_t *generations, htn_step *step, int32_t *values)
{
    saved_task saved = get_task(in);
    bool found = saved.task != HTN_NONE;
    uint32_t parameter = found ? HTNI_FIELD(in->domain, TASKS, saved.task, FIRST_PARAMETER) : 0, used = 0;
    for (; saved.parameters.count > 0 && htni_goes_on(in); parameter++) {
        int32_t value;
        const uint32_t type = found ? HTNI_FIELD(in->domain, PARAMETERS, parameter, TYPE) : HTN_NONE;
        found = get_argument(in, htni_next_type(in, &saved.parameters), type, generations, &value) && found;
        if (found)
            values[used++] = value;
    }
    for (; saved.bindings > 0 && htni_goes_on(in); saved.bindings--) {
        const int32_t value = htni_get_signed(in);
        if (found)
            values[used++] = value;
    }
    step->task = saved.task;
    return found;
}

/* They are in the order in which they begin. Each lies in the one that it says, which comes before it. */
static bool check_span(const htn_span *spans, uint32_t index, uint32_t steps)
{
    const htn_span *span = &spans[index];
    if (span->kind >= HTN_SPAN_KINDS || span->first > span->end || span->end > steps ||
        (index > 0 && span->first < spans[index - 1].first))
        return false;
    if (span->parent == HTN_NONE)
        return span->kind != HTN_SPAN_MEMBER;
    return span->parent < index && span->end <= spans[span->parent].end &&
           (span->kind != HTN_SPAN_MEMBER || spans[span->parent].kind == HTN_SPAN_PARALLEL);
}

static bool is_of_group(const htn_span *span)
{
    return span->kind == HTN_SPAN_PARALLEL || span->kind == HTN_SPAN_MEMBER;
}

/* Only groups, with their members, mean anything without the record. How many there are. */
static uint32_t keep_groups(htn_span *spans, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) /* those around it have been seen to */
        while (spans[i].parent != HTN_NONE && !is_of_group(&spans[spans[i].parent]))
            spans[i].parent = spans[spans[i].parent].parent;
    for (uint32_t i = count; i-- > 0;) { /* and those it lies in have not been moved yet */
        const uint32_t parent = spans[i].parent;
        for (uint32_t before = 0; parent != HTN_NONE && before < parent; before++)
            spans[i].parent -= !is_of_group(&spans[before]);
    }
    for (uint32_t i = 0; i < count; i++)
        if (is_of_group(&spans[i]))
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

/* False: there are groups, and the domain's plans have none. */
static bool get_spans(htni_loading *in, htn_planner *planner, htni_part *part)
{
    htn_span *spans = (htn_span *)(void *)htni_region(planner, part->spans_at);
    const uint32_t count = htni_get_count(in);
    const bool has_spans = (in->domain->flags & HTN_BLOB_SPANS) != 0;
    bool fits = true;
    if (has_spans && count > planner->limits.spans)
        return htni_refuse(in, HTN_FULL_SPANS, "the agent's limits have no room for the spans of a running plan");
    for (uint32_t i = 0; i < count && htni_goes_on(in); i++) {
        const htn_span span = get_span(in);
        fits = fits && (has_spans || !is_of_group(&span));
        if (!has_spans)
            continue;
        spans[i] = span;
        if (!check_span(spans, i, part->steps))
            htni_damaged(in);
    }
    part->spans = !has_spans || !htni_goes_on(in) ? 0 : in->exact ? count : keep_groups(spans, count);
    return fits && (has_spans || !in->exact || count == 0);
}

bool htni_load_plan(htni_loading *in, htn_planner *planner, htni_part *part)
{
    htn_step *steps = (htn_step *)(void *)htni_region(planner, part->steps_at);
    int32_t *values = (int32_t *)(void *)htni_region(planner, part->values_at);
    uint8_t *generations = htni_region(planner, part->generations_at);
    uint32_t used = 0;
    bool found = true;
    part->steps = htni_get_count(in);
    part->records = 0;
    memcpy(generations, in->world->bytes + in->domain->world_bytes, (size_t)in->domain->instances * 2);
    if (part->steps > planner->limits.steps)
        return htni_refuse(in, HTN_FULL_STEPS, "the agent's limits have no room for the steps of a running plan");
    for (uint32_t i = 0; i < part->steps && htni_goes_on(in); i++) {
        found = get_step(in, generations, &steps[i], values + used) && found;
        steps[i].arguments = used;
        used += found ? htni_argument_count(in->domain, steps[i].task) : 0;
    }
    found = get_spans(in, planner, part) && found;
    part->cost = htni_get_signed(in);
    part->duration = htni_get_signed(in);
    part->cut = htni_get_number(in);
    part->partial = htni_get_below(in, HTN_PARTIAL_HORIZON + 1);
    part->proven = htni_get_below(in, 2);
    if (in->exact && !found)
        htni_damaged(in);
    return found && htni_goes_on(in);
}

/* The running plan, and which of its steps are done. */
static void load_running(layer_load *to)
{
    htni_loading *in = to->in;
    htni_part *running = &to->layer->planner->running;
    const uint32_t outer = htni_enter_part(in);
    to->planned = htni_load_plan(in, to->layer->planner, running);
    for (uint32_t i = 0; i < running->steps && htni_goes_on(in); i++)
        to->layer->done[i] = (uint8_t)htni_get_below(in, 2);
    const bool partial = running->partial != HTN_PARTIAL_NOT;
    if (running->steps == 0 || (in->exact && partial != ((to->flags & HTNI_SAVED_PARTIAL) != 0)) ||
        (in->exact && partial && (in->domain->flags & HTN_BLOB_PARTIAL) == 0))
        htni_damaged(in);
    if (!in->exact)
        running->partial = HTN_PARTIAL_NOT;
    to->planned = to->planned && (in->exact || (to->flags & HTNI_SAVED_RUNNING) != 0);
    htni_leave_part(in, outer);
}

/* --- Steps in progress -------------------------------------------------------------------------- */

/* A restore has what its cell holds as its bytes have it. */
static htni_restore make_restore(const htn_domain *domain, uint32_t property, uint32_t cell, int32_t old,
                                 int32_t written)
{
    const uint32_t storage = HTNI_FIELD(domain, PROPERTIES, property, STORAGE);
    const uint32_t address = HTNI_FIELD(domain, PROPERTIES, property, ADDRESS) + cell * htni_storage_bytes(storage);
    const bool bytes = storage == HTN_STORAGE_S8;
    htni_restore made;
    memset(&made, 0, sizeof made);
    made.cell = address | htni_width(storage) << HTNI_WIDTH_SHIFT;
    made.old = bytes ? (uint8_t)old : old;
    made.written = bytes ? (uint8_t)written : written;
    made.property = property;
    return made;
}

/*
 * What a step under way has made true is to be set back when it ends, which is now where it is not taken over (`slot` NULL).
 */
static void get_restore(layer_load *to, const htni_active *slot, uint32_t index)
{
    htni_loading *in = to->in;
    const htni_saved_property saved = htni_get_property(in, HTN_NONE);
    const uint32_t number = htni_get_below(in, saved.cells), property = saved.property;
    const uint32_t cell = property == HTN_NONE || !htni_goes_on(in) ? HTN_NONE : htni_map_cell(in, &saved, number);
    int32_t old, written;
    const bool known_old = htni_get_held(in, &saved, &old), known_written = htni_get_held(in, &saved, &written);
    if (in->exact && (cell == HTN_NONE || !known_old || !known_written))
        htni_damaged(in);
    if (!htni_goes_on(in) || cell == HTN_NONE || !known_old || !known_written)
        return;
    if (slot == NULL) {
        if (in->applies && htni_load_cell(in->domain, in->world->bytes, property, cell) == written)
            htni_write_world(in->world, property, cell, old);
    } else if (to->restores == in->agent->agent_class->restores * in->agent->slot_count) {
        htni_refuse(in, HTN_TOO_SMALL, TOO_FEW_SLOTS);
    } else {
        htni_restore *restore = &to->layer->restores[to->restores++];
        *restore = make_restore(in->domain, property, cell, old, written);
        restore->slot = index;
        restore->step = slot->step;
        htni_restore_note(in->world, restore);
    }
}

/* What the operator was given. False: it takes something else now. */
static bool get_given(htni_loading *in, const htni_layer *layer, uint32_t task, uint32_t index, htni_active *slot)
{
    const htn_domain *domain = in->domain;
    const uint32_t operator_index = task == HTN_NONE ? HTN_NONE : HTNI_FIELD(domain, TASKS, task, OPERATOR);
    const char *name = htni_get_text(in);
    bool found = operator_index != HTN_NONE && strcmp(htn_operator_name(domain, operator_index), name) == 0;
    uint32_t parameter = found ? HTNI_FIELD(domain, OPERATORS, operator_index, FIRST_PARAMETER) : 0;
    htni_saved_types types = htni_get_types(
        in, parameter, found ? HTNI_FIELD(domain, OPERATORS, operator_index, PARAMETER_COUNT) : HTN_NONE);
    htn_argument *arguments =
        layer == NULL ? NULL : layer->arguments + (size_t)index * in->agent->agent_class->arguments;
    found = found && types.alike;
    slot->argument_count = types.count;
    for (uint32_t i = 0; types.count > 0 && htni_goes_on(in); i++, parameter++) {
        int32_t value;
        const uint32_t type = found ? HTNI_FIELD(domain, PARAMETERS, parameter, TYPE) : HTN_NONE;
        found = htni_get_value(in, htni_next_type(in, &types), type, &value) && found;
        if (found && arguments != NULL)
            arguments[i] = htni_argument(domain, type, value);
    }
    return found;
}

/* As many bytes as both have; an operator that has more memory now finds zeroes there. */
static void get_memory(htni_loading *in, const htni_layer *layer, uint32_t task, uint32_t index)
{
    const uint32_t size = htni_get_count(in);
    const uint8_t *bytes = htni_get_bytes(in, size);
    if (layer == NULL || task == HTN_NONE || !htni_goes_on(in))
        return;
    const uint32_t room =
        htni_class_operators(in->agent->agent_class)[HTNI_FIELD(in->domain, TASKS, task, OPERATOR)].memory;
    uint8_t *memory = layer->memories + (size_t)index * in->agent->agent_class->memory;
    if (room != 0)
        memset(memory, 0, room);
    if (size != 0 && room != 0)
        memcpy(memory, bytes, size < room ? size : room);
}

static void get_news(htni_loading *in, htni_active *slot)
{
    slot->news = htni_get_below(in, 1u << HTN_NEWS_KINDS);
    for (uint32_t kind = 0; kind < HTN_NEWS_KINDS; kind++)
        if (slot->news >> kind & 1u)
            slot->news_at[kind] = in->agent->news - htni_get_number(in);
}

/* Whether it is a step of the plan that can be in progress; from then on it is known to be. */
static bool takes_part(layer_load *to, const htni_active *slot)
{
    const htn_planner *planner = to->layer->planner;
    const htn_step *steps = (const htn_step *)(const void *)htni_region(planner, planner->running.steps_at);
    if (slot->step >= planner->running.steps || to->layer->done[slot->step] != 0 ||
        steps[slot->step].task != slot->task)
        return false;
    to->layer->done[slot->step] = 2;
    return true;
}

/* An abort that nobody can be asked about any more has ended. */
static void settle(const htni_loading *in, htni_active *slot)
{
    const uint32_t operator_index = HTNI_FIELD(in->domain, TASKS, slot->task, OPERATOR);
    const htn_operator_binding *binding = &htni_class_operators(in->agent->agent_class)[operator_index];
    if (slot->state == HTNI_SLOT_ABORTING && binding->name != NULL && binding->abort == NULL)
        slot->reported = HTN_ABORTED;
}

static void get_state(layer_load *to, htni_active *slot)
{
    htni_loading *in = to->in;
    memset(slot, 0, sizeof *slot);
    slot->state = htni_get_below(in, HTNI_SLOT_STATES);
    slot->id = htni_get_number(in);
    slot->step = htni_get_number(in) - 1;
    slot->reported = htni_get_below(in, HTN_ABORTED + 1);
    const bool runs = slot->state == HTNI_SLOT_RUNNING;
    if (slot->state == HTNI_SLOT_FREE || runs != (slot->step != HTN_NONE) ||
        (runs && ((to->flags & HTNI_SAVED_RUNNING) == 0 || slot->reported == HTN_ABORTED)))
        htni_damaged(in);
    get_news(in, slot);
}

/* Where a slot of the save's goes: over another blob the slots may be fewer, and each takes the next one. */
static uint32_t place_slot(layer_load *to, uint32_t saved)
{
    htni_loading *in = to->in;
    const uint32_t index = in->exact ? saved : to->slots;
    if (in->exact && saved < to->slots)
        htni_damaged(in);
    if (index < in->agent->slot_count)
        return index;
    htni_refuse(in, HTN_TOO_SMALL, TOO_FEW_SLOTS);
    return 0;
}

static void load_slot(layer_load *to)
{
    htni_loading *in = to->in;
    htni_active slot;
    const uint32_t index = place_slot(to, htni_get_number(in));
    get_state(to, &slot);
    saved_task saved = get_task(in);
    slot.task = saved.task;
    bool found = get_given(in, to->layer, slot.task, index, &slot) && to->layer != NULL && htni_goes_on(in);
    get_memory(in, to->layer, found ? slot.task : HTN_NONE, index);
    if (found && slot.state == HTNI_SLOT_RUNNING && (to->planned ? !takes_part(to, &slot) : in->exact))
        htni_damaged(in);
    if (!to->planned && slot.state == HTNI_SLOT_RUNNING) {
        slot.state = HTNI_SLOT_ORPHANED;
        slot.step = HTN_NONE;
    }
    for (uint32_t count = htni_get_count(in); count > 0 && htni_goes_on(in); count--)
        get_restore(to, found ? &slot : NULL, index);
    in->report.steps_lost += !found;
    if (!found || !htni_goes_on(in))
        return;
    to->slots = index + 1;
    settle(in, &slot);
    if (in->applies)
        to->layer->slots[index] = slot;
}

/* --- The layer ---------------------------------------------------------------------------------- */

/* What the layer says of itself is read into a copy of it. */
static void get_layer(layer_load *to, htni_layer *layer)
{
    htni_loading *in = to->in;
    to->flags = htni_get_below(in, HTNI_SAVED_FLAGS + 1);
    layer->result = htni_result_of_number(htni_get_number(in));
    layer->failures = htni_get_number(in);
    layer->retry_at = in->agent->time + (uint32_t)htni_get_signed(in);
    layer->next_interval = in->agent->time + (uint32_t)htni_get_signed(in);
    layer->plans = htni_get_number(in);
    layer->asked = (to->flags & HTNI_SAVED_ASKED) != 0;
    layer->starved = (to->flags & HTNI_SAVED_WAITS) != 0;
    layer->broken = (to->flags & HTNI_SAVED_BROKEN) != 0;
}

/* Over another blob everything has changed, and what was to come behind a split is not known any more. */
static void apply_layer(const layer_load *to, const htni_layer *read)
{
    const htni_loading *in = to->in;
    const bool running = to->planned && (to->flags & HTNI_SAVED_RUNNING) != 0;
    htni_layer *layer = to->layer;
    const bool valid = in->exact && (to->flags & HTNI_SAVED_VALID) != 0;
    *layer = *read;
    layer->running = running;
    layer->partial = in->exact && (to->flags & HTNI_SAVED_PARTIAL) != 0;
    layer->strange = running && (!in->exact || (to->flags & HTNI_SAVED_STRANGE) != 0);
    layer->broken = layer->broken && running;
    layer->changed = !in->exact || (to->flags & HTNI_SAVED_CHANGED) != 0;
    layer->due = in->exact ? (to->flags & HTNI_SAVED_DUE) != 0 : !running;
    layer->seen = in->world->changes;
    layer->valid = valid ? in->world->changes : in->world->changes - 1;
    layer->restore_count = to->restores;
    layer->planner->has_running = to->planned;
    layer->asked = layer->asked || !in->exact; /* nothing is known of what a back-off waits for */
    htni_layer_back_off(in->agent, layer);
}

static void load_plan_of(layer_load *to)
{
    htni_loading *in = to->in;
    const bool running = (to->flags & HTNI_SAVED_RUNNING) != 0;
    if (to->layer == NULL)
        htni_leave_part(in, htni_enter_part(in));
    else
        load_running(to);
    in->report.plans_kept += to->planned;
    in->report.plans_dropped += running && !to->planned;
}

void htni_load_layer(htni_loading *in, uint32_t root)
{
    layer_load to = {in, root == HTN_NONE ? NULL : &in->agent->layers[root], 0, false, 0, 0};
    htni_layer read;
    if (to.layer != NULL)
        read = *to.layer;
    get_layer(&to, &read);
    const bool planned = (to.flags & (HTNI_SAVED_RUNNING | HTNI_SAVED_PARTIAL)) != 0;
    if (planned)
        load_plan_of(&to);
    for (uint32_t count = htni_get_count(in); count > 0 && htni_goes_on(in); count--)
        load_slot(&to);
    for (uint32_t i = 0; to.planned && htni_goes_on(in) && i < to.layer->planner->running.steps; i++)
        to.layer->done[i] &= 1;
    if (in->exact && htni_goes_on(in))
        htni_load_exact(in, to.layer->planner, planned);
    if (in->applies && to.layer != NULL && htni_goes_on(in))
        apply_layer(&to, &read);
}
