/*
 * The tree from left to right, on a state: a task's method has its conditions asked of the state in which its turn comes, a step has to
 * be the next one of the plan, applicable, and changes the state; at the end the goal has to hold. Stops at the first fault: what
 * comes behind it would mean nothing. Neighbours: verify_method.c, verify_formula.c.
 */
#include "hddl/check/check_inside.h"
#include <inttypes.h>
#include <stdlib.h>

/* The facts that an action deletes and adds, as numbers. */
typedef struct changes {
    const hddl_effect *effect; /* the one that is being worked out */
    uint32_t *deletes, *adds;
    size_t delete_count, delete_capacity, add_count, add_capacity;
} changes;

static void complain_of_condition(verifier *v, uint32_t line, const char *before, const hddl_formula *condition)
{
    base_text formula = {0};
    const hddl_formula *culprit = verify_culprit(v, condition);
    if (culprit != NULL)
        verify_add_formula(&formula, v, culprit);
    verify_complain(v, line, "%s: %s does not hold", before, base_text_of(&formula));
    base_text_free(&formula);
}

static void note_change(verifier *v, void *user)
{
    changes *c = user;
    const hddl_atom *atom = &c->effect->atom;
    for (uint32_t i = 0; i < v->problem->predicates[atom->predicate].parameters.count; i++)
        v->objects[i] = verify_value(v, atom->terms[i]);
    if (c->effect->adds) {
        c->adds = base_grow_array(c->adds, c->add_count, &c->add_capacity, sizeof *c->adds);
        c->adds[c->add_count++] = verify_facts_number(&v->facts, atom->predicate, v->objects);
        return;
    }
    const uint32_t fact = verify_facts_find(&v->facts, atom->predicate, v->objects);
    if (fact == VERIFY_NONE)
        return;
    c->deletes = base_grow_array(c->deletes, c->delete_count, &c->delete_capacity, sizeof *c->deletes);
    c->deletes[c->delete_count++] = fact;
}

/* All effects are worked out in the state before; then deletes count before adds. */
static void apply(verifier *v, const hddl_action *action, changes *c)
{
    c->delete_count = c->add_count = 0;
    for (uint32_t i = 0; i < action->effect_count; i++) {
        c->effect = &action->effects[i];
        verify_for_all(v, c->effect->first, c->effect->count, c->effect->when, note_change, c);
    }
    for (size_t i = 0; i < c->delete_count; i++)
        v->facts.items[c->deletes[i]].holds = false;
    for (size_t i = 0; i < c->add_count; i++)
        v->facts.items[c->adds[i]].holds = true;
}

static bool do_step(verifier *v, const verify_node *node, changes *c)
{
    const hddl_action *action = &v->problem->actions[node->index];
    verify_bind_schema(v, &action->schema);
    for (uint32_t i = 0; i < action->schema.parameter_count; i++)
        v->binding.values[i] = v->arguments[node->first_argument + i];
    if (verify_holds(v, action->precondition)) {
        apply(v, action, c);
        return true;
    }
    base_text call = {0};
    verify_add_call(&call, v, node);
    base_text before = {0};
    base_text_add(&before, "step (%s) cannot be done here", base_text_of(&call));
    complain_of_condition(v, node->line, base_text_of(&before), action->precondition);
    base_text_free(&before);
    base_text_free(&call);
    return false;
}

/* The next line that is a step, from `at` on; the count of lines: there is none. */
static size_t next_step(const verifier *v, size_t at)
{
    while (at < v->count && v->nodes[at].method != VERIFY_NONE)
        at++;
    return at;
}

/* Whether the tree's next leaf is the plan's next step. There are as many of the ones as of the others. */
static bool is_in_order(verifier *v, const verify_node *node, const verify_node *expected)
{
    if (node == expected)
        return true;
    verify_complain(v, node->line, "%" PRIu64 " is done too %s: by the tasks' order it comes %s %" PRIu64 " of line %u",
                    node->id, node->line > expected->line ? "late" : "early",
                    node->line > expected->line ? "before" : "behind", expected->id, expected->line);
    return false;
}

static void push_children(const verifier *v, const verify_node *node, uint32_t *stack, size_t *height)
{
    for (uint32_t i = node->child_count; i-- > 0;)
        stack[(*height)++] = v->children[node->first_child + i];
}

static bool follow(verifier *v, uint32_t *stack, changes *c)
{
    size_t height = 0, expected = next_step(v, 0);
    push_children(v, &v->root, stack, &height);
    while (height > 0) {
        const verify_node *node = &v->nodes[stack[--height]];
        if (node->method == VERIFY_NONE) {
            if (!is_in_order(v, node, &v->nodes[expected]) || !do_step(v, node, c))
                return false;
            expected = next_step(v, expected + 1);
        } else {
            if (!verify_method(v, node))
                return false;
            push_children(v, node, stack, &height);
        }
    }
    return true;
}

static bool check_goal(verifier *v)
{
    verify_bind_schema(v, &v->problem->goal_schema);
    if (verify_holds(v, v->problem->goal))
        return true;
    complain_of_condition(v, v->last_line, "the goal is not reached", v->problem->goal);
    return false;
}

bool verify_run(verifier *v)
{
    uint32_t *stack = base_allocate((v->child_count + 1) * sizeof *stack);
    changes c = {0};
    const bool good = verify_initial(v) && follow(v, stack, &c) && check_goal(v);
    free(stack);
    free(c.deletes);
    free(c.adds);
    return good;
}
