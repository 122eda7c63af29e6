/* The tree of the plan; see check_tree.h. */
#include "hddl/check/check_tree.h"
#include "hddl/check/check_faults.h"
#include "hddl/check/check_table.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct wanted_id {
    const check_state *c;
    uint64_t id;
} wanted_id;

static bool has_id(const void *user, uint32_t index)
{
    const wanted_id *wanted = user;
    return wanted->c->nodes[index].id == wanted->id;
}

static uint32_t hash_of(uint64_t id)
{
    const uint32_t words[] = {(uint32_t)id, (uint32_t)(id >> 32)};
    return check_hash(0, words, 2);
}

static uint32_t find(const check_state *c, const check_table *by_id, uint64_t id)
{
    const wanted_id wanted = {c, id};
    return check_table_find(by_id, hash_of(id), has_id, &wanted);
}

static void enter_ids(check_state *c, check_table *by_id)
{
    for (size_t i = 0; i < c->count; i++) {
        const check_node *node = &c->nodes[i];
        const uint32_t same = find(c, by_id, node->id);
        if (same != HDDL_NONE)
            check_fault(c, node->line, "line %u already has the number %" PRIu64, c->nodes[same].line, node->id);
        else
            check_table_add(by_id, hash_of(node->id), (uint32_t)i);
    }
}

/* Finds the children of a line, and makes it their parent. */
static void link_children(check_state *c, const check_table *by_id, const check_node *parent)
{
    for (uint32_t i = 0; i < parent->child_count; i++) {
        const uint64_t id = c->child_ids[parent->first_child + i];
        const uint32_t index = find(c, by_id, id);
        c->children[parent->first_child + i] = index;
        if (index == HDDL_NONE)
            check_fault(c, parent->line, "no line has the number %" PRIu64, id);
        else if (c->nodes[index].parent_line != 0)
            check_fault(c, parent->line, "%" PRIu64 " is already a subtask in line %u", id,
                        c->nodes[index].parent_line);
        else
            c->nodes[index].parent_line = parent->line;
    }
}

/* Marks all descendants of a line. Each line has one parent, so none is visited twice. */
static void reach(check_state *c, const check_node *from, uint32_t *stack)
{
    size_t height = 0;
    for (uint32_t i = 0; i < from->child_count; i++)
        stack[height++] = c->children[from->first_child + i];
    while (height > 0) {
        check_node *node = &c->nodes[stack[--height]];
        node->is_reached = true;
        for (uint32_t i = 0; i < node->child_count; i++)
            stack[height++] = c->children[node->first_child + i];
    }
}

/* Reports lines without a parent, then what is still not reached: cycles, and what is below them. */
static void find_stray(check_state *c)
{
    uint32_t *stack = base_allocate((c->child_count + 1) * sizeof *stack);
    reach(c, &c->root, stack);
    for (size_t i = 0; i < c->count; i++) {
        check_node *node = &c->nodes[i];
        if (node->parent_line != 0)
            continue;
        check_fault(c, node->line, "%" PRIu64 " is not a subtask of any line, nor of 'root'", node->id);
        node->is_reached = true;
        reach(c, node, stack);
    }
    for (size_t i = 0; i < c->count; i++) {
        const check_node *node = &c->nodes[i];
        if (!node->is_reached && node->child_count > 0)
            check_fault(c, node->line, "%" PRIu64 " is not below 'root': its parents form a cycle", node->id);
    }
    free(stack);
}

bool check_tree(check_state *c)
{
    check_table by_id = {0};
    c->children = base_allocate((c->child_count + 1) * sizeof *c->children);
    enter_ids(c, &by_id);
    link_children(c, &by_id, &c->root);
    for (size_t i = 0; i < c->count; i++)
        link_children(c, &by_id, &c->nodes[i]);
    check_table_free(&by_id);
    if (c->faults > 0)
        return false;
    find_stray(c);
    return c->faults == 0;
}
