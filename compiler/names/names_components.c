/*
 * Graphs as lists of edges, and their strongly connected components (Tarjan 1972). Linear in the size of the graph. No C recursion:
 * a domain may be one chain of 100,000 tasks.
 */
#include "compiler/names/names_components.h"

#include <string.h>

void htnc_edge_add(base_arena *arena, htnc_edges *edges, uint32_t from, uint32_t to)
{
    if (edges->count == edges->capacity) {
        uint32_t capacity = edges->capacity ? edges->capacity * 2 : 64;
        edges->list = base_grow(arena, edges->list, edges->count * sizeof(htnc_edge), capacity * sizeof(htnc_edge));
        edges->capacity = capacity;
    }
    edges->list[edges->count++] = (htnc_edge){from, to};
}

htnc_adjacency htnc_adjacency_of(base_arena *arena, const htnc_edges *edges, uint32_t count)
{
    htnc_adjacency sorted;
    uint32_t *next = base_alloc_array(arena, (size_t)count + 1, sizeof *next);
    sorted.first = base_alloc_array(arena, (size_t)count + 2, sizeof *sorted.first);
    sorted.targets = base_alloc_array(arena, (size_t)edges->count + 1, sizeof *sorted.targets);
    for (uint32_t i = 0; i < edges->count; i++)
        sorted.first[edges->list[i].from + 1]++;
    for (uint32_t i = 0; i < count; i++)
        sorted.first[i + 1] += sorted.first[i];
    memcpy(next, sorted.first, count * sizeof *next);
    for (uint32_t i = 0; i < edges->count; i++)
        sorted.targets[next[edges->list[i].from]++] = edges->list[i].to;
    return sorted;
}

/* --- Strongly connected components ---------------------------------------------------------------- */

typedef struct tarjan {
    htnc_adjacency edges;
    uint32_t *next;   /* by node: the next of its edges to follow */
    uint32_t *number; /* 0: not visited */
    uint32_t *low;
    bool *open; /* on `stack` */
    uint32_t *stack, stack_count;
    uint32_t *path, path_count; /* the nodes from the first one to the current one */
    uint32_t visited, finished;
} tarjan;

static void enter(tarjan *t, uint32_t node)
{
    t->number[node] = t->low[node] = ++t->visited;
    t->stack[t->stack_count++] = node;
    t->open[node] = true;
    t->path[t->path_count++] = node;
}

/* All edges of `node` were followed. If it is the first node of its component, the component is complete. */
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
        if (t->next[node] == t->edges.first[node + 1]) {
            leave(t, found, node);
            continue;
        }
        uint32_t target = t->edges.targets[t->next[node]++];
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
    t.edges = htnc_adjacency_of(arena, edges, count);
    t.next = base_alloc_array(arena, room, sizeof *t.next);
    memcpy(t.next, t.edges.first, count * sizeof *t.next);
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
