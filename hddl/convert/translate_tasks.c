/* Tasks as text; see translate_tasks.h. */
#include "hddl/convert/translate_tasks.h"
#include "hddl/convert/translate_conditions.h"
#include "hddl/convert/translate_conjuncts.h"
#include "hddl/convert/translate_costs.h"
#include "hddl/convert/translate_effects.h"
#include "hddl/convert/translate_names.h"
#include "hddl/convert/translate_subtasks.h"
#include "hddl/convert/translate_types.h"

/* --- Heads -------------------------------------------------------------------------------------- */

static const hddl_schema *task_schema(const translation *tr, uint32_t task)
{
    return &tr->problem->tasks[task].schema;
}

static void name_parameters(translation *tr, uint32_t index)
{
    const hddl_schema *schema = task_schema(tr, index);
    translated_task *task = &tr->tasks[index];
    translated_variable *named = base_alloc_array(tr->arena, schema->parameter_count, sizeof *named);
    task->names = base_alloc_array(tr->arena, schema->parameter_count, sizeof *task->names);
    for (uint32_t i = 0; i < schema->parameter_count; i++)
        if (task->keeps[i])
            task->names[i] = named[i].name = translate_variable_name(tr, &schema->variables.items[i], named, i);
}

static void write_compound_head(translation *tr, uint32_t index)
{
    const hddl_schema *schema = task_schema(tr, index);
    const translated_task *task = &tr->tasks[index];
    const char *between = "(";
    base_buffer_format(&tr->text, "\nCompound Task [%s", task->name);
    for (uint32_t i = 0; i < schema->parameter_count; i++)
        if (task->keeps[i]) {
            const uint32_t cover = tr->types[schema->variables.items[i].type].cover;
            base_buffer_format(&tr->text, "%s%s : %s", between, task->names[i], translate_use_type(tr, cover));
            between = ", ";
        }
    base_buffer_text(&tr->text, between[0] == ',' ? ")]\n" : "]\n");
}

/* --- Methods ------------------------------------------------------------------------------------ */

/* Names all variables of a method. Those that are parameters of its task have their names and are bound. */
static void name_variables(translation *tr, translated_method *method, const hddl_method *of)
{
    const hddl_schema *schema = &of->schema;
    const uint32_t parameters = task_schema(tr, of->task)->parameter_count;
    const uint32_t count = schema->variables.count;
    translated_variable *named = base_alloc_array(tr->arena, (size_t)parameters + count, sizeof *named);
    for (uint32_t i = 0; i < parameters; i++)
        named[i].name = tr->tasks[of->task].names[i];
    for (uint32_t v = 0; v < count; v++) {
        translated_variable *variable = &method->variables[v];
        const int32_t position = method->positions[v];
        if (position >= 0 &&
            tr->types[task_schema(tr, of->task)->variables.items[position].type].cover == variable->cover) {
            variable->name = tr->tasks[of->task].names[position];
            variable->is_bound = true;
        } else {
            variable->name = translate_variable_name(tr, &schema->variables.items[v], named, parameters + v);
        }
        named[parameters + v].name = variable->name;
    }
}

/* The conditions that the arguments of its task imply: constants, repeated variables, narrower types. */
static void write_head_conditions(translation *tr, translated_list *list, const hddl_method *of,
                                  translated_method *method)
{
    const hddl_schema *head = task_schema(tr, of->task);
    const char **names = tr->tasks[of->task].names;
    for (uint32_t i = 0; i < head->parameter_count; i++) {
        const hddl_term term = of->terms[i];
        const size_t begin = tr->text.length;
        if (!tr->tasks[of->task].keeps[i])
            continue;
        if (hddl_is_object(term)) {
            if (tr->types[tr->types[head->variables.items[i].type].cover].value_count == 1)
                continue;
            base_buffer_format(&tr->text, "%s == ", names[i]);
            translate_term(tr, term, method->variables);
        } else if (method->positions[term] != (int32_t)i) {
            base_buffer_format(&tr->text, "%s == %s", names[i], names[method->positions[term]]);
        } else if (!method->variables[term].is_bound) {
            translate_binder(tr, list, &method->variables[term]);
            const bool guarded = method->variables[term].guard_count > 0;
            base_buffer_format(&tr->text, "%s%s%s == %s", list->items[--list->count], guarded ? " and " : " where ",
                               method->variables[term].name, names[i]);
        } else {
            for (uint32_t g = 0; g < method->variables[term].guard_count; g++) {
                base_buffer_format(&tr->text, "%s(%s)", translate_use_guard(tr, method->variables[term].guards[g]),
                                   names[i]);
                translate_take_item(tr, list, begin);
            }
            continue;
        }
        translate_take_item(tr, list, begin);
    }
}

static void write_method(translation *tr, const hddl_method *of, translated_method *method)
{
    const hddl_formula *conditions[] = {of->constraints, of->precondition};
    translated_list list = {0};
    translated_list subtasks = {0};
    name_variables(tr, method, of);
    write_head_conditions(tr, &list, of, method);
    translate_conjuncts(tr, &list, conditions, 2, &of->schema, method->variables);
    for (uint32_t v = 0; v < of->schema.parameter_count; v++)
        if (!method->variables[v].is_bound &&
            (method->variables[v].guard_count > 0 ||
             translate_passes_on(tr, &of->network, 0, of->network.count, (hddl_term)v)))
            translate_binder(tr, &list, &method->variables[v]);
    for (uint32_t s = 0; s < of->network.count; s++)
        translate_subtask(tr, &subtasks, &of->network.subtasks[s], method->variables);
    const char *label = translate_name(tr, TRANSLATE_METHODS, of->schema.name);
    translate_list(tr, 4, base_format(tr->arena, "Method %s", label), &list, false);
    translate_list(tr, 8, "Subtasks", &subtasks, false);
}

static void write_compound(translation *tr, uint32_t index)
{
    const hddl_problem *problem = tr->problem;
    write_compound_head(tr, index);
    for (uint32_t m = 0; m < problem->method_count; m++)
        if (problem->methods[m].task == index && tr->methods[m].is_usable)
            write_method(tr, &problem->methods[m], &tr->methods[m]);
}

/* --- Actions ------------------------------------------------------------------------------------ */

static void write_action(translation *tr, uint32_t index)
{
    const hddl_action *of = &tr->problem->actions[index];
    translated_action *action = &tr->actions[index];
    translated_variable *variables = action->variables;
    translated_list list = {0};
    for (uint32_t v = 0; v < of->schema.variables.count; v++) {
        variables[v].name = translate_variable_name(tr, &of->schema.variables.items[v], variables, v);
        variables[v].is_bound = true;
    }
    base_buffer_format(&tr->text, "\nPrimitive Task [%s", action->name);
    for (uint32_t v = 0; v < of->schema.parameter_count; v++)
        base_buffer_format(&tr->text, "%s%s : %s", v == 0 ? "(" : ", ", variables[v].name,
                           translate_use_type(tr, variables[v].cover));
    base_buffer_text(&tr->text, of->schema.parameter_count > 0 ? ")]\n" : "]\n");
    translate_conjuncts(tr, &list, &of->precondition, 1, &of->schema, variables);
    if (list.count > 0)
        translate_list(tr, 4, "Preconditions", &list, false);
    base_buffer_format(&tr->text, "    Operator [%s", action->name);
    for (uint32_t v = 0; v < of->schema.parameter_count; v++)
        base_buffer_format(&tr->text, "%s%s", v == 0 ? "(" : ", ", variables[v].name);
    base_buffer_text(&tr->text, of->schema.parameter_count > 0 ? ")]\n" : "]\n");
    translate_effects(tr, of, variables);
    translate_cost(tr, of, variables);
}

void translate_name_parameters(translation *tr)
{
    for (uint32_t t = 0; t < tr->problem->task_count; t++)
        name_parameters(tr, t);
}

void translate_tasks(translation *tr)
{
    const hddl_problem *problem = tr->problem;
    for (uint32_t t = 0; t < problem->task_count; t++)
        if (tr->tasks[t].is_reached)
            write_compound(tr, t);
    for (uint32_t a = 0; a < problem->action_count; a++)
        if (tr->actions[a].is_reached)
            write_action(tr, a);
}
