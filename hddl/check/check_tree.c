/*
 * The numbers of the lines -> one tree: each number is given once, each subtask is a line, each line is the subtask of one line, and all
 * of them hang on the root. Neighbours: verify_read.c has read the lines, verify_run.c follows the tree.
 */
#include "hddl/check/check_inside.h"
#include <inttypes.h>
#include <stdlib.h>

typedef struct wanted_id {
    const verifier *v;
    uint64_t id;
} wanted_id;

static bool has_id(const void *user, uint32_t index)
{
    const wanted_id *wanted = user;
    return wanted->v->nodes[index].id == wanted->id;
}

static uint32_t hash_of(uint64_t id)
{
    const uint32_t words[] = {(uint32_t)id, (uint32_t)(id >> 32)};
    return verify_hash(0, words, 2);
}

static uint32_t find(const verifier *v, const verify_table *by_id, uint64_t id)
{
    const wanted_id wanted = {v, id};
    return verify_table_find(by_id, hash_of(id), has_id, &wanted);
}

static void enter_ids(verifier *v, verify_table *by_id)
{
    for (size_t i = 0; i < v->count; i++) {
        const verify_node *node = &v->nodes[i];
        const uint32_t same = find(v, by_id, node->id);
        if (same != VERIFY_NONE)
            verify_complain(v, node->line, "the number %" PRIu64 " is that of line %u already", node->id,
                            v->nodes[same].line);
        else
            verify_table_add(by_id, hash_of(node->id), (uint32_t)i);
    }
}

/* Makes the children of a line nodes, each with this line as its parent's. */
static void link_children(verifier *v, const verify_table *by_id, const verify_node *parent)
{
    for (uint32_t i = 0; i < parent->child_count; i++) {
        const uint64_t id = v->child_ids[parent->first_child + i];
        const uint32_t index = find(v, by_id, id);
        v->children[parent->first_child + i] = index;
        if (index == VERIFY_NONE)
            verify_complain(v, parent->line, "no line has the number %" PRIu64, id);
        else if (v->nodes[index].parent_line != 0)
            verify_complain(v, parent->line, "%" PRIu64 " is a subtask in line %u already", id,
                            v->nodes[index].parent_line);
        else
            v->nodes[index].parent_line = parent->line;
    }
}

/* Marks what hangs on a line. Each line has one parent: nothing is met twice. */
static void reach(verifier *v, const verify_node *from, uint32_t *stack)
{
    size_t height = 0;
    for (uint32_t i = 0; i < from->child_count; i++)
        stack[height++] = v->children[from->first_child + i];
    while (height > 0) {
        verify_node *node = &v->nodes[stack[--height]];
        node->is_reached = true;
        for (uint32_t i = 0; i < node->child_count; i++)
            stack[height++] = v->children[node->first_child + i];
    }
}

/* What has no parent, and then what is left: tasks in a circle, and what hangs on those. */
static void find_stray(verifier *v)
{
    uint32_t *stack = base_allocate((v->child_count + 1) * sizeof *stack);
    reach(v, &v->root, stack);
    for (size_t i = 0; i < v->count; i++) {
        verify_node *node = &v->nodes[i];
        if (node->parent_line != 0)
            continue;
        verify_complain(v, node->line, "%" PRIu64 " is nobody's subtask, and not in 'root'", node->id);
        node->is_reached = true;
        reach(v, node, stack);
    }
    for (size_t i = 0; i < v->count; i++) {
        const verify_node *node = &v->nodes[i];
        if (!node->is_reached && node->child_count > 0)
            verify_complain(v, node->line, "%" PRIu64 " does not hang on 'root': its parents go round in a circle",
                            node->id);
    }
    free(stack);
}

bool verify_tree(verifier *v)
{
    verify_table by_id = {0};
    v->children = base_allocate((v->child_count + 1) * sizeof *v->children);
    enter_ids(v, &by_id);
    link_children(v, &by_id, &v->root);
    for (size_t i = 0; i < v->count; i++)
        link_children(v, &by_id, &v->nodes[i]);
    verify_table_free(&by_id);
    if (v->complaints > 0)
        return false;
    find_stray(v);
    return v->complaints == 0;
}
