/* See order_queue.h. The game gives and takes back orders here: htn/orders.h. */
#include "order_queue.h"
#include "../search/given_tasks.h"
#include "../world/cells.h"
#include "agent_journal.h"

enum { DEFAULT_TRIES = 3 };

/* --- Room --------------------------------------------------------------------------------------- */

uint32_t htni_most_parameters(const htn_domain *domain)
{
    const uint32_t tasks = htni_count(domain, HTN_SECTION_TASKS);
    uint32_t most = 0;
    for (uint32_t i = 0; i < tasks; i++)
        if (HTNI_FIELD(domain, TASKS, i, PARAMETER_COUNT) > most)
            most = HTNI_FIELD(domain, TASKS, i, PARAMETER_COUNT);
    return most;
}

/* Orders that have ended wait for the plan that is running, or for a step in progress. */
uint32_t htni_order_room(const htn_agent_options *options)
{
    return options->orders == 0 ? 0 : options->orders + 2 + options->running;
}

uint32_t htni_order_tries(const htn_agent *agent)
{
    return agent->options.order_tries == 0 ? DEFAULT_TRIES : agent->options.order_tries;
}

/* --- Looking ------------------------------------------------------------------------------------ */

uint32_t htni_first_order(const htni_order_queue *queue)
{
    for (uint32_t i = 0; i < queue->count; i++)
        if (queue->orders[i].end == 0)
            return i;
    return HTN_NONE;
}

uint32_t htni_find_order(const htni_order_queue *queue, uint32_t id)
{
    for (uint32_t i = 0; i < queue->count && id != 0; i++)
        if (queue->orders[i].id == id)
            return i;
    return HTN_NONE;
}

htn_given_task htni_order_task(const htn_agent *agent, const htni_order_queue *queue, uint32_t index)
{
    const uint32_t task = queue->orders[index].task;
    const htn_given_task given = {task, queue->values + (size_t)index * htni_orders_of(agent)->most,
                                  HTNI_FIELD(agent->domain, TASKS, task, PARAMETER_COUNT)};
    return given;
}

bool htni_is_order_gone(const htn_agent *agent, const htni_order_queue *queue, uint32_t index)
{
    const htn_domain *domain = agent->domain;
    const htn_given_task task = htni_order_task(agent, queue, index);
    const uint16_t *generations = queue->generations + (size_t)index * htni_orders_of(agent)->most;
    const uint32_t first = HTNI_FIELD(domain, TASKS, task.task, FIRST_PARAMETER);
    for (uint32_t i = 0; i < task.argument_count; i++) {
        const uint32_t type = htni_open_type(domain, first + i);
        const int32_t instance = task.arguments[i];
        if (type != HTN_NONE && instance >= 0 &&
            (!htni_is_present(domain, agent->world.bytes, type, instance) ||
             htni_generation(agent->world.bytes + domain->world_bytes, htni_slot(domain, type, instance)) !=
                 generations[i]))
            return true;
    }
    return false;
}

void htni_estrange_orders(const htn_agent *agent, uint32_t layer, uint32_t slot, uint32_t generation)
{
    const htn_domain *domain = agent->domain;
    const htni_order_queue *queue = htni_order_queue_of(agent, layer);
    for (uint32_t i = 0; i < queue->count; i++) {
        if (queue->orders[i].end != 0)
            continue;
        const htn_given_task task = htni_order_task(agent, queue, i);
        uint16_t *generations = queue->generations + (size_t)i * htni_orders_of(agent)->most;
        const uint32_t first = HTNI_FIELD(domain, TASKS, task.task, FIRST_PARAMETER);
        for (uint32_t k = 0; k < task.argument_count; k++) {
            const uint32_t type = htni_open_type(domain, first + k);
            if (type != HTN_NONE && task.arguments[k] >= 0 && htni_slot(domain, type, task.arguments[k]) == slot)
                generations[k] = (uint16_t)(generation - 1);
        }
    }
}

static bool has_step(const htn_agent *agent, uint32_t layer, uint32_t id)
{
    const htni_slots *steps = &agent->layers[layer].steps;
    const htni_order_queue *queue = htni_order_queue_of(agent, layer);
    for (uint32_t i = 0; i < steps->count; i++)
        if (steps->slots[i].state != HTNI_SLOT_FREE && queue->of_slots[i] == id)
            return true;
    return false;
}

/* --- Reporting ---------------------------------------------------------------------------------- */

static void remove_order(const htn_agent *agent, htni_order_queue *queue, uint32_t index)
{
    const size_t most = htni_orders_of(agent)->most, behind = --queue->count - index;
    memmove(queue->orders + index, queue->orders + index + 1, behind * sizeof *queue->orders);
    memmove(queue->values + index * most, queue->values + (index + 1) * most, behind * most * sizeof *queue->values);
    memmove(queue->generations + index * most, queue->generations + (index + 1) * most,
            behind * most * sizeof *queue->generations);
}

bool htni_report_orders(htn_agent *agent, uint32_t layer)
{
    bool any = false;
    htni_order_queue *queue = htni_order_queue_of(agent, layer);
    for (uint32_t i = 0; i < queue->count;) {
        const htni_order order = queue->orders[i];
        if (order.end == 0 || order.id == queue->current || has_step(agent, layer, order.id)) {
            i++;
            continue;
        }
        const htn_order_report report = {order.id, layer, order.task, (htn_order_end)(order.end - 1),
                                         (htn_status)order.status};
        remove_order(agent, queue, i);
        any = true;
        HTNI_NOTE(agent, ORDER_END, layer, order.id, order.end - 1, order.status);
        if (agent->agent_class->order_ended == NULL)
            continue;
        const bool inside = agent->inside;
        const htni_writer_mark writer = agent->observers.writer;
        agent->inside = true;
        htni_begin_writing(agent, HTN_BY_ORDER, order.id, HTN_NONE);
        agent->agent_class->order_ended(agent->options.user, &report);
        agent->observers.writer = writer;
        agent->inside = inside;
        i = 0; /* the function may have given and taken back orders */
    }
    return any;
}

/* --- Giving ------------------------------------------------------------------------------------- */

bool htni_add_order(htn_agent *agent, uint32_t layer, const htn_given_task *task, uint32_t id)
{
    const htn_domain *domain = agent->domain;
    htni_order_queue *queue = htni_order_queue_of(agent, layer);
    const size_t most = htni_orders_of(agent)->most;
    const uint32_t index = queue->count, first = HTNI_FIELD(domain, TASKS, task->task, FIRST_PARAMETER);
    if (index >= htni_orders_of(agent)->room)
        return false;
    memset(&queue->orders[index], 0, sizeof *queue->orders);
    queue->orders[index].id = id;
    queue->orders[index].task = task->task;
    for (uint32_t i = 0; i < task->argument_count; i++) {
        const uint32_t type = htni_open_type(domain, first + i);
        const int32_t value = task->arguments[i];
        queue->values[index * most + i] = value;
        queue->generations[index * most + i] =
            type == HTN_NONE || value < 0
                ? 0
                : (uint16_t)htni_generation(agent->world.bytes + domain->world_bytes, htni_slot(domain, type, value));
    }
    queue->count++;
    return true;
}

static void note_order(const htn_agent *agent, uint32_t layer, const htn_given_task *task, htn_order_how how,
                       uint32_t id)
{
    uint32_t numbers[6 + HTN_MAX_LOCALS] = {
        agent->observers.writer.by, agent->observers.writer.id, layer, (uint32_t)how, id, task->task};
    if (agent->observers.journal == NULL)
        return;
    for (uint32_t i = 0; i < task->argument_count; i++)
        numbers[6 + i] = htni_zigzag(task->arguments[i]);
    htni_journal_put(agent->observers.journal, HTN_JOURNAL_ORDER, numbers, 6 + task->argument_count);
}

/* Ends the orders that have not ended, or the one with an id. How many. */
static uint32_t end_orders(htn_agent *agent, uint32_t layer, uint32_t id, htn_order_end end)
{
    htni_order_queue *queue = htni_order_queue_of(agent, layer);
    uint32_t count = 0;
    for (uint32_t i = 0; i < queue->count; i++)
        if (queue->orders[i].end == 0 && (id == HTN_NONE || queue->orders[i].id == id)) {
            queue->orders[i].end = (uint32_t)end + 1;
            count++;
        }
    if (count != 0)
        agent->layers[layer].schedule.asked = true;
    return count;
}

static uint32_t count_open(const htni_order_queue *queue)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < queue->count; i++)
        count += queue->orders[i].end == 0;
    return count;
}

htn_status htn_agent_order(htn_agent *agent, uint32_t layer, const htn_given_task *task, htn_order_how how,
                           uint32_t *id)
{
    uint64_t mark;
    if (agent == NULL || layer >= agent->layer_count || task == NULL || htni_orders_of(agent) == NULL ||
        (how != HTN_ORDER_QUEUE && how != HTN_ORDER_REPLACE) ||
        htni_check_given(&agent->world, agent->domain, task, 1, &mark) != HTN_OK ||
        ((HTNI_FIELD(agent->domain, ROOTS, layer, FLAGS) & HTN_ROOT_CHEAPEST) != 0 &&
         htni_given_splits(agent->domain, task, 1)))
        return HTN_BAD_ARGUMENT;
    if (how == HTN_ORDER_QUEUE && count_open(htni_order_queue_of(agent, layer)) >= agent->options.orders)
        return HTN_TOO_SMALL;
    const uint32_t next = htni_orders_of(agent)->next_id++;
    note_order(agent, layer, task, how, next);
    if (how == HTN_ORDER_REPLACE)
        end_orders(agent, layer, HTN_NONE, HTN_ORDER_REPLACED);
    htni_add_order(agent, layer, task, next); /* there is room: those that have ended have a plan or a step */
    agent->layers[layer].schedule.asked = true;
    if (id != NULL)
        *id = next;
    htni_report_orders(agent, layer);
    return HTN_OK;
}

htn_status htn_agent_take_back(htn_agent *agent, uint32_t layer, uint32_t id)
{
    uint32_t count = 0;
    if (agent == NULL || htni_orders_of(agent) == NULL || (layer >= agent->layer_count && layer != HTN_NONE) ||
        (layer == HTN_NONE && id != HTN_NONE))
        return HTN_BAD_ARGUMENT;
    HTNI_NOTE(agent, TAKE_BACK, agent->observers.writer.by, agent->observers.writer.id, layer + 1, id + 1);
    for (uint32_t i = 0; i < agent->layer_count; i++)
        if (layer == HTN_NONE || layer == i) {
            count += end_orders(agent, i, id, HTN_ORDER_TAKEN);
            htni_report_orders(agent, i);
        }
    return count != 0 || id == HTN_NONE ? HTN_OK : HTN_NOT_FOUND;
}

bool htn_agent_order_at(const htn_agent *agent, uint32_t layer, uint32_t index, htn_order *order)
{
    if (agent == NULL || layer >= agent->layer_count || htni_orders_of(agent) == NULL || order == NULL)
        return false;
    const htni_order_queue *queue = htni_order_queue_of(agent, layer);
    for (uint32_t i = 0; i < queue->count; i++)
        if (queue->orders[i].end == 0 && index-- == 0) {
            order->id = queue->orders[i].id;
            order->task = htni_order_task(agent, queue, i);
            order->tries = queue->orders[i].tries;
            order->runs = queue->current == order->id;
            order->waits = queue->closed == order->id;
            return true;
        }
    return false;
}
