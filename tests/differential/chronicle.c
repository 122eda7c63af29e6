/* What happened in a tick; see chronicle.h. */
#include "chronicle.h"
#include "reference_rounds.h"
#include <string.h>

static void add(chronicle_state *to, int64_t number)
{
    if (to->count == CHRONICLE_NUMBERS)
        to->full = true;
    else
        to->numbers[to->count++] = (int32_t)number;
}

static void add_symbol(chronicle_state *to, const char *text)
{
    uint32_t hash = UINT32_C(2166136261);

    for (; *text; text++)
        hash = (hash ^ (uint8_t)*text) * UINT32_C(16777619);
    add(to, (int32_t)(hash >> 1));
}

/* How far a step is that rests, where nothing depends on the level: in a plan that has failed and only waits. */
enum { AT_SOME_LEVEL = 1000000 };

bool chronicle_same(const chronicle_state *expected, const chronicle_state *found)
{
    uint32_t i;

    if (expected->full || found->full)
        return true;
    if (expected->count != found->count)
        return false;
    for (i = 0; i < expected->count; i++)
        if (expected->numbers[i] != found->numbers[i] &&
            (expected->numbers[i] != AT_SOME_LEVEL || found->numbers[i] < HTN_STEP_ROUND_DONE))
            return false;
    return true;
}

/* --- An agent's ---------------------------------------------------------------------------------- */

static void add_activity(chronicle_state *to, const htn_activity *activity)
{
    uint32_t i;

    add(to, activity->id);
    add(to, activity->step);
    add(to, activity->task);
    add(to, activity->argument_count);
    for (i = 0; i < activity->argument_count; i++)
        if (activity->arguments[i].type == HTN_NONE)
            add_symbol(to, activity->arguments[i].text);
        else
            add(to, activity->arguments[i].value);
}

void chronicle_agent_call(chronicle_state *to, chronicle_call call, const htn_activity *activity)
{
    add(to, call);
    add(to, activity->layer);
    add(to, (uint32_t)activity->elapsed_us);
    add_activity(to, activity);
}

void chronicle_sense(chronicle_state *to, uint32_t sensor)
{
    add(to, CALL_SENSE);
    add(to, sensor);
}

static void add_plan(chronicle_state *to, const htn_domain *domain, const htn_plan *plan, const uint8_t *done)
{
    uint32_t i, k;

    add(to, plan->step_count);
    for (i = 0; i < plan->step_count; i++) {
        const htn_step *step = &plan->steps[i];

        add(to, done[i]);
        add(to, step->task);
        add(to, value_count(domain, step->task));
        for (k = 0; k < value_count(domain, step->task); k++) {
            int32_t value = plan->values[step->arguments + k];

            if (is_symbol_value(domain, step->task, k))
                add_symbol(to, htn_domain_text(domain, HTN_SECTION_STRINGS, (uint32_t)value));
            else
                add(to, value);
        }
    }
    add(to, plan->record_count);
    for (i = 0; i < plan->record_count; i++)
        add(to, plan->record[i]);
    add(to, plan->partial);
    add(to, plan->continues);
}

void chronicle_agent(chronicle_state *to, const htn_domain *domain, const htn_agent *agent)
{
    uint32_t layer, i;
    htn_activity activity;
    const uint8_t *done;
    htn_order order;
    htn_plan plan;

    for (layer = 0; layer < htn_agent_layers(agent); layer++) {
        if (htn_agent_plan(agent, layer, &plan, &done))
            add_plan(to, domain, &plan, done);
        else
            add(to, -1);
        for (i = 0; htn_agent_activity(agent, layer, i, &activity); i++)
            add_activity(to, &activity);
        add(to, 0); /* no id */
        for (i = 0; htn_agent_order_at(agent, layer, i, &order); i++) {
            add(to, order.id);
            add(to, order.tries);
        }
        add(to, 0);
    }
}

/* --- The reference runner's ----------------------------------------------------------------------- */

static void add_active(chronicle_state *to, const reference_runner *runner, const runner_active *active)
{
    uint32_t i;

    add(to, active->id);
    add(to, active->step);
    add(to, active->task->index);
    add(to, active->argument_count);
    for (i = 0; i < active->argument_count; i++)
        if (active->arguments[i].symbol)
            add_symbol(to, reference_symbol(runner->reference, active->arguments[i].value));
        else
            add(to, active->arguments[i].value);
}

void chronicle_runner_call(chronicle_state *to, const reference_runner *runner, chronicle_call call, uint32_t layer,
                           const runner_active *active, uint32_t elapsed_us)
{
    add(to, call);
    add(to, layer);
    add(to, elapsed_us);
    add_active(to, runner, active);
}

/* Whether an argument of a step is a symbol: a parameter that is one. */
static bool is_symbol(const reference_step *step, uint32_t argument)
{
    const htnc_variable *parameter = step->task->parameters;

    while (parameter && argument--)
        parameter = parameter->next;
    return parameter && parameter->type->kind == HTNC_TYPE_SYMBOL;
}

static void add_reference_plan(chronicle_state *to, const reference_runner *runner, const runner_layer *layer)
{
    const reference_plan *plan = &layer->run.plan;
    uint32_t i, k;

    add(to, plan->step_count);
    for (i = 0; i < plan->step_count; i++) {
        const reference_step *step = &plan->steps[i];

        add(to, layer->broken && rounds_state(layer, i) >= HTN_STEP_ROUND_DONE ? AT_SOME_LEVEL
                                                                               : (int32_t)rounds_state(layer, i));
        add(to, step->task->index);
        add(to, step->argument_count);
        for (k = 0; k < step->argument_count; k++)
            if (is_symbol(step, k))
                add_symbol(to, reference_symbol(runner->reference, step->arguments[k]));
            else
                add(to, step->arguments[k]);
    }
    add(to, plan->record_count);
    for (i = 0; i < plan->record_count; i++)
        add(to, plan->record[i]);
    add(to, plan->partial);
    add(to, layer->run.continues);
}

void chronicle_runner(chronicle_state *to, const reference_runner *runner)
{
    uint32_t i, k;

    for (i = 0; i < runner->layer_count; i++) {
        const runner_layer *layer = &runner->layers[i];

        if (layer->running)
            add_reference_plan(to, runner, layer);
        else
            add(to, -1);
        for (k = 0; k < layer->active_count; k++)
            add_active(to, runner, &layer->active[k]);
        add(to, 0);
        for (k = 0; k < layer->order_count; k++)
            if (layer->orders[k].end < 0) {
                add(to, layer->orders[k].id);
                add(to, layer->orders[k].tries);
            }
        add(to, 0);
    }
}

/* --- In words ------------------------------------------------------------------------------------- */

static int32_t next(const chronicle_state *from, uint32_t *at)
{
    return *at < from->count ? from->numbers[(*at)++] : 0;
}

static void describe_values(text_buffer *to, const chronicle_state *from, uint32_t *at, int32_t count)
{
    int32_t i;

    add_text(to, "(");
    for (i = 0; i < count; i++)
        add_text(to, "%s%d", i ? ", " : "", (int)next(from, at));
    add_text(to, ")");
}

/* Behind its id. */
static void describe_activity(text_buffer *to, const htn_domain *domain, const chronicle_state *from, uint32_t *at,
                              int32_t id)
{
    int32_t step = next(from, at);
    uint32_t task = (uint32_t)next(from, at);

    add_text(to, " #%d ", (int)id);
    add_text(to, step == -1 ? "aborting " : "step %d ", (int)step);
    add_text(to, "%s", htn_task_name(domain, task));
    describe_values(to, from, at, next(from, at));
}

void describe_calls(text_buffer *to, const htn_domain *domain, const chronicle_state *calls)
{
    static const char *const names[] = {"start", "update", "abort"};
    uint32_t at = 0;

    while (at < calls->count) {
        int32_t call = next(calls, &at);

        if (call == CALL_SENSE) {
            add_text(to, "    sense %d\n", (int)next(calls, &at));
            continue;
        }
        add_text(to, "    %s in layer %d", names[call], (int)next(calls, &at));
        add_text(to, " after %d ms:", (int)next(calls, &at));
        describe_activity(to, domain, calls, &at, next(calls, &at));
        add_text(to, "\n");
    }
}

static void describe_plan_of(text_buffer *to, const htn_domain *domain, const chronicle_state *from, uint32_t *at,
                             int32_t steps)
{
    int32_t records;

    while (steps-- > 0) {
        int32_t done = next(from, at);

        add_text(to, done > HTN_STEP_DONE ? " %d" : done ? " +" : " ", (int)done);
        add_text(to, "%s", htn_task_name(domain, (uint32_t)next(from, at)));
        describe_values(to, from, at, next(from, at));
    }
    add_text(to, " MTR");
    for (records = next(from, at); records > 0; records--)
        add_text(to, " %d", (int)next(from, at));
    add_text(to, next(from, at) ? ", partial" : "");
    add_text(to, next(from, at) ? ", continues" : "");
}

void describe_layers(text_buffer *to, const htn_domain *domain, const chronicle_state *layers)
{
    uint32_t at = 0, layer;
    int32_t id;

    for (layer = 0; at < layers->count; layer++) {
        int32_t steps = next(layers, &at);

        add_text(to, "    layer %u:", (unsigned)layer);
        if (steps >= 0)
            describe_plan_of(to, domain, layers, &at, steps);
        else
            add_text(to, " no plan");
        add_text(to, "; in progress:");
        while ((id = next(layers, &at)))
            describe_activity(to, domain, layers, &at, id);
        while ((id = next(layers, &at)))
            add_text(to, "; order %d, %d tries", (int)id, (int)next(layers, &at));
        add_text(to, "\n");
    }
}
