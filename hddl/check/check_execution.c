/* Follows the tree in the order of execution; see check_execution.h. */
#include "hddl/check/check_execution.h"
#include "hddl/check/check_conditions.h"
#include "hddl/check/check_faults.h"
#include "hddl/check/check_method.h"

#include <inttypes.h>
#include <stdlib.h>

/* The facts that an action deletes and adds, as numbers. */
typedef struct changes {
    const hddl_effect *effect; /* the current one */
    uint32_t *deletes, *adds;
    size_t delete_count, delete_capacity, add_count, add_capacity;
} changes;

static void report_condition(check_state *c, uint32_t line, const char *before, const hddl_formula *condition)
{
    base_text formula = {0};
    const hddl_formula *culprit = check_first_false(c, condition);
    if (culprit != NULL)
        check_add_formula(&formula, c, culprit);
    check_fault(c, line, "%s: %s does not hold", before, base_text_of(&formula));
    base_text_free(&formula);
}

static void note_change(check_state *c, void *user)
{
    changes *made = user;
    const hddl_atom *atom = &made->effect->atom;
    for (uint32_t i = 0; i < hddl_arity(c->problem, atom->predicate); i++)
        c->objects[i] = check_value_of(c, atom->terms[i]);
    if (made->effect->adds) {
        made->adds = base_grow_array(made->adds, made->add_count, &made->add_capacity, sizeof *made->adds);
        made->adds[made->add_count++] = check_facts_number(&c->facts, atom->predicate, c->objects);
        return;
    }
    const uint32_t fact = check_facts_find(&c->facts, atom->predicate, c->objects);
    if (fact == HDDL_NONE)
        return;
    made->deletes = base_grow_array(made->deletes, made->delete_count, &made->delete_capacity, sizeof *made->deletes);
    made->deletes[made->delete_count++] = fact;
}

/* All conditions of effects are tested in the state before the step. Then deletes come before adds. */
static void apply(check_state *c, const hddl_action *action, changes *made)
{
    made->delete_count = made->add_count = 0;
    for (uint32_t i = 0; i < action->effect_count; i++) {
        made->effect = &action->effects[i];
        check_each_solution(c, made->effect->first, made->effect->count, made->effect->when, note_change, made);
    }
    for (size_t i = 0; i < made->delete_count; i++)
        c->facts.items[made->deletes[i]].holds = false;
    for (size_t i = 0; i < made->add_count; i++)
        c->facts.items[made->adds[i]].holds = true;
}

static bool do_step(check_state *c, const check_node *node, changes *made)
{
    const hddl_action *action = &c->problem->actions[node->index];
    check_bind_schema(c, &action->schema);
    for (uint32_t i = 0; i < action->schema.parameter_count; i++)
        c->binding.values[i] = c->arguments[node->first_argument + i];
    if (check_holds(c, action->precondition)) {
        apply(c, action, made);
        return true;
    }
    base_text call = {0};
    check_add_call(&call, c, node);
    base_text before = {0};
    base_text_add(&before, "step (%s) is not applicable", base_text_of(&call));
    report_condition(c, node->line, base_text_of(&before), action->precondition);
    base_text_free(&before);
    base_text_free(&call);
    return false;
}

/* The first step from line `at` on; the number of lines: there is none. */
static size_t next_step(const check_state *c, size_t at)
{
    while (at < c->count && c->nodes[at].method != HDDL_NONE)
        at++;
    return at;
}

/* Whether the next leaf of the tree is the next step of the plan. There are as many leaves as steps. */
static bool is_in_order(check_state *c, const check_node *node, const check_node *expected)
{
    if (node == expected)
        return true;
    check_fault(c, node->line,
                "%" PRIu64 " is too %s: the order of the tasks puts it %s %" PRIu64 ", which is in line %u", node->id,
                node->line > expected->line ? "late" : "early", node->line > expected->line ? "before" : "after",
                expected->id, expected->line);
    return false;
}

static void push_children(const check_state *c, const check_node *node, uint32_t *stack, size_t *height)
{
    for (uint32_t i = node->child_count; i-- > 0;)
        stack[(*height)++] = c->children[node->first_child + i];
}

static bool follow(check_state *c, uint32_t *stack, changes *made)
{
    size_t height = 0, expected = next_step(c, 0);
    push_children(c, &c->root, stack, &height);
    while (height > 0) {
        const check_node *node = &c->nodes[stack[--height]];
        if (node->method == HDDL_NONE) {
            if (!is_in_order(c, node, &c->nodes[expected]) || !do_step(c, node, made))
                return false;
            expected = next_step(c, expected + 1);
        } else {
            if (!check_method(c, node))
                return false;
            push_children(c, node, stack, &height);
        }
    }
    return true;
}

static bool check_goal(check_state *c)
{
    check_bind_schema(c, &c->problem->goal_schema);
    if (check_holds(c, c->problem->goal))
        return true;
    report_condition(c, c->last_line, "the goal is not reached", c->problem->goal);
    return false;
}

bool check_execution(check_state *c)
{
    uint32_t *stack = base_allocate((c->child_count + 1) * sizeof *stack);
    changes made = {0};
    const bool good = check_initial(c) && follow(c, stack, &made) && check_goal(c);
    free(stack);
    free(made.deletes);
    free(made.adds);
    return good;
}
