/*
 * The graphs of use: which tasks, constants and named conditions use which. Finds recursion, puts constants
 * and conditions in the order of use, and tells which tasks a root can reach. Linear in the size of the graph,
 * and no C recursion: a domain may be one chain of 100,000 tasks.
 */
#include "compiler/names/resolver.h"

void htnc_edge_add(base_arena *arena, htnc_edges *edges, uint32_t from, uint32_t to)
{
    if (edges->count == edges->capacity) {
        uint32_t capacity = edges->capacity ? edges->capacity * 2 : 64;
        edges->list = base_grow(arena, edges->list, edges->count * sizeof(htnc_edge), capacity * sizeof(htnc_edge));
        edges->capacity = capacity;
    }
    edges->list[edges->count++] = (htnc_edge){from, to};
}

/* --- Strongly connected components ---------------------------------------------------------------- */

typedef struct tarjan {
    uint32_t *first; /* node -> its first entry in targets; one more at the end */
    uint32_t *targets;
    uint32_t *next;   /* node -> the next of its edges to look at */
    uint32_t *number; /* 0: not visited */
    uint32_t *low;
    bool *open; /* on `stack` */
    uint32_t *stack, stack_count;
    uint32_t *path, path_count; /* what would be the C stack */
    uint32_t visited, finished;
} tarjan;

static void sort_edges(base_arena *arena, tarjan *t, const htnc_edges *edges, uint32_t count)
{
    t->first = base_alloc_array(arena, (size_t)count + 2, sizeof *t->first);
    t->targets = base_alloc_array(arena, (size_t)edges->count + 1, sizeof *t->targets);
    t->next = base_alloc_array(arena, (size_t)count + 1, sizeof *t->next);
    for (uint32_t i = 0; i < edges->count; i++)
        t->first[edges->list[i].from + 1]++;
    for (uint32_t i = 0; i < count; i++)
        t->first[i + 1] += t->first[i];
    memcpy(t->next, t->first, count * sizeof *t->next);
    for (uint32_t i = 0; i < edges->count; i++)
        t->targets[t->next[edges->list[i].from]++] = edges->list[i].to;
    memcpy(t->next, t->first, count * sizeof *t->next);
}

static void enter(tarjan *t, uint32_t node)
{
    t->number[node] = t->low[node] = ++t->visited;
    t->stack[t->stack_count++] = node;
    t->open[node] = true;
    t->path[t->path_count++] = node;
}

/* All edges of `node` are done: the end of a component, if it is that component's first node. */
static void leave(tarjan *t, htnc_components *found, uint32_t node)
{
    t->path_count--;
    if (t->path_count > 0 && t->low[node] < t->low[t->path[t->path_count - 1]])
        t->low[t->path[t->path_count - 1]] = t->low[node];
    if (t->low[node] != t->number[node])
        return;
    uint32_t member, size = 0;
    do {
        member = t->stack[--t->stack_count];
        t->open[member] = false;
        found->component[member] = found->count;
        found->order[t->finished++] = member;
        size++;
    } while (member != node);
    for (uint32_t i = t->finished - size; size > 1 && i < t->finished; i++)
        found->cyclic[found->order[i]] = true;
    found->count++;
}

static void visit(tarjan *t, htnc_components *found, uint32_t root)
{
    enter(t, root);
    while (t->path_count > 0) {
        uint32_t node = t->path[t->path_count - 1];
        if (t->next[node] == t->first[node + 1]) {
            leave(t, found, node);
            continue;
        }
        uint32_t target = t->targets[t->next[node]++];
        if (target == node)
            found->cyclic[node] = true;
        if (t->number[target] == 0)
            enter(t, target);
        else if (t->open[target] && t->number[target] < t->low[node])
            t->low[node] = t->number[target];
    }
}

htnc_components htnc_components_of(base_arena *arena, const htnc_edges *edges, uint32_t count)
{
    tarjan t = {0};
    htnc_components found = {0};
    size_t room = (size_t)count + 1;
    sort_edges(arena, &t, edges, count);
    t.number = base_alloc_array(arena, room, sizeof *t.number);
    t.low = base_alloc_array(arena, room, sizeof *t.low);
    t.open = base_alloc_array(arena, room, sizeof *t.open);
    t.stack = base_alloc_array(arena, room, sizeof *t.stack);
    t.path = base_alloc_array(arena, room, sizeof *t.path);
    found.component = base_alloc_array(arena, room, sizeof *found.component);
    found.order = base_alloc_array(arena, room, sizeof *found.order);
    found.cyclic = base_alloc_array(arena, room, sizeof *found.cyclic);
    for (uint32_t i = 0; i < count; i++)
        if (t.number[i] == 0)
            visit(&t, &found, i);
    return found;
}

/* --- Constants and named conditions --------------------------------------------------------------- */

/* Says that a component's declarations go round in a circle, at the first of them in the source. */
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
            base_report_note(resolver->diagnostics, report, names[i]->span, "by way of `%s`", names[i]->text);
            shown++;
        }
}

/* `names` are those of the declarations in the order of `found`. */
static void report_circles(htnc_resolver *resolver, const htnc_components *found, const htnc_name *const *names,
                           uint32_t count, base_diagnostic_id id, const char *message)
{
    for (uint32_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && found->component[found->order[end]] == found->component[found->order[i]];)
            end++;
        if (found->cyclic[found->order[i]])
            report_circle(resolver, id, names + i, end - i, message);
    }
}

static void order_constants(htnc_resolver *resolver)
{
    uint32_t count = resolver->constant_count;
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
    report_circles(resolver, &found, names, count, BASE_DIAG_RECURSIVE_CONSTANT, "the value of `%s` depends on itself");
}

static void order_conditions(htnc_resolver *resolver)
{
    uint32_t count = resolver->condition_count;
    htnc_components found = htnc_components_of(resolver->arena, &resolver->condition_edges, count);
    htnc_condition **by_index = base_alloc_array(resolver->arena, (size_t)count + 1, sizeof *by_index);
    const htnc_name **names = base_alloc_array(resolver->arena, (size_t)count + 1, sizeof *names);
    for (htnc_condition *each = resolver->model->conditions; each; each = each->next)
        by_index[each->index] = each;
    htnc_condition **end = &resolver->model->conditions;
    for (uint32_t i = 0; i < count; i++) {
        names[i] = &by_index[found.order[i]]->declaration->name;
        *end = by_index[found.order[i]];
        end = &(*end)->next;
    }
    *end = NULL;
    report_circles(resolver, &found, names, count, BASE_DIAG_RECURSIVE_CONDITION,
                   "condition `%s` uses itself; conditions cannot be recursive");
}

void htnc_order_declarations(htnc_resolver *resolver)
{
    order_constants(resolver);
    order_conditions(resolver);
}

/* --- Tasks ---------------------------------------------------------------------------------------- */

/* Whether it was not marked yet: as used, or (`cheapest`) as weighed for that root. */
static bool mark(htnc_task *task, const htnc_root *cheapest)
{
    bool marked = cheapest ? task->weighed.end > 0 : task->used;
    task->used = true;
    if (cheapest && !marked)
        task->weighed = cheapest->span;
    return !marked;
}

/* Marks the root's task and all that it can come to. `waiting` has room for all tasks. */
static void spread_from(const htnc_model *model, const tarjan *edges, htnc_task *task, const htnc_root *cheapest,
                        uint32_t *waiting)
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
    tarjan edges = {0};
    uint32_t *waiting = base_alloc_array(resolver->arena, (size_t)tasks + 1, sizeof *waiting);
    for (uint32_t i = 0; i < resolver->task_edges.count; i++)
        htnc_edge_add(resolver->arena, &callers, resolver->task_edges.list[i].to, resolver->task_edges.list[i].from);
    sort_edges(resolver->arena, &edges, &callers, tasks);
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
    tarjan edges = {0};
    uint32_t *waiting = base_alloc_array(resolver->arena, (size_t)model->task_count + 1, sizeof *waiting);
    sort_edges(resolver->arena, &edges, &resolver->task_edges, model->task_count);
    for (const htnc_root *root = model->roots; root; root = root->next)
        spread_from(model, &edges, root->task, NULL, waiting);
    for (const htnc_root *root = model->roots; root; root = root->next)
        if (root->cheapest)
            spread_from(model, &edges, root->task, root, waiting);
}

void htnc_call_graph(htnc_resolver *resolver)
{
    htnc_components found = htnc_components_of(resolver->arena, &resolver->task_edges, resolver->model->task_count);
    for (uint32_t i = 0; i < resolver->model->task_count; i++) {
        resolver->model->tasks[i]->component = found.component[i];
        resolver->model->tasks[i]->recursive = found.cyclic[i];
    }
    spread_from_roots(resolver);
}
