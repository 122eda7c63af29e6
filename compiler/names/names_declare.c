/*
 * Collects the declarations of all files into the model's lists and the symbol tables, in source order. A second declaration of a
 * name is reported. It is left out of the tables, but stays in the list, so that errors inside it are still found.
 */
#include "compiler/names/names_declare.h"

#include "compiler/names/names_each.h"
#include "compiler/names/names_expressions.h"
#include "compiler/names/names_orders.h"
#include "compiler/names/names_table.h"
#include <string.h>

/* An instruction's operand has 16 bits for the index of a method. */
enum { MOST_METHODS = 65535 };

static htnc_type *add_type(htnc_resolver *resolver, htnc_type ***end, htnc_type_kind kind, const char *name)
{
    htnc_model *model = resolver->model;
    htnc_type *type = BASE_NEW(resolver->arena, htnc_type);
    *type = (htnc_type){.kind = kind, .name = name, .index = model->type_count++};
    **end = type;
    *end = &type->next;
    return type;
}

static htnc_type *add_builtin(htnc_resolver *resolver, htnc_type ***end, htnc_type_kind kind)
{
    const htnc_type_traits *traits = &htnc_traits_of_kind[kind];
    htnc_name name = {base_intern(resolver->interner, traits->name, strlen(traits->name)), {0, 0}};
    htnc_type *type = add_type(resolver, end, kind, name.text);
    type->low = traits->low;
    type->high = traits->high;
    htnc_symbol_add(resolver, HTNC_SYMBOL_TYPE, &name, (htnc_target){.type = type});
    return type;
}

static void declare_builtin_types(htnc_resolver *resolver, htnc_type ***end)
{
    htnc_model *model = resolver->model;
    htnc_type *builtin[HTNC_TYPE_KINDS] = {NULL};
    for (int kind = 0; kind < HTNC_TYPE_KINDS; kind++)
        if (htnc_traits_of_kind[kind].name)
            builtin[kind] = add_builtin(resolver, end, (htnc_type_kind)kind);
    htnc_type *error = BASE_NEW(resolver->arena, htnc_type);
    error->name = "unknown";
    error->index = UINT32_MAX;
    model->bool_type = builtin[HTNC_TYPE_BOOL];
    model->int_type = builtin[HTNC_TYPE_INTEGER];
    model->symbol_type = builtin[HTNC_TYPE_SYMBOL];
    model->error_type = error;
    model->fixed_type = BASE_NEW(resolver->arena, htnc_type);
    *model->fixed_type = (htnc_type){.kind = HTNC_TYPE_FIXED,
                                     .name = "fixed",
                                     .low = htnc_traits_of_kind[HTNC_TYPE_FIXED].low,
                                     .high = htnc_traits_of_kind[HTNC_TYPE_FIXED].high,
                                     .index = UINT32_MAX};
}

static void declare_values(htnc_resolver *resolver, htnc_type_decl *declaration, htnc_type *type)
{
    type->values = declaration->values;
    for (htnc_value *value = declaration->values; value; value = value->next) {
        value->type = type;
        value->ordinal = (int32_t)type->value_count++;
        htnc_symbol_add(resolver, HTNC_SYMBOL_VALUE, &value->name, (htnc_target){.value = value});
    }
    type->high = type->value_count ? (int32_t)type->value_count - 1 : 0;
}

static void declare_types(htnc_resolver *resolver, htnc_type_decl *list, htnc_type ***end)
{
    for (htnc_type_decl *each = list; each; each = each->next) {
        htnc_type *type =
            add_type(resolver, end, each->entities ? HTNC_TYPE_ENTITIES : HTNC_TYPE_ENUM, each->name.text);
        each->type = type;
        type->span = each->name.span;
        type->open = each->open;
        htnc_symbol_add(resolver, HTNC_SYMBOL_TYPE, &each->name, (htnc_target){.type = type});
        declare_values(resolver, each, type);
    }
}

static void declare_properties(htnc_resolver *resolver, htnc_property_decl *list, htnc_property ***end)
{
    for (htnc_property_decl *each = list; each; each = each->next) {
        htnc_property *property = BASE_NEW(resolver->arena, htnc_property);
        *property = (htnc_property){.declaration = each,
                                    .name = each->name.text,
                                    .expires = each->expires,
                                    .parameter_count = htnc_count_variables(each->parameters),
                                    .index = resolver->model->property_count++};
        if (each->cooling) {
            each->cooling->cooling = property;
            property->read = property->written = true; /* the runtime writes it */
        }
        **end = property;
        *end = &property->next;
        htnc_symbol_add(resolver, HTNC_SYMBOL_PROPERTY, &each->name, (htnc_target){.property = property});
    }
}

/*
 * A method with a Cooldown gets a bool property, which is true while the method must be skipped. Its name is `Cooldown(Task, 0)`,
 * which no declaration can have. With a For it is a table, which gets its parameters when the variables have their types.
 */
static void make_cooling_properties(htnc_resolver *resolver, htnc_file *file)
{
    htnc_property_decl **end = &file->properties;
    while (*end)
        end = &(*end)->next;
    for (htnc_task *task = file->tasks; task; task = task->next) {
        uint32_t index = 0;
        for (htnc_method *method = task->methods; method; method = method->next, index++) {
            if (!method->cooldown)
                continue;
            const char *name = base_format(resolver->arena, "Cooldown(%s, %u)", task->name.text, (unsigned)index);
            htnc_property_decl *made = BASE_NEW(resolver->arena, htnc_property_decl);
            made->span = method->cooldown->span;
            made->name = (htnc_name){base_intern(resolver->interner, name, strlen(name)), made->span};
            made->type_ref = BASE_NEW(resolver->arena, htnc_type_ref);
            made->type_ref->span = made->span;
            made->type_ref->name = (htnc_name){base_intern(resolver->interner, "bool", 4), made->span};
            made->cooling = method;
            *end = made;
            end = &made->next;
        }
    }
}

/*
 * Single values come before tables, so they get the low addresses that short instructions reach. Properties that a group of agents
 * shares come last.
 */
static void order_properties(htnc_model *model)
{
    enum { PARTS = 4 };
    htnc_property *parts[PARTS] = {NULL}, **ends[PARTS], **end = &model->properties;
    uint32_t index = 0;
    for (int i = 0; i < PARTS; i++)
        ends[i] = &parts[i];
    for (htnc_property *each = model->properties; each; each = each->next) {
        bool table = each->parameter_count || (each->declaration->cooling && each->declaration->cooling->cooldown_for);
        int part = (each->declaration->shared ? 2 : 0) + (table ? 1 : 0);
        *ends[part] = each;
        ends[part] = &each->next;
    }
    for (int i = 0; i < PARTS; i++) {
        *end = parts[i];
        end = parts[i] ? ends[i] : end;
    }
    *end = NULL;
    for (htnc_property *each = model->properties; each; each = each->next)
        each->index = index++;
}

static void declare_constants(htnc_resolver *resolver, htnc_constant_decl *list, htnc_constant ***end)
{
    for (htnc_constant_decl *each = list; each; each = each->next) {
        htnc_constant *constant = BASE_NEW(resolver->arena, htnc_constant);
        *constant =
            (htnc_constant){.declaration = each, .name = each->name.text, .index = resolver->model->constant_count++};
        **end = constant;
        *end = &constant->next;
        htnc_symbol_add(resolver, HTNC_SYMBOL_CONSTANT, &each->name, (htnc_target){.constant = constant});
    }
}

static void declare_conditions(htnc_resolver *resolver, htnc_condition_decl *list, htnc_condition ***end)
{
    for (htnc_condition_decl *each = list; each; each = each->next) {
        htnc_condition *condition = BASE_NEW(resolver->arena, htnc_condition);
        *condition = (htnc_condition){.declaration = each,
                                      .name = each->name.text,
                                      .parameter_count = htnc_count_variables(each->parameters),
                                      .index = resolver->model->condition_count++};
        **end = condition;
        *end = &condition->next;
        htnc_symbol_add(resolver, HTNC_SYMBOL_CONDITION, &each->name, (htnc_target){.condition = condition});
    }
}

static void declare_queries(htnc_resolver *resolver, htnc_query_decl *list, htnc_query ***end)
{
    for (htnc_query_decl *each = list; each; each = each->next) {
        htnc_query *query = BASE_NEW(resolver->arena, htnc_query);
        *query = (htnc_query){.declaration = each,
                              .name = each->name.text,
                              .parameter_count = htnc_count_variables(each->parameters),
                              .index = resolver->model->query_count++};
        **end = query;
        *end = &query->next;
        htnc_symbol_add(resolver, HTNC_SYMBOL_QUERY, &each->name, (htnc_target){.query = query});
    }
}

/* --- Tasks and operators -------------------------------------------------------------------------- */

static void declare_operator(htnc_resolver *resolver, htnc_task *task, htnc_operator ***end)
{
    const htnc_symbol *known = htnc_symbol_find(resolver, HTNC_IN_OPERATORS, task->operator_name.text);
    uint32_t count = htnc_count_exprs(task->operator_arguments);
    if (known) {
        const uint32_t wanted = known->to.operator_->argument_count;
        char *what = count == wanted ? NULL : base_format(resolver->arena, "operator `%s`", known->text);
        task->operator_ = known->to.operator_;
        htnc_check_count(resolver, task->operator_span, what, count, wanted, known->span);
        return;
    }
    if (count > UINT8_MAX)
        base_report(resolver->diagnostics, BASE_DIAG_TOO_LARGE, task->operator_span,
                    "an operator takes at most %d arguments", UINT8_MAX);
    htnc_operator *operator_ = BASE_NEW(resolver->arena, htnc_operator);
    *operator_ = (htnc_operator){.name = task->operator_name.text,
                                 .span = task->operator_name.span,
                                 .index = resolver->model->operator_count++,
                                 .argument_count = count};
    **end = operator_;
    *end = &operator_->next;
    task->operator_ = operator_;
    htnc_symbol_add(resolver, HTNC_SYMBOL_OPERATOR, &task->operator_name, (htnc_target){.operator_ = operator_});
}

static void declare_methods(htnc_resolver *resolver, htnc_task *task)
{
    task->method_count = 0;
    for (htnc_method *method = task->methods; method; method = method->next) {
        method->task = task;
        method->index = task->method_count++;
    }
    if (task->kind == HTNC_COMPOUND && task->method_count == 0)
        base_report(resolver->diagnostics, BASE_DIAG_NO_METHODS, task->name.span,
                    "compound task `%s` has no methods, so it can never be done", task->name.text);
    if (task->method_count > MOST_METHODS)
        base_report(resolver->diagnostics, BASE_DIAG_TOO_LARGE, task->name.span, "`%s` has %u methods; the most is %d",
                    task->name.text, (unsigned)task->method_count, MOST_METHODS);
}

static void declare_tasks(htnc_resolver *resolver, htnc_task *list, htnc_operator ***operators)
{
    for (htnc_task *task = list; task; task = task->next) {
        task->index = resolver->model->task_count++;
        task->parameter_count = htnc_count_variables(task->parameters);
        resolver->model->tasks[task->index] = task;
        htnc_symbol_add(resolver, HTNC_SYMBOL_TASK, &task->name, (htnc_target){.task = task});
        declare_methods(resolver, task);
        if (task->has_operator)
            declare_operator(resolver, task, operators);
    }
}

static void declare_sensors(htnc_resolver *resolver, htnc_sensor_decl *list)
{
    for (htnc_sensor_decl *each = list; each; each = each->next)
        htnc_symbol_add(resolver, HTNC_SYMBOL_SENSOR, &each->name, (htnc_target){NULL});
}

/* --- All ------------------------------------------------------------------------------------------ */

static void make_room_for_tasks(htnc_resolver *resolver)
{
    size_t count = 0;
    for (const htnc_file *file = resolver->model->files; file; file = file->next) {
        for (const htnc_orders_decl *orders = file->orders; orders; orders = orders->next)
            count += orders->gate != NULL;
        for (const htnc_task *task = file->tasks; task; task = task->next) {
            count++;
            for (const htnc_method *method = task->methods; method; method = method->next)
                count += htnc_count_each(method->subtasks);
        }
    }
    resolver->model->tasks = base_alloc_array(resolver->arena, count + 1, sizeof(htnc_task *));
}

void htnc_declare_all(htnc_resolver *resolver)
{
    htnc_model *model = resolver->model;
    htnc_type **types = &model->types;
    htnc_property **properties = &model->properties;
    htnc_constant **constants = &model->constants;
    htnc_condition **conditions = &model->conditions;
    htnc_query **queries = &model->queries;
    htnc_operator **operators = &model->operators;

    make_room_for_tasks(resolver);
    declare_builtin_types(resolver, &types);
    for (htnc_file *file = model->files; file; file = file->next) {
        declare_types(resolver, file->types, &types);
        make_cooling_properties(resolver, file);
        declare_properties(resolver, file->properties, &properties);
        declare_constants(resolver, file->constants, &constants);
        declare_conditions(resolver, file->conditions, &conditions);
        declare_queries(resolver, file->queries, &queries);
        declare_tasks(resolver, file->tasks, &operators);
        declare_sensors(resolver, file->sensors);
    }
    for (uint32_t i = 0, declared = model->task_count; i < declared; i++)
        htnc_declare_each(resolver, model->tasks[i]);
    htnc_declare_gates(resolver);
    order_properties(model);
}
