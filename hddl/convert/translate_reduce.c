/*
 * What is left of a problem for the translation: actions and methods that can apply at all, tasks that can be done to the end, and of
 * those what the initial network reaches; of a task's parameters those that one of its methods makes use of.
 */
#include "hddl/convert/translate_inside.h"

enum { MOST_WORK = 1 << 28 };

/* --- Methods and their variables ---------------------------------------------------------------- */

static const hddl_schema *schema_of(const translation *tr, const hddl_subtask *subtask)
{
    return subtask->primitive ? &tr->problem->actions[subtask->index].schema
                              : &tr->problem->tasks[subtask->index].schema;
}

static uint32_t parameter_type(const hddl_schema *schema, uint32_t index)
{
    return schema->variables.items[index].type;
}

/* Variables of parameters: by the type that is written, and by those of what they are passed on to. */
static void narrow_parameters(translation *tr, tr_method *method, const hddl_schema *schema, const hddl_schema *head,
                              const hddl_network *network)
{
    for (uint32_t v = 0; v < schema->parameter_count; v++) {
        const uint32_t known =
            method->positions[v] >= 0 ? parameter_type(head, (uint32_t)method->positions[v]) : HDDL_NONE;
        method->variables[v].cover = HDDL_NONE;
        if (known != HDDL_NONE)
            hddl_tr_narrow(tr, &method->variables[v], known, known);
        hddl_tr_narrow(tr, &method->variables[v], parameter_type(schema, v), known);
    }
    for (uint32_t s = 0; s < network->count; s++) {
        const hddl_schema *called = schema_of(tr, &network->subtasks[s]);
        for (uint32_t i = 0; i < called->parameter_count; i++) {
            const hddl_term term = network->subtasks[s].terms[i];
            if (hddl_is_object(term))
                continue;
            const int32_t position = method->positions[term];
            hddl_tr_narrow(tr, &method->variables[term], parameter_type(called, i),
                           position >= 0 ? parameter_type(head, (uint32_t)position) : HDDL_NONE);
        }
    }
}

/* Which of its head's parameters each variable is: the first of several. */
static void place_parameters(tr_method *method, const hddl_method *of, uint32_t parameter_count)
{
    for (uint32_t i = parameter_count; i-- > 0;)
        if (!hddl_is_object(of->terms[i]))
            method->positions[of->terms[i]] = (int32_t)i;
}

/* False where it can never apply. */
static bool prepare(translation *tr, tr_method *method, const hddl_schema *schema, const hddl_method *of,
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
            hddl_tr_narrow(tr, &method->variables[of->terms[i]], parameter_type(head, i), parameter_type(head, i));
    for (uint32_t v = 0; v < schema->parameter_count; v++)
        if (method->variables[v].is_impossible)
            return false;
    hddl_tr_prepare(tr, constraints, schema, method->variables);
    hddl_tr_prepare(tr, of != NULL ? of->precondition : NULL, schema, method->variables);
    return hddl_tr_known(tr, constraints, method->variables) != TR_FALSE &&
           (of == NULL || hddl_tr_known(tr, of->precondition, method->variables) != TR_FALSE);
}

static void prepare_action(translation *tr, uint32_t index)
{
    const hddl_action *of = &tr->problem->actions[index];
    tr_action *action = &tr->actions[index];
    const uint32_t count = of->schema.variables.count;
    action->variables = base_alloc_array(tr->arena, count, sizeof *action->variables);
    action->is_doable = true;
    for (uint32_t v = 0; v < count; v++) {
        action->variables[v].cover = HDDL_NONE;
        action->variables[v].object = HDDL_NONE;
        hddl_tr_narrow(tr, &action->variables[v], parameter_type(&of->schema, v), HDDL_NONE);
        if (v < of->schema.parameter_count) {
            action->variables[v].guard_count = 0; /* who calls it sees to them */
            action->is_doable = action->is_doable && !action->variables[v].is_impossible;
        }
    }
    action->is_doable = action->is_doable && hddl_tr_known(tr, of->precondition, action->variables) != TR_FALSE;
}

/* --- What can be done, and what is reached ------------------------------------------------------ */

static bool are_doable(const translation *tr, const hddl_network *network)
{
    for (uint32_t i = 0; i < network->count; i++) {
        const hddl_subtask *subtask = &network->subtasks[i];
        if (subtask->primitive ? !tr->actions[subtask->index].is_doable : !tr->tasks[subtask->index].is_doable)
            return false;
    }
    return true;
}

/* A task can be done where a method can apply whose subtasks all can: the least such set. */
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

/* From the initial network on. A task's methods are a list: first[task] - 1, then next[method] - 1. */
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

/* --- Parameters that are made use of ------------------------------------------------------------ */

static bool passes_on(const translation *tr, const hddl_network *network, hddl_term variable)
{
    for (uint32_t s = 0; s < network->count; s++) {
        const hddl_subtask *subtask = &network->subtasks[s];
        for (uint32_t i = 0; i < schema_of(tr, subtask)->parameter_count; i++)
            if (subtask->terms[i] == variable && (subtask->primitive || tr->tasks[subtask->index].keeps[i]))
                return true;
    }
    return false;
}

/* Whether a method asks for the parameter `index` of its task. */
static bool asks_for(const translation *tr, const hddl_method *of, const tr_method *method, uint32_t index)
{
    const hddl_term term = of->terms[index];
    const uint32_t cover = tr->types[parameter_type(&tr->problem->tasks[of->task].schema, index)].cover;
    if (hddl_is_object(term))
        return tr->types[cover].placed > 1;
    const tr_variable *variable = &method->variables[term];
    for (uint32_t i = 0; i < tr->problem->tasks[of->task].schema.parameter_count; i++)
        if (i != index && of->terms[i] == term)
            return true;
    return variable->cover != cover || variable->guard_count > 0 || passes_on(tr, &of->network, term) ||
           hddl_tr_mentions(tr, of->constraints, method->variables, (uint32_t)term) ||
           hddl_tr_mentions(tr, of->precondition, method->variables, (uint32_t)term);
}

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
            tr_task *task = &tr->tasks[of->task];
            for (uint32_t i = 0; tr->methods[m].is_usable && i < problem->tasks[of->task].schema.parameter_count; i++)
                if (!task->keeps[i] && asks_for(tr, of, &tr->methods[m], i)) {
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

void hddl_tr_reduce(translation *tr)
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

/* --- Recursion ---------------------------------------------------------------------------------- */

/* Whether one task leads to another, by way of usable methods. `seen` is scratch. */
static bool leads_to(const translation *tr, uint32_t from, uint32_t to, uint32_t mark, uint32_t *seen, uint32_t *stack,
                     uint64_t *work)
{
    const hddl_problem *problem = tr->problem;
    uint32_t depth = 0;
    stack[depth++] = from;
    seen[from] = mark;
    while (depth > 0) {
        const uint32_t task = stack[--depth];
        if (task == to || (*work += problem->method_count) > MOST_WORK)
            return true; /* it may */
        for (uint32_t m = 0; m < problem->method_count; m++)
            for (uint32_t s = 0;
                 problem->methods[m].task == task && tr->methods[m].is_usable && s < problem->methods[m].network.count;
                 s++) {
                const hddl_subtask *subtask = &problem->methods[m].network.subtasks[s];
                if (!subtask->primitive && seen[subtask->index] != mark) {
                    seen[subtask->index] = mark;
                    stack[depth++] = subtask->index;
                }
            }
    }
    return false;
}

uint32_t hddl_tr_find_recursion(const translation *tr)
{
    const hddl_problem *problem = tr->problem;
    uint32_t *seen = base_alloc_array(tr->arena, problem->task_count, sizeof *seen);
    uint32_t *stack = base_alloc_array(tr->arena, problem->task_count, sizeof *stack);
    uint32_t mark = 0;
    uint64_t work = 0;
    for (uint32_t m = 0; m < problem->method_count; m++) {
        const hddl_method *method = &problem->methods[m];
        for (uint32_t s = 0;
             tr->methods[m].is_usable && tr->tasks[method->task].is_reached && s + 1 < method->network.count; s++)
            if (!method->network.subtasks[s].primitive &&
                leads_to(tr, method->network.subtasks[s].index, method->task, ++mark, seen, stack, &work))
                return m;
    }
    return HDDL_NONE;
}
