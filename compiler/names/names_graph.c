/*
 * Who uses whom: tasks, constants and named conditions. Finds recursion, puts constants and conditions in the order of use, and
 * marks the tasks that a root can reach. Neighbour: names_components.c, the algorithm.
 */
#include "compiler/names/names_graph.h"
#include "compiler/names/names_cycles.h"

/* --- Constants and named conditions --------------------------------------------------------------- */

/* Reports declarations that use each other in a cycle, at the first of them in the source. */
static void report_circle(htnc_resolver *resolver, base_diagnostic_id id, const htnc_name *const *names, uint32_t count,
                          const char *message)
{
    const htnc_name *first = names[0];
    for (uint32_t i = 1; i < count; i++)
        if (names[i]->span.begin < first->span.begin)
            first = names[i];
    base_diagnostic *report = base_report(resolver->diagnostics, id, first->span, message, first->text);
    for (uint32_t i = 0, shown = 0; i < count && shown < 3; i++)
        if (names[i] != first) {
            base_report_note(resolver->diagnostics, report, names[i]->span, "through `%s`", names[i]->text);
            shown++;
        }
}

/* The end of the component that begins at `from`, in the order of `found`. */
static uint32_t end_of_component(const htnc_components *found, uint32_t from, uint32_t count)
{
    uint32_t end = from + 1;
    while (end < count && found->component[found->order[end]] == found->component[found->order[from]])
        end++;
    return end;
}

static void order_constants(htnc_resolver *resolver)
{
    uint32_t count = resolver->model->constant_count;
    htnc_components found = htnc_components_of(resolver->arena, &resolver->constant_edges, count);
    htnc_constant **by_index = base_alloc_array(resolver->arena, (size_t)count + 1, sizeof *by_index);
    const htnc_name **names = base_alloc_array(resolver->arena, (size_t)count + 1, sizeof *names);
    for (htnc_constant *each = resolver->model->constants; each; each = each->next)
        by_index[each->index] = each;
    htnc_constant **end = &resolver->model->constants;
    for (uint32_t i = 0; i < count; i++) {
        names[i] = &by_index[found.order[i]]->declaration->name;
        *end = by_index[found.order[i]];
        end = &(*end)->next;
    }
    *end = NULL;
    for (uint32_t i = 0, next; i < count; i = next) {
        next = end_of_component(&found, i, count);
        if (found.cyclic[found.order[i]])
            report_circle(resolver, BASE_DIAG_RECURSIVE_CONSTANT, names + i, next - i,
                          "the value of `%s` depends on itself");
    }
}

static void order_conditions(htnc_resolver *resolver)
{
    uint32_t count = resolver->model->condition_count;
    htnc_components found = htnc_components_of(resolver->arena, &resolver->condition_edges, count);
    htnc_condition **by_index = base_alloc_array(resolver->arena, (size_t)count + 1, sizeof *by_index);
    htnc_condition **ordered = base_alloc_array(resolver->arena, (size_t)count + 1, sizeof *ordered);
    const htnc_name **names = base_alloc_array(resolver->arena, (size_t)count + 1, sizeof *names);
    for (htnc_condition *each = resolver->model->conditions; each; each = each->next)
        by_index[each->index] = each;
    htnc_condition **end = &resolver->model->conditions;
    for (uint32_t i = 0; i < count; i++) {
        ordered[i] = *end = by_index[found.order[i]];
        names[i] = &ordered[i]->declaration->name;
        end = &(*end)->next;
    }
    *end = NULL;
    for (uint32_t i = 0, next; i < count; i = next) {
        bool value = false;
        next = end_of_component(&found, i, count);
        for (uint32_t k = i; k < next; k++)
            value |= ordered[k]->declaration->value;
        if (!found.cyclic[found.order[i]])
            continue;
        if (value)
            report_circle(resolver, BASE_DIAG_RECURSIVE_VALUE, names + i, next - i,
                          "`%s` uses itself; values cannot be recursive");
        else
            htnc_add_cycle(resolver, ordered + i, next - i);
    }
}

void htnc_order_declarations(htnc_resolver *resolver)
{
    order_constants(resolver);
    order_conditions(resolver);
}

/* --- Tasks ---------------------------------------------------------------------------------------- */

/* Marks a task as used and, if `cheapest` is given, as weighed for that root. False: it was marked before. */
static bool mark(htnc_task *task, const htnc_root *cheapest)
{
    bool marked = cheapest ? task->weighed.end > 0 : task->used;
    task->used = true;
    if (cheapest && !marked)
        task->weighed = cheapest->span;
    return !marked;
}

/* Marks a root's task and all tasks that it can reach. `waiting` has room for all tasks. */
static void spread_from(const htnc_model *model, const htnc_adjacency *edges, htnc_task *task,
                        const htnc_root *cheapest, uint32_t *waiting)
{
    uint32_t count = 0;
    if (mark(task, cheapest))
        waiting[count++] = task->index;
    while (count > 0) {
        uint32_t node = waiting[--count];
        for (uint32_t i = edges->first[node]; i < edges->first[node + 1]; i++) {
            htnc_task *callee = model->tasks[edges->targets[i]];
            if (mark(callee, cheapest))
                waiting[count++] = callee->index;
        }
    }
}

void htnc_spread_to_callers(htnc_resolver *resolver, bool *marked)
{
    uint32_t tasks = resolver->model->task_count, count = 0;
    htnc_edges callers = {0};
    uint32_t *waiting = base_alloc_array(resolver->arena, (size_t)tasks + 1, sizeof *waiting);
    for (uint32_t i = 0; i < resolver->task_edges.count; i++)
        htnc_edge_add(resolver->arena, &callers, resolver->task_edges.list[i].to, resolver->task_edges.list[i].from);
    htnc_adjacency edges = htnc_adjacency_of(resolver->arena, &callers, tasks);
    for (uint32_t i = 0; i < tasks; i++)
        if (marked[i])
            waiting[count++] = i;
    while (count > 0) {
        uint32_t node = waiting[--count];
        for (uint32_t i = edges.first[node]; i < edges.first[node + 1]; i++) {
            uint32_t caller = edges.targets[i];
            if (!marked[caller])
                waiting[count++] = caller;
            marked[caller] = true;
        }
    }
}

static void spread_from_roots(htnc_resolver *resolver)
{
    const htnc_model *model = resolver->model;
    uint32_t *waiting = base_alloc_array(resolver->arena, (size_t)model->task_count + 1, sizeof *waiting);
    htnc_adjacency edges = htnc_adjacency_of(resolver->arena, &resolver->task_edges, model->task_count);
    for (const htnc_root *root = model->roots; root; root = root->next)
        spread_from(model, &edges, root->task, NULL, waiting);
    for (const htnc_ordered *ordered = model->orders; ordered; ordered = ordered->next)
        spread_from(model, &edges, ordered->task, NULL, waiting);
    for (const htnc_root *root = model->roots; root; root = root->next)
        if (root->cheapest)
            spread_from(model, &edges, root->task, root, waiting);
}

/* A counting sort of the tasks by component. */
static void sort_by_component(base_arena *arena, htnc_model *model, const htnc_components *found)
{
    uint32_t *end = base_alloc_array(arena, (size_t)found->count + 1, sizeof *end);
    model->by_component = base_alloc_array(arena, (size_t)model->task_count + 1, sizeof *model->by_component);
    for (uint32_t i = 0; i < model->task_count; i++)
        end[found->component[i] + 1]++;
    for (uint32_t i = 0; i < found->count; i++)
        end[i + 1] += end[i];
    for (uint32_t i = 0; i < model->task_count; i++)
        model->by_component[end[found->component[i]]++] = i;
    model->component_end = end;
    model->component_count = found->count;
}

void htnc_weigh_orders(htnc_resolver *resolver)
{
    const htnc_model *model = resolver->model;
    uint32_t *waiting = base_alloc_array(resolver->arena, (size_t)model->task_count + 1, sizeof *waiting);
    htnc_adjacency edges = htnc_adjacency_of(resolver->arena, &resolver->task_edges, model->task_count);
    for (const htnc_ordered *ordered = model->orders; ordered; ordered = ordered->next)
        if (ordered->root->cheapest)
            spread_from(model, &edges, ordered->task, ordered->root, waiting);
}

void htnc_call_graph(htnc_resolver *resolver)
{
    htnc_components found = htnc_components_of(resolver->arena, &resolver->task_edges, resolver->model->task_count);
    for (uint32_t i = 0; i < resolver->model->task_count; i++) {
        resolver->model->tasks[i]->component = found.component[i];
        resolver->model->tasks[i]->recursive = found.cyclic[i];
    }
    sort_by_component(resolver->arena, resolver->model, &found);
    spread_from_roots(resolver);
}
