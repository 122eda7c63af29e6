/* Unification of methods with lines; see check_method.h. */
#include "hddl/check/check_method.h"
#include "hddl/check/check_conditions.h"
#include "hddl/check/check_faults.h"

#include <inttypes.h>

/* A method, or the initial task network, and the line that must be an instance of it. */
typedef struct instance {
    const hddl_schema *schema;
    const hddl_term *head; /* NULL: the initial network */
    const hddl_formula *precondition, *constraints;
    const hddl_network *network;
    const check_node *node;
} instance;

/* Binds a term to an object. Returns false if it has another value, or another type. */
static bool unify(check_state *c, hddl_term term, uint32_t object)
{
    const uint32_t value = check_value_of(c, term);
    if (value != CHECK_UNBOUND)
        return value == object;
    if (!hddl_is_of(c->problem, object, c->binding.schema->variables.items[term].type))
        return false;
    c->binding.values[term] = object;
    return true;
}

/* Adds why unify() failed. */
static void add_clash(base_text *why, const check_state *c, hddl_term term, uint32_t object)
{
    const uint32_t value = check_value_of(c, term);
    const char *name = c->problem->objects[object].name;
    if (value == CHECK_UNBOUND) {
        const hddl_variable *variable = &c->binding.schema->variables.items[term];
        base_text_add(why, "?%s must be a %s, but '%s' is a %s", variable->name, c->problem->types[variable->type].name,
                      name, c->problem->types[c->problem->objects[object].type].name);
    } else if (hddl_is_object(term)) {
        base_text_add(why, "its argument is '%s', not '%s'", c->problem->objects[value].name, name);
    } else {
        base_text_add(why, "?%s is already '%s', and cannot be '%s'", c->binding.schema->variables.items[term].name,
                      c->problem->objects[value].name, name);
    }
}

static bool unify_all(check_state *c, const hddl_term *terms, const uint32_t *objects, uint32_t count, base_text *why)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!unify(c, terms[i], objects[i])) {
            add_clash(why, c, terms[i], objects[i]);
            return false;
        }
    }
    return true;
}

static bool unify_subtask(check_state *c, const hddl_subtask *subtask, const check_node *child, base_text *why)
{
    const bool primitive = child->method == HDDL_NONE;
    if (subtask->primitive == primitive && subtask->index == child->index) {
        const uint32_t count = hddl_schema_of(c->problem, primitive, child->index)->parameter_count;
        const size_t before = why->length;
        if (unify_all(c, subtask->terms, c->arguments + child->first_argument, count, why))
            return true;
        base_text clash = {0};
        base_text_add(&clash, "%s", base_text_of(why) + before);
        why->length = before;
        base_text_add(why, "subtask ");
        check_add_subtask(why, c, subtask);
        base_text_add(why, " does not fit %" PRIu64 " (", child->id);
        check_add_call(why, c, child);
        base_text_add(why, "): %s", base_text_of(&clash));
        base_text_free(&clash);
        return false;
    }
    base_text_add(why, "subtask ");
    check_add_subtask(why, c, subtask);
    base_text_add(why, " is expected, not %" PRIu64 " (", child->id);
    check_add_call(why, c, child);
    base_text_add(why, ")");
    return false;
}

static bool unify_network(check_state *c, const instance *of, base_text *why)
{
    if (of->network->count != of->node->child_count) {
        base_text_add(why, "%u subtask%s expected, not %u", of->network->count,
                      of->network->count == 1 ? " is" : "s are", of->node->child_count);
        return false;
    }
    for (uint32_t i = 0; i < of->network->count; i++)
        if (!unify_subtask(c, &of->network->subtasks[i], &c->nodes[c->children[of->node->first_child + i]], why))
            return false;
    return true;
}

/* Adds what does not hold: the condition, if all parameters are bound, else the parameters that are not. */
static void add_unheld(base_text *why, check_state *c, const instance *of)
{
    uint32_t open = 0;
    for (uint32_t i = 0; i < of->schema->parameter_count; i++)
        open += c->binding.values[i] == CHECK_UNBOUND;
    if (open == 0) {
        const hddl_formula *culprit = check_first_false(c, of->constraints);
        base_text formula = {0};
        const char *what = culprit != NULL ? "constraint" : "precondition";
        if (culprit == NULL)
            culprit = check_first_false(c, of->precondition);
        if (culprit != NULL)
            check_add_formula(&formula, c, culprit);
        base_text_add(why, "its %s %s does not hold", what, base_text_of(&formula));
        base_text_free(&formula);
        return;
    }
    base_text_add(why, "its conditions hold for no value of");
    for (uint32_t i = 0; i < of->schema->parameter_count; i++)
        if (c->binding.values[i] == CHECK_UNBOUND)
            base_text_add(why, " ?%s", of->schema->variables.items[i].name);
}

/* Returns false if the line is no instance; `why` gets the reason. */
static bool explains(check_state *c, const instance *of, base_text *why)
{
    const hddl_formula *const conditions[] = {of->constraints, of->precondition};
    check_bind_schema(c, of->schema);
    if (of->head != NULL) {
        const uint32_t count = c->problem->tasks[of->node->index].schema.parameter_count;
        if (!unify_all(c, of->head, c->arguments + of->node->first_argument, count, why))
            return false;
    }
    if (!unify_network(c, of, why))
        return false;
    if (check_can_hold(c, conditions, 2))
        return true;
    add_unheld(why, c, of);
    return false;
}

static bool try_method(check_state *c, const check_node *node, const hddl_method *method, base_text *why)
{
    const instance of = {&method->schema,     method->terms,    method->precondition,
                         method->constraints, &method->network, node};
    base_text_clear(why);
    if (method->task == node->index)
        return explains(c, &of, why);
    base_text_add(why, "it is a method of '%s'", c->problem->tasks[method->task].schema.name);
    return false;
}

bool check_method(check_state *c, const check_node *node)
{
    base_text why = {0}, call = {0};
    bool fits = false;
    for (uint32_t i = node->method; i != HDDL_NONE && !fits; i = c->next_method[i])
        fits = try_method(c, node, &c->problem->methods[i], &why);
    if (!fits) {
        check_add_call(&call, c, node);
        check_fault(c, node->line, "method '%s' does not decompose (%s): %s",
                    c->problem->methods[node->method].schema.name, base_text_of(&call), base_text_of(&why));
    }
    base_text_free(&why);
    base_text_free(&call);
    return fits;
}

bool check_initial(check_state *c)
{
    const hddl_initial *initial = &c->problem->initial;
    const instance of = {&initial->schema, NULL, NULL, initial->constraints, &initial->network, &c->root};
    base_text why = {0};
    const bool fits = explains(c, &of, &why);
    if (!fits)
        check_fault(c, c->root.line, "'root' does not match the initial task network: %s", base_text_of(&why));
    base_text_free(&why);
    return fits;
}
