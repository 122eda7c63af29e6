/* What remains of the problem; see translate_reduce.h. */
#include "hddl/convert/translate_reduce.h"
#include "hddl/convert/translate_known.h"
#include "hddl/convert/translate_subtasks.h"
#include "hddl/convert/translate_types.h"

/* --- Methods and their variables ---------------------------------------------------------------- */

static uint32_t parameter_type(const hddl_schema *schema, uint32_t index)
{
    return schema->variables.items[index].type;
}

/* Narrows a method's parameters to their types, and to those of the parameters that its subtasks give them to. */
static void narrow_parameters(translation *tr, translated_method *method, const hddl_schema *schema,
                              const hddl_schema *head, const hddl_network *network)
{
    for (uint32_t v = 0; v < schema->parameter_count; v++) {
        const uint32_t known =
            method->positions[v] >= 0 ? parameter_type(head, (uint32_t)method->positions[v]) : HDDL_NONE;
        method->variables[v].cover = HDDL_NONE;
        if (known != HDDL_NONE)
            translate_narrow(tr, &method->variables[v], known, known);
        translate_narrow(tr, &method->variables[v], parameter_type(schema, v), known);
    }
    for (uint32_t s = 0; s < network->count; s++) {
        const hddl_schema *called =
            hddl_schema_of(tr->problem, network->subtasks[s].primitive, network->subtasks[s].index);
        for (uint32_t i = 0; i < called->parameter_count; i++) {
            const hddl_term term = network->subtasks[s].terms[i];
            if (hddl_is_object(term))
                continue;
            const int32_t position = method->positions[term];
            translate_narrow(tr, &method->variables[term], parameter_type(called, i),
                             position >= 0 ? parameter_type(head, (uint32_t)position) : HDDL_NONE);
        }
    }
}

/* Finds the parameter of the task that each variable is; the first, if it is several. */
static void place_parameters(translated_method *method, const hddl_method *of, uint32_t parameter_count)
{
    for (uint32_t i = parameter_count; i-- > 0;)
        if (!hddl_is_object(of->terms[i]))
            method->positions[of->terms[i]] = (int32_t)i;
}

/* Prepares a method, or the initial network (`of` is NULL). Returns false if it can never apply. */
static bool prepare(translation *tr, translated_method *method, const hddl_schema *schema, const hddl_method *of,
                    const hddl_network *network, const hddl_formula *constraints)
{
    const hddl_schema *head = of != NULL ? &tr->problem->tasks[of->task].schema : NULL;
    const uint32_t count = schema->variables.count;
    method->variables = base_alloc_array(tr->arena, count, sizeof *method->variables);
    method->positions = base_alloc_array(tr->arena, count, sizeof *method->positions);
    for (uint32_t v = 0; v < count; v++) {
        method->positions[v] = -1;
        method->variables[v].object = HDDL_NONE;
    }
    if (of != NULL)
        place_parameters(method, of, head->parameter_count);
    narrow_parameters(tr, method, schema, head, network);
    for (uint32_t i = 0; of != NULL && i < head->parameter_count; i++)
        if (!hddl_is_object(of->terms[i]))
            translate_narrow(tr, &method->variables[of->terms[i]], parameter_type(head, i), parameter_type(head, i));
    for (uint32_t v = 0; v < schema->parameter_count; v++)
        if (method->variables[v].is_impossible)
            return false;
    translate_narrow_quantifiers(tr, constraints, schema, method->variables);
    translate_narrow_quantifiers(tr, of != NULL ? of->precondition : NULL, schema, method->variables);
    return translate_known(tr, constraints, method->variables) != TRANSLATE_FALSE &&
           (of == NULL || translate_known(tr, of->precondition, method->variables) != TRANSLATE_FALSE);
}

static void prepare_action(translation *tr, uint32_t index)
{
    const hddl_action *of = &tr->problem->actions[index];
    translated_action *action = &tr->actions[index];
    const uint32_t count = of->schema.variables.count;
    action->variables = base_alloc_array(tr->arena, count, sizeof *action->variables);
    action->is_doable = true;
    for (uint32_t v = 0; v < count; v++) {
        action->variables[v].cover = HDDL_NONE;
        action->variables[v].object = HDDL_NONE;
        translate_narrow(tr, &action->variables[v], parameter_type(&of->schema, v), HDDL_NONE);
        if (v < of->schema.parameter_count) {
            action->variables[v].guard_count = 0; /* the methods that call it test them */
            action->is_doable = action->is_doable && !action->variables[v].is_impossible;
        }
    }
    action->is_doable =
        action->is_doable && translate_known(tr, of->precondition, action->variables) != TRANSLATE_FALSE;
}

/* --- Tasks that can be done and are reached ------------------------------------------------------ */

static bool are_doable(const translation *tr, const hddl_network *network)
{
    for (uint32_t i = 0; i < network->count; i++) {
        const hddl_subtask *subtask = &network->subtasks[i];
        if (subtask->primitive ? !tr->actions[subtask->index].is_doable : !tr->tasks[subtask->index].is_doable)
            return false;
    }
    return true;
}

/*
 * A task can be done if one of its methods can apply and all its subtasks can be done. The least fixpoint of that rule:
 * recursion that never ends does not count.
 */
static void find_doable(translation *tr)
{
    const hddl_problem *problem = tr->problem;
    bool *applies = base_alloc_array(tr->arena, problem->method_count, sizeof *applies);
    bool changed = true;
    for (uint32_t m = 0; m < problem->method_count; m++)
        applies[m] = prepare(tr, &tr->methods[m], &problem->methods[m].schema, &problem->methods[m],
                             &problem->methods[m].network, problem->methods[m].constraints);
    while (changed) {
        changed = false;
        for (uint32_t m = 0; m < problem->method_count; m++)
            if (applies[m] && !tr->methods[m].is_usable && are_doable(tr, &problem->methods[m].network)) {
                tr->methods[m].is_usable = true;
                tr->tasks[problem->methods[m].task].is_doable = true;
                changed = true;
            }
    }
}

static void reach(translation *tr, const hddl_network *network, uint32_t *stack, uint32_t *depth)
{
    for (uint32_t i = 0; i < network->count; i++) {
        const hddl_subtask *subtask = &network->subtasks[i];
        if (subtask->primitive) {
            tr->actions[subtask->index].is_reached = true;
        } else if (!tr->tasks[subtask->index].is_reached) {
            tr->tasks[subtask->index].is_reached = true;
            stack[(*depth)++] = subtask->index;
        }
    }
}

/* Marks what the initial network leads to. The methods of a task are a list: first[task] - 1, then next[method] - 1. */
static void find_reached(translation *tr)
{
    const hddl_problem *problem = tr->problem;
    uint32_t *first = base_alloc_array(tr->arena, problem->task_count, sizeof *first);
    uint32_t *next = base_alloc_array(tr->arena, problem->method_count, sizeof *next);
    uint32_t *stack = base_alloc_array(tr->arena, problem->task_count, sizeof *stack);
    uint32_t depth = 0;
    for (uint32_t m = 0; m < problem->method_count; m++)
        if (tr->methods[m].is_usable) {
            next[m] = first[problem->methods[m].task];
            first[problem->methods[m].task] = m + 1;
        }
    reach(tr, &problem->initial.network, stack, &depth);
    while (depth > 0) {
        const uint32_t task = stack[--depth];
        for (uint32_t m = first[task]; m != 0; m = next[m - 1])
            reach(tr, &problem->methods[m - 1].network, stack, &depth);
    }
}

/* --- Parameters that are used ------------------------------------------------------------------- */

/* Whether a method uses the parameter `index` of its task. */
static bool uses_parameter(const translation *tr, const hddl_method *of, const translated_method *method,
                           uint32_t index)
{
    const hddl_term term = of->terms[index];
    const uint32_t cover = tr->types[parameter_type(&tr->problem->tasks[of->task].schema, index)].cover;
    if (hddl_is_object(term))
        return tr->types[cover].value_count > 1;
    const translated_variable *variable = &method->variables[term];
    for (uint32_t i = 0; i < tr->problem->tasks[of->task].schema.parameter_count; i++)
        if (i != index && of->terms[i] == term)
            return true;
    return variable->cover != cover || variable->guard_count > 0 ||
           translate_passes_on(tr, &of->network, 0, of->network.count, term) ||
           translate_mentions(tr, of->constraints, method->variables, (uint32_t)term) ||
           translate_mentions(tr, of->precondition, method->variables, (uint32_t)term);
}

/* A parameter is kept if a method uses it itself or passes it to a parameter that is kept: the least fixpoint. */
static void find_kept(translation *tr)
{
    const hddl_problem *problem = tr->problem;
    bool changed = true;
    for (uint32_t t = 0; t < problem->task_count; t++)
        tr->tasks[t].keeps = base_alloc_array(tr->arena, problem->tasks[t].schema.parameter_count, sizeof(bool));
    while (changed) {
        changed = false;
        for (uint32_t m = 0; m < problem->method_count; m++) {
            const hddl_method *of = &problem->methods[m];
            translated_task *task = &tr->tasks[of->task];
            for (uint32_t i = 0; tr->methods[m].is_usable && i < problem->tasks[of->task].schema.parameter_count; i++)
                if (!task->keeps[i] && uses_parameter(tr, of, &tr->methods[m], i)) {
                    task->keeps[i] = true;
                    changed = true;
                }
        }
    }
}

static void find_predicates(translation *tr)
{
    const hddl_problem *problem = tr->problem;
    for (uint32_t f = 0; f < problem->fact_count; f++)
        tr->predicates[problem->facts[f].predicate].can_hold = true;
    for (uint32_t a = 0; a < problem->action_count; a++)
        for (uint32_t e = 0; e < problem->actions[a].effect_count; e++)
            if (problem->actions[a].effects[e].adds)
                tr->predicates[problem->actions[a].effects[e].atom.predicate].can_hold = true;
}

void translate_reduce(translation *tr)
{
    const hddl_problem *problem = tr->problem;
    const hddl_initial *initial = &problem->initial;
    tr->actions = base_alloc_array(tr->arena, problem->action_count, sizeof *tr->actions);
    tr->tasks = base_alloc_array(tr->arena, problem->task_count, sizeof *tr->tasks);
    tr->methods = base_alloc_array(tr->arena, problem->method_count, sizeof *tr->methods);
    find_predicates(tr);
    for (uint32_t a = 0; a < problem->action_count; a++)
        prepare_action(tr, a);
    find_doable(tr);
    tr->initial.is_usable =
        prepare(tr, &tr->initial, &initial->schema, NULL, &initial->network, initial->constraints) &&
        are_doable(tr, &initial->network);
    if (tr->initial.is_usable)
        find_reached(tr);
    find_kept(tr);
}
