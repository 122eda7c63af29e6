/*
 * Tasks in .htn: the initial network as the root, compound tasks with their methods, actions as primitive tasks. A method's
 * variable that stands in its head is the task's parameter, unless it is of a narrower type: then it is bound to what is equal to that.
 */
#include "hddl/translate_inside.h"

/* --- Heads -------------------------------------------------------------------------------------- */

static const hddl_schema *task_schema(const translation *tr, uint32_t task)
{
    return &tr->problem->tasks[task].schema;
}

static void name_parameters(translation *tr, uint32_t index)
{
    const hddl_schema *schema = task_schema(tr, index);
    tr_task *task = &tr->tasks[index];
    tr_variable *named = htnc_alloc_array(tr->arena, schema->parameter_count, sizeof *named);
    task->names = htnc_alloc_array(tr->arena, schema->parameter_count, sizeof *task->names);
    for (uint32_t i = 0; i < schema->parameter_count; i++)
        if (task->keeps[i])
            task->names[i] = named[i].name = tr_variable_name(tr, &schema->variables.items[i], named, i);
}

static void write_compound_head(translation *tr, uint32_t index)
{
    const hddl_schema *schema = task_schema(tr, index);
    const tr_task *task = &tr->tasks[index];
    const char *between = "(";
    htnc_buffer_format(&tr->text, "\nCompound Task [%s", task->name);
    for (uint32_t i = 0; i < schema->parameter_count; i++)
        if (task->keeps[i]) {
            const uint32_t cover = tr->types[schema->variables.items[i].type].cover;
            htnc_buffer_format(&tr->text, "%s%s : %s", between, task->names[i], tr_use_type(tr, cover));
            between = ", ";
        }
    htnc_buffer_text(&tr->text, between[0] == ',' ? ")]\n" : "]\n");
}

/* --- Methods ------------------------------------------------------------------------------------ */

/* Names all variables of a method; those that are its task's parameters are bound. */
static void name_variables(translation *tr, const hddl_schema *schema, tr_method *method, const hddl_method *of)
{
    const uint32_t parameters = of != NULL ? task_schema(tr, of->task)->parameter_count : 0;
    const uint32_t count = schema->variables.count;
    tr_variable *named = htnc_alloc_array(tr->arena, (size_t)parameters + count, sizeof *named);
    for (uint32_t i = 0; i < parameters; i++)
        named[i].name = tr->tasks[of->task].names[i];
    for (uint32_t v = 0; v < count; v++) {
        tr_variable *variable = &method->variables[v];
        const int32_t position = method->positions[v];
        if (position >= 0 &&
            tr->types[task_schema(tr, of->task)->variables.items[position].type].cover == variable->cover) {
            variable->name = tr->tasks[of->task].names[position];
            variable->is_bound = true;
        } else {
            variable->name = tr_variable_name(tr, &schema->variables.items[v], named, parameters + v);
        }
        named[parameters + v].name = variable->name;
    }
}

/* What the head asks: constants, repeated variables, narrower types. */
static void write_head_conditions(translation *tr, tr_list *list, const hddl_method *of, tr_method *method)
{
    const hddl_schema *head = task_schema(tr, of->task);
    const char **names = tr->tasks[of->task].names;
    for (uint32_t i = 0; i < head->parameter_count; i++) {
        const hddl_term term = of->terms[i];
        const size_t begin = tr->text.length;
        if (!tr->tasks[of->task].keeps[i])
            continue;
        if (hddl_is_object(term)) {
            if (tr->types[tr->types[head->variables.items[i].type].cover].placed == 1)
                continue;
            htnc_buffer_format(&tr->text, "%s == ", names[i]);
            tr_write_term(tr, term, method->variables);
        } else if (method->positions[term] != (int32_t)i) {
            htnc_buffer_format(&tr->text, "%s == %s", names[i], names[method->positions[term]]);
        } else if (!method->variables[term].is_bound) {
            tr_write_binder(tr, list, &method->variables[term]);
            const bool guarded = method->variables[term].guard_count > 0;
            htnc_buffer_format(&tr->text, "%s%s%s == %s", list->items[--list->count], guarded ? " and " : " where ",
                               method->variables[term].name, names[i]);
        } else {
            for (uint32_t g = 0; g < method->variables[term].guard_count; g++) {
                htnc_buffer_format(&tr->text, "%s(%s)", tr_use_guard(tr, method->variables[term].guards[g]), names[i]);
                tr_take_item(tr, list, begin);
            }
            continue;
        }
        tr_take_item(tr, list, begin);
    }
}

static bool is_passed_on(const translation *tr, const hddl_network *network, hddl_term variable)
{
    for (uint32_t s = 0; s < network->count; s++) {
        const hddl_subtask *subtask = &network->subtasks[s];
        const uint32_t count = subtask->primitive ? tr->problem->actions[subtask->index].schema.parameter_count
                                                  : task_schema(tr, subtask->index)->parameter_count;
        for (uint32_t i = 0; i < count; i++)
            if (subtask->terms[i] == variable && (subtask->primitive || tr->tasks[subtask->index].keeps[i]))
                return true;
    }
    return false;
}

static void write_subtasks(translation *tr, const hddl_network *network, const tr_variable *variables, const char *last)
{
    tr_list list = {0};
    for (uint32_t s = 0; s < network->count; s++) {
        const hddl_subtask *subtask = &network->subtasks[s];
        const tr_task *task = subtask->primitive ? NULL : &tr->tasks[subtask->index];
        const uint32_t count = subtask->primitive ? tr->problem->actions[subtask->index].schema.parameter_count
                                                  : task_schema(tr, subtask->index)->parameter_count;
        const size_t begin = tr->text.length;
        const char *between = "";
        htnc_buffer_format(&tr->text, "%s(", task == NULL ? tr->actions[subtask->index].name : task->name);
        for (uint32_t i = 0; i < count; i++) {
            if (task != NULL && !task->keeps[i])
                continue;
            htnc_buffer_text(&tr->text, between);
            tr_write_term(tr, subtask->terms[i], variables);
            between = ", ";
        }
        htnc_buffer_text(&tr->text, ")");
        tr_take_item(tr, &list, begin);
    }
    if (last != NULL) {
        const size_t begin = tr->text.length;
        htnc_buffer_format(&tr->text, "%s()", last);
        tr_take_item(tr, &list, begin);
    }
    tr_write_list(tr, 8, "Subtasks", &list, false);
}

/* A method, or the initial network, where `of` is NULL; `last`: a task without parameters that follows, or NULL. */
static void write_method(translation *tr, const hddl_schema *schema, tr_method *method, const hddl_method *of,
                         const hddl_formula *constraints, const hddl_network *network, const char *last)
{
    const hddl_formula *conditions[] = {constraints, of != NULL ? of->precondition : NULL};
    tr_list list = {0};
    name_variables(tr, schema, method, of);
    if (of != NULL)
        write_head_conditions(tr, &list, of, method);
    tr_write_conjuncts(tr, &list, conditions, 2, schema, method->variables);
    for (uint32_t v = 0; v < schema->parameter_count; v++)
        if (!method->variables[v].is_bound &&
            (method->variables[v].guard_count > 0 || is_passed_on(tr, network, (hddl_term)v)))
            tr_write_binder(tr, &list, &method->variables[v]);
    const char *label = of == NULL ? "" : tr_name(tr, TR_METHODS, schema->name, schema->span);
    tr_write_list(tr, 4, htnc_format(tr->arena, "Method%s%s", of == NULL ? "" : " ", label), &list, false);
    write_subtasks(tr, network, method->variables, last);
}

static void write_compound(translation *tr, uint32_t index)
{
    const hddl_problem *problem = tr->problem;
    write_compound_head(tr, index);
    for (uint32_t m = 0; m < problem->method_count; m++)
        if (problem->methods[m].task == index && tr->methods[m].is_usable)
            write_method(tr, &problem->methods[m].schema, &tr->methods[m], &problem->methods[m],
                         problem->methods[m].constraints, &problem->methods[m].network, NULL);
}

/* --- Actions ------------------------------------------------------------------------------------ */

static void write_action(translation *tr, uint32_t index)
{
    const hddl_action *of = &tr->problem->actions[index];
    tr_action *action = &tr->actions[index];
    tr_variable *variables = action->variables;
    tr_list list = {0};
    for (uint32_t v = 0; v < of->schema.variables.count; v++) {
        variables[v].name = tr_variable_name(tr, &of->schema.variables.items[v], variables, v);
        variables[v].is_bound = true;
    }
    htnc_buffer_format(&tr->text, "\nPrimitive Task [%s", action->name);
    for (uint32_t v = 0; v < of->schema.parameter_count; v++)
        htnc_buffer_format(&tr->text, "%s%s : %s", v == 0 ? "(" : ", ", variables[v].name,
                           tr_use_type(tr, variables[v].cover));
    htnc_buffer_text(&tr->text, of->schema.parameter_count > 0 ? ")]\n" : "]\n");
    tr_write_conjuncts(tr, &list, &of->precondition, 1, &of->schema, variables);
    if (list.count > 0)
        tr_write_list(tr, 4, "Preconditions", &list, false);
    htnc_buffer_format(&tr->text, "    Operator [%s", action->name);
    for (uint32_t v = 0; v < of->schema.parameter_count; v++)
        htnc_buffer_format(&tr->text, "%s%s", v == 0 ? "(" : ", ", variables[v].name);
    htnc_buffer_text(&tr->text, of->schema.parameter_count > 0 ? ")]\n" : "]\n");
    tr_write_effects(tr, of, variables);
    if (of->cost != 1)
        htnc_buffer_format(&tr->text, "    Cost [%d]\n",
                           (int)(of->cost < 0           ? 0
                                 : of->cost > INT32_MAX ? INT32_MAX
                                                        : of->cost));
}

/* --- The root ----------------------------------------------------------------------------------- */

/* A task without steps whose one method asks for the goal. */
static void write_goal(translation *tr, const char *name, tr_variable *variables)
{
    const hddl_schema *schema = &tr->problem->goal_schema;
    tr_list list = {0};
    for (uint32_t v = 0; v < schema->variables.count; v++)
        variables[v].name = tr_variable_name(tr, &schema->variables.items[v], variables, v);
    htnc_buffer_format(&tr->text, "\nCompound Task [%s]\n", name);
    tr_write_conjuncts(tr, &list, &tr->problem->goal, 1, schema, variables);
    tr_write_list(tr, 4, "Method", &list, false);
    htnc_buffer_text(&tr->text, "        Subtasks []\n");
}

static void write_impossible(translation *tr, const char *root)
{
    const char *name = tr_name(tr, TR_VALUES, "solvable", (htnc_span){0, 0});
    htnc_buffer_format(&tr->text,
                       "\n// No plan can be: what has to be done is impossible, whatever the state.\n"
                       "World State [%s : bool]\n\nCompound Task [%s]\n    Method [%s]\n        Subtasks []\n",
                       name, root, name);
}

void tr_write_tasks(translation *tr)
{
    const hddl_problem *problem = tr->problem;
    const htnc_span nowhere = {0, 0};
    const char *root = tr_name(tr, TR_TASKS, "Solve", nowhere);
    tr_variable *variables = htnc_alloc_array(tr->arena, problem->goal_schema.variables.count, sizeof *variables);
    tr_prepare(tr, problem->goal, &problem->goal_schema, variables);
    const tr_truth goal = tr_known(tr, problem->goal, variables);
    const char *reached = goal == TR_OPEN ? tr_name(tr, TR_TASKS, "Goal", nowhere) : NULL;
    if (!tr->initial.is_usable || goal == TR_FALSE) {
        write_impossible(tr, root);
        return;
    }
    for (uint32_t t = 0; t < problem->task_count; t++)
        name_parameters(tr, t);
    htnc_buffer_format(&tr->text, "\nCompound Task [%s]\n", root);
    write_method(tr, &problem->initial.schema, &tr->initial, NULL, problem->initial.constraints,
                 &problem->initial.network, reached);
    if (reached != NULL)
        write_goal(tr, reached, variables);
    for (uint32_t t = 0; t < problem->task_count; t++)
        if (tr->tasks[t].is_reached)
            write_compound(tr, t);
    for (uint32_t a = 0; a < problem->action_count; a++)
        if (tr->actions[a].is_reached)
            write_action(tr, a);
}
