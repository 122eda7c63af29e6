/* See reference_orders.h. */
#include "reference_orders.h"
#include <string.h>

enum { TRIES = 3 };

runner_order *orders_first(runner_layer *layer)
{
    uint32_t i;

    for (i = 0; i < layer->order_count; i++)
        if (layer->orders[i].end < 0)
            return &layer->orders[i];
    return NULL;
}

uint32_t orders_wanted(runner_layer *layer)
{
    const runner_order *first = orders_first(layer);

    return first && first->id != layer->closed ? first->id : 0;
}

static runner_order *find(runner_layer *layer, uint32_t id)
{
    uint32_t i;

    for (i = 0; id && i < layer->order_count; i++)
        if (layer->orders[i].id == id)
            return &layer->orders[i];
    return NULL;
}

bool orders_own_plan(runner_layer *layer)
{
    return layer->current == orders_wanted(layer);
}

void orders_end(runner_layer *layer, runner_order *order, int end)
{
    if (!order || order->end >= 0)
        return;
    order->end = end;
    layer->asked = true;
    layer->failures = 0;
    layer->due = layer->due || (!layer->running && !layer->partial);
}

static bool gate_holds(reference_runner *runner, const runner_layer *layer, const runner_order *order)
{
    const htnc_ordered *each;

    for (each = runner->model->orders; each; each = each->next)
        if (each->task == order->task && each->layer == layer->root && each->declaration)
            return reference_condition_holds(runner->reference, each->declaration->gate->methods->while_conditions,
                                             runner->world.seen);
    return true;
}

bool orders_look_at_gate(reference_runner *runner, runner_layer *layer)
{
    const runner_order *first = orders_first(layer);
    uint32_t id = first ? first->id : 0, before = layer->closed;

    if (id == layer->gate_of && !layer->gate_doubted)
        return false;
    layer->gate_of = id;
    layer->gate_doubted = false;
    layer->closed = first && !gate_holds(runner, layer, first) ? id : 0;
    if (layer->closed == before || (layer->closed == 0 && before != id))
        return false;
    runner->counts.gates_closed += layer->closed != 0;
    runner->counts.gates_opened += layer->closed == 0;
    runner->counts.gates_closed_over_plans += layer->closed != 0 && layer->current == layer->closed;
    runner->counts.gates_closed_over_others += layer->closed != 0 && layer->order_count > 1;
    layer->asked = true;
    layer->failures = 0;
    layer->due = layer->due || (!layer->running && !layer->partial);
    return true;
}

bool orders_gate_is_closed(const runner_layer *layer)
{
    return layer->current && layer->current == layer->closed;
}

void orders_end_current(runner_layer *layer, int end)
{
    runner_order *order = find(layer, layer->current);

    layer->current = 0;
    layer->drops = false;
    orders_end(layer, order, end);
}

void orders_plan_failed(runner_layer *layer)
{
    runner_order *order = find(layer, layer->current);

    if (order && ++order->tries >= TRIES)
        orders_end(layer, order, HTN_ORDER_FAILED);
    layer->current = 0;
}

const reference_given *orders_given(reference_runner *runner, runner_layer *layer)
{
    static reference_given given;
    const runner_order *first = orders_wanted(layer) ? orders_first(layer) : NULL;

    given.count = 0;
    reference_plan_given(runner->reference, NULL);
    given.cheapest = reference_is_cheapest(runner->reference, layer->root);
    if (first)
        reference_give(&given, first->task, first->values);
    return first ? &given : NULL;
}

void orders_look_for_gone(reference_runner *runner, runner_layer *layer)
{
    static reference_given given;
    uint32_t i;

    for (i = 0; i < layer->order_count; i++) {
        given.count = 0;
        reference_give(&given, layer->orders[i].task, layer->orders[i].values);
        if (!reference_given_is_same(runner->reference, &given, layer->orders[i].then, runner->world.seen))
            orders_end(layer, &layer->orders[i], HTN_ORDER_GONE);
    }
}

bool orders_plan_is_over(runner_layer *layer)
{
    const runner_order *order = find(layer, layer->current);

    return order && (orders_gate_is_closed(layer) || (order->end >= 0 && order->end != HTN_ORDER_REPLACED));
}

static bool has_step(const runner_layer *layer, uint32_t id)
{
    uint32_t i;

    for (i = 0; i < layer->active_count; i++)
        if (layer->active[i].order == id)
            return true;
    return false;
}

bool orders_report(reference_runner *runner, runner_layer *layer)
{
    uint32_t i = 0;
    bool any = false;

    while (i < layer->order_count) {
        runner_order *order = &layer->orders[i];

        if (order->end < 0 || order->id == layer->current || has_step(layer, order->id)) {
            i++;
            continue;
        }
        if (runner->end_count < RUNNER_ENDS) {
            runner->ends[runner->end_count].layer = layer->root;
            runner->ends[runner->end_count].id = order->id;
            runner->ends[runner->end_count++].end = (uint32_t)order->end;
        }
        any = true;
        runner->counts.order_ends[order->end]++;
        memmove(order, order + 1, (size_t)(&layer->orders[--layer->order_count] - order) * sizeof *order);
    }
    return any;
}

/* --- The game ---------------------------------------------------------------------------------------- */

static bool may_be_given(reference_runner *runner, const runner_layer *layer, const htnc_task *task,
                         const int32_t *values)
{
    const htnc_variable *parameter = task->parameters;
    uint32_t i;

    reference_plan_given(runner->reference, NULL);
    if (task->splits && reference_is_cheapest(runner->reference, layer->root))
        return false;
    for (i = 0; parameter; i++, parameter = parameter->next)
        if (parameter->type->kind == HTNC_TYPE_ENTITIES && parameter->type->open && values[i] >= 0 &&
            !reference_exists(runner->reference, parameter->type, values[i], runner->world.seen))
            return false;
    return true;
}

static void end_open(runner_layer *layer, uint32_t id, int end)
{
    uint32_t i;

    for (i = 0; i < layer->order_count; i++)
        if (layer->orders[i].end < 0 && (id == HTN_NONE || layer->orders[i].id == id)) {
            layer->orders[i].end = end;
            layer->asked = true;
        }
}

void runner_order_task(reference_runner *runner, uint32_t number, const htnc_task *task, const int32_t *values,
                       bool replaces)
{
    runner_layer *layer = &runner->layers[number];
    uint32_t open = 0, i;

    for (i = 0; i < layer->order_count; i++)
        open += layer->orders[i].end < 0;
    if (!may_be_given(runner, layer, task, values) || (!replaces && open >= runner->options.orders))
        return;
    if (layer->order_count == RUNNER_ORDERS) {
        runner->gave_up = true;
        return;
    }
    if (replaces)
        end_open(layer, HTN_NONE, HTN_ORDER_REPLACED);
    layer->orders[layer->order_count].id = ++runner->last_order;
    layer->orders[layer->order_count].task = task;
    layer->orders[layer->order_count].tries = 0;
    layer->orders[layer->order_count].end = -1;
    memcpy(layer->orders[layer->order_count].values, values, task->parameter_count * sizeof *values);
    memcpy(layer->orders[layer->order_count++].then, runner->world.seen,
           reference_cells(runner->reference) * sizeof(int32_t));
    layer->asked = true;
    runner->counts.orders++;
    orders_report(runner, layer);
}

void runner_take_back(reference_runner *runner, uint32_t number, uint32_t id)
{
    end_open(&runner->layers[number], id, HTN_ORDER_TAKEN);
    orders_report(runner, &runner->layers[number]);
}
