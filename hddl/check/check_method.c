/*
 * One decomposition: the lines of a task and of its subtasks against a method. Its variables get their values by unification, of the head
 * with the task, and of each subtask with its line; the rest is searched for. Conditions are asked of the state as it is.
 * Neighbours: verify_run.c calls it when the task's turn has come.
 */
#include "hddl/check/check_inside.h"
#include <inttypes.h>

/* A method, or the initial network, and the line that it is to explain. */
typedef struct instance {
    const hddl_schema *schema;
    const hddl_term *head; /* NULL: the initial network */
    const hddl_formula *precondition, *constraints;
    const hddl_network *network;
    const verify_node *node;
} instance;

/* Binds a term to an object, or sees that it is that. */
static bool unify(verifier *v, hddl_term term, uint32_t object)
{
    const uint32_t value = verify_value(v, term);
    if (value != VERIFY_UNBOUND)
        return value == object;
    if (!hddl_is_of(v->problem, object, v->binding.schema->variables.items[term].type))
        return false;
    v->binding.values[term] = object;
    return true;
}

/* `why` a term could not become an object: it is another one already, or has another type. */
static void add_clash(base_text *why, const verifier *v, hddl_term term, uint32_t object)
{
    const uint32_t value = verify_value(v, term);
    const char *name = v->problem->objects[object].name;
    if (value == VERIFY_UNBOUND) {
        const hddl_variable *variable = &v->binding.schema->variables.items[term];
        base_text_add(why, "?%s has to be a %s, and '%s' is a %s", variable->name,
                      v->problem->types[variable->type].name, name,
                      v->problem->types[v->problem->objects[object].type].name);
    } else if (hddl_is_object(term)) {
        base_text_add(why, "'%s' stands there, not '%s'", v->problem->objects[value].name, name);
    } else {
        base_text_add(why, "?%s is '%s' already, and cannot be '%s'", v->binding.schema->variables.items[term].name,
                      v->problem->objects[value].name, name);
    }
}

static bool unify_all(verifier *v, const hddl_term *terms, const uint32_t *objects, uint32_t count, base_text *why)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!unify(v, terms[i], objects[i])) {
            add_clash(why, v, terms[i], objects[i]);
            return false;
        }
    }
    return true;
}

static bool unify_subtask(verifier *v, const hddl_subtask *subtask, const verify_node *child, base_text *why)
{
    const bool primitive = child->method == VERIFY_NONE;
    if (subtask->primitive == primitive && subtask->index == child->index) {
        const uint32_t count = primitive ? v->problem->actions[child->index].schema.parameter_count
                                         : v->problem->tasks[child->index].schema.parameter_count;
        const size_t before = why->length;
        if (unify_all(v, subtask->terms, v->arguments + child->first_argument, count, why))
            return true;
        base_text clash = {0};
        base_text_add(&clash, "%s", base_text_of(why) + before);
        why->length = before;
        base_text_add(why, "subtask ");
        verify_add_subtask(why, v, subtask);
        base_text_add(why, " does not fit %" PRIu64 " (", child->id);
        verify_add_call(why, v, child);
        base_text_add(why, "): %s", base_text_of(&clash));
        base_text_free(&clash);
        return false;
    }
    base_text_add(why, "subtask ");
    verify_add_subtask(why, v, subtask);
    base_text_add(why, " is expected where %" PRIu64 " (", child->id);
    verify_add_call(why, v, child);
    base_text_add(why, ") stands");
    return false;
}

static bool unify_network(verifier *v, const instance *it, base_text *why)
{
    if (it->network->count != it->node->child_count) {
        base_text_add(why, "%u subtask%s expected, here %u", it->network->count,
                      it->network->count == 1 ? " is" : "s are", it->node->child_count);
        return false;
    }
    for (uint32_t i = 0; i < it->network->count; i++)
        if (!unify_subtask(v, &it->network->subtasks[i], &v->nodes[v->children[it->node->first_child + i]], why))
            return false;
    return true;
}

/* Names what does not hold: the very condition where all is bound, else what is open. */
static void add_unheld(base_text *why, verifier *v, const instance *it)
{
    uint32_t open = 0;
    for (uint32_t i = 0; i < it->schema->parameter_count; i++)
        open += v->binding.values[i] == VERIFY_UNBOUND;
    if (open == 0) {
        const hddl_formula *culprit = verify_culprit(v, it->constraints);
        base_text formula = {0};
        const char *what = culprit != NULL ? "constraint" : "precondition";
        if (culprit == NULL)
            culprit = verify_culprit(v, it->precondition);
        if (culprit != NULL)
            verify_add_formula(&formula, v, culprit);
        base_text_add(why, "its %s %s does not hold", what, base_text_of(&formula));
        base_text_free(&formula);
        return;
    }
    base_text_add(why, "its conditions hold for no value of");
    for (uint32_t i = 0; i < it->schema->parameter_count; i++)
        if (v->binding.values[i] == VERIFY_UNBOUND)
            base_text_add(why, " ?%s", it->schema->variables.items[i].name);
}

/* False: `why` says what does not fit. */
static bool explains(verifier *v, const instance *it, base_text *why)
{
    const hddl_formula *const conditions[] = {it->constraints, it->precondition};
    verify_bind_schema(v, it->schema);
    if (it->head != NULL) {
        const uint32_t count = v->problem->tasks[it->node->index].schema.parameter_count;
        if (!unify_all(v, it->head, v->arguments + it->node->first_argument, count, why))
            return false;
    }
    if (!unify_network(v, it, why))
        return false;
    if (verify_can_hold(v, conditions, 2))
        return true;
    add_unheld(why, v, it);
    return false;
}

static bool try_method(verifier *v, const verify_node *node, const hddl_method *method, base_text *why)
{
    const instance it = {&method->schema,     method->terms,    method->precondition,
                         method->constraints, &method->network, node};
    base_text_clear(why);
    if (method->task == node->index)
        return explains(v, &it, why);
    base_text_add(why, "it is a method of '%s'", v->problem->tasks[method->task].schema.name);
    return false;
}

bool verify_method(verifier *v, const verify_node *node)
{
    base_text why = {0}, call = {0};
    bool fits = false;
    for (uint32_t i = node->method; i != VERIFY_NONE && !fits; i = v->next_method[i])
        fits = try_method(v, node, &v->problem->methods[i], &why);
    if (!fits) {
        verify_add_call(&call, v, node);
        verify_complain(v, node->line, "method '%s' does not decompose (%s): %s",
                        v->problem->methods[node->method].schema.name, base_text_of(&call), base_text_of(&why));
    }
    base_text_free(&why);
    base_text_free(&call);
    return fits;
}

bool verify_initial(verifier *v)
{
    const hddl_initial *initial = &v->problem->initial;
    const instance it = {&initial->schema, NULL, NULL, initial->constraints, &initial->network, &v->root};
    base_text why = {0};
    const bool fits = explains(v, &it, &why);
    if (!fits)
        verify_complain(v, v->root.line, "'root' is not the problem's initial tasks: %s", base_text_of(&why));
    base_text_free(&why);
    return fits;
}
